import type { INodeExecutionData } from 'n8n-workflow';
import type { WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import type { NodeRun } from '../support/n8n.ts';
import { ended } from './examples-runs.ts';

/** The node that starts a workflow at *Execute workflow*. */
const start: WorkflowNode = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Runs the node once in the sandbox's n8n, with a credential and a workflow of its own. */
export const inN8n =
	(sandbox: Sandbox) =>
	async ({ parameters, credentials, items = [] }: NodeRun): Promise<INodeExecutionData[]> => {
		const { n8n } = sandbox;
		const name = `${String(parameters.resource)}.${String(parameters.operation)}`;
		const credential = await n8n.createCredential(name, 'recordsDirectoryApi', credentials);
		const node: WorkflowNode = {
			id: name,
			name,
			type: 'n8n-nodes-records-directory.recordsDirectory',
			typeVersion: 1,
			position: [200, 0],
			parameters,
			credentials: { recordsDirectoryApi: { id: credential.id, name: credential.name } },
		};
		const { id } = await n8n.createWorkflow({
			name,
			nodes: [start, node],
			connections: { [start.name]: { main: [[{ node: name, type: 'main', index: 0 }]] } },
			pinData: { [start.name]: items },
		});
		const outputs = await ended(sandbox, await n8n.run(id, start.name));
		return outputs[name] as INodeExecutionData[];
	};
