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
		mkdirSync(join(data, 'n8n'), { recursive: true });
		chmodSync(join(data, 'n8n'), 0o777);
		const modeOf = (name: string) => (statSync(join(data, name)).mode & 0o777).toString(8);
		const earlier = ['n8n.log', 'service.sqlite', 'n8n-password'];
		for (const name of [...earlier, 'notes.txt']) {
			writeFileSync(join(data, name), '');
			chmodSync(join(data, name), 0o666);
		}
		const script = `
			import { execFileSync } from 'node:child_process';
			import { keepForOwner } from '${program}';
			process.umask(0);
			process.chdir('${data}');
			await keepForOwner('${data}');
			await keepForOwner('${data}/new/data');
			execFileSync('touch', ['channel.jsonl']);
		`;
		execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
		expect([...earlier, 'channel.jsonl'].map(modeOf)).toEqual(Array(4).fill('600'));
		expect(['n8n', 'new/data'].map(modeOf)).toEqual(['700', '700']);
		// The folder may be somebody's own, with files of theirs.
		expect(modeOf('notes.txt')).toBe('666');
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
});
