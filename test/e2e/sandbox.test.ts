import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enter } from '../../sandbox/start/login.ts';
import { N8nClient } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { examples, runNamed } from '../n8n/dialects/runs.ts';
import type { Setting } from '../n8n/dialects/settings.ts';
import { closeSites, siteOf } from '../n8n/dialects/site.ts';
import { tried } from '../n8n/dialects/tried.ts';
import { startValidatingProxy, type ValidatingProxy } from '../sandbox/validating-proxy.ts';
import { jsonOf, type Sent } from '../support/world.ts';
import { ended } from './examples-runs.ts';
import { fileCases, fileWorkflow, lastOf } from './file-nodes.ts';
import { inN8n, trigger } from './operation-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';

/** That all sandboxes of version 0.1.0 had. */
const formerPassword = 'Sandbox-2026';

let dataFolder: string;
let sandbox: Sandbox;
let proxy: ValidatingProxy;

beforeAll(async () => {
	dataFolder = await newFolder();
	// First, as it keeps this process busy while a connection to n8n would go stale.
	proxy = await startValidatingProxy((await siteOf([])).service.url);
	sandbox = await startOwn(dataFolder, undefined, { N8N_RESTRICT_FILE_ACCESS_TO: dataFolder });
});

afterAll(async () => {
	await proxy?.close();
	await closeSites();
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

test('the nodes have the type names that saved workflows use', async () => {
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

test('all example workflows are published', async () => {
	expect(sandbox.workflows.map(({ name }) => name).sort()).toEqual([
		'Notice to Slack',
		'Orders to records',
		'Retry crashed executions',
		'Support request alert',
	]);
	for (const { id } of sandbox.workflows)
		expect(await sandbox.n8n.workflow(id)).toMatchObject({ active: true });
});

describe.each([
	['as they are', false],
	['with PUT and DELETE sent as POST', true],
])('requests %s', (_, methodOverride) => {
	const throughProxy: Setting = {
		row: 0,
		name: 'a validating proxy',
		credential: () => ({ baseUrl: proxy.url, methodOverride }),
	};
	const asSent = (one: Sent): Sent =>
		methodOverride && one.method !== 'GET' ? { ...one, method: 'POST' } : one;

	test.each(examples)('$name sends and returns what its scenario says', async (run) => {
		const { sent, output, error } = await tried(run, [throughProxy], inN8n(sandbox));
		expect(error).toBeUndefined();
		expect(sent).toEqual(run.right.sends.map(asSent));
		expect(jsonOf(output)).toEqual(run.right.gives);
		expect(proxy.violations.splice(0)).toEqual([]);
	});
});

test('a file that a comment has becomes a file of n8n', async () => {
	const { output } = await tried(runNamed('comment.get, its files'), [], inN8n(sandbox));
	expect(output[0]?.binary).toHaveProperty('file_0.fileName');
});

test("n8n's nodes for files write and read each kind of file", async () => {
	const { n8n } = sandbox;
	const cases = fileCases(dataFolder);
	const { id } = await n8n.createWorkflow(fileWorkflow(cases));
	const outputs = await ended(sandbox, await n8n.run(id, trigger));
	const given = cases.map((one) => [one.name, outputs[lastOf(one)]?.[0]?.json]);
	expect(given).toMatchObject(cases.map(({ name, gives }) => [name, gives]));
});

test('every node and credential of n8n finds the modules that it needs', async () => {
	const { stdout } = await promisify(execFile)(process.execPath, ['test/e2e/load-nodes.cjs']);
	const { count, missing } = JSON.parse(stdout) as { count: number; missing: string[] };
	expect(missing).toEqual([]);
	expect(count).toBeGreaterThan(900);
});

test('a message says what to do about a password that n8n does not accept', async () => {
	const { editorUrl, login } = sandbox;
	const other = enter(new N8nClient(editorUrl), { ...login, password: 'Not-this-1' });
	await expect(other).rejects.toThrow(
		/^n8n does not accept the password.+"n8n-password"[^]+--reset/,
	);
});

test('n8n shuts down cleanly, and the service had no unknown request', async () => {
	// For the next start, which finds the data, and the password of version 0.1.0.
	sandbox.service.store.positions.add({ code: 'KEPT', name: 'Kept', kana: 'Kept' });
	await sandbox.n8n.changePassword(sandbox.login.password, formerPassword);
	const { pid } = sandbox.n8nProcess;
	const exit = await sandbox.stop();
	expect(exit).toMatchObject({ code: 0, signal: null, unexpected: false });
	expect(() => process.kill(pid!, 0)).toThrow();
	expect(await readFile(sandbox.logFile, 'utf8')).toContain('Stopping n8n...');
});

test('a second start keeps the data, also with other ports', async () => {
	const earlier = sandbox;
	await rm(join(dataFolder, 'n8n-password'));
	sandbox = await startOwn(dataFolder);
	expect(sandbox.service.store.positions.get('KEPT')).toMatchObject({ name: 'Kept' });
	expect(sandbox.credential.id).toBe(earlier.credential.id);
	expect(sandbox.workflows.map(({ id }) => id)).toEqual(earlier.workflows.map(({ id }) => id));
	for (const { id } of sandbox.workflows) {
		const { nodes, active } = await sandbox.n8n.workflow(id);
		expect(active).toBe(true);
		const addresses = JSON.stringify(nodes).match(/http:\/\/127[^/]+\/(neighbours|api)\//g);
		for (const address of addresses ?? ['none'])
			expect([`${sandbox.service.origin}/neighbours/`, `${sandbox.n8n.origin}/api/`]).toContain(
				address,
			);
		expect(JSON.stringify(nodes)).not.toContain(earlier.service.origin);
	}
});

test('a sandbox of version 0.1.0 gets a password of its own', async () => {
	const { editorUrl, login } = sandbox;
	expect(login.password).toMatch(/^N8n(-[a-z\d]{4}){4}$/);
	const file = join(dataFolder, 'n8n-password');
	expect(await readFile(file, 'utf8')).toBe(login.password);
	expect((await stat(file)).mode & 0o777).toBe(0o600);
	const client = new N8nClient(editorUrl);
	const former = client.enter({ ...login, password: formerPassword });
	await expect(former).rejects.toMatchObject({ status: 401 });
	await client.enter(login);
});
