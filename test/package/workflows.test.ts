import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { parse } from 'yaml';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

interface Job {
	needs?: string;
	environment?: string;
	permissions?: Record<string, string>;
	steps: Step[];
}

const read = <T>(...path: string[]): T =>
	parse(readFileSync(join('.github', ...path), 'utf8')) as T;
const names = readdirSync('.github/workflows');
const { scripts, engines, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: Record<string, string>;
	engines: { node: string };
	devDependencies: Record<string, string>;
};
const jobsOf = (name: string) => Object.values(read<Workflow>('workflows', name).jobs);
const commandsIn = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run ?? []) ?? [];
const commandsOf = (name: string) => jobsOf(name).flatMap(commandsIn);

test.each(names)('%s calls only scripts and files that exist', (name) => {
	const commands = commandsOf(name);
	for (const command of commands) {
		const [, script] = /^npm (?:run )?([\w:]+)/.exec(command) ?? [];
		if (script && !['ci', 'install', 'publish'].includes(script))
			expect(scripts).toHaveProperty([script]);
		for (const path of command.match(/\b(?:test|scripts)\/[\w./-]+/g) ?? [])
			expect([path, existsSync(path)]).toEqual([path, true]);
	}
	expect(commands.length).toBeGreaterThan(0);
});

test.each(names)('%s has only the permissions that it needs', (name) => {
	const { permissions } = read<Workflow>('workflows', name);
	expect(permissions).toEqual({ contents: 'read' });
	// A tag can be moved to other code, a commit cannot. People read the version beside it.
	const text = readFileSync(join('.github/workflows', name), 'utf8');
	for (const uses of text.match(/uses: .*/g) ?? [])
		expect(uses).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	for (const { steps } of jobsOf(name)) {
		for (const step of steps)
			if (step.uses?.startsWith('actions/checkout@'))
				expect(step.with).toEqual({ 'persist-credentials': false });
		// What somebody else chose, such as the name of a branch, must not become a command.
		for (const { run = '' } of steps) expect(run).not.toContain('${{ github.');
	}
});

test('CI runs the tests with every supported Node version', () => {
	const text = readFileSync('.github/workflows/ci.yml', 'utf8');
	expect(commandsOf('ci.yml')).toEqual(
		expect.arrayContaining([
			...['npm test', 'npm run test:all', 'npm run verify'],
			...['npm run test:old', 'npm run test:e2e'],
		]),
	);
	expect(text.match(/node: \['20', '22', '24'\]/g)).toHaveLength(2);
	const newest = [devDependencies.node, readFileSync('.nvmrc', 'utf8').trim()];
	expect([engines.node, ...newest]).toEqual([expect.stringMatching(/^>=20\.\d+$/), '24', '24']);
});

test('a version is published from its tag, after all checks', () => {
	const { on, jobs } = read<Workflow>('workflows', 'publish.yml');
	expect(on).toEqual({ push: { tags: ['v*'] } });
	const [first, ...checks] = commandsIn(jobs.test);
	expect(first).toBe('node scripts/release.mjs --tag "$TAG"');
	expect(checks.filter((command) => command.startsWith('npm '))).toEqual([
		...['npm test', 'npm run test:all', 'npm run test:old'],
		...['npm run verify', 'npm run test:e2e'],
	]);
	// What was tested is handed over as it is, and its hash beside it.
	const [pack, upload] = jobs.test!.steps.slice(-2);
	expect(pack?.run).toContain('npm pack --ignore-scripts');
	expect(upload?.with).toMatchObject({ name: 'tarball', 'if-no-files-found': 'error' });
});

test('the job that can publish runs nothing of this repository, and no package', () => {
	const { publish } = read<Workflow>('workflows', 'publish.yml').jobs;
	const steps = publish!.steps.map(({ uses, ...step }) =>
		uses === undefined ? step : { ...step, uses: uses.replace(/@.*/, '') },
	);
	// All of it: a condition or a container would undo the rest.
	expect({ ...publish, steps }).toEqual({
		...{ needs: 'test', 'runs-on': 'ubuntu-latest', 'timeout-minutes': 15, environment: 'npm' },
		permissions: { contents: 'read', 'id-token': 'write' },
		steps: [
			{ uses: 'actions/setup-node', with: { 'node-version': '24' } },
			{ uses: 'actions/download-artifact', with: { name: 'tarball' } },
			{
				run: 'echo "$HASH $(ls ./*.tgz)" | sha256sum --check',
				env: { HASH: '${{ needs.test.outputs.hash }}' },
			},
			{
				run: 'if [ -n "$NPM_TOKEN" ]; then npm config set //registry.npmjs.org/:_authToken "$NPM_TOKEN"; fi',
				env: { NPM_TOKEN: '${{ secrets.NPM_TOKEN }}' },
			},
			{ run: 'npm publish ./*.tgz --provenance --access public --ignore-scripts' },
		],
	});
});

test('no other job can publish, and none skips a failure', () => {
	for (const name of names) {
		const { on, jobs } = read<Workflow>('workflows', name);
		expect(on).not.toHaveProperty(['pull_request_target']);
		for (const [job, all] of Object.entries(jobs)) {
			if (name === 'publish.yml' && job === 'publish') continue;
			expect([name, job, all.permissions]).toEqual([name, job, undefined]);
			expect(JSON.stringify(all)).not.toMatch(
				/secrets\.|"(?:continue-on-error|container|environment)"/,
			);
		}
	}
});

test('the newest versions of all n8n review rules are tried every week', () => {
	const { on } = read<Workflow>('workflows', 'newest.yml');
	expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \d$/) }]);
	const installed = commandsOf('newest.yml').flatMap(
		(command) =>
			/^npm install --no-save --ignore-scripts .*?(@n8n\/\S+)@latest$/.exec(command)?.[1] ?? [],
	);
	const pinned = [
		'package.json',
		'scripts/scan/package.json',
		'scripts/strict/package.json',
	].flatMap((path) => {
		const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
		const all = { ...manifest.dependencies, ...manifest.devDependencies };
		return Object.keys(all).filter((name) => name.startsWith('@n8n/'));
	});
	expect(installed.sort()).toEqual(pinned.sort());
	expect(commandsOf('newest.yml').at(-1)).toBe('node scripts/verify.mjs');
	expect(scripts.verify).toMatch(/install\.mjs .*scripts\/strict.* && node scripts\/verify\.mjs$/);
});

test('Dependabot updates the packages of every folder with a lock file', () => {
	const { updates } = read<{ updates: Array<{ directories?: string[] }> }>('dependabot.yml');
	const locks = globSync('{,sandbox/n8n/,scripts/*/}package-lock.json').map((path) =>
		dirname(path),
	);
	const looksAfter = (folder: string) =>
		updates[0]?.directories?.some((pattern) => matchesGlob(`/${folder}`, pattern));
	expect(locks.length).toBeGreaterThan(1);
	for (const folder of locks)
		expect([folder, folder === '.' || looksAfter(folder)]).toEqual([folder, true]);
});
