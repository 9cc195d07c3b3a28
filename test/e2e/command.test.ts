import { lstatSync, readdirSync } from 'node:fs';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort, requireFreePort } from '../../sandbox/start/ports.ts';
import { newFolder, removeFolder } from './own-sandbox.ts';
import { says, terminal } from './terminal.ts';

const command = (...words: string[]) => terminal('sandbox/start.ts', words);
const queueCommand = (words: string[], environment: NodeJS.ProcessEnv = {}) =>
	terminal('sandbox/queue.ts', words, environment);

let folder: string;
let ports: number[];
let onPorts: string[];

beforeAll(async () => {
	folder = await newFolder();
	ports = [await freePort(), await freePort()];
	onPorts = ['--n8n-port', `${ports[0]}`, '--service-port', `${ports[1]}`];
});

afterAll(() => removeFolder(folder));

const expectFreePorts = async () => {
	for (const port of ports) await requireFreePort(port, 'this test', '', '');
};

/** What others on the machine can get at, in a folder that they can enter. */
const openToOthers = (): string[] =>
	readdirSync(folder).filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);

test('npm start says what runs where; Ctrl+C stops everything, and nobody else can read what is left', async () => {
	const started = command('--data', folder, ...onPorts);
	await says(started, 'Ctrl+C stops everything');
	const password = await readFile(join(folder, 'n8n-password'), 'utf8');
	expect(started.output()).toContain(`http://127.0.0.1:${ports[0]}`);
	expect(started.output()).toContain(`email owner@sandbox.example, password ${password}`);
	expect(openToOthers()).toEqual([]);
	started.child.kill('SIGINT');
	expect(await started.ended).toBe(0);
	expect(started.output()).toMatch(/Stopped\.\n$/);
	await expectFreePorts();
});

test('npm start -- --reset forgets what an earlier start has left, and nothing else; Ctrl+C in the middle stops it', async () => {
	const foreign = join(folder, 'notes.txt');
	for (const file of [join(folder, 'service.sqlite'), foreign])
		await writeFile(file, 'not a database');
	const channel = join(folder, 'channel.jsonl');
	await writeFile(channel, '{"id":1,"text":"Of before"}\n');
	const started = command('--reset', '--data', folder, ...onPorts);
	await says(started, '✓ Starting the local service');
	started.child.kill('SIGTERM');
	expect(await started.ended).toBe(0);
	expect(started.output()).toContain('✓ Forgetting earlier data');
	expect(started.output()).toContain('Stopped before everything was started');
	expect(await readFile(foreign, 'utf8')).toBe('not a database');
	expect(await readFile(channel, 'utf8')).toBe('');
	await expectFreePorts();
});

describe('npm run sandbox:queue', () => {
	/** Programs that were started with something in that folder. */
	async function running(data: string): Promise<string[]> {
		const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
		const isOurs = async (id: string) => {
			const [given, settings, place] = await Promise.all([
				readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''),
				readFile(`/proc/${id}/environ`, 'utf8').catch(() => ''),
				readlink(`/proc/${id}/cwd`).catch(() => ''),
			]);
			return [given, settings, place].some((text) => text.includes(data));
		};
		const ours = await Promise.all(ids.map(isOurs));
		return ids.filter((_, index) => ours[index]);
	}

	test('Ctrl+C in the middle of the start leaves nothing running', async () => {
		const data = await newFolder();
		const started = queueCommand(['--data', data, ...onPorts]);
		await says(started, '✓ Starting PostgreSQL');
		// The command itself, Redis and PostgreSQL.
		expect((await running(data)).length).toBeGreaterThanOrEqual(3);
		started.child.kill('SIGTERM');
		expect(await started.ended).toBe(0);
		expect(started.output()).toContain('Stopped before everything was started');
		expect(await running(data)).toEqual([]);
		await removeFolder(data);
	});

	test('a missing program is named, with what to install and the way around it', async () => {
		const started = queueCommand(onPorts, { PATH: dirname(process.execPath) });
		expect(await started.ended).toBe(1);
		expect(started.output()).toContain('apt-get install redis-server postgresql');
		expect(started.output()).toContain('--redis redis://');
	});
});
