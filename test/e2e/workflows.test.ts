import { timestamp } from '../../sandbox/service/clock.ts';
import { plainDialect } from '../../sandbox/service/dialects.ts';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';

// Triggers and schedules of n8n work once a minute at the most.
const subject = 'The label printer prints only stars';

let dataFolder: string;
let sandbox: Sandbox;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	// n8n reports a workflow as published before its trigger has looked for the first time, and what exists by
	// then is not new.
	for (const path of ['/api/common/notices/E0001', '/api/apps/1/records'])
		await eventually(`first look at ${path}`, () => answered('GET', path));
	sandbox.service.store.createRecord(
		1,
		{ 'field-1': subject, 'field-4': [{ code: 'E0001', name: 'Aiko Tanaka' }] },
		{ by: 'E0012' },
	);
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const answered = (method: string, path: string) =>
	sandbox.service.log.find(
		(entry) => entry.method === method && entry.path === path && entry.status !== 0,
	);

const messages = () => sandbox.neighbours.channel.messages.map(({ text }) => text);

const endedRuns = async ({ id }: SavedWorkflow) =>
	(await sandbox.n8n.executions(id)).filter(({ status }) => status !== 'running');

/** One that runs each minute, mostly for nothing, keeps its failures only. */
const keepsSuccess = ({ settings }: SavedWorkflow) => settings?.saveDataSuccessExecution !== 'none';

/** More than ten at once are imported, the others created one by one. */
const createdOrders = () =>
	sandbox.service.store.records
		.select(4, { where: [], values: [], order: 'recordId', limit: 1000, offset: 0 })
		.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
		.filter((record) => String(record['field-41']).startsWith('SHOP-'));

test('a support request gets a comment, and the channel an alert', async () => {
	const comment = await eventually('comment', () =>
		answered('POST', '/api/apps/1/records/41/comments'),
	);
	expect(comment).toMatchObject({
		status: 201,
		body: { content: expect.stringContaining(subject), creatorCode: 'E0002' },
	});
	const alert = await eventually('alert', () =>
		messages().find((text) => text.startsWith('New support request')),
	);
	expect(alert).toBe(
		`New support request SUP00041: ${subject}. ${sandbox.service.origin}/forms/1/records/41`,
	);
});

test('a notice that went up reaches the channel', async () => {
	const message = await eventually('message', () =>
		messages().find((text) => text.includes('Assigned to me')),
	);
	const [, before, after] = /went from (\d+) to (\d+) for E0001/.exec(message) ?? [];
	expect(Number(after) - Number(before)).toBe(1);
});

test('each order becomes one record, also of a later run', async () => {
	const first = await eventually('order', () => createdOrders().length || undefined);
	await eventually('later order', () => createdOrders().length > first || undefined);
	const numbers = createdOrders().map((record) => Number(String(record['field-41']).slice(5)));
	const placed = sandbox.neighbours.orders.list();
	expect(numbers).toEqual(placed.slice(0, numbers.length).map(({ number }) => number));
	const [record] = createdOrders();
	expect(record).toMatchObject({
		'field-42': placed[0]?.customer,
		'field-43': placed[0]?.amount,
		// The service's times are those of Tokyo, where the workflow is, too.
		'field-44': timestamp(
			new Date(placed[0]!.orderedAt),
			plainDialect.zoneOffsetMinutes,
		).replaceAll('-', '/'),
		'field-45': 'New',
	});
});

test('each workflow ran on its trigger, without an error', async () => {
	for (const workflow of sandbox.workflows) {
		if (!keepsSuccess(workflow)) {
			expect(await endedRuns(workflow)).toEqual([]);
			continue;
		}
		const runs = await eventually(`run of ${workflow.name}`, async () => {
			const ended = await endedRuns(workflow);
			return ended.length > 0 ? ended : undefined;
		});
		for (const { status, mode } of runs)
			expect({ name: workflow.name, status, mode }).toEqual({
				name: workflow.name,
				status: 'success',
				mode: 'trigger',
			});
	}
});

test('the service had no request that its document does not know', () => {
	expect(sandbox.service.problems).toEqual([]);
	expect(sandbox.service.log.filter(({ status }) => status >= 400)).toEqual([]);
});
