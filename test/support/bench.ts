import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: { bench: string };
};

/** Runs `npm run bench` with these words. */
export function bench(...words: string[]) {
	const [, ...options] = scripts.bench.split(' ');
	const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...words], {
		encoding: 'utf8',
	});
	return { status, text: stdout + stderr };
}
