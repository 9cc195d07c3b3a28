import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { guard, rejection } from '../../sandbox/guard/guard.ts';
import { listen } from '../support/listen.ts';

const own = { host: '127.0.0.1:5678' };
const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const sameSite = { 'sec-fetch-site': 'same-site' };
const crossSite = { 'sec-fetch-site': 'cross-site' };
const evil = { origin: 'https://evil.example' };
const otherPort = { origin: 'http://127.0.0.1:1' };
const page = { origin: 'http://127.0.0.1:5678' };
const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };

const reasonFor = (method: string, headers: object, url = '/') =>
	rejection({ method, url, headers: { ...own, ...headers } }, /^\/open\//);

test.each([
	['a program', 'POST', {}],
	['a program that comes through a tunnel', 'POST', { host: 'localhost:9000' }],
	['a program by the address of version 6', 'GET', { host: '[::1]:5678' }],
	['what a person types', 'GET', { 'sec-fetch-site': 'none', ...link }],
	['the own page', 'POST', { ...page, 'sec-fetch-site': 'same-origin' }],
	['the own page of an older browser', 'POST', page],
	['the own page as localhost', 'POST', { host: 'LOCALHOST:1', origin: 'http://localhost:1' }],
	['a link on another page', 'GET', { ...crossSite, ...link }],
])('%s is answered', (_, method, headers) => {
	expect(reasonFor(method, headers)).toBeUndefined();
});

test('every page is answered at the paths that are open', () => {
	expect(reasonFor('POST', { ...crossSite, ...evil }, '/open/x')).toBeUndefined();
	for (const path of ['/open', '/other/open/x', '/?/open/x'])
		expect(reasonFor('POST', { ...crossSite, ...evil }, path)).toMatch(/^The page at/);
	expect(reasonFor('GET', { host: 'evil.example' }, '/open/x')).toMatch(/not open under the name/);
});

test.each([
	...['evil.example:5678', '127.0.0.1.evil.example:5678', 'localhost.evil.example'],
	...['192.168.0.1:5678', '127.0.0.1@evil.example'],
])('the name %s is rejected', (host) => {
	const reason = `The sandbox is not open under the name "${host}". Use 127.0.0.1 or localhost.`;
	expect(reasonFor('GET', { host, 'sec-fetch-site': 'same-origin' })).toBe(reason);
});

test.each([
	['a write of another port', 'POST', { ...sameSite, ...otherPort }],
	['a write of another site', 'POST', { ...crossSite, ...evil }],
	['a write of an older browser', 'POST', otherPort],
	['the own name on another port', 'POST', { origin: 'http://localhost:5678' }],
	['a page without an origin', 'POST', { ...crossSite, origin: 'null' }],
	['a form of another page', 'POST', { ...crossSite, ...link, ...evil }],
	['a question before a write', 'OPTIONS', { ...sameSite, ...otherPort }],
	['a picture', 'GET', { ...sameSite, 'sec-fetch-dest': 'image', referer: 'http://127.0.0.1:1/' }],
	['a frame', 'GET', { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
	['a WebSocket', 'GET', { ...upgrade, ...otherPort }],
])('%s is rejected', (_, method, headers) => {
	expect(reasonFor(method, headers)).toMatch(
		/^(The page at http.+|Another page) may not use the sandbox\. Open http:\/\/127\.0\.0\.1/,
	);
});

test('a server answers what is rejected itself, also a WebSocket', async () => {
	const reached = jest.fn((_, answer) => answer.end());
	const server = createServer(reached).on('upgrade', reached);
	guard(server);
	const url = await listen(server);
	const answered = async (headers: OutgoingHttpHeaders) => {
		const [{ statusCode }] = await once(request(url, { headers }).end(), 'response');
		return statusCode;
	};
	const statuses = [await answered(evil), await answered({ ...upgrade, ...evil })];
	expect([statuses, reached.mock.calls.length]).toEqual([[403, 403], 0]);
	expect(await answered({})).toBe(200);
	server.close();
});

test('n8n ends when nobody reads any more what it tells', async () => {
	const preload = pathToFileURL(join(__dirname, '../../sandbox/guard/preload.ts')).href;
	// Like n8n: an error is logged, and so is a failure to log it.
	const script =
		"process.on('uncaughtException', (error) => console.log(error)); setInterval(() => console.log('.'), 5)";
	const child = spawn(process.execPath, ['--import', preload, '-e', script]);
	await once(child.stdout, 'data');
	child.stdout.destroy();
	const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
	await once(child, 'exit');
	clearTimeout(late);
	expect(child.exitCode).toBe(0);
}, 10_000);
