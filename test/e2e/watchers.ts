import type {
	CredentialReference,
	Execution,
	SavedWorkflow,
	WorkflowNode,
} from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { type Item, readRunData } from './run-data.ts';
import { eventually } from './waiting.ts';

/** A trigger, and nothing behind it: n8n keeps what it gave. */
export interface Watch {
	name: string;
	event: string;
	form: number;
	options?: Record<string, unknown>;
	polls?: object[];
}

interface Started {
	event: string;
	eventId: string;
	recordId: number;
	uniqueId?: string;
	status?: string;
	previousStatus?: string;
}

export const everyMinute = [{ mode: 'everyMinute' }];

/** n8n rejects one schedule of less than a minute, but not several that share the minute. */
export const everyTwentySeconds = [3, 23, 43].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** Publishes a workflow that is this trigger, and waits for nothing. */
export async function publishTrigger(
	{ n8n }: Sandbox,
	credential: CredentialReference,
	{ name, event, form, options = {}, polls = everyTwentySeconds }: Watch,
): Promise<SavedWorkflow> {
	const trigger: WorkflowNode = {
		id: `${name} trigger`,
		name: 'Trigger',
		type: 'n8n-nodes-records-directory.recordsDirectoryTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			event,
			form: { __rl: true, mode: 'id', value: `${form}` },
			pollTimes: { item: polls },
			options,
		},
		credentials: { recordsDirectoryApi: { id: credential.id, name: credential.name } },
	};
	const settings = { executionOrder: 'v1' };
	return await n8n.publish(
		await n8n.createWorkflow({ name, nodes: [trigger], connections: {}, settings }),
	);
}

/** Publishes it at the sandbox's service, and waits until n8n has saved where it begins. */
export async function publishWatch(
	sandbox: Sandbox,
	watch: Watch,
	savedState: (workflowId: string) => string,
	afterFirstLook?: () => void,
): Promise<SavedWorkflow> {
	const { name, form } = watch;
	const looks = () =>
		sandbox.service.log.filter(({ path }) => path === `/api/apps/${form}/records`).length;
	const before = looks();
	const published = await publishTrigger(sandbox, sandbox.credential, watch);
	// What exists when the trigger looks for the first time is not new.
	await eventually(`first look of ${name}`, () => looks() > before || undefined);
	afterFirstLook?.();
	await eventually(
		`saved state of ${name}`,
		() => savedState(published.id).includes('"state"') || undefined,
	);
	return published;
}

/**
 * Takes it offline, lets things happen, publishes it again, and waits until n8n has saved where the trigger
 * continues.
 */
export async function publishAgain(
	{ n8n }: Sandbox,
	{ id, name }: SavedWorkflow,
	savedState: (workflowId: string) => string,
	meanwhile: () => void,
): Promise<void> {
	await n8n.call('POST', `/workflows/${id}/deactivate`);
	const before = savedState(id);
	meanwhile();
	await n8n.publish(await n8n.workflow(id));
	await eventually(`new state of ${name}`, () => savedState(id) !== before || undefined);
}

/** Publishes a new version of it, whose trigger polls at other times. */
export async function publishNewVersion(
	{ n8n }: Sandbox,
	{ id }: SavedWorkflow,
	from = 9,
): Promise<void> {
	const workflow = await n8n.workflow(id);
	const item = [from, from + 20, from + 40].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	}));
	const nodes = workflow.nodes.map((node) =>
		'pollTimes' in node.parameters
			? { ...node, parameters: { ...node.parameters, pollTimes: { item } } }
			: node,
	);
	await n8n.publish(await n8n.updateWorkflow({ ...workflow, nodes }));
}

/** What a workflow was started with, over all its executions, oldest first. */
export const startedWith = async (sandbox: Sandbox, { id }: SavedWorkflow): Promise<Started[]> =>
	(await startsOf(sandbox, id, 'Trigger')).flatMap(({ items }) => items);

/** What each of its executions began with, oldest first. */
export async function startsOf(
	{ n8n }: Sandbox,
	workflowId: string,
	trigger: string,
): Promise<Array<{ mode: string; status: string; items: Started[] }>> {
	const starts: Array<{ mode: string; status: string; items: Started[] }> = [];
	for (const { id, mode, status } of (await n8n.executions(workflowId)).reverse()) {
		const items = itemsOf((await n8n.execution(id)).data, trigger);
		starts.push({ mode, status, items: items.map(({ json }) => json as unknown as Started) });
	}
	return starts;
}

/** An execution that has hardly begun has its items still before it. */
function itemsOf(data: Execution['data'], trigger: string): Item[] {
	const { executionData, resultData } = readRunData(data);
	const before = executionData?.nodeExecutionStack.find(({ node }) => node.name === trigger);
	// What was run again from the start has its crashed run first.
	return (before ?? resultData.runData[trigger]?.at(-1))?.data?.main[0] ?? [];
}

/** Waits until this many events have come. A poll that shares its limit with many others may take several turns for them. */
export const arrived = async (sandbox: Sandbox, workflow: SavedWorkflow, count: number) => {
	let last: Awaited<ReturnType<typeof startedWith>> = [];
	const isThere = async () => {
		last = await startedWith(sandbox, workflow);
		return last.length >= count ? last : undefined;
	};
	return await eventually(`${count} events of ${workflow.name}`, isThere).catch((error: Error) => {
		throw new Error(`${error.message} There were ${last.length}.`);
	});
};

export const idsOf = (started: ReadonlyArray<{ recordId: number }>) =>
	started.map(({ recordId }) => recordId).sort((a, b) => a - b);
