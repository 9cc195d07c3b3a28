import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** The files that a build reads. */
const SOURCES = [
	...['package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js'],
	...['nodes', 'credentials', 'icons'],
	...['scripts/ready.mjs', 'scripts/packages.mjs', 'scripts/schemas.ts'],
];

/** Works with a copy of the package, where a build disturbs nobody. */
export async function inCopy<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-build-'));
	try {
		for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
		symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
		return await work(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A command of the build and its milliseconds. */
export type BuildStep = readonly [command: string, ms: number];

/** Builds the package in a folder as `npm run build` does. */
export function build(folder: string): BuildStep[] {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		scripts: { build: string };
	};
	const env = { ...process.env, PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH };
	return scripts.build.split(' && ').map((command) => {
		const started = performance.now();
		const { status, stdout, stderr } = spawnSync(command, {
			cwd: folder,
			encoding: 'utf8',
			env,
			shell: true,
		});
		if (status !== 0) throw new Error(`'${command}' did not succeed:\n${stdout}${stderr}`);
		return [command, performance.now() - started];
	});
}
