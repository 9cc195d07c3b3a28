import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelKey } from '../../sandbox/site/model.ts';
import { apiKey } from '../../sandbox/start/preparation.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { dataTable } from './data-table.ts';
import {
	editExample,
	ended,
	exampleNamed,
	messagesOf,
	runExample,
	withParameters,
} from './examples-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';

// Those that run by themselves are in sandbox.test.ts and kill.test.ts, the export to PostgreSQL is in queue.test.ts.

const REQUESTS = 1;
const CUSTOMERS = 2;
const ORDERS = 4;

let dataFolder: string;
let archive: string;
let sandbox: Sandbox;

beforeAll(async () => {
	dataFolder = await newFolder();
	archive = join(dataFolder, 'archive');
	await mkdir(archive);
	sandbox = await startOwn(dataFolder, undefined, { N8N_RESTRICT_FILE_ACCESS_TO: archive });
	// These would change the records that the others are about.
	for (const { id } of sandbox.workflows)
		await sandbox.n8n.call('POST', `/workflows/${id}/deactivate`);
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const newRequest = (values: Record<string, unknown>) =>
	sandbox.service.store.createRecord(REQUESTS, values, { by: 'E0012' }).recordId;

const update = (appsId: number, recordId: number, values: Record<string, unknown>) =>
	sandbox.service.store.updateRecord(appsId, recordId, values, { by: 'E0004' });

const valuesOf = (appsId: number, recordId: number) =>
	JSON.parse(sandbox.service.store.records.get(appsId, recordId)?.data ?? '{}') as Record<
		string,
		unknown
	>;

const recordIds = (appsId: number) =>
	sandbox.service.store.records
		.select(appsId, { where: [], values: [], order: 'recordId', limit: 1000, offset: 0 })
		.map(({ recordId }) => recordId);

/** The requests that write, since then. */
const writes = (since: number) =>
	sandbox.service.log.slice(since).filter(({ method }) => method !== 'GET');

const byNumber = (one: number, other: number) => one - other;

test('Copy to Data Table: a row for each existing record, then for each new and changed one', async () => {
	const name = 'Copy to Data Table';
	const executions = () => sandbox.n8n.executions(exampleNamed(name).id);
	const everyMinute = withParameters({ pollTimes: { item: [{ mode: 'everyMinute' }] } });
	const edited = await editExample(sandbox, name, { 'Support Request Changed': everyMinute });
	await sandbox.n8n.publish(edited);
	await eventually('first execution', async () =>
		(await executions()).find(({ status }) => status === 'success'),
	);
	const { rows } = await dataTable(sandbox, 'Support requests (copy)');
	const existing = (await rows()).map(({ recordId }) => Number(recordId));
	expect(existing.sort(byNumber)).toEqual(recordIds(REQUESTS).sort(byNumber));
	update(REQUESTS, 7, { 'field-1': 'The door is open' });
	const recordId = newRequest({ 'field-1': 'A new door' });
	const copied = await eventually('row of the new record', async () => {
		const all = await rows();
		return all.some((row) => row['recordId'] === recordId) ? all : undefined;
	});
	expect(copied).toHaveLength(existing.length + 1);
	expect(copied.find((row) => row['recordId'] === 7)).toMatchObject({
		number: 'SUP00007',
		subject: 'The door is open',
	});
	await sandbox.n8n.call('POST', `/workflows/${exampleNamed(name).id}/deactivate`);
	expect((await executions()).map(({ status }) => status)).toEqual(['success', 'success']);
});

test('Export to Data Table: a first run copies all records, a later one reads what changed since', async () => {
	const run = () => runExample(sandbox, 'Export to Data Table');
	await run();
	const { rows } = await dataTable(sandbox, 'Orders (export)');
	const first = await rows();
	expect(first.map(({ recordId }) => Number(recordId)).sort(byNumber)).toEqual(
		recordIds(ORDERS).sort(byNumber),
	);
	// A run that stops halfway leaves no gap before the newest row.
	const times = first.map(({ changedAt }) => changedAt);
	expect(times).toEqual(times.toSorted());
	const newest = Math.max(...recordIds(ORDERS));
	update(ORDERS, 5, { 'field-45': 'Paid' });
	const { recordId } = sandbox.service.store.createRecord(ORDERS, { 'field-41': 'PO-NEW' });
	const { 'Changed Orders': read } = await run();
	// The newest of the run before is read again.
	expect(read?.map(({ json }) => json['recordId'])).toEqual([recordId, 5, newest]);
	expect(await rows()).toHaveLength(first.length + 1);
	expect((await rows()).find((row) => row['recordId'] === 5)).toMatchObject({ state: 'Paid' });
});

test('Customers both ways: a change is copied to the other side, and not back', async () => {
	const name = 'Customers both ways';
	await runExample(sandbox, name);
	const { rows, edit } = await dataTable(sandbox, 'Customers (both ways)');
	expect(await rows()).toHaveLength(recordIds(CUSTOMERS).length);
	const { 'field-24': contacts } = valuesOf(CUSTOMERS, 2);
	update(CUSTOMERS, 1, { 'field-22': 'Changed at the service' });
	await edit('C-002', { name: 'Changed in the table' });
	const since = sandbox.service.log.length;
	await runExample(sandbox, name);
	expect((await rows()).find(({ number }) => number === 'C-001')).toMatchObject({
		name: 'Changed at the service',
	});
	// The table does not have all fields.
	expect(valuesOf(CUSTOMERS, 2)).toMatchObject({
		'field-22': 'Changed in the table',
		'field-24': contacts,
	});
	await runExample(sandbox, name);
	expect(writes(since)).toHaveLength(1);
});

test('Web form to record: the answers become a record, and the files its comment', async () => {
	const { id } = exampleNamed('Web form to record');
	await sandbox.n8n.publish(await sandbox.n8n.workflow(id));
	const address = `${sandbox.n8n.origin}/form/support-request`;
	await eventually('open form', async () => (await fetch(address)).ok || undefined);
	const body = new FormData();
	['The door squeaks', 'Every time', 'High'].forEach((answer, index) =>
		body.append(`field-${index}`, answer),
	);
	for (const name of ['door.txt', 'floor.txt'])
		body.append('field-3', new File([name], name, { type: 'text/plain' }));
	expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
	const run = await eventually('execution', async () => (await sandbox.n8n.executions(id))[0]);
	const { 'This Request': found } = await ended(sandbox, run.id);
	const { recordId } = found?.[0]?.json['record'] as { recordId: number };
	expect(valuesOf(REQUESTS, recordId)).toMatchObject({
		'field-1': 'The door squeaks',
		'field-2': 'Every time',
		'field-6': 'High',
	});
	const comments = sandbox.service.store.comments.list(REQUESTS, recordId);
	expect(comments).toMatchObject([{ creatorCode: 'E0002' }]);
	// n8n's form hands on files as they arrive.
	expect(comments[0]?.file.map(({ name }) => name).sort()).toEqual(['door.txt', 'floor.txt']);
});

test('Daily digest: one message with what changed in the last day', async () => {
	update(REQUESTS, 7, { 'field-9': 3 });
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Daily digest'));
	const lines = messages[0]?.split('\n') ?? [];
	expect(messages).toHaveLength(1);
	expect(lines[0]).toBe(`*Support requests of the last day: ${lines.length - 1}*`);
	expect(lines.slice(1)).toContainEqual(
		expect.stringMatching(
			/^SUP00007 The door is open \(In progress, David Okafor, \d\d:\d\d\) http.*\/records\/7$/,
		),
	);
	expect(lines.join('\n')).not.toContain('SUP00008');
});

test('Import and correct: corrected rows are saved, and messages name the others', async () => {
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Import and correct'));
	expect(messages.sort()).toEqual([
		expect.stringMatching(/^\*Customer C-001: unknown\*\n/),
		expect.stringMatching(/^\*Customer C-503: not sent\*\n.*Name/),
	]);
	const saved = recordIds(CUSTOMERS)
		.map((recordId) => valuesOf(CUSTOMERS, recordId))
		.filter((values) => String(values['field-21']).startsWith('C-50'))
		.map((values) => [values['field-21'], values['field-23']]);
	expect(saved.sort()).toEqual([
		['C-501', 'Gold'],
		['C-502', 'Bronze'],
	]);
});

test('Changed records to Slack: one message, with a line for each of the newest requests', async () => {
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Changed records to Slack'));
	expect(messages).toHaveLength(1);
	const lines = messages[0]?.split('\n') ?? [];
	expect(lines.length).toBeGreaterThan(1);
	for (const line of lines)
		expect(line).toMatch(
			/^SUP\d{5} \| .+ \| status (.+) → \1 \| .* \| http.*\/forms\/1\/records\/\d+$/,
		);
});

test('Overdue reminder: a message for each person, with each of their requests', async () => {
	const assigned = { 'field-4': [{ code: 'E0001', name: '' }] };
	newRequest({ 'field-1': 'The lamp is late', 'field-8': '2026/01/20', ...assigned });
	newRequest({ 'field-1': 'Plenty of time', 'field-8': '9998/12/31', ...assigned });
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Overdue reminder'));
	const people = messages.map((text) => /^\*.*(Nobody|E\d{4})\)?: \d+ overdue\*\n/.exec(text)?.[1]);
	expect(people).toContain('E0001');
	expect(new Set(people).size).toBe(messages.length);
	for (const message of messages) {
		const [head, ...lines] = message.split('\n');
		expect(head).toContain(`: ${lines.length} overdue*`);
		expect(lines).toEqual(lines.toSorted());
	}
	expect(messages.join('\n')).toMatch(/2026-01-20 SUP\d{5} The lamp is late http/);
	expect(messages.join('\n')).not.toContain('Plenty of time');
});

test('Archive closed records: counts them in the channel, and writes a file once that node is switched on', async () => {
	const long = '2026-01-05 10:00:00';
	const values = { 'field-1': 'Closed, and changed, long ago' };
	sandbox.service.store.addRecords(REQUESTS, [
		{ values, status: 'Closed', by: 'E0004', createdAt: long, updatedAt: long },
	]);
	const file = join(archive, 'closed.csv');
	await editExample(sandbox, 'Archive closed records', {
		'Write to Disk': (node) => ({
			...withParameters({ fileName: file })(node),
			disabled: false,
		}),
	});
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Archive closed records'));
	const [head, ...lines] = (await readFile(file, 'utf8')).trim().split('\n');
	expect(head).toMatch(/Number,Subject,Description,Requester,Assignee,Priority,Due date/);
	expect(lines.map((line) => line.slice(0, 8))).toContain('SUP00005');
	expect(lines.join('\n')).not.toMatch(/\[object|long ago/);
	expect(messages).toEqual([
		expect.stringMatching(
			new RegExp(
				`^Archived: ${lines.length} closed support requests in closed-requests-[\\d-]+\\.csv$`,
			),
		),
	]);
});

test('HR list to directory: the dry run posts the plan and changes nothing', async () => {
	const since = sandbox.service.log.length;
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'HR list to directory'));
	expect(messages).toHaveLength(1);
	expect(messages[0]?.split('\n')).toEqual([
		'*HR list: the plan (dry run, nothing was changed)*',
		'update ORG08 Logistics and Warehouse (name: Logistics → Logistics and Warehouse) ' +
			'(kana: Logistics → Logistics and Warehouse)',
		'create ORG09 Field Service',
		'update E0015 Osamu Kato (organizationCode: ORG07 → ORG09)',
		'create E0031 Noa Mori',
		'retire E0029 Chen Wei',
		'retire E0030 Daisuke Ono',
	]);
	expect(writes(since)).toEqual([]);
});

test('Approve by chat: the commands of its note find, approve and comment on an order', async () => {
	const { nodes } = exampleNamed('Approve by chat');
	const note = nodes.find(({ type }) => type.includes('stickyNote'))?.parameters['content'];
	const [, commands = ''] = /```\n([^`]+)\n```/.exec(String(note)) ?? [];
	expect(valuesOf(ORDERS, 1)).toHaveProperty('field-45', 'New');
	// As a person writes in the editor's chat.
	const said = { action: 'sendMessage', sessionId: 'one', chatInput: commands };
	const { 'Order Desk': answers } = await runExample(sandbox, 'Approve by chat', said);
	expect(answers?.[0]?.json['output']).toMatch(
		/^Find orders: ORD000001 \(record 1\), PO-20260001, Asahi Trading, 1000, New\nApprove order: ORD000001 \(record 1\)/,
	);
	expect(valuesOf(ORDERS, 1)).toHaveProperty('field-45', 'Shipped');
	expect(sandbox.service.store.comments.list(ORDERS, 1)).toMatchObject([
		{ content: 'Approved by phone', creatorCode: 'E0002' },
	]);
	const { requests } = sandbox.neighbours.model;
	expect(JSON.stringify(requests)).toContain('Approve_order');
	for (const secret of [apiKey, modelKey, sandbox.login.password])
		expect(JSON.stringify(requests)).not.toContain(secret);
});

test('the service rejected only the mistakes that Import and correct begins with', () => {
	expect(sandbox.service.problems).toEqual([]);
	const rejected = sandbox.service.log.filter(({ status }) => status >= 400);
	expect(rejected.filter(({ path }) => path !== '/api/apps/2/records/import')).toEqual([]);
});
