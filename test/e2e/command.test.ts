import { lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, requireFreePort } from '../../sandbox/start/ports.ts';
import { says, terminal } from './terminal.ts';

const command = (...words: string[]) => terminal('sandbox/start.ts', words);

/** What others on the machine can get at, in a folder that they can enter. */
const openToOthers = (folder: string): string[] =>
	readdirSync(folder).flatMap((name) => {
		const path = join(folder, name);
		const { mode } = lstatSync(path);
		return (mode & 0o077) === 0 ? [] : [path];
	});

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'records-directory-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test(
	'Ctrl+C stops everything, with exit code 0',
	async () => {
		const ports = [await freePort(), await freePort()] as const;
		const terminal = command(
			...['--data', folder, '--n8n-port', `${ports[0]}`, '--service-port', `${ports[1]}`],
		);
		await says(terminal, 'Ctrl+C stops everything');
		expect(terminal.output()).toContain(`http://127.0.0.1:${ports[0]}`);
		const password = await readFile(join(folder, 'n8n-password'), 'utf8');
		expect(terminal.output()).toContain(`email owner@sandbox.example, password ${password}`);
		expect(terminal.output()).toMatch(/WHAT RUNS WHERE[^]*WHAT TO TRY NEXT[^]*HOW TO STOP/);
		expect(openToOthers(folder)).toEqual([]);
		terminal.child.kill('SIGINT');
		expect(await terminal.ended).toBe(0);
		expect(terminal.output()).toMatch(/Stopped\.\n$/);
		for (const port of ports) await requireFreePort(port, 'this test', '', '');
	},
	20 * 60_000,
);

test('Ctrl+C in the middle of the start leaves nothing running', async () => {
	const ports = [await freePort(), await freePort()] as const;
	const terminal = command(
		...['--data', folder, '--n8n-port', `${ports[0]}`, '--service-port', `${ports[1]}`],
	);
	await says(terminal, 'Starting the local service');
	terminal.child.kill('SIGTERM');
	expect(await terminal.ended).toBe(0);
	expect(terminal.output()).toContain('Stopped before everything was started');
	for (const port of ports) await requireFreePort(port, 'this test', '', '');
});

test('--reset forgets what an earlier start has left, and nothing else', async () => {
	const [own, foreign] = [join(folder, 'service.sqlite'), join(folder, 'notes.txt')];
	for (const file of [own, foreign]) await writeFile(file, 'not a database');
	const channel = join(folder, 'channel.jsonl');
	await writeFile(channel, '{"id":1,"text":"Of before"}\n');
	const ports = [String(await freePort()), String(await freePort())] as const;
	const words = ['--data', folder, '--n8n-port', ports[0], '--service-port', ports[1]];
	const password = await readFile(join(folder, 'n8n-password'), 'utf8');
	const terminal = command('--reset', ...words);
	await says(terminal, '✓ Starting the local service');
	terminal.child.kill('SIGTERM');
	expect(await terminal.ended).toBe(0);
	expect(terminal.output()).toContain('✓ Forgetting earlier data');
	expect(await readFile(foreign, 'utf8')).toBe('not a database');
	expect(await readFile(channel, 'utf8')).toBe('');
	expect(await readFile(join(folder, 'n8n-password'), 'utf8').catch(() => '')).not.toBe(password);
});

test('a port in use is named, with the ways around it', async () => {
	const other = createServer();
	const port = await freePort();
	await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
	const editor = String(await freePort());
	const terminal = command(
		...['--data', folder, '--n8n-port', editor, '--service-port', String(port)],
	);
	expect(await terminal.ended).toBe(1);
	expect(terminal.output()).toContain(`Port ${port} is in use`);
	expect(terminal.output()).toContain('--service-port');
	expect(terminal.output()).toContain('SANDBOX_SERVICE_PORT');
	other.close();
});

test('--help lists the options and starts nothing', async () => {
	const terminal = command('--help');
	expect(await terminal.ended).toBe(0);
	expect(terminal.output()).toContain('--reset');
});
