import { setTimeout as sleep } from 'node:timers/promises';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { savedState } from './n8n-database.ts';
import { freePorts, newFolder, type Ports, removeFolder, startOwn } from './own-sandbox.ts';
import { LIMIT, SeveralPolls } from './several-polls.ts';
import { eventually } from './waiting.ts';
import {
	arrived,
	everyMinute,
	idsOf,
	publishAgain,
	publishNewVersion,
	publishWatch,
	startedWith,
	startsOf,
	type Watch,
} from './watchers.ts';

const REQUESTS = 1;
const CUSTOMERS = 2;
const ASSETS = 3;
const ORDERS = 4;

const ALL_ASSETS = 100_000;
const ALL_ORDERS = 3_000;
const BULK = 5_000;
/** Requests of one poll of the assets. To read all of them takes more than a hundred. */
const MOST_LOOK_UPS = 15;

const changesOf = { event: 'recordCreatedOrUpdated', form: CUSTOMERS };
// A site takes 100 requests in 100 seconds from all of them, so only some poll three times a minute.
const watches = {
	first: { name: 'Customers one', ...changesOf },
	second: { name: 'Customers two', ...changesOf, polls: everyMinute },
	renamed: {
		name: 'Customers renamed',
		event: 'recordUpdated',
		form: CUSTOMERS,
		options: { watchedFields: 'field-22' },
		polls: everyMinute,
	},
	statuses: { name: 'Requests', event: 'recordStatusChanged', form: REQUESTS },
	saving: {
		name: 'Requests saved',
		event: 'recordStatusChanged',
		form: REQUESTS,
		options: { saveEvery: 1 },
		polls: everyMinute,
	},
	resumed: {
		name: 'Requests from then on',
		event: 'recordCreated',
		form: REQUESTS,
		options: { catchUp: 'nothing' },
		polls: everyMinute,
	},
	deleted: { name: 'Orders deleted', event: 'recordDeleted', form: ORDERS, polls: everyMinute },
	assets: { name: 'Assets', event: 'recordCreated', form: ASSETS, polls: everyMinute },
} satisfies Record<string, Watch>;

let dataFolder: string;
let ports: Ports;
let sandbox: Sandbox;
let workflows: Record<keyof typeof watches, SavedWorkflow>;
/** A request that the triggers learned of in polls without events. */
let unknown: number;
let severalPolls: SeveralPolls | undefined;
let outcomes: ReturnType<typeof beginSeveralPolls> | undefined;

/** Runs beside other tests, as its triggers mostly wait for the limit. */
function beginSeveralPolls() {
	const story = (severalPolls = new SeveralPolls(sandbox, dataFolder));
	return Promise.all([
		story.notices(),
		story.statuses(),
		story.hanging(),
		story.rejected(),
		story.republished(),
		story.usedUp(),
	] as const);
}

const fill = (form: number, count: number, values: Record<string, string>) =>
	sandbox.service.store.addRecords(
		form,
		Array.from({ length: count }, (_, n) => {
			const at = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
			const time = at.slice(0, 19).replace('T', ' ');
			return { values, createdAt: time, updatedAt: time };
		}),
	);

/** How many requests each ended poll of the assets took: the polls are a minute apart. */
function assetPolls(since: number): number[] {
	const polls: number[] = [];
	let before = 0;
	for (const { path, at } of sandbox.service.log) {
		if (at < since || !path.startsWith(`/api/apps/${ASSETS}/records`)) continue;
		if (at - before > 20_000) polls.push(0);
		polls.push((polls.pop() ?? 0) + 1);
		before = at;
	}
	return Date.now() - before > 5_000 ? polls : polls.slice(0, -1);
}

beforeAll(async () => {
	dataFolder = await newFolder();
	ports = await freePorts();
	sandbox = await startOwn(dataFolder, ports);
	fill(ASSETS, ALL_ASSETS, { 'field-31': 'Chair' });
	fill(ORDERS, ALL_ORDERS, { 'field-41': 'E2E', 'field-45': 'Paid' });
	// n8n may have closed connections meanwhile, which this process has to notice before it uses them.
	await sleep(100);
	const published = Object.entries(watches).map(async ([key, watch]) => [
		key,
		await publishWatch(sandbox, watch, savedState(dataFolder)),
	]);
	workflows = Object.fromEntries(await Promise.all(published)) as typeof workflows;
	unknown = request('Created before the first event');
});

afterAll(async () => {
	await sandbox?.stop();
	await severalPolls?.close();
	await removeFolder(dataFolder);
});

const request = (subject: string) =>
	sandbox.service.store.createRecord(REQUESTS, { 'field-1': subject }, { status: 'Open' }).recordId;
const customer = (number: string) => ({ 'field-21': number, 'field-22': `Customer ${number}` });

const idsFrom = async (name: keyof typeof watches, count: number) =>
	idsOf(await arrived(sandbox, workflows[name], count));

test(
	'what happens while n8n is killed arrives exactly once in each workflow, though nothing had been emitted before',
	async () => {
		const { store } = sandbox.service;
		await eventually('execution without items', async () =>
			(await startsOf(sandbox, workflows.saving.id, 'Trigger')).find(
				({ items }) => items.length === 0,
			),
		);
		sandbox.kill();
		await sandbox.n8nProcess.exited;
		store.updateRecord(REQUESTS, unknown, {}, { status: 'Answered' });
		const { recordId } = store.createRecord(CUSTOMERS, customer('C-900'));
		store.updateRecord(CUSTOMERS, 3, { 'field-22': 'Renamed' });
		store.updateRecord(REQUESTS, 5, {}, { status: 'Open' });
		store.deleteRecord(ORDERS, 60);
		await sandbox.service.close();
		sandbox = await startOwn(dataFolder, ports);
		expect(await idsFrom('first', 2)).toEqual([3, recordId]);
		expect(await idsFrom('second', 2)).toEqual([3, recordId]);
		expect(await idsFrom('renamed', 1)).toEqual([3]);
		expect(await idsFrom('deleted', 1)).toEqual([60]);
		expect(await arrived(sandbox, workflows.statuses, 1)).toEqual([
			expect.objectContaining({ recordId: 5, previousStatus: 'Closed', status: 'Open' }),
		]);
		// Only what n8n has saved is known after a restart.
		const saved = await arrived(sandbox, workflows.saving, 2);
		expect(saved.map(({ recordId: id, previousStatus }) => [id, previousStatus])).toEqual([
			[5, 'Closed'],
			[unknown, 'Open'],
		]);
		expect(await idsFrom('resumed', 1)).toEqual([unknown]);
	},
	6 * 60_000,
);

test(
	'5,000 records of one second in a form of 100,000, deletions and changes arrive exactly once; a workflow that was off misses nothing',
	async () => {
		const { n8n, service } = sandbox;
		const { store } = service;
		outcomes = beginSeveralPolls();
		outcomes.catch(() => {});
		const known = request('Seen by a poll without events');
		await publishAgain(sandbox, workflows.resumed, savedState(dataFolder), () => {
			for (const subject of ['one', 'two']) request(`Not published: ${subject}`);
		});
		const wanted = request('Published again');
		// Until each has polled, also those that poll once a minute.
		await sleep(65_000);
		await publishNewVersion(sandbox, workflows.statuses);
		store.updateRecord(REQUESTS, known, {}, { status: 'Closed' });
		await n8n.call('POST', `/workflows/${workflows.first.id}/deactivate`);
		const { recordId } = store.createRecord(CUSTOMERS, customer('C-901'));
		store.updateRecord(CUSTOMERS, 4, { 'field-22': 'Renamed as well' });
		store.updateRecord(CUSTOMERS, 5, { 'field-23': 'Silver' });
		store.updateRecord(REQUESTS, 6, {}, { status: 'In progress' });
		store.updateRecord(REQUESTS, 8, { 'field-10': 'No change of status' });
		for (const order of [1, 77, 2_000]) store.deleteRecord(ORDERS, order);
		const imported = Date.now();
		const from = store.addRecords(
			ASSETS,
			Array.from({ length: BULK }, () => ({ values: { 'field-31': 'Lamp' } })),
		);
		await n8n.publish(await n8n.workflow(workflows.first.id));

		const events = await arrived(sandbox, workflows.assets, BULK);
		expect(idsOf(events)).toEqual(Array.from({ length: BULK }, (_, n) => from + n));
		expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(BULK);
		const changed = [3, 4, 5, recordId - 1, recordId];
		expect(await idsFrom('first', 5)).toEqual(changed);
		expect(await idsFrom('second', 5)).toEqual(changed);
		expect(await idsFrom('renamed', 2)).toEqual([3, 4]);
		expect(await idsFrom('deleted', 4)).toEqual([1, 60, 77, 2_000]);
		const [, ...statuses] = await arrived(sandbox, workflows.statuses, 3);
		expect(idsOf(statuses)).toEqual([6, known]);
		expect(await idsFrom('resumed', 2)).toEqual([unknown, wanted]);

		const polls = await eventually('end of another poll', () => {
			const ended = assetPolls(imported);
			return ended.length > 1 ? ended : undefined;
		});
		expect(Math.max(...polls)).toBeLessThanOrEqual(MOST_LOOK_UPS);
		const told = { first: 5, second: 5, renamed: 2, statuses: 3, saving: 4, resumed: 2 };
		const counts = { ...told, deleted: 4, assets: BULK };
		for (const [name, count] of Object.entries(counts)) {
			const workflow = workflows[name as keyof typeof watches];
			for (const { status } of await n8n.executions(workflow.id))
				expect([name, status]).toEqual([name, 'success']);
			expect([name, (await startedWith(sandbox, workflow)).length]).toEqual([name, count]);
		}
	},
	12 * 60_000,
);

test(
	'work that takes several polls comes to its end within the limit; a service that hangs, a month that is used up and publishing again lose nothing',
	async () => {
		const [notices, statuses, hanging, rejected, republished, usedUp] = await (outcomes ??
			beginSeveralPolls());
		expect(notices.codes).toEqual(notices.changed);
		expect(statuses).toMatchObject({ partly: true, ids: statuses.changed });
		for (const { most, refused, errors } of [notices, statuses]) {
			expect(most).toBeLessThanOrEqual(LIMIT);
			expect({ refused, errors }).toEqual({ refused: 0, errors: [] });
		}
		expect(hanging.messages).toEqual([
			'The reply of the service did not end within 30 s',
			'The reply of the service is larger than 100 MB',
		]);
		expect(hanging.ids).toEqual([hanging.recordId]);
		expect(rejected.reason).toMatch(
			/The notices of 217 users take at least 1 h .* at 20 requests per 100/,
		);
		expect(rejected.requests).toBe(0);
		expect(republished.ids).toEqual(republished.created);
		expect(usedUp).toMatchObject({ ids: [usedUp.recordId], refused: 1 });
		expect(usedUp.messages).toEqual([expect.stringContaining('Request exhausted per month')]);
	},
	6 * 60_000,
);
