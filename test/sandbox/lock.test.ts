import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock, lockFile } from '../../sandbox/start/lock.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'lock-'))));
afterEach(async () => await rm(folder, { recursive: true }));

const sleeper = async () => {
	const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
		stdio: 'ignore',
	});
	await once(child, 'spawn');
	return child;
};

it('a folder that another process works with is not taken', async () => {
	const other = await sleeper();
	writeFileSync(join(folder, lockFile), String(other.pid));
	await expect(lock(folder)).rejects.toThrow(
		new RegExp(`already runs with the data in .*\\(process ${other.pid}\\)[^]*--data <folder>`),
	);
	other.kill();
	await once(other, 'exit');
	// It ended without giving the folder back, as after a kill.
	const unlock = await lock(folder);
	await unlock();
	expect(existsSync(join(folder, lockFile))).toBe(false);
});

it.each(['', 'no number', '-1', String(process.pid)])(
	'is taken where the file holds %j',
	async (text) => {
		writeFileSync(join(folder, lockFile), text);
		await expect(lock(folder)).resolves.toBeInstanceOf(Function);
	},
);
