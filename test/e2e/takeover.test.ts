import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { N8nClient } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { startBrowser } from './browser.ts';
import { exampleNamed } from './examples-runs.ts';
import { answersOfPorts } from './open-ports.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { takeOver } from './takeover-page.ts';
import { eventually } from './waiting.ts';

/** The login that all sandboxes of version 0.1.0 had. */
const formerPassword = 'Sandbox-2026';
const foreignName = 'evil.example';

let dataFolder: string;
let sandbox: Sandbox;
let browser: Browser;
let elsewhere: Server;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	browser = await startBrowser([`--host-resolver-rules=MAP ${foreignName} 127.0.0.1`]);
	elsewhere = createServer((_request, response) => response.end('<body></body>'));
	elsewhere.listen(0, '127.0.0.1');
	await once(elsewhere, 'listening');
});

afterAll(async () => {
	await browser?.close();
	elsewhere?.close();
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const portOf = (address: string) => new URL(address).port;
const at = (name: string, address: string) => `http://${name}:${portOf(address)}`;

/** A page of that origin; what it shows does not matter. */
async function pageAt(origin: string): Promise<Page> {
	const page = await (await browser.newContext()).newPage();
	await page.goto(`${origin}/healthz`);
	return page;
}

let tries = 0;

/** What such a page achieved: what it saw itself, and what came of it. */
async function attack(page: Page, target: { n8n: string; service: string }, passwords: string[]) {
	const mark = `takeover-${++tries}`;
	const seen = await page.evaluate(takeOver, { ...target, passwords, mark });
	await page.context().close();
	const { n8n, neighbours, service } = sandbox;
	const named = async (path: string) => {
		const all = await n8n.call<Array<{ name: string }>>('GET', path);
		return all.filter(({ name }) => name === mark).length;
	};
	const records = service.store.database.all('SELECT 1 FROM record WHERE data LIKE ?', `%${mark}%`);
	return {
		seen,
		workflows: await named('/workflows'),
		tags: await named('/tags'),
		records: records.length,
		messages: neighbours.channel.messages.filter(({ text }) => text === mark).length,
	};
}

const nothing = { seen: [], workflows: 0, tags: 0, records: 0, messages: 0 };
const ofN8n = [
	'read settings',
	'log in',
	'create workflow',
	'reach package installation',
	'listen to n8n',
];
const ofService = ['read channel', 'create record'];

describe('a page elsewhere achieves nothing', () => {
	/** Even if it knew the password. */
	const passwords = () => [formerPassword, sandbox.login.password];
	const own = () => ({ n8n: sandbox.editorUrl, service: sandbox.service.origin });
	const port = () => `${(elsewhere.address() as AddressInfo).port}`;

	test('on another port of this machine', async () => {
		const page = await pageAt(`http://127.0.0.1:${port()}`);
		expect(await attack(page, own(), passwords())).toEqual(nothing);
	});

	test('on another port, where a person is logged in to n8n', async () => {
		const page = await pageAt(`http://127.0.0.1:${port()}`);
		const cookie = sandbox.n8n.session.cookie.slice('n8n-auth='.length);
		await page.context().addCookies([{ name: 'n8n-auth', value: cookie, url: own().n8n }]);
		expect(await attack(page, own(), [])).toEqual(nothing);
	});

	test('on another site', async () => {
		const page = await pageAt(`http://${foreignName}:${port()}`);
		expect(await attack(page, own(), passwords())).toEqual(nothing);
	});

	test.each(['n8n', 'service'] as const)(
		'under a name of its own that leads to the port of %s',
		async (part) => {
			const names = {
				n8n: at(foreignName, own().n8n),
				service: at(foreignName, own().service),
			};
			const page = await pageAt(names[part]);
			expect(await attack(page, names, passwords())).toEqual(nothing);
		},
	);
});

describe('the own page may do all that', () => {
	test.each(['127.0.0.1', 'localhost'])('that of n8n, opened as %s', async (name) => {
		const n8n = at(name, sandbox.editorUrl);
		const page = await pageAt(n8n);
		const target = { n8n, service: sandbox.service.origin };
		expect(await attack(page, target, [sandbox.login.password])).toEqual({
			...nothing,
			seen: ofN8n,
			workflows: 1,
			tags: 1,
		});
	});

	test.each(['127.0.0.1', 'localhost'])('that of the service, opened as %s', async (name) => {
		const service = at(name, sandbox.service.origin);
		const page = await pageAt(service);
		expect(await attack(page, { n8n: sandbox.editorUrl, service }, [])).toEqual({
			...nothing,
			seen: ofService,
			records: 1,
			messages: 2,
		});
	});
});

test('a form that n8n shows takes what a person enters, under both names', async () => {
	const { id } = exampleNamed('Web form to record');
	await sandbox.n8n.publish(await sandbox.n8n.workflow(id));
	for (const name of ['127.0.0.1', 'localhost']) {
		const page = await (await browser.newContext()).newPage();
		await eventually('form', async () => {
			const reply = await page.goto(`${at(name, sandbox.editorUrl)}/form/support-request`);
			return reply?.ok() || undefined;
		});
		const subject = `Entered at ${name}`;
		await page.locator('input[type=text]').first().fill(subject);
		await page.locator('select').selectOption('High');
		await page.getByRole('button', { name: /submit/i }).click();
		const find = () =>
			sandbox.service.store.database.all('SELECT 1 FROM record WHERE data LIKE ?', `%${subject}%`);
		await eventually(`record of ${name}`, () => find()[0]);
		await page.context().close();
	}
});

test('n8n installs packages for its owner only, and none that are not verified', async () => {
	const install = { name: 'n8n-nodes-of-nobody' };
	const answer = sandbox.n8n.call('POST', '/community-packages', install);
	await expect(answer).rejects.toThrow('unverified community packages is forbidden');
	const other = new N8nClient(sandbox.editorUrl).call('POST', '/community-packages', install);
	await expect(other).rejects.toMatchObject({ status: 401 });
});

test('no port of n8n answers requests for another host name', async () => {
	const answers = await answersOfPorts(sandbox.n8nProcess.pid!, foreignName);
	// The editor, and the broker of the process that runs Code nodes.
	expect(answers.length).toBeGreaterThanOrEqual(2);
	expect(answers.map(({ port }) => `${port}`)).toContain(portOf(sandbox.editorUrl));
	for (const { own, foreign } of answers) {
		expect(own).not.toBe(403);
		expect(foreign).toBe(403);
	}
});

test('the password is of this sandbox alone, and only its owner may read the file', async () => {
	const file = join(dataFolder, 'n8n-password');
	expect((await stat(file)).mode & 0o777).toBe(0o600);
	expect(sandbox.login.password).toMatch(/^N8n(-[a-z\d]{4}){4}$/);
});
