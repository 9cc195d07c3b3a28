import { execFileSync, execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

// The compiler and npm run here, twice.
jest.setTimeout(240_000);

interface Manifest {
	files: string[];
	scripts: Record<string, string>;
	dependencies?: Record<string, string>;
	[other: string]: unknown;
}

const sources = [
	...['nodes', 'credentials', 'icons', 'tsconfig.json', 'gulpfile.js'],
	...['scripts/schemas.ts', 'scripts/ready.mjs', 'scripts/packages.mjs'],
	'package-lock.json',
];
const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const folder = mkdtempSync(join(tmpdir(), 'package-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files that may exist on a publisher's machine, and must not be in the package. */
const STRAY = [
	'.env',
	'.npmrc',
	'id_rsa',
	'test/secret.test.ts',
	'dist/old/secret.js',
	'dist/nodes/secret.js.map',
	'nodes/RecordsDirectory/secret.pem',
	'nodes/RecordsDirectory/secret.json',
	'icons/secret.png',
];

/** Builds and packs in its own folder, because other tests read `dist`. */
function packedIn(name: string, stray: readonly string[] = []) {
	const place = join(folder, name);
	mkdirSync(place);
	for (const file of stray) {
		mkdirSync(dirname(join(place, file)), { recursive: true });
		writeFileSync(join(place, file), 'SECRET');
	}
	if (stray.length > 0) symlinkSync('/etc/passwd', join(place, 'dist/passwd.json'));
	for (const file of [...sources, ...papers]) cpSync(file, join(place, file), { recursive: true });
	symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
	const PATH = `${resolve('node_modules/.bin')}:${process.env.PATH}`;
	const env = { ...process.env, PATH };
	execSync(manifest.scripts.build ?? '', { cwd: place, stdio: 'pipe', env });
	const archive = join(place, npmPack(place));
	const tar = (words: string) =>
		execFileSync('tar', [words, archive], { cwd: place, encoding: 'utf8' }).trim().split('\n');
	tar('-xzf');
	const paths = tar('-tzf');
	const content = paths.map((path) => [path, readFileSync(join(place, path), 'utf8')] as const);
	const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
	const kinds = [...new Set(tar('-tvzf').map((line) => line.split(' ')[0]))];
	return { paths, kinds, hash, content: Object.fromEntries(content) };
}

function npmPack(cwd: string): string {
	const { npm_execpath: script } = process.env;
	const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error'];
	const output = script?.endsWith('.js')
		? execFileSync(process.execPath, [script, ...words], { cwd })
		: execFileSync('npm', words, { cwd });
	const [packed] = JSON.parse(output.toString()) as [{ filename: string }];
	return packed.filename;
}

test('two builds in two places make the same package, to the byte', () => {
	const first = packedIn('first');
	const second = packedIn('of-another-name', STRAY);
	expect(second.content).toEqual(first.content);
	expect(second.hash).toBe(first.hash);

	const others = first.paths.filter((path) => !path.startsWith('package/dist/'));
	expect(others.sort()).toEqual(papers.map((paper) => `package/${paper}`));
	const built = first.paths.filter((path) => path.startsWith('package/dist/'));
	const kinds =
		/^package\/dist\/(nodes|credentials)\/.*\.(js|json)$|^package\/dist\/icons\/.*\.svg$/;
	expect(built.filter((path) => !kinds.test(path))).toEqual([]);
	expect(built.length).toBeGreaterThan(100);
	// Plain files that are not programs; no links, and no maps back to the sources.
	expect(first.kinds).toEqual(['-rw-r--r--']);
	expect(Object.values(first.content).filter((text) => /sourceMappingURL/.test(text))).toEqual([]);
	// A path of this machine in the built files would reveal where they were built.
	const telling = Object.entries(first.content).filter(([, text]) => text.includes(folder));
	expect(telling).toEqual([]);
});

test('an installation runs nothing and brings nothing else', () => {
	const names = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];
	expect(Object.keys(manifest.scripts).filter((name) => names.includes(name))).toEqual([]);
	for (const kind of ['dependencies', 'optionalDependencies', 'bundleDependencies', 'overrides'])
		expect(manifest).not.toHaveProperty(kind);
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(manifest).not.toHaveProperty('bin');
	expect(manifest).not.toHaveProperty('gypfile');
});

test.each(['.', 'scripts/old-n8n', 'scripts/scan', 'scripts/openapi'])(
	'%s: every package is locked by its content',
	(place) => {
		const lock = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as {
			packages: Record<string, { integrity?: string; link?: boolean; resolved?: string }>;
		};
		const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
		expect(packages.length).toBeGreaterThan(100);
		const loose = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
		expect(loose.map(([path]) => path)).toEqual([]);
		// A registry that only its author reaches would keep others from installing.
		const elsewhere = packages.flatMap(([, { resolved }]) => resolved ?? []);
		expect(elsewhere.filter((url) => !url.startsWith('https://registry.npmjs.org/'))).toEqual([]);
	},
);
