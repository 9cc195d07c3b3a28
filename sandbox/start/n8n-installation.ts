import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installedShare } from '../../scripts/packages.mjs';
import { npm, run } from './command.ts';
import type { Step } from './steps.ts';

const folder = join(import.meta.dirname, '..', 'n8n');
const modules = join(folder, 'node_modules');
const stamp = join(modules, '.installed');

export const n8nProgram = join(modules, 'n8n', 'bin', 'n8n');

/** Installs the n8n of sandbox/n8n unless exactly this one is already complete. */
export async function installN8n(step: Step, log: string, signal?: AbortSignal): Promise<void> {
	const wanted = await fingerprint();
	if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
	if (existsSync(modules))
		await step('Removing an unfinished or older n8n', () =>
			// npm considers a half-unpacked package complete, so the installation starts from nothing.
			rm(modules, { recursive: true, force: true }),
		);
	await step('Installing n8n (once, about 2 GB)', (show) => {
		show(() => installedShare(folder));
		return npm(
			// Installs what the lock names and nothing else. Install scripts stay off because one of n8n's
			// dependencies downloads a binary in its script and fails without it; only sqlite3 needs its script
			// for n8n to start.
			['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
			{ cwd: folder, log, signal },
		);
	});
	await step('Building its database driver (once)', () => buildDriver(log, signal));
	await writeFile(stamp, wanted);
}

async function buildDriver(log: string, signal?: AbortSignal): Promise<void> {
	const environment = nodeHeaders();
	await npm(['rebuild', 'sqlite3'], { cwd: folder, log, environment, signal }).catch(
		(error: Error) => {
			signal?.throwIfAborted();
			throw new Error(
				`${error.message}\n\nn8n's database driver could not be downloaded or compiled. ` +
					'Compiling needs Python 3, make and a C++ compiler ' +
					'(Debian: apt-get install python3 make g++).',
			);
		},
	);
	await run(process.execPath, ['-e', "require('sqlite3')"], { cwd: folder, log, signal });
}

/** Node's headers come with the Node of this project; otherwise node-gyp would download them. */
function nodeHeaders(): NodeJS.ProcessEnv {
	const root = dirname(dirname(process.execPath));
	const places = [root, join(root, 'node_modules', `node-${process.platform}-${process.arch}`)];
	const found = places.find((place) => existsSync(join(place, 'include', 'node', 'node_api.h')));
	return found ? { npm_config_nodedir: found } : {};
}

async function fingerprint(): Promise<string> {
	const lock = await readFile(join(folder, 'package-lock.json'));
	const digest = createHash('sha256').update(lock).digest('hex');
	return `${digest} ${process.platform}-${process.arch}\n`;
}
