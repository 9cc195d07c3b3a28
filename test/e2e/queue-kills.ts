import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueSandbox } from '../../sandbox/queue/sandbox.ts';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import { ASSETS } from './queue-imports.ts';
import { anotherPoll, eventsOf } from './queue-story.ts';
import { database } from './queue-sandbox.ts';
import { eventually } from './waiting.ts';

interface Kill {
	/** Records that were created around it. */
	created: number[];
	/** Record ids of all the trigger's events since then. */
	events: number[];
	/** How the executions with these events ended. */
	statuses: string[];
}

/** The main process killed before a poll has become an execution. */
export async function killBeforeExecution(
	sandbox: QueueSandbox,
	watch: SavedWorkflow,
): Promise<Kill> {
	const known = await before(sandbox, watch);
	const created = [create(sandbox, 'Before the answer')];
	await pollBegun(sandbox);
	await killMain(sandbox);
	created.push(create(sandbox, 'While n8n was down'));
	await sandbox.restartMain();
	return { created, ...(await told(sandbox, watch, known, created.length)) };
}

/**
 * The main process killed when the execution is saved in the database and waits to be queued. Redis
 * stands still for that; then both are gone, as with a machine that loses its power.
 */
export async function killBeforeQueue(sandbox: QueueSandbox, watch: SavedWorkflow): Promise<Kill> {
	const known = await before(sandbox, watch);
	const ask = await database(sandbox);
	const newest = () =>
		ask(`SELECT max(id) FROM execution_entity WHERE "workflowId" = '${watch.id}'`);
	const last = newest();
	const created = [create(sandbox, 'Saved, not queued')];
	await pollBegun(sandbox);
	process.kill(sandbox.redis.pid!, 'SIGSTOP');
	await eventually('saved execution', () => newest() !== last || undefined);
	await killMain(sandbox);
	await sandbox.restartRedis();
	await sandbox.restartMain();
	await anotherPoll(sandbox);
	return { created, ...(await told(sandbox, watch, known, created.length)) };
}

interface Known {
	events: Set<number>;
	executions: Set<string>;
}

async function before(sandbox: QueueSandbox, watch: SavedWorkflow): Promise<Known> {
	const executions = await sandbox.n8n.executions(watch.id);
	return {
		events: new Set(await eventsOf(sandbox, watch)),
		executions: new Set(executions.map(({ id }) => id)),
	};
}

async function told(sandbox: QueueSandbox, watch: SavedWorkflow, known: Known, count: number) {
	const events = await eventually(`${count} events`, async () => {
		await sleep(1_500);
		const all = await eventsOf(sandbox, watch);
		return all.length >= known.events.size + count ? all : undefined;
	});
	const statuses = (await sandbox.n8n.executions(watch.id))
		.filter(({ id }) => !known.executions.has(id))
		.map(({ status }) => status)
		// A poll that failed for the limit; the next one brings everything.
		.filter((status) => status !== 'error');
	return { events: events.filter((id) => !known.events.has(id)), statuses };
}

const create = ({ service }: QueueSandbox, name: string) =>
	service.store.createRecord(ASSETS, { 'field-31': name }).recordId;

/** Until the service has answered the next poll. */
async function pollBegun({ service }: QueueSandbox): Promise<void> {
	const known = service.log.length;
	const isPoll = ({ method, path, status }: (typeof service.log)[number]) =>
		method === 'GET' && path === `/api/apps/${ASSETS}/records` && status === 200;
	const end = Date.now() + 200_000;
	while (!service.log.slice(known).some(isPoll)) {
		if (Date.now() > end) throw new Error('There was no poll in time.');
		await sleep(2);
	}
}

async function killMain(sandbox: QueueSandbox): Promise<void> {
	sandbox.n8nProcess.kill();
	await sandbox.n8nProcess.exited;
}
