import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npm, run } from './command.ts';
import type { Step } from './steps.ts';

const project = join(import.meta.dirname, '..', '..');
const sources = ['package.json', 'tsconfig.json', 'gulpfile.js', 'nodes', 'credentials', 'icons'];
/** Which files were built last, and from which sources. */
const builtFrom = join(project, 'node_modules/.cache/records-directory-built');

interface Manifest {
	name: string;
	version: string;
	devDependencies?: unknown;
	peerDependencies?: unknown;
	optionalDependencies?: unknown;
}

/**
 * Builds this package and installs it where n8n's own "Install a community node" puts packages, in the same
 * form, so that its nodes have the same type names as in users' workflows.
 */
export async function installPackage(
	userFolder: string,
	step: Step,
	log: string,
	signal?: AbortSignal,
): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const stamp = join(nodes, '.sandbox');
	const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as Manifest;
	const target = join(nodes, 'node_modules', manifest.name);
	const wanted = await fingerprint(sources);
	const present = await readFile(stamp, 'utf8').catch(() => '');
	if (present === wanted && existsSync(join(target, 'package.json'))) return;
	await buildPackage(step, log, signal);
	await step('Installing the package into n8n', async () => {
		await mkdir(nodes, { recursive: true });
		await unpack(await pack(nodes, log, signal), nodes, target, log, signal);
		await writeJson(join(nodes, 'package.json'), {
			name: 'installed-nodes',
			private: true,
			dependencies: { [manifest.name]: manifest.version },
		});
		await writeFile(stamp, wanted);
	});
}

/** Builds the package, unless `dist` was built from these sources. */
export async function buildPackage(step: Step, log: string, signal?: AbortSignal): Promise<void> {
	const wanted = await fingerprint(sources);
	const built = async () => `${wanted} ${await fingerprint(['dist'])}`;
	if ((await readFile(builtFrom, 'utf8').catch(() => '')) === (await built())) return;
	await step('Building the package', () => npm(['run', 'build'], { cwd: project, log, signal }));
	await mkdir(dirname(builtFrom), { recursive: true });
	await writeFile(builtFrom, await built());
}

async function pack(folder: string, log: string, signal?: AbortSignal): Promise<string> {
	const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const answer = await npm(words, { cwd: project, log, signal });
	const [packed] = JSON.parse(answer) as Array<{ filename: string }>;
	if (!packed) throw new Error('npm pack named no file.');
	return join(folder, packed.filename);
}

async function unpack(
	archive: string,
	folder: string,
	target: string,
	log: string,
	signal?: AbortSignal,
): Promise<void> {
	// Unpacked elsewhere and then moved: n8n never finds half a package.
	const fresh = join(folder, 'unpacked');
	await rm(fresh, { recursive: true, force: true });
	await mkdir(fresh, { recursive: true });
	await run('tar', ['-xzf', archive, '-C', fresh, '--strip-components=1'], {
		cwd: folder,
		log,
		signal,
	});
	const file = join(fresh, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
	delete manifest.devDependencies;
	delete manifest.peerDependencies;
	delete manifest.optionalDependencies;
	await writeJson(file, manifest);
	await rm(target, { recursive: true, force: true });
	await mkdir(join(folder, 'node_modules'), { recursive: true });
	await rename(fresh, target);
	await rm(archive);
}

async function fingerprint(paths: readonly string[]): Promise<string> {
	const hash = createHash('sha256');
	for (const path of paths)
		for (const file of await files(path)) {
			hash.update(`${file}\0`);
			hash.update(await readFile(join(project, file)));
		}
	return hash.digest('hex');
}

async function files(source: string): Promise<string[]> {
	const path = join(project, source);
	if (!existsSync(path)) return [];
	const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
	if (!entries) return [source];
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
		.sort();
}

const writeJson = (file: string, value: unknown) =>
	writeFile(file, `${JSON.stringify(value, null, '\t')}\n`);
