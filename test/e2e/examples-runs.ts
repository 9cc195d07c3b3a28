import type { SavedWorkflow, WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { exampleWorkflows, type Example } from '../../sandbox/start/workflows.ts';
import { type Item, readRunData } from './run-data.ts';
import { eventually } from './waiting.ts';

/** What each node gave, by its name. */
type Outputs = Record<string, Item[]>;

export function exampleNamed(name: string): Example {
	const example = exampleWorkflows().find((one) => one.name === name);
	if (!example) throw new Error(`There is no example "${name}".`);
	return example;
}

const nameOfTrigger = ({ nodes }: Example): string =>
	nodes.find(({ type }) => /trigger/i.test(type))?.name ?? '';

/**
 * As "Execute workflow" does, to the end, or as the editor's chat does, which says what its trigger
 * is to give; fails with what the nodes complained of.
 */
export async function runExample(
	sandbox: Sandbox,
	name: string,
	said?: Item['json'],
): Promise<Outputs> {
	const example = exampleNamed(name);
	const trigger = nameOfTrigger(example);
	return ended(
		sandbox,
		said
			? await runWith(sandbox, example, trigger, said)
			: await sandbox.n8n.run(example.id, trigger),
	);
}

async function runWith({ n8n }: Sandbox, { id }: Example, name: string, json: Item['json']) {
	const data = { main: [[{ json }]] };
	const run = {
		executionStatus: 'success',
		startTime: Date.now(),
		executionTime: 0,
		source: [],
		data,
	};
	const started = await n8n.call<{ executionId: string }>('POST', `/workflows/${id}/run`, {
		triggerToStartFrom: { name, data: run },
	});
	return started.executionId;
}

/** What an execution gave that was a success. */
export async function ended(sandbox: Sandbox, executionId: string): Promise<Outputs> {
	const { status, data } = await eventually(`end of execution ${executionId}`, async () => {
		const current = await sandbox.n8n.execution(executionId);
		return ['running', 'new', 'waiting'].includes(current.status) ? undefined : current;
	});
	const { runData, error } = readRunData(data).resultData;
	if (status !== 'success') throw new Error(`The execution was no success: ${error?.message}`);
	return Object.fromEntries(
		Object.entries(runData).map(([node, runs]) => [
			node,
			runs.flatMap((run) => run.data?.main?.[0] ?? []),
		]),
	);
}

/** As a person changes nodes in the editor. */
export async function editExample(
	{ n8n }: Sandbox,
	name: string,
	edits: Record<string, (node: WorkflowNode) => WorkflowNode>,
): Promise<SavedWorkflow> {
	const saved = await n8n.workflow(exampleNamed(name).id);
	const nodes = saved.nodes.map((node) => edits[node.name]?.(node) ?? node);
	return n8n.updateWorkflow({ ...saved, nodes });
}

export const withParameters =
	(parameters: Record<string, unknown>) =>
	(node: WorkflowNode): WorkflowNode => ({
		...node,
		parameters: { ...node.parameters, ...parameters },
	});

/** The messages that come to the channel while something is done. */
export async function messagesOf(
	{ neighbours }: Sandbox,
	work: () => Promise<unknown>,
): Promise<string[]> {
	const before = neighbours.channel.messages.length;
	await work();
	return neighbours.channel.messages.slice(before).map(({ text }) => text);
}
