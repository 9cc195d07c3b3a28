import { readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startPostgres } from '../../sandbox/queue/postgres.ts';
import { startRedis } from '../../sandbox/queue/redis.ts';
import { freePort, requireFreePort } from '../../sandbox/start/ports.ts';
import { newFolder, removeFolder } from './own-sandbox.ts';
import { says, terminal } from './terminal.ts';

const command = (words: string[], environment: NodeJS.ProcessEnv = {}) =>
	terminal('sandbox/queue.ts', words, environment);

/** Programs that were started with something in that folder. */
async function running(folder: string): Promise<string[]> {
	const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const isOurs = async (id: string) => {
		const [words, settings, place] = await Promise.all([
			readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''),
			readFile(`/proc/${id}/environ`, 'utf8').catch(() => ''),
			readlink(`/proc/${id}/cwd`).catch(() => ''),
		]);
		return [words, settings, place].some((text) => text.includes(folder));
	};
	const ours = await Promise.all(ids.map(isOurs));
	return ids.filter((_, index) => ours[index]);
}

let folder: string;
let words: string[];
let ports: number[];

beforeAll(async () => {
	folder = await newFolder();
	ports = [await freePort(), await freePort()];
	words = ['--n8n-port', `${ports[0]}`, '--service-port', `${ports[1]}`];
});

afterAll(() => removeFolder(folder));

test('--help lists the options and starts nothing', async () => {
	const terminal = command(['--help']);
	expect(await terminal.ended).toBe(0);
	expect(terminal.output()).toContain('--postgres');
});

test('a missing program is named, with what to install and the way around it', async () => {
	const terminal = command(words, { PATH: dirname(process.execPath) });
	expect(await terminal.ended).toBe(1);
	expect(terminal.output()).toContain('apt-get install redis-server postgresql');
	expect(terminal.output()).toContain('--redis redis://');
});

test.each([
	['--redis', '127.0.0.1:6379'],
	['--postgres', 'mysql://user:hidden@127.0.0.1/database'],
	['--workers', 'none'],
])('%s %s is rejected, and a password is not repeated', async (option, value) => {
	const terminal = command([option, value]);
	expect(await terminal.ended).toBe(1);
	expect(terminal.output()).toContain(`${option} must be`);
	expect(terminal.output()).not.toContain('hidden');
});

test('Ctrl+C in the middle of the start leaves nothing running', async () => {
	const own = await newFolder();
	const terminal = command(['--data', own, ...words]);
	await says(terminal, '✓ Starting PostgreSQL');
	// The command itself, Redis and PostgreSQL.
	expect((await running(own)).length).toBeGreaterThanOrEqual(3);
	terminal.child.kill('SIGTERM');
	expect(await terminal.ended).toBe(0);
	expect(terminal.output()).toContain('Stopped before everything was started');
	expect(await running(own)).toEqual([]);
	await removeFolder(own);
});

test('Redis and PostgreSQL that already run are used and keep running; Ctrl+C stops everything else', async () => {
	const [redis, postgres] = await Promise.all([startRedis(folder), startPostgres(folder)]);
	try {
		const data = join(folder, 'with-servers');
		const terminal = command(['--data', data, '--workers', '1', ...words], {
			SANDBOX_REDIS: redis.url.href,
			SANDBOX_POSTGRES: postgres.url.href,
		});
		await says(terminal, 'Ctrl+C stops everything');
		expect(terminal.output()).toMatch(/n8n's worker 1 +process \d+/);
		expect(terminal.output()).toMatch(/Redis +already running/);
		expect(terminal.output()).toContain('npm run sandbox:queue with the same --data continues.');
		expect(terminal.output()).not.toContain('Starting PostgreSQL');
		expect(await running(data)).not.toEqual([]);
		terminal.child.kill('SIGINT');
		expect(await terminal.ended).toBe(0);
		expect(terminal.output()).toMatch(/Stopped\.\n$/);
		expect(await running(data)).toEqual([]);
		for (const port of ports) await requireFreePort(port, 'this test', '', '');
		for (const { pid } of [redis, postgres]) expect(() => process.kill(pid!, 0)).not.toThrow();
	} finally {
		await Promise.all([redis.stop(), postgres.stop()]);
	}
});
