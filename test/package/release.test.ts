import { execSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = [
	...['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
	...['docs/administration.md', 'scripts/release.mjs'],
];
const PRESET = 'records-directory/n8n-nodes-records-directory';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of FILES) cpSync(file, join(folder, file));
	execSync('git init --quiet && git add .', { cwd: folder });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the command prints, and its exit code. */
function check(
	words: readonly string[] = [],
	repository = PRESET,
): readonly [string, number | null] {
	const env = { ...process.env, GITHUB_REPOSITORY: repository };
	const program = [join(folder, 'scripts/release.mjs'), ...words];
	const { stdout, status } = spawnSync(process.execPath, program, { encoding: 'utf8', env });
	return [stdout, status];
}

const edit = (file: string, from: string | RegExp, to: string) => {
	const path = join(folder, file);
	writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
};

test('a version is published only when the owner has filled in what only the owner knows', () => {
	const [before, code] = check();
	expect(code).toBe(1);
	expect(before.split('\n\nBy hand')[0]?.split('\n')).toEqual([
		`Version ${version} is not ready:`,
		expect.stringContaining('Name the service'),
		expect.stringContaining('Link to the API documentation'),
		expect.stringContaining("Enter the author's name"),
		expect.stringContaining('Remove what says that the package is not on npm'),
		expect.stringContaining(`Describe version ${version}`),
	]);
	edit(
		'README.md',
		'form-based records service',
		'service called Ledger ([API documentation](https://ledger.com/api))',
	);
	edit('package.json', 'form-based records service', 'service called Ledger');
	edit('package.json', 'records-directory.example', 'ledger.com');
	edit('README.md', /not on npm|first release/g, 'published');
	edit('docs/administration.md', /first release/g, 'published');
	edit('CHANGELOG.md', 'Unreleased', '2026-12-01');
	expect(check()).toEqual([
		expect.stringMatching(
			/^Ready. To publish: git tag v[\d.]+ && git push origin v[\d.]+\n\nBy hand.*:\n1\. /,
		),
		0,
	]);
	expect(check(['--tag', `v${version}`])).toEqual(['', 0]);
});

test('the address of the repository is that of the remote, in every file', () => {
	const address = (place: string, files: string) =>
		`Enter the address of the repository (${place}): ${files}\n`;
	const preset = 'package.json, CHANGELOG.md, README.md';
	expect(check([], '')[0]).toContain(address('git has no remote "origin" at GitHub', preset));
	execSync('git remote add origin git@github.com:ledger/nodes.git', { cwd: folder });
	expect(check([], '')[0]).toContain(address('ledger/nodes', preset));
	edit('package.json', PRESET, 'ledger/nodes');
	expect(check([], '')[0]).toContain(address('ledger/nodes', 'CHANGELOG.md, README.md'));
	for (const file of ['CHANGELOG.md', 'README.md']) edit(file, PRESET, 'ledger/nodes');
	expect(check([], '')[0]).toMatch(/^Ready/);
	expect(check([], 'somebody/else')[0]).toContain(address('somebody/else', 'package.json'));
});

test('another tag, or a version with only a link in the change log, is not published', () => {
	const words = ['--tag', 'v9.9.9'];
	expect(check(words, 'ledger/nodes')).toEqual([
		`Version ${version} is not ready:\n- The tag v9.9.9 is not v${version}, the version in package.json\n`,
		1,
	]);
	edit('package.json', /"version": "[^"]+"/g, '"version": "9.9.9"');
	const entry = '\n## [9.9.9] - 2026-12-02\n';
	for (const text of ['\n[9.9.9]: https://ledger.com\n', entry]) {
		edit('CHANGELOG.md', /^/g, `${text}\n`);
		expect(check(words, 'ledger/nodes')[0]).toContain('Describe version 9.9.9');
	}
	edit('CHANGELOG.md', entry, `${entry}\n### Fixed\n\n- A mistake\n`);
	expect(check(words, 'ledger/nodes')).toEqual(['', 0]);
});
