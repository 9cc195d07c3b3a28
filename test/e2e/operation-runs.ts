import type { INodeExecutionData } from 'n8n-workflow';
import type { CredentialReference, WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import type { NodeRun } from '../support/n8n.ts';
import { ended } from './examples-runs.ts';

/** The name of the trigger before the node. */
export const trigger = 'Start';

export const triggerNode: WorkflowNode = {
	id: trigger,
	name: trigger,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The node with the parameters of an operation. */
export const operationNode = (
	name: string,
	parameters: WorkflowNode['parameters'],
	{ id, name: credential }: Pick<CredentialReference, 'id' | 'name'>,
): WorkflowNode => ({
	// The editor has it in its address, which may have no dot.
	id: name.replace('.', '-'),
	name,
	type: 'n8n-nodes-records-directory.recordsDirectory',
	typeVersion: 1,
	position: [200, 0],
	parameters,
	credentials: { recordsDirectoryApi: { id, name: credential } },
});

/** Connects each node to the next. */
export const chain = (nodes: readonly WorkflowNode[]) =>
	Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				nodes[index]!.name,
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);

/** Runs the node once in the sandbox's n8n, with a credential and a workflow of its own. */
export const inN8n =
	(sandbox: Sandbox) =>
	async ({ parameters, credentials, items = [] }: NodeRun): Promise<INodeExecutionData[]> => {
		const { n8n } = sandbox;
		const name = `${String(parameters.resource)}.${String(parameters.operation)}`;
		const credential = await n8n.createCredential(name, 'recordsDirectoryApi', credentials);
		const nodes = [triggerNode, operationNode(name, parameters, credential)];
		const connections = chain(nodes);
		const pinData = { [trigger]: items };
		const { id } = await n8n.createWorkflow({ name, nodes, connections, pinData });
		const outputs = await ended(sandbox, await n8n.run(id, trigger));
		return outputs[name] as INodeExecutionData[];
	};
