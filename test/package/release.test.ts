import { execSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PRESET = 'records-directory/n8n-nodes-records-directory';
/** A project as it is before its owner has filled in anything; this one passes the test afterwards, too. */
const FILES = {
	'package.json': JSON.stringify({
		version: '1.2.3',
		description: 'A form-based records service',
		author: { name: 'Nobody', email: 'nobody@nobody.example' },
		repository: { url: `git+https://github.com/${PRESET}.git` },
	}),
	'README.md': `A form-based records service, not on npm yet: https://github.com/${PRESET}`,
	'docs/administration.md': 'Before the first release, build it',
	'CHANGELOG.md': '\n## [1.2.3] - Unreleased\n\n### Added\n\n- A node\n\n## [1.2.2] - 2026-11-01\n',
	LICENSE: 'Copyright Ledger Inc',
};
let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'release-'));
	for (const [file, text] of Object.entries(FILES)) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	cpSync('scripts/release.mjs', join(folder, 'scripts/release.mjs'));
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

const edit = (file: keyof typeof FILES, from: string, to: string) => {
	const path = join(folder, file);
	writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
};

test('a version is published only when the owner has filled in what only the owner knows', () => {
	const [before, code] = check();
	expect(code).toBe(1);
	expect(before.split('\n\nBy hand')[0]?.split('\n')).toEqual([
		'Version 1.2.3 is not ready:',
		expect.stringContaining('Name the service'),
		expect.stringContaining('Link to the API documentation'),
		expect.stringContaining("Enter the author's name"),
		expect.stringContaining('Remove what says that the package is not on npm'),
		expect.stringContaining('Describe version 1.2.3'),
	]);
	for (const file of ['package.json', 'README.md'] as const)
		edit(file, 'form-based records service', '[API documentation](https://ledger.com/api)');
	edit('package.json', 'nobody.example', 'ledger.com');
	edit('README.md', 'not on npm', 'published');
	edit('CHANGELOG.md', 'Unreleased', '2026-12-01');
	expect(check()[0].match(/^- .*(?=:)/gm)).toEqual([
		"- Enter the author's name and e-mail address",
		'- Remove what says that the package is not on npm, then run npm test',
	]);
	edit('package.json', 'Nobody', 'Ledger Inc');
	edit('docs/administration.md', 'first release', '');
	expect(check()).toEqual([
		expect.stringMatching(
			/^Ready. To publish: git tag v1.2.3 && git push origin v1.2.3\n\nBy hand.*:\n1\. /,
		),
		0,
	]);
	expect(check(['--tag', 'v1.2.3'])).toEqual(['', 0]);
});

test('the address of the repository is that of the remote, in every file', () => {
	const address = (place: string, files: string) =>
		`Enter the address of the repository (${place}): ${files}\n`;
	const preset = 'package.json, README.md';
	expect(check([], '')[0]).toContain(address('git has no remote "origin" at GitHub', preset));
	execSync('git remote add origin git@github.com:ledger/nodes.git', { cwd: folder });
	expect(check([], '')[0]).toContain(address('ledger/nodes', preset));
	edit('package.json', PRESET, 'ledger/nodes');
	expect(check([], '')[0]).toContain(address('ledger/nodes', 'README.md'));
	edit('README.md', PRESET, 'ledger/nodes');
	expect(check([], '')[0]).toMatch(/^Ready/);
	expect(check([], 'somebody/else')[0]).toContain(address('somebody/else', 'package.json'));
});

test('another tag, or a version with only a link in the change log, is not published', () => {
	const words = ['--tag', 'v9.9.9'];
	expect(check(words, 'ledger/nodes')).toEqual([
		'Version 1.2.3 is not ready:\n- The tag v9.9.9 is not v1.2.3, the version in package.json\n',
		1,
	]);
	edit('package.json', '1.2.3', '9.9.9');
	const entry = '\n## [9.9.9] - 2026-12-02\n';
	for (const text of ['\n[9.9.9]: https://ledger.com\n', entry]) {
		edit('CHANGELOG.md', '\n## [1.2.3]', `${text}\n## [1.2.3]`);
		expect(check(words, 'ledger/nodes')[0]).toContain('Describe version 9.9.9');
	}
	edit('CHANGELOG.md', entry, `${entry}\n### Fixed\n\n- A mistake\n`);
	expect(check(words, 'ledger/nodes')).toEqual(['', 0]);
});
