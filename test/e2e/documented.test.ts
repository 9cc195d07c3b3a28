import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { between } from '../../scripts/docs/between';
import { executed } from '../package/executed';

/** The project with papers of its own, as some of the commands write them. */
let project: string;
const written = ['README.md', 'docs'];
/** Nothing may look for changes, or format, outside. */
const copied = [...written, 'package.json', '.prettierrc.json'];
const left = ['.git', 'dist'];
const ugly = 'ugly.ts';

const file = (name: string) => join(project, name);
const text = (name: string) => readFile(file(name), 'utf8');

beforeAll(async () => {
	project = await mkdtemp(join(tmpdir(), 'records-directory-'));
	for (const name of await readdir('.')) {
		if (copied.includes(name)) await cp(name, file(name), { recursive: true });
		else if (!left.includes(name)) await symlink(resolve(name), file(name));
	}
	await writeFile(file(ugly), 'const a = "b"');
	await writeFile(file('README.md'), between(await text('README.md'), 'list', 'To be written'));
});

afterAll(() => rm(project, { recursive: true, force: true }));

const toRun = Object.entries(executed).flatMap(([command, by]) =>
	'run' in by ? [{ command, ...by }] : [],
);

test.each(toRun)('$command', ({ run, says }) => {
	const { NODE_OPTIONS, ...env } = process.env;
	const options = { cwd: project, env, encoding: 'utf8', shell: true } as const;
	const { status, stdout, stderr } = spawnSync(run, options);
	expect(stdout + stderr).toMatch(says);
	expect(status).toBe(0);
});

test('what these commands write is written', async () => {
	expect(await text('README.md')).toBe(await readFile('README.md', 'utf8'));
	expect(await text(ugly)).toBe("const a = 'b';\n");
});
