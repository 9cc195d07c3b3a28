import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entries } from '../../nodes/RecordsDirectory/api/index.ts';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import { freePort } from '../../sandbox/start/ports.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start/sandbox.ts';
import { showSteps } from '../../sandbox/start/steps.ts';
import { calls, everyOperation, trigger } from './every-operation.ts';
import { readRunData } from './run-data.ts';
import { eventually } from './waiting.ts';

// The first start on a machine installs n8n.
const installing = 20 * 60_000;
// Triggers and schedules of n8n work once a minute at the most.
const twoPolls = 150;
const subject = 'The label printer prints only stars';

let dataFolder: string;
let sandbox: Sandbox;

const start = async () =>
	startSandbox({
		dataFolder,
		n8nPort: await freePort(),
		servicePort: await freePort(),
		orderEverySeconds: 20,
		step: showSteps(process.stderr),
	});

beforeAll(async () => {
	dataFolder = await mkdtemp(join(tmpdir(), 'records-directory-'));
	sandbox = await start();
	// The published triggers have seen their first state; what comes now is news to them. Tests of
	// the effects come after others, so that the minute that they wait for is not lost.
	sandbox.service.store.createRecord(
		1,
		{ 'field-1': subject, 'field-4': [{ code: 'E0001', name: 'Aiko Tanaka' }] },
		{ by: 'E0012' },
	);
}, installing);

afterAll(async () => {
	await sandbox?.stop();
	await rm(dataFolder, { recursive: true, force: true });
}, 60_000);

const workflow = (name: string): SavedWorkflow => {
	const found = sandbox.workflows.find((candidate) => candidate.name === name);
	if (!found) throw new Error(`There is no workflow "${name}".`);
	return found;
};

const ended = async (name: string) =>
	(await sandbox.n8n.executions(workflow(name).id)).filter(({ status }) => status !== 'running');

const messages = () => sandbox.neighbours.channel.messages.map(({ text }) => text);

const createdOrders = () =>
	sandbox.service.log
		.filter(({ method, path }) => method === 'POST' && path === '/api/apps/4/records')
		.map(({ body }) => (body as { record: Record<string, unknown> }).record)
		.filter((record) => String(record['field-41']).startsWith('SHOP-'));

const loopback = (port: number | string) => `http://127.0.0.1:${port}/neighbours/`;

test('the nodes and the credential have the names that saved workflows use', async () => {
	const types = await fetch(`${sandbox.editorUrl}/types/nodes.json`, {
		headers: sandbox.n8n.session,
	});
	const names = ((await types.json()) as Array<{ name: string }>).map(({ name }) => name);
	expect(names).toContain('n8n-nodes-records-directory.recordsDirectory');
	expect(names).toContain('n8n-nodes-records-directory.recordsDirectoryTrigger');
});

test('the credential test knows a right key from a wrong one', async () => {
	const { n8n, credential, credentialData } = sandbox;
	expect(await n8n.testCredential(credential, credentialData)).toMatchObject({ status: 'OK' });
	expect(await n8n.testCredential(credential, { ...credentialData, apiKey: 'wrong' })).toEqual({
		status: 'Error',
		message: expect.stringContaining('key is not valid'),
	});
});

test('all workflows are published', async () => {
	expect(sandbox.workflows.map(({ name }) => name).sort()).toEqual([
		'Notice to Slack',
		'Orders to records',
		'Support request alert',
	]);
	for (const { id } of sandbox.workflows)
		expect(await sandbox.n8n.workflow(id)).toMatchObject({ active: true });
});

test('every operation works in n8n', async () => {
	expect(calls.map(([key]) => key).sort()).toEqual(entries.map(({ key }) => key).sort());
	const { n8n, credential, service } = sandbox;
	const before = service.log.length;
	const { id } = await n8n.createWorkflow(everyOperation(credential));
	const executionId = await n8n.run(id, trigger);
	const execution = await eventually('end of the execution', 90, async () => {
		const current = await n8n.execution(executionId);
		return ['running', 'new', 'waiting'].includes(current.status) ? undefined : current;
	});
	const { runData, error } = readRunData(execution.data).resultData;
	const outcomes = calls.map(([key]) => {
		const run = runData[key]?.[0];
		const items = run?.data?.main[0]?.length ?? 0;
		return `${key}: ${run?.error?.message ?? (items > 0 ? run?.executionStatus : 'no items')}`;
	});
	expect(outcomes).toEqual(calls.map(([key]) => `${key}: success`));
	expect(error).toBeUndefined();
	expect(execution.status).toBe('success');
	const sent = new Set(service.log.slice(before).map(({ operationId }) => operationId));
	expect(sent.size).toBeGreaterThanOrEqual(calls.length);
	const downloaded = runData['comment.get']?.[0]?.data?.main[0]?.[0]?.binary;
	expect(downloaded).toHaveProperty('file_0.fileName', 'note.txt');
}, 120_000);

test('a support request gets a comment, and the channel an alert', async () => {
	const comment = await eventually('comment', twoPolls, () =>
		sandbox.service.log.find(
			({ method, path }) => method === 'POST' && path === '/api/apps/1/records/41/comments',
		),
	);
	expect(comment).toMatchObject({
		status: 201,
		body: { content: expect.stringContaining(subject), creatorCode: 'E0002' },
	});
	const alert = await eventually('alert', 20, () =>
		messages().find((text) => text.startsWith('New support request')),
	);
	expect(alert).toBe(
		`New support request SUP00041: ${subject}. ${sandbox.service.origin}/forms/1/records/41`,
	);
}, 180_000);

test('a notice that went up reaches the channel', async () => {
	const [before] = sandbox.service.store.notices.of('E0001');
	const message = await eventually('message', twoPolls, () =>
		messages().find((text) => text.includes('Assigned to me')),
	);
	expect(message).toContain(`${before!.count - 1} to ${before!.count} for E0001`);
}, 180_000);

test('each order becomes one record, also of a later run', async () => {
	const first = await eventually(
		'first order',
		twoPolls,
		() => createdOrders().length || undefined,
	);
	await eventually('later order', twoPolls, () => createdOrders().length > first || undefined);
	const runs = await eventually('second run', 90, async () => {
		const all = await ended('Orders to records');
		return all.length > 1 ? all : undefined;
	});
	expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
	const numbers = createdOrders().map((record) => Number(String(record['field-41']).slice(5)));
	expect(new Set(numbers).size).toBe(numbers.length);
	const placed = sandbox.neighbours.orders.list().map(({ number }) => number);
	expect(placed.slice(0, numbers.length)).toEqual(numbers);
}, 400_000);

test('each workflow ran on its trigger, without an error', async () => {
	for (const { name } of sandbox.workflows) {
		const runs = await ended(name);
		expect(runs.length).toBeGreaterThan(0);
		for (const { status, mode } of runs)
			expect({ name, status, mode }).toEqual({ name, status: 'success', mode: 'trigger' });
	}
});

test('n8n shuts down cleanly, and the service had no unknown request', async () => {
	const { pid } = sandbox.n8nProcess;
	const exit = await sandbox.stop();
	expect(exit).toMatchObject({ code: 0, signal: null, unexpected: false });
	expect(() => process.kill(pid!, 0)).toThrow();
	expect(await readFile(sandbox.logFile, 'utf8')).toContain('Stopping n8n...');
}, 60_000);

test('a second start keeps the data, also with other ports', async () => {
	const earlier = sandbox;
	const since = Date.now();
	sandbox = await start();
	expect(Date.now() - since).toBeLessThan(60_000);
	expect(sandbox.service.store.records.get(1, 41)).toBeDefined();
	expect(sandbox.credential.id).toBe(earlier.credential.id);
	expect(sandbox.workflows.map(({ id }) => id)).toEqual(earlier.workflows.map(({ id }) => id));
	const { nodes, active } = await sandbox.n8n.workflow(workflow('Notice to Slack').id);
	expect(active).toBe(true);
	expect(JSON.stringify(nodes)).toContain(loopback(new URL(sandbox.service.origin).port));
	expect(JSON.stringify(nodes)).not.toContain(loopback(new URL(earlier.service.origin).port));
}, 120_000);
