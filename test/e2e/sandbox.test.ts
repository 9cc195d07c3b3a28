import { request, type OutgoingHttpHeaders } from 'node:http';
import { timestamp } from '../../sandbox/service/clock.ts';
import { plainDialect } from '../../sandbox/service/dialects.ts';
import { enter } from '../../sandbox/start/login.ts';
import { N8nClient, type SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { examples, runNamed } from '../n8n/dialects/runs.ts';
import { closeSites } from '../n8n/dialects/site.ts';
import { tried } from '../n8n/dialects/tried.ts';
import { scenarios } from '../n8n/scenarios/all.ts';
import type { Scenario } from '../n8n/scenarios/scenario.ts';
import { jsonOf } from '../support/world.ts';
import { inN8n } from './operation-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';

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
	await closeSites();
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const answered = (method: string, path: string) =>
	sandbox.service.log.find(
		(entry) => entry.method === method && entry.path === path && entry.status !== 0,
	);

const message = (words: string) =>
	eventually(`message with "${words}"`, () =>
		sandbox.neighbours.channel.messages
			.map(({ text }) => text)
			.find((text) => text.includes(words)),
	);

test.each<[string, Record<string, string>, string]>([
	['the right keys', {}, 'Connection successful!'],
	['a wrong API Key', { apiKey: 'wrong' }, 'API Key: Unauthorized. Check the API key'],
	['a wrong Directory API Key', { directoryApiKey: 'wrong' }, 'Directory API Key: Unauthorized.'],
	['a key of the directory alone', { apiKey: '' }, 'Connection successful!'],
	['no key', { apiKey: '', directoryApiKey: '' }, "The credential has no 'API Key'"],
	['an address that is none', { baseUrl: 'x' }, 'Enter the address of your site'],
])('the test of the credential: %s', async (_, changed, message) => {
	const { n8n, credential, credentialData } = sandbox;
	const given = { ...credentialData, directoryApiKey: credentialData.apiKey, ...changed };
	expect((await n8n.testCredential(credential, given)).message).toContain(message);
});

// Meanwhile the published workflows do their work, of which tests below are.
describe('each operation', () => {
	test.each(examples)('$name sends and returns what its scenario says', async (run) => {
		const { sent, output, error } = await tried(run, [], inN8n(sandbox));
		expect(error).toBeUndefined();
		// Other workflows may have updated records before.
		const { sends }: Scenario = scenarios[run.name as keyof typeof scenarios];
		expect([sends, run.right.sends]).toContainEqual(sent);
		expect(jsonOf(output)).toEqual(run.right.gives);
	});

	test('comment.get returns the files of a comment as files of n8n', async () => {
		const { output } = await tried(runNamed('comment.get, its files'), [], inN8n(sandbox));
		expect(output[0]?.binary).toHaveProperty('file_0.fileName');
	});
});

describe('the published workflows', () => {
	/** One that runs each minute, mostly for nothing, keeps its failures only. */
	const keepsSuccess = ({ settings }: SavedWorkflow) =>
		settings?.saveDataSuccessExecution !== 'none';

	const endedRuns = async ({ id }: SavedWorkflow) =>
		(await sandbox.n8n.executions(id)).filter(({ status }) => status !== 'running');

	const ordersFromShop = () =>
		sandbox.service.store.records
			.select(4, { where: [], values: [], order: 'recordId', limit: 1000, offset: 0 })
			.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
			.filter((record) => String(record['field-41']).startsWith('SHOP-'));

	test('comment on a new support request, and post an alert', async () => {
		const path = '/api/apps/1/records/41/comments';
		expect(await eventually('comment', () => answered('POST', path))).toMatchObject({
			status: 201,
			body: { content: expect.stringContaining(subject), creatorCode: 'E0002' },
		});
		expect(await message('New support request')).toBe(
			`New support request SUP00041: ${subject}. ${sandbox.service.origin}/forms/1/records/41`,
		);
	});

	test('post a notice whose count went up', async () => {
		const text = await message('Assigned to me');
		const [, before, after] = /went from (\d+) to (\d+) for E0001/.exec(text) ?? [];
		expect(Number(after) - Number(before)).toBe(1);
	});

	test('make one record of each order, also in a later run', async () => {
		const first = await eventually('order', () => ordersFromShop().length || undefined);
		await eventually('later order', () => ordersFromShop().length > first || undefined);
		const records = ordersFromShop();
		const placed = sandbox.neighbours.orders.list().slice(0, records.length);
		expect(
			records.map((record) => Number(String(record['field-41']).slice('SHOP-'.length))),
		).toEqual(placed.map(({ number }) => number));
		const [order] = placed;
		expect(records[0]).toMatchObject({
			'field-42': order?.customer,
			'field-43': order?.amount,
			// The service's times are those of Tokyo, where the workflow is, too.
			'field-44': timestamp(new Date(order!.orderedAt), plainDialect.zoneOffsetMinutes).replaceAll(
				'-',
				'/',
			),
			'field-45': 'New',
		});
	});

	test('run on their triggers, without an error', async () => {
		for (const workflow of sandbox.workflows) {
			const runs = await eventually(`run of ${workflow.name}`, async () => {
				const all = await endedRuns(workflow);
				return all.length > 0 || !keepsSuccess(workflow) ? all : undefined;
			});
			const failed = runs.filter(({ status, mode }) => status !== 'success' || mode !== 'trigger');
			expect({ name: workflow.name, failed }).toEqual({ name: workflow.name, failed: [] });
		}
	});

	test('send no request that the service rejects', () => {
		expect(sandbox.service.problems).toEqual([]);
		const rejected = sandbox.service.log.filter(({ status }) => status >= 400);
		// The credential test above has used a wrong key.
		expect(rejected.filter(({ status }) => status !== 401)).toEqual([]);
	});
});

/** The status of an answer to a request as it is. */
const statusOf = (url: string, headers: OutgoingHttpHeaders) =>
	new Promise((resolve, reject) => {
		const answered = ({ statusCode }: { statusCode?: number }) => resolve(statusCode);
		request(url, { headers }, answered).on('error', reject).end();
	});

// Which requests these are is in test/sandbox/guard.test.ts.
test('n8n and the local service reject other names, and requests and sockets of other pages', async () => {
	const { editorUrl, service } = sandbox;
	const origin = 'https://evil.example';
	const socket = { origin, connection: 'Upgrade', upgrade: 'websocket' };
	for (const url of [`${editorUrl}/rest/settings`, `${service.url}/neighbours/channel`]) {
		expect(await statusOf(url, {})).toBe(200);
		for (const headers of [{ origin }, { host: 'evil.example' }, socket])
			expect(await statusOf(url, headers)).toBe(403);
	}
});

test('a password that n8n does not accept is answered with what to do', async () => {
	const { editorUrl, login } = sandbox;
	const other = enter(new N8nClient(editorUrl), { ...login, password: 'Not-this-1' });
	await expect(other).rejects.toThrow(
		/^n8n does not accept the password.+"n8n-password"[^]+--reset/,
	);
});

test('n8n stops cleanly, and a second start continues, also at other ports', async () => {
	const earlier = sandbox;
	earlier.service.store.positions.add({ code: 'KEPT', name: 'Kept', kana: 'Kept' });
	const exit = await earlier.stop();
	expect(exit).toMatchObject({ code: 0, signal: null, unexpected: false });
	sandbox = await startOwn(dataFolder);
	expect(sandbox.login).toEqual(earlier.login);
	expect(sandbox.credential.id).toBe(earlier.credential.id);
	expect(sandbox.service.store.positions.get('KEPT')).toMatchObject({ name: 'Kept' });
	for (const { id } of earlier.workflows) {
		const { nodes, active } = await sandbox.n8n.workflow(id);
		expect(active).toBe(true);
		expect(JSON.stringify(nodes)).not.toContain(earlier.service.origin);
	}
});
