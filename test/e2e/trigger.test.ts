import type { SavedWorkflow, Workflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import {
	firstStart,
	freePorts,
	newFolder,
	type Ports,
	removeFolder,
	startOwn,
} from './own-sandbox.ts';
import { readRunData } from './run-data.ts';
import { eventually } from './waiting.ts';

// n8n polls once a minute at the most.
const twoPolls = 150;
const CUSTOMERS = 2;
const ASSETS = 3;
const BULK = 2_500;

let dataFolder: string;
let ports: Ports;
let sandbox: Sandbox;
let watchers: SavedWorkflow[];
let assets: SavedWorkflow;

/** A workflow that does nothing but start: n8n keeps what its trigger gave. */
const watching = (name: string, event: string, form: number): Workflow => ({
	name,
	nodes: [
		{
			id: name,
			name: 'Trigger',
			type: 'n8n-nodes-records-directory.recordsDirectoryTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				event,
				form: { __rl: true, mode: 'id', value: `${form}` },
				pollTimes: { item: [{ mode: 'everyMinute' }] },
			},
			credentials: { recordsDirectoryApi: sandbox.credential },
		},
		{
			id: `${name}-end`,
			name: 'End',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

const looksAt = (form: number) =>
	sandbox.service.log.filter(
		({ path, status }) => path === `/api/apps/${form}/records` && status === 200,
	).length;

const publish = async (workflow: Workflow): Promise<SavedWorkflow> => {
	const form = workflow.name.startsWith('Customers') ? CUSTOMERS : ASSETS;
	const before = looksAt(form);
	const saved = await sandbox.n8n.publish(await sandbox.n8n.createWorkflow(workflow));
	// What is there when the trigger looks for the first time is no news.
	await eventually('first look', 30, () => looksAt(form) > before || undefined);
	return saved;
};

/** What a workflow was started with, over all its executions. */
async function startedWith({
	id,
}: SavedWorkflow): Promise<Array<{ eventId: string; recordId: number }>> {
	const started: Array<{ eventId: string; recordId: number }> = [];
	for (const { id: executionId } of await sandbox.n8n.executions(id)) {
		const { data } = await sandbox.n8n.execution(executionId);
		const items = readRunData(data).resultData.runData.Trigger?.[0]?.data?.main[0] ?? [];
		for (const { json } of items) started.push(json as { eventId: string; recordId: number });
	}
	return started;
}

const arrived = (workflow: SavedWorkflow, count: number) =>
	eventually(`${count} events of ${workflow.name}`, twoPolls, async () => {
		const started = await startedWith(workflow);
		return started.length >= count ? started : undefined;
	});

const idsOf = (started: ReadonlyArray<{ recordId: number }>) =>
	started.map(({ recordId }) => recordId).sort((a, b) => a - b);

beforeAll(async () => {
	dataFolder = await newFolder();
	ports = await freePorts();
	sandbox = await startOwn(dataFolder, ports);
	const filling = Array.from({ length: 20_000 }, (_, n) => {
		const at = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
		const time = at.slice(0, 19).replace('T', ' ');
		return { values: { 'field-31': 'Chair' }, createdAt: time, updatedAt: time };
	});
	sandbox.service.store.addRecords(ASSETS, filling);
	watchers = [
		await publish(watching('Customers one', 'recordCreatedOrUpdated', CUSTOMERS)),
		await publish(watching('Customers two', 'recordCreatedOrUpdated', CUSTOMERS)),
	];
	assets = await publish(watching('Assets', 'recordCreated', ASSETS));
}, firstStart);

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
}, 60_000);

const customer = (number: string) => ({ 'field-21': number, 'field-22': `Customer ${number}` });

test(
	'changes made while n8n is killed arrive exactly once in each of two workflows, though nothing had been emitted before',
	async () => {
		sandbox.kill();
		await sandbox.n8nProcess.exited;
		const { store } = sandbox.service;
		const { recordId } = store.createRecord(CUSTOMERS, customer('C-900'));
		store.updateRecord(CUSTOMERS, 3, { 'field-22': 'Renamed' });
		await sandbox.service.close();
		sandbox = await startOwn(dataFolder, ports);
		for (const workflow of watchers) {
			expect(idsOf(await arrived(workflow, 2))).toEqual([3, recordId]);
		}
	},
	6 * 60_000,
);

test(
	'2,500 records of one second in a form of 20,000 arrive exactly once; a workflow that was off misses nothing',
	async () => {
		const { n8n, service } = sandbox;
		const [first, second] = watchers as [SavedWorkflow, SavedWorkflow];
		await n8n.call('POST', `/workflows/${first.id}/deactivate`);
		const { recordId } = service.store.createRecord(CUSTOMERS, customer('C-901'));
		const from = service.store.addRecords(
			ASSETS,
			Array.from({ length: BULK }, () => ({ values: { 'field-31': 'Lamp' } })),
		);
		await n8n.publish(await n8n.workflow(first.id));

		const events = await arrived(assets, BULK);
		expect(idsOf(events)).toEqual(Array.from({ length: BULK }, (_, n) => from + n));
		expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(BULK);
		for (const workflow of [first, second]) {
			expect(idsOf(await arrived(workflow, 3))).toEqual([3, 16, recordId]);
		}

		const looks = looksAt(ASSETS);
		await eventually('another poll', twoPolls, () => looksAt(ASSETS) > looks || undefined);
		expect(await startedWith(assets)).toHaveLength(BULK);
		for (const workflow of watchers) expect(await startedWith(workflow)).toHaveLength(3);
	},
	8 * 60_000,
);
