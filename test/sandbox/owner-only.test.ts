import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const program = pathToFileURL(resolve('sandbox/start/owner-only.ts')).href;

/** Whatever the umask of the person is, and whatever an earlier start has left. */
test('only the owner can read what a sandbox writes, and has written', () => {
	const root = mkdtempSync(join(tmpdir(), 'owner-only-'));
	try {
		const data = join(root, 'above', 'data');
		mkdirSync(data, { recursive: true });
		const modeOf = (name: string) => (statSync(join(data, name)).mode & 0o777).toString(8);
		for (const name of ['n8n.log', 'service.sqlite', 'n8n-password', 'notes.txt']) {
			writeFileSync(join(data, name), '');
			chmodSync(join(data, name), 0o666);
		}
		mkdirSync(join(data, 'n8n'));
		chmodSync(join(data, 'n8n'), 0o777);
		const script = `
			import { execFileSync } from 'node:child_process';
			import { mkdirSync, writeFileSync } from 'node:fs';
			import { keepForOwner } from '${program}';
			process.umask(0);
			process.chdir('${data}');
			await keepForOwner('${data}');
			await keepForOwner('${data}/new/data');
			writeFileSync('channel.jsonl', '');
			mkdirSync('redis');
			execFileSync('touch', ['redis/appendonly.aof']);
		`;
		execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
		expect(
			['n8n.log', 'service.sqlite', 'n8n-password', 'channel.jsonl', 'redis/appendonly.aof'].map(
				modeOf,
			),
		).toEqual(['600', '600', '600', '600', '600']);
		expect(['n8n', 'redis', 'new/data'].map(modeOf)).toEqual(['700', '700', '700']);
		// The folder may be somebody's own, with files of theirs.
		expect(modeOf('notes.txt')).toBe('666');
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
});
