import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = ['package.json', 'README.md', 'CHANGELOG.md', 'scripts/release.mjs'];
let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of FILES) cpSync(file, join(folder, file), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

const check = (
	words: readonly string[] = [],
	repository = 'records-directory/n8n-nodes-records-directory',
) => {
	const env = { ...process.env, GITHUB_REPOSITORY: repository };
	const options = { encoding: 'utf8', env } as const;
	return spawnSync(process.execPath, [join(folder, 'scripts/release.mjs'), ...words], options);
};

const edit = (file: string, from: string | RegExp, to: string) => {
	const path = join(folder, file);
	writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
};

test('a version is published only when the owner has filled in what only the owner knows', () => {
	const before = check();
	expect(before.status).toBe(1);
	expect(before.stderr.trim().split('\n')).toEqual([
		expect.stringContaining('Name the service'),
		expect.stringContaining('Link to the API documentation'),
		expect.stringContaining("Enter the author's name"),
	]);
	edit(
		'README.md',
		'form-based records service',
		'service called Ledger ([API documentation](https://ledger.com/api))',
	);
	edit('package.json', 'form-based records service', 'service called Ledger');
	edit('package.json', 'records-directory.example', 'ledger.com');
	expect(check().stdout).toMatch(
		/^Ready. To publish: git tag v[\d.]+ && git push origin v[\d.]+\n\nBy hand:\n- /,
	);
});

test.each([
	['another tag', ['--tag', 'v9.9.9'], undefined, 'The tag v9.9.9 is not v'],
	['a fork', [], 'somebody/else', 'Enter the address of the repository (somebody/else)'],
])('%s is not published', (_, words, repository, message) => {
	const { status, stderr } = check(words, repository);
	expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('nothing is published without a description of the version', () => {
	edit('package.json', /"version": "[^"]+"/g, '"version": "7.0.0"');
	expect(check(['--tag', 'v7.0.0']).stderr).toContain('Describe version 7.0.0');
});

test('what is packed after an installation without scripts is what the tested build made', () => {
	const packed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
		encoding: 'utf8',
	});
	const [{ files = [] } = {}] = JSON.parse(packed) as Array<{ files?: Array<{ path: string }> }>;
	expect(files.map(({ path }) => path)).toContain(
		'dist/nodes/RecordsDirectory/RecordsDirectory.node.js',
	);
});
