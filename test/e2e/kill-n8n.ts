import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { SavedWorkflow, Workflow, WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import { startN8n } from '../../sandbox/start/n8n-process.ts';
import { ProgramDied } from '../../sandbox/start/running-program.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { durableCursor, durableCursors } from './n8n-database.ts';
import { freePorts, type Ports, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';
import { everyTwentySeconds } from './watchers.ts';

/** When n8n is killed: this many milliseconds after the next sign of that kind that the service and the channel see. */
interface Moment {
	after: 'poll' | 'comment' | 'message' | 'start';
	ms: number;
}

/** Critical moments: between a reply, n8n's processing of it, and n8n saving the result; and in the middle of a start. */
const LONGEST: ReadonlyArray<readonly [Moment['after'], number]> = [
	['poll', 300],
	['comment', 80],
	['message', 80],
	['start', 20_000],
	['message', 80],
	['poll', 300],
];

export const plannedMoments = (seed: number): Moment[] =>
	LONGEST.map(([after, max], index) => {
		const [ms = 0] = fc.sample(fc.integer({ min: 0, max }), { seed: seed + index, numRuns: 1 });
		return { after, ms };
	});

/** A sandbox whose n8n is killed again and again. */
export interface Killable {
	sandbox: Sandbox;
	ports: Ports;
}

/** The address of n8n's own API in the workflow that retries. */
const N8N_API = 'http://127.0.0.1:5678/api/v1';
const EVERY_20_SECONDS = { field: 'seconds', secondsInterval: 20 };
const MAX_STARTS = 3;
/** Longer than the time between two polls, so that something may have happened until then. */
const PATIENCE_MS = 60_000;

export async function startKillable(dataFolder: string): Promise<Killable> {
	const ports = await freePorts();
	const sandbox = await startOwn(dataFolder, ports, durableCursors);
	await retryCrashed(sandbox);
	for (const workflow of sandbox.workflows) await hurry(sandbox, workflow);
	for (const { id, name, nodes } of sandbox.workflows)
		if (nodes.some(isOurTrigger))
			await eventually(
				`saved state of ${name}`,
				() => durableCursor(dataFolder)(id).includes('"state"') || undefined,
			);
	return { sandbox, ports };
}

/** Adds the workflow of docs/administration.md, for all published examples that start on events. */
async function retryCrashed({ n8n, workflows }: Sandbox): Promise<void> {
	const file = join(import.meta.dirname, '..', '..', 'docs', 'retry-crashed-executions.json');
	const example = JSON.parse(await readFile(file, 'utf8')) as Workflow;
	const name = 'n8n API';
	const apiKey = await n8n.newApiKey(name, ['execution:list', 'execution:retry']);
	const baseUrl = `${n8n.origin}/api/v1`;
	const { id } = await n8n.createCredential(name, 'n8nApi', { apiKey, baseUrl });
	const ids = workflows.filter(({ nodes }) => nodes.some(isOurTrigger)).map((one) => one.id);
	const nodes = example.nodes.map((node): WorkflowNode => {
		const text = JSON.stringify(node.parameters).replaceAll(N8N_API, baseUrl);
		const parameters = JSON.parse(text) as WorkflowNode['parameters'];
		if (node.type === 'n8n-nodes-base.httpRequest')
			return { ...node, parameters, credentials: { n8nApi: { id, name } } };
		if (node.type === 'n8n-nodes-base.scheduleTrigger')
			return { ...node, parameters: { rule: { interval: [EVERY_20_SECONDS] } } };
		if (node.name !== 'Workflows') return { ...node, parameters };
		const { statuses } = JSON.parse(String(parameters['jsonOutput'])) as { statuses: unknown };
		const jsonOutput = JSON.stringify({ workflows: ids, statuses });
		return { ...node, parameters: { ...parameters, jsonOutput } };
	});
	await n8n.publish(await n8n.createWorkflow({ ...example, nodes }));
}

const isOurTrigger = ({ type }: WorkflowNode) => type.endsWith('.recordsDirectoryTrigger');

/** Three times a minute instead of once, for more kills in less time. */
async function hurry({ n8n }: Sandbox, { id }: SavedWorkflow): Promise<void> {
	const saved = await n8n.workflow(id);
	const pollTimes = { item: everyTwentySeconds };
	const nodes = saved.nodes.map((node) =>
		isOurTrigger(node) ? { ...node, parameters: { ...node.parameters, pollTimes } } : node,
	);
	await n8n.publish(await n8n.updateWorkflow({ ...saved, nodes }));
}

/** Kills n8n at that moment and starts it again. */
export async function killAt(killable: Killable, { after, ms }: Moment): Promise<void> {
	if (after !== 'start') {
		await untilRunning(killable);
		await untilSign(killable.sandbox, after);
	}
	await sleep(ms);
	killable.sandbox.n8nProcess.kill();
	await killable.sandbox.n8nProcess.exited;
	await restart(killable);
}

async function restart({ sandbox, ports }: Killable): Promise<void> {
	const { userFolder, logFile } = sandbox;
	sandbox.n8nProcess = await startN8n(userFolder, ports.n8nPort, logFile, durableCursors);
}

/** Until n8n answers. It has been seen to end by itself in the first start after a kill. */
export async function untilRunning(killable: Killable): Promise<void> {
	for (let attempt = 1; ; attempt++)
		try {
			return await killable.sandbox.n8nProcess.ready();
		} catch (error) {
			if (!(error instanceof ProgramDied) || attempt === MAX_STARTS) throw error;
			await restart(killable);
		}
}

/** Until the next sign of that kind, or until patience ends. */
async function untilSign(
	{ service, neighbours }: Sandbox,
	kind: Exclude<Moment['after'], 'start'>,
): Promise<void> {
	const signal = AbortSignal.timeout(PATIENCE_MS);
	const known = service.log.length;
	const signs = {
		comment: () => once(service.events, 'comment', { signal }),
		message: () => once(neighbours.channel.events, 'message', { signal }),
		poll: async () => {
			while (!service.log.slice(known).some(isPoll)) await sleep(2, undefined, { signal });
		},
	};
	await signs[kind]().catch((error: Error) => {
		if (!signal.aborted) throw error;
	});
}

const isPoll = ({ method, path }: Sandbox['service']['log'][number]) =>
	method === 'GET' && (path === '/api/apps/1/records' || path.startsWith('/api/common/notices/'));
