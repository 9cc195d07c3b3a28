import { modelKey } from '../../sandbox/site/model.ts';
import { apiKey } from '../../sandbox/start/preparation.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import {
	editExample,
	ended,
	exampleNamed,
	messagesOf,
	runExample,
	withParameters,
} from './examples-runs.ts';
import { savedState } from './n8n-database.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';
import { everyTwentySeconds } from './watchers.ts';

// Those that run by themselves are in sandbox.test.ts and kill.test.ts.

const REQUESTS = 1;
const CUSTOMERS = 2;
const ORDERS = 4;

let dataFolder: string;
let sandbox: Sandbox;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
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

test('Joiner and Leaver: who joins gets an account and a workplace, and requests of who left go to somebody else', async () => {
	const { store } = sandbox.service;
	const assigned = ['E0007', 'E0002'].map((code) => ({ code, name: '' }));
	const openRequest = newRequest({ 'field-1': 'A door', 'field-4': assigned });
	const often = withParameters({ pollTimes: { item: everyTwentySeconds } });
	for (const [name, trigger] of [
		['Joiner', 'User Added'],
		['Leaver', 'User Removed'],
	] as const)
		await sandbox.n8n.publish(await editExample(sandbox, name, { [trigger]: often }));
	const state = savedState(dataFolder);
	for (const name of ['Joiner', 'Leaver'])
		await eventually(
			`first poll of ${name}`,
			() => state(exampleNamed(name).id).includes('"state"') || undefined,
		);
	store.users.add({
		...store.users.get('E0002')!,
		code: 'E0040',
		name: 'Sam Hill',
		loginId: 'sam',
	});
	store.users.delete('E0007');
	const messages = await eventually('messages', async () => {
		const all = sandbox.neighbours.channel.messages.map(({ text }) => text);
		const told = all.filter((text) => /Sam Hill|A door/.test(text));
		return told.length >= 2 ? told : undefined;
	});
	expect(messages.sort()).toEqual([
		expect.stringMatching(/^Handed over: \d+ open requests\n[^]*SUP\d{5} A door http/),
		'Welcome Sam Hill (E0040) to ORG02!',
	]);
	expect(sandbox.neighbours.accounts).toEqual(['sam']);
	expect(valuesOf(REQUESTS, Math.max(...recordIds(REQUESTS)))).toMatchObject({
		'field-1': 'Workplace for Sam Hill',
	});
	expect(valuesOf(REQUESTS, openRequest)).toMatchObject({
		'field-4': [{ code: 'E0002' }, { code: 'E0004' }],
	});
	for (const name of ['Joiner', 'Leaver'])
		await sandbox.n8n.call('POST', `/workflows/${exampleNamed(name).id}/deactivate`);
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

test('the service rejected only what Import and correct begins with, and the reading of who left', () => {
	expect(sandbox.service.problems).toEqual([]);
	const rejected = sandbox.service.log.filter(({ status }) => status >= 400);
	const paths = new Set(rejected.map(({ path }) => path));
	expect([...paths].sort()).toEqual(['/api/admin/users/E0007', '/api/apps/2/records/import']);
});
