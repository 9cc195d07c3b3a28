import { setTimeout as sleep } from 'node:timers/promises';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { savedState } from './n8n-database.ts';
import { freePorts, newFolder, type Ports, removeFolder, startOwn } from './own-sandbox.ts';
import { existingRepublished, pollsRepublished } from './republished.ts';
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
const ORDERS = 4;

// A site takes 100 requests in 100 seconds from all of them, so only some poll three times a minute.
const watches = {
	changed: { name: 'Customers', event: 'recordCreatedOrUpdated', form: CUSTOMERS },
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
} satisfies Record<string, Watch>;

let dataFolder: string;
let ports: Ports;
let sandbox: Sandbox;
let workflows: Record<keyof typeof watches, SavedWorkflow>;
/** A request that the triggers learned of in polls without events. */
let unknown: number;

beforeAll(async () => {
	dataFolder = await newFolder();
	ports = await freePorts();
	sandbox = await startOwn(dataFolder, ports);
	const published = Object.entries(watches).map(async ([key, watch]) => [
		key,
		await publishWatch(sandbox, watch, savedState(dataFolder)),
	]);
	workflows = Object.fromEntries(await Promise.all(published)) as typeof workflows;
	unknown = request('Created before the first event');
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const request = (subject: string) =>
	sandbox.service.store.createRecord(REQUESTS, { 'field-1': subject }, { status: 'Open' }).recordId;
const customer = (number: string) => ({ 'field-21': number, 'field-22': `Customer ${number}` });

const idsFrom = async (name: keyof typeof watches, count: number) =>
	idsOf(await arrived(sandbox, workflows[name], count));

test('what happens while n8n is killed is emitted exactly once, though nothing was emitted before', async () => {
	const { store } = sandbox.service;
	await eventually('execution without items', async () =>
		(await startsOf(sandbox, workflows.saving.id, 'Trigger')).find(
			({ items, status }) => items.length === 0 && status === 'success',
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
	expect(await idsFrom('changed', 2)).toEqual([3, recordId]);
	expect(await idsFrom('renamed', 1)).toEqual([3]);
	expect(await idsFrom('deleted', 1)).toEqual([60]);
	expect(await arrived(sandbox, workflows.statuses, 1)).toEqual([
		expect.objectContaining({
			...{ recordId: 5, previousStatus: 'Closed', status: 'Open' },
			changes: { status: { from: 'Closed', to: 'Open' } },
		}),
	]);
	// Only what n8n has saved is known after a restart.
	const saved = await arrived(sandbox, workflows.saving, 2);
	const previous = saved.map(({ recordId: id, previousStatus }) => [id, previousStatus] as const);
	expect(previous.sort(([a], [b]) => a - b)).toEqual([
		[5, 'Closed'],
		[unknown, 'Open'],
	]);
	expect(await idsFrom('resumed', 1)).toEqual([unknown]);
});

test('publishing again loses and repeats nothing: another version, after downtime, in the middle of polls, and while existing records are read', async () => {
	const { n8n, service } = sandbox;
	const { store } = service;
	// They run meanwhile, as their triggers mostly wait.
	const republished = Promise.all([pollsRepublished(sandbox), existingRepublished(sandbox)]);
	republished.catch(() => {});
	const known = request('Seen by a poll without events');
	await publishAgain(sandbox, workflows.resumed, savedState(dataFolder), () => {
		for (const subject of ['one', 'two']) request(`Not published: ${subject}`);
	});
	const wanted = request('Published again');
	// Until each has polled, also those that poll once a minute.
	await sleep(65_000);
	await publishNewVersion(sandbox, workflows.statuses);
	store.updateRecord(REQUESTS, known, {}, { status: 'Closed' });
	await n8n.call('POST', `/workflows/${workflows.changed.id}/deactivate`);
	const { recordId } = store.createRecord(CUSTOMERS, customer('C-901'));
	store.updateRecord(CUSTOMERS, 4, { 'field-22': 'Renamed as well' });
	store.updateRecord(CUSTOMERS, 5, { 'field-23': 'Silver' });
	store.updateRecord(REQUESTS, 6, {}, { status: 'In progress' });
	store.updateRecord(REQUESTS, 8, { 'field-10': 'No change of status' });
	for (const order of [1, 77]) store.deleteRecord(ORDERS, order);
	await n8n.publish(await n8n.workflow(workflows.changed.id));

	expect(await idsFrom('changed', 5)).toEqual([3, 4, 5, recordId - 1, recordId]);
	expect(await idsFrom('renamed', 2)).toEqual([3, 4]);
	expect(await idsFrom('deleted', 3)).toEqual([1, 60, 77]);
	const [, ...statuses] = await arrived(sandbox, workflows.statuses, 3);
	expect(idsOf(statuses)).toEqual([6, known]);
	expect(await idsFrom('saving', 4)).toEqual([5, 6, unknown, known]);
	expect(await idsFrom('resumed', 2)).toEqual([unknown, wanted]);
	for (const { ids, expected } of await republished) expect(ids).toEqual(expected);

	const counts = { changed: 5, renamed: 2, statuses: 3, saving: 4, resumed: 2, deleted: 3 };
	for (const [name, count] of Object.entries(counts)) {
		const workflow = workflows[name as keyof typeof watches];
		for (const { status } of await n8n.executions(workflow.id))
			expect([name, status]).toEqual([name, 'success']);
		expect([name, (await startedWith(sandbox, workflow)).length]).toEqual([name, count]);
	}
});
