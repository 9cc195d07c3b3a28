import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { guard } from '../../sandbox/guard/guard.ts';

let server: Server;
let port: number;
let upgraded = 0;

beforeAll(async () => {
	server = createServer((_request, response) => response.end('answered'));
	server.on('upgrade', (_request, socket) => {
		upgraded++;
		socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
	});
	guard(server, /^\/open\//);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	({ port } = server.address() as AddressInfo);
});

afterAll(() => server.close());

/** As it is sent: `PORT` in a header is the port of the server. */
async function answerTo(method: string, headers: Record<string, string>, path = '/') {
	const sent = Object.entries(headers).map(([name, value]) => [
		name,
		value.replace('PORT', `${port}`),
	]);
	const own = { host: `127.0.0.1:${port}`, ...Object.fromEntries(sent) };
	const asked = request({ host: '127.0.0.1', port, path, method, headers: own }).end();
	return await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
		asked.once('error', reject);
		asked.once('upgrade', ({ statusCode }, socket) => {
			socket.destroy();
			resolve({ status: statusCode, text: '' });
		});
		asked.once('response', async (response) => {
			const text = (await response.setEncoding('utf8').toArray()).join('');
			resolve({ status: response.statusCode, text });
		});
	});
}

const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const sameSite = { 'sec-fetch-site': 'same-site' };
const crossSite = { 'sec-fetch-site': 'cross-site' };

describe('answered', () => {
	test.each([
		['a program', 'POST', {}],
		['a program that says localhost', 'POST', { host: 'localhost:PORT' }],
		['a program that comes through a tunnel', 'POST', { host: 'localhost:9000' }],
		['a program by the address of version 6', 'GET', { host: '[::1]:PORT' }],
		['what a person types', 'GET', { 'sec-fetch-site': 'none', ...link }],
		['the own page', 'POST', { origin: 'http://127.0.0.1:PORT', 'sec-fetch-site': 'same-origin' }],
		['the own page of an older browser', 'POST', { origin: 'http://127.0.0.1:PORT' }],
		[
			'the own page as localhost',
			'POST',
			{ host: 'LOCALHOST:PORT', origin: 'http://localhost:PORT' },
		],
		['a link on another page', 'GET', { ...crossSite, ...link }],
	] as const)('%s', async (_, method, headers) => {
		expect(await answerTo(method, headers)).toEqual({ status: 200, text: 'answered' });
	});

	test('every page, at the paths that are open', async () => {
		const headers = { ...crossSite, origin: 'https://evil.example' };
		expect(await answerTo('POST', headers, '/open/x')).toMatchObject({ status: 200 });
		for (const path of ['/open', '/other/open/x', '/?/open/x'])
			expect(await answerTo('POST', headers, path)).toMatchObject({ status: 403 });
		const name = { host: 'evil.example' };
		expect(await answerTo('GET', name, '/open/x')).toMatchObject({ status: 403 });
	});

	test('a WebSocket of a program, and of the own page', async () => {
		const own = { origin: 'http://127.0.0.1:PORT' };
		for (const headers of [upgrade, { ...upgrade, ...own }])
			expect(await answerTo('GET', headers)).toMatchObject({ status: 101 });
		expect(upgraded).toBe(2);
	});
});

describe('rejected', () => {
	test.each([
		['evil.example:PORT'],
		['evil.example'],
		['127.0.0.1.evil.example:PORT'],
		['localhost.evil.example'],
		['192.168.0.1:PORT'],
		['127.0.0.1@evil.example'],
	])('the name %s', async (host) => {
		const { status, text } = await answerTo('GET', { host, 'sec-fetch-site': 'same-origin' });
		expect(status).toBe(403);
		expect(text).toContain(`not open under the name "${host.replace('PORT', `${port}`)}"`);
		expect(text).toContain('Use 127.0.0.1 or localhost.');
	});

	const other = 'http://127.0.0.1:1';
	test.each([
		['a write of another port', 'POST', { ...sameSite, origin: other }],
		['a write of another site', 'POST', { ...crossSite, origin: 'https://evil.example' }],
		['a write of an older browser', 'POST', { origin: other }],
		['the own name on another port', 'POST', { origin: 'http://localhost:PORT' }],
		['a page without an origin', 'POST', { ...crossSite, origin: 'null' }],
		['a form of another page', 'POST', { ...crossSite, ...link, origin: 'https://evil.example' }],
		['a form of a page that hides its address', 'POST', { ...crossSite, ...link, origin: 'null' }],
		['a question before a write', 'OPTIONS', { ...sameSite, origin: other }],
		['a picture', 'GET', { ...sameSite, 'sec-fetch-dest': 'image', referer: `${other}/` }],
		['a script', 'GET', { ...crossSite, 'sec-fetch-dest': 'script' }],
		['a frame', 'GET', { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
		['events', 'GET', { ...sameSite, 'sec-fetch-dest': 'empty', origin: other }],
		['a WebSocket', 'GET', { ...upgrade, origin: other }],
	] as const)('%s', async (_, method, headers) => {
		const before = upgraded;
		const { status, text } = await answerTo(method, headers);
		expect(status).toBe(403);
		expect(text).toMatch(
			/^(The page at http.+|Another page) may not use the sandbox\. Open http:\/\/127\.0\.0\.1/,
		);
		expect(upgraded).toBe(before);
	});
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
