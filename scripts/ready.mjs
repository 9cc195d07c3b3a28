// Installs what package-lock.json names, if it is not there yet, and runs a program of the project:
// `node scripts/ready.mjs [program [words]]`. It must run on the Node that started npm, which may be too old for the
// program: only then, Node 24 is installed, too.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmWithBar } from './packages.mjs';

const NODE_NEEDED = 24;
const NODE_TO_START = 20;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.cwd();
process.chdir(root);
// As npm does. Without a Node of the project's own, the next one on the path is taken.
process.env.PATH = join(root, 'node_modules/.bin') + delimiter + process.env.PATH;

function lockedPackages(path) {
	try {
		return JSON.parse(readFileSync(path, 'utf8')).packages;
	} catch {
		return {};
	}
}

function packagesAreInstalled() {
	// npm writes the second file at the end of an installation, so an interrupted one has none.
	const installed = lockedPackages('node_modules/.package-lock.json');
	return Object.entries(lockedPackages('package-lock.json')).every(
		([path, { version, optional, integrity }]) =>
			path === '' ||
			optional ||
			(installed[path]?.version === version && installed[path]?.integrity === integrity),
	);
}

function nodeIsNewEnough() {
	const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8' });
	return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= NODE_NEEDED;
}

async function npm(...args) {
	if ((await npmWithBar(args, root)) === 0) return;
	console.error(`\n'npm ${args.join(' ')}' did not succeed; the lines above say why.`);
	process.exit(1);
}

const [program, ...words] = process.argv.slice(2);
const started = Date.now();
let changed = false;

if (Number(process.versions.node.split('.')[0]) < NODE_TO_START) {
	console.error(`Node ${NODE_TO_START} or newer is needed; this is ${process.version}.`);
	process.exit(1);
}
if (!packagesAreInstalled()) {
	console.log('Installing the packages of the project (about a minute) ...');
	// Only the package 'node' needs its install script, and some scripts require a C++ compiler.
	await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
	changed = true;
}
if (program && !nodeIsNewEnough()) {
	console.log(`Fetching Node ${NODE_NEEDED} into node_modules ...`);
	await npm('rebuild', 'node', '--loglevel=error');
	changed = true;
	if (!nodeIsNewEnough()) {
		console.error(
			`Node ${NODE_NEEDED} did not arrive in node_modules/.bin; is the registry reachable?`,
		);
		process.exit(1);
	}
}
if (changed) console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} seconds.\n`);

if (program) {
	const flags = [
		'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
		'--import',
		'./scripts/typescript.ts',
	];
	const child = spawn('node', [...flags, program, ...words], { cwd: folder, stdio: 'inherit' });
	// A terminal asks both to stop, another program only this one.
	process.on('SIGINT', () => {});
	process.on('SIGTERM', () => child.kill());
	child.on('error', ({ message }) => console.error(message));
	child.on('close', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
