import type { QueueSandbox } from '../../sandbox/queue/sandbox.ts';
import { durableCursors } from './n8n-database.ts';
import { answersOfPorts } from './open-ports.ts';
import { removeFolder } from './own-sandbox.ts';
import { type Export, exportRuns } from './queue-export.ts';
import { idsIn, rowsEach, rowsInRequest } from './queue-imports.ts';
import { killBeforeExecution, killBeforeQueue } from './queue-kills.ts';
import { concurrency, foldersWithPackage, startOwnQueue } from './queue-sandbox.ts';
import { executionsAtAll, importsWithKill, type Outcome } from './queue-story.ts';

type Ask = (sql: string) => string;

const schedulers = {
	'default scheduler': {
		settings: {},
		savedState: (ask: Ask) => (id: string) =>
			ask(`SELECT "staticData" FROM workflow_entity WHERE id = '${id}'`),
	},
	'durable poll cursors': {
		settings: {
			...durableCursors,
			// So that Redis is used only for the queue, and can be stopped before it.
			N8N_CACHE_BACKEND: 'memory',
		},
		savedState: (ask: Ask) => (id: string) =>
			ask(`SELECT cursor FROM poller_state WHERE "workflowId" = '${id}'`),
	},
};
/** What n8n says about an execution whose worker no longer answers. */
const workerGone = /^crashed|stalled|failed to be processed too many times/;

type Scheduler = keyof typeof schedulers;
const names = Object.keys(schedulers) as Scheduler[];

let folders: string[] = [];
const sandboxes: QueueSandbox[] = [];
const outcomes = {} as Record<Scheduler, Promise<Outcome>>;
let exported: Promise<Export[]>;
let kills: Promise<Array<Awaited<ReturnType<typeof killBeforeQueue>>>>;

async function story(name: Scheduler, folder: string): Promise<Outcome> {
	const { settings, savedState } = schedulers[name];
	const started = Date.now();
	const sandbox = await startOwnQueue(folder, settings);
	sandboxes.push(sandbox);
	const outcome = await importsWithKill(sandbox, savedState);
	process.stderr.write(`  ${name}: ${inWords(outcome, Date.now() - started)}\n`);
	return outcome;
}

function inWords({ reports, records, events, refusals }: Outcome, ms: number): string {
	const succeeded = reports.filter(({ status }) => status === 'success').length;
	return (
		`${succeeded} of ${reports.length} executions succeeded, ${idsIn(records).length} records, ` +
		`${events.length} events, refusals ${JSON.stringify(refusals)}, ${Math.round(ms / 1000)} s`
	);
}

// Both at the same time: most of it is waiting for the limit and for polls.
beforeAll(async () => {
	folders = await foldersWithPackage(names.length);
	names.forEach((name, index) => {
		outcomes[name] = story(name, folders[index]!);
	});
	exported = outcomes['default scheduler'].then(() => exportRuns(sandboxOf('default scheduler')));
	kills = outcomes['durable poll cursors'].then(async ({ watch }) => {
		const sandbox = sandboxOf('durable poll cursors');
		return [await killBeforeExecution(sandbox, watch), await killBeforeQueue(sandbox, watch)];
	});
	await Promise.allSettled([...Object.values(outcomes), exported, kills]);
});

const sandboxOf = (name: Scheduler) => {
	const folder = folders[names.indexOf(name)]!;
	return sandboxes.find(({ userFolder }) => userFolder.startsWith(folder))!;
};

afterAll(async () => {
	await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
	await Promise.all(folders.map(removeFolder));
});

describe.each(names)('%s', (name) => {
	test('an execution that reports success has each of its records exactly once', async () => {
		const { reports, records } = await outcomes[name];
		expect(reports).toHaveLength(executionsAtAll);
		const known = new Set(reports.map(({ id }) => id));
		expect([...records.keys()].filter((id) => !known.has(id))).toEqual([]);
		const succeeded = reports.filter(({ status }) => status === 'success');
		expect(succeeded.length).toBeGreaterThanOrEqual(executionsAtAll - concurrency);
		for (const { id, items } of succeeded) {
			const rows = [...(records.get(id) ?? [])].sort(([a], [b]) => a - b);
			expect({ id, items, rows: rows.map(([row]) => row) }).toEqual({
				id,
				items: rowsEach,
				rows: Array.from({ length: rowsEach }, (_, row) => row),
			});
			expect({ id, doubled: rows.filter(([, ids]) => ids.length !== 1) }).toEqual({
				id,
				doubled: [],
			});
		}
	});

	test('executions on the killed worker failed, and none of their records came twice', async () => {
		const { reports, records } = await outcomes[name];
		const failed = reports.filter(({ status }) => status !== 'success');
		// One at least was killed in the middle: the service had records of it.
		expect(failed.filter(({ id }) => records.has(id))).not.toEqual([]);
		for (const { id, status, error } of failed) {
			expect(`${status}: ${error}`).toMatch(workerGone);
			const rows = [...(records.get(id) ?? [])];
			expect({ id, doubled: rows.filter(([, ids]) => ids.length !== 1) }).toEqual({
				id,
				doubled: [],
			});
			expect(rows.length % rowsInRequest).toBe(0);
		}
	});

	test('workers that did not know of each other reached the rate limit, and waited', async () => {
		const { refusals } = await outcomes[name];
		expect(Object.values(refusals).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
	});

	test('the trigger started with each record exactly once', async () => {
		const { records, events } = await outcomes[name];
		expect(events).toEqual(idsIn(records));
	});
});

test('the main process killed between a poll and its execution loses and repeats nothing', async () => {
	const [kill] = await kills;
	expect(kill?.events).toEqual(kill?.created);
	expect(new Set(kill?.statuses)).toEqual(new Set(['success']));
});

// n8n does not run it by itself then: it waits, with its items, to be run again by hand.
test('if n8n is killed before it has queued the execution, the events are in one crashed execution', async () => {
	const [, kill] = await kills;
	expect(kill?.events).toEqual(kill?.created);
	expect(kill?.statuses).toEqual(['crashed']);
});

test('the export to PostgreSQL reads what changed since its last run, and writes nothing to the service', async () => {
	const [first, second, third] = await exported;
	for (const { rows, records, writes } of await exported) {
		expect(rows).toEqual(records);
		expect(writes).toBe(0);
	}
	const newest = second?.read[0];
	expect(first?.read).toHaveLength(first!.records.length);
	expect(second?.read.slice(0, 2)).toEqual([newest, 5]);
	expect(second?.rows).toHaveLength(first!.rows.length + 1);
	expect(third).toEqual({ ...second, read: expect.arrayContaining([newest]) });
	expect(third!.read.length).toBeLessThan(first!.read.length);
});

test('no port of the main process or of a worker answers requests for another host name', async () => {
	const { n8nProcess, workers } = sandboxOf('durable poll cursors');
	for (const { pid } of [n8nProcess, ...workers]) {
		const answers = await answersOfPorts(pid!, 'evil.example');
		expect(answers).not.toEqual([]);
		for (const { own, foreign } of answers) {
			expect(own).not.toBe(403);
			expect(foreign).toBe(403);
		}
	}
});
