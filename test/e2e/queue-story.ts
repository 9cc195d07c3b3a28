import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../sandbox/queue/programs.ts';
import { type QueueSandbox, startQueueSandbox } from '../../sandbox/queue/sandbox.ts';
import type { Execution, SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import { apiKey } from '../../sandbox/start/preparation.ts';
import { showSteps } from '../../sandbox/start/steps.ts';
import { durableCursors } from './n8n-database.ts';
import { freePorts } from './own-sandbox.ts';
import {
	ASSETS,
	callImport,
	publishImport,
	type Report,
	reportOf,
	savedRow,
	savedRows,
	type SavedRow,
} from './queue-imports.ts';
import { eventually } from './waiting.ts';
import { idsOf, publishWatch, startedWith } from './watchers.ts';

export const executionsAtAll = 20;
/** The most executions that each of the two workers runs in parallel. */
export const concurrency = 5;
/** Records at the service when a worker is killed, in the middle of an execution. */
const recordsBeforeKill = 2_000;
/** Requests of somebody else who uses the site, too. */
const foreignRequests = 20;

export interface Outcome {
	reports: Report[];
	/** In the order of their record IDs. */
	saved: SavedRow[];
	/** A record that was created between the trigger's first look and its first poll on schedule. */
	early: number;
	/** Record ids of the trigger's events, in all its executions. */
	events: number[];
	/** How many requests were rejected because of the rate limit. */
	rejected: number;
}

export const startOwnQueue = async (dataFolder: string): Promise<QueueSandbox> =>
	startQueueSandbox({
		dataFolder,
		workers: 2,
		n8nSettings: { ...durableCursors, N8N_CONCURRENCY_PRODUCTION_LIMIT: `${concurrency}` },
		...(await freePorts()),
		step: showSteps(process.stderr),
	});

/** Answers a question to n8n's database: one value. */
async function database({ postgres }: QueueSandbox): Promise<(sql: string) => string> {
	const psql = await findProgram('psql');
	return (sql) => execFileSync(psql, [postgres.url.href, '-Atc', sql], { encoding: 'utf8' }).trim();
}

/** 20 imports on two workers under the service's limit, one worker killed in the middle. */
export async function importsWithKill(sandbox: QueueSandbox): Promise<Outcome> {
	const ask = await database(sandbox);
	let early = 0;
	const watch = await publishWatch(
		sandbox,
		{ name: 'Assets', event: 'recordCreated', form: ASSETS },
		(id) => ask(`SELECT cursor FROM poller_state WHERE "workflowId" = '${id}'`),
		() => {
			early = sandbox.service.store.createRecord(ASSETS, { 'field-31': 'Early' }).recordId;
		},
	);
	const workflow = await publishImport(sandbox);
	// Published, says n8n, before the workflow's address is known.
	const addresses = `SELECT count(*) FROM webhook_entity WHERE "workflowId" = '${workflow.id}'`;
	await eventually('address of the workflow', () => ask(addresses) === '1' || undefined);
	await otherPeople(sandbox);
	await betweenPolls();
	const killed = killWorker(sandbox);
	await Promise.all(Array.from({ length: executionsAtAll }, () => callImport(sandbox)));
	await killed;
	const reports = (await ended(sandbox, workflow)).map(reportOf);
	const saved = savedRows(sandbox);
	const events = await allEvents(sandbox, watch, 1 + saved.length);
	const rejected = sandbox.service.log.filter(({ status }) => status === 402).length;
	return { reports, saved, early, events, rejected };
}

async function otherPeople({ service }: QueueSandbox): Promise<void> {
	for (let n = 0; n < foreignRequests; n++)
		await fetch(`${service.url}/api/apps/forms`, { headers: { 'X-Service-API-Key': apiKey } });
}

/** Of an execution that ends with its worker n8n keeps no items, and the trigger's are counted. */
async function betweenPolls(): Promise<void> {
	// It polls in the 3rd, 23rd and 43rd second of a minute; the imports take some seconds.
	while (![6, 7, 8].includes(new Date().getSeconds() % 20)) await sleep(200);
}

/**
 * The service has just taken some of an execution's records, and its worker is gone before the
 * answer: nobody can know then whether they were created.
 */
async function killWorker(sandbox: QueueSandbox): Promise<void> {
	const { service, workers } = sandbox;
	const killed = await new Promise<number>((resolve) => {
		let created = 0;
		const look = ({ recordId }: { recordId: number }) => {
			if (++created < recordsBeforeKill) return;
			const execution = savedRow(service.store.records.get(ASSETS, recordId)!)?.execution;
			const index = workers.findIndex(({ tail }) =>
				tail.includes(`started execution ${execution} `),
			);
			if (index < 0) return;
			service.events.off('record', look);
			workers[index]?.kill();
			resolve(index);
		};
		service.events.on('record', look);
	});
	await workers[killed]?.exited;
	await sandbox.restartWorker(killed);
}

async function ended({ n8n }: QueueSandbox, workflow: SavedWorkflow): Promise<Execution[]> {
	const underWay = ['new', 'running', 'waiting'];
	const all = await eventually(`end of ${executionsAtAll} executions`, async () => {
		await sleep(1_500);
		const executions = await n8n.executions(workflow.id);
		const isEnded = executions.every(({ status }) => !underWay.includes(status));
		return isEnded && executions.length >= executionsAtAll ? executions : undefined;
	});
	return Promise.all(all.map(({ id }) => n8n.execution(id)));
}

/** The record IDs of its events, once there are this many and another poll might have emitted one again. */
async function allEvents(
	sandbox: QueueSandbox,
	watch: SavedWorkflow,
	count: number,
): Promise<number[]> {
	// A failed poll is also an execution, with an item that is not an event.
	const events = async () =>
		idsOf((await startedWith(sandbox, watch)).filter(({ recordId }) => recordId !== undefined));
	await eventually(`${count} events`, async () => {
		await sleep(2_500);
		return (await events()).length >= count || undefined;
	});
	const since = Date.now();
	await eventually('another poll', () =>
		sandbox.service.log.find(
			({ at, path, method, status }) =>
				at > since && method === 'GET' && path === `/api/apps/${ASSETS}/records` && status === 200,
		),
	);
	await sleep(3_000);
	return events();
}
