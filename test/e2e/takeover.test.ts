import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { startBrowser } from './browser.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { takeOver } from './takeover-page.ts';

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

interface Target {
	n8n: string;
	service: string;
}

const own = (): Target => ({ n8n: sandbox.editorUrl, service: sandbox.service.origin });

/** The same ports under that name. */
function named(name: string): Target {
	const at = (address: string) => `http://${name}:${new URL(address).port}`;
	return { n8n: at(own().n8n), service: at(own().service) };
}

/** A page of that origin; what it shows does not matter. */
async function pageAt(origin: string): Promise<Page> {
	const page = await (await browser.newContext()).newPage();
	await page.goto(`${origin}/healthz`);
	return page;
}

let tries = 0;

/** What such a page achieved: what it saw itself, and what came of it. It even knows the password. */
async function attack(page: Page, target: Target) {
	const mark = `takeover-${++tries}`;
	const { n8n, neighbours, service, login } = sandbox;
	const seen = await page.evaluate(takeOver, { ...target, password: login.password, mark });
	await page.context().close();
	const made = async (path: string) => {
		const all = await n8n.call<Array<{ name: string }>>('GET', path);
		return all.filter(({ name }) => name === mark).length;
	};
	const records = service.store.database.all('SELECT 1 FROM record WHERE data LIKE ?', `%${mark}%`);
	return {
		seen,
		workflows: await made('/workflows'),
		tags: await made('/tags'),
		records: records.length,
		messages: neighbours.channel.messages.filter(({ text }) => text === mark).length,
	};
}

const nothing = { seen: [], workflows: 0, tags: 0, records: 0, messages: 0 };

test('a page elsewhere achieves nothing, whatever its name and port, and even if a person is logged in', async () => {
	const { port } = elsewhere.address() as AddressInfo;
	const otherPort = await pageAt(`http://127.0.0.1:${port}`);
	const value = sandbox.n8n.session.cookie.slice('n8n-auth='.length);
	await otherPort.context().addCookies([{ name: 'n8n-auth', value, url: own().n8n }]);
	expect(await attack(otherPort, own())).toEqual(nothing);
	expect(await attack(await pageAt(`http://${foreignName}:${port}`), own())).toEqual(nothing);
	// A name of its own that leads to the ports of the sandbox.
	const foreign = named(foreignName);
	for (const origin of [foreign.n8n, foreign.service])
		expect(await attack(await pageAt(origin), foreign)).toEqual(nothing);
});

test.each(['127.0.0.1', 'localhost'])(
	'the own pages, opened as %s, may do all that',
	async (name) => {
		const { n8n, service } = named(name);
		expect(await attack(await pageAt(n8n), { ...own(), n8n })).toEqual({
			...nothing,
			seen: [
				'read settings',
				'log in',
				'create workflow',
				'reach package installation',
				'listen to n8n',
			],
			workflows: 1,
			tags: 1,
		});
		expect(await attack(await pageAt(service), { ...own(), service })).toEqual({
			...nothing,
			seen: ['read channel', 'create record'],
			records: 1,
			messages: 1,
		});
	},
);
