import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { documented } from './documented';
import { executed } from './executed';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: Record<string, string>;
};
const scriptOf = (command: string) => /(?:^| )npm (?:run )?([\w:]+)/.exec(command)?.[1] ?? '';

/** Several commands of the documentation may be one run. */
const outputs = new Map<string, string>();

function outputOf(command: string): string {
	const known = outputs.get(command);
	if (known !== undefined) return known;
	const { stdout, stderr } = spawnSync(command, { shell: true, encoding: 'utf8' });
	outputs.set(command, stdout + stderr);
	return stdout + stderr;
}

test('each command of the documentation is executed by something', () => {
	expect(documented).toEqual(Object.keys(executed).sort());
});

test.each(Object.entries(executed))('%s is executed where it says', (command, by) => {
	if ('elsewhere' in by) return expect(by.elsewhere).toMatch(/\w+ \w+/);
	if ('run' in by) return expectToBeAsMuch(command, by.run);
	if ('inPlace' in by) {
		expectToBeAsMuch(command, by.inPlace);
		return expect(outputOf(by.inPlace)).toMatch(by.says);
	}
	if ('ci' in by) {
		for (const part of by.ci) expect(readFileSync('.ci/run', 'utf8')).toContain(part);
		return;
	}
	if ('partOf' in by)
		return expect(scripts[by.partOf]).toMatch(
			new RegExp(`\\b(npm run|run-p)[^&]* ${scriptOf(command)}\\b`),
		);
	expect(existsSync(by.test)).toBe(true);
	const text = readFileSync(by.test, 'utf8');
	expect(text).toContain(`terminal('${by.script}', `);
	expect(text).toContain(by.start ?? 'command(');
	expect(scripts[scriptOf(command)]).toMatch(new RegExp(`^node (.* )?${by.script}$`));
});

/** The same script; with fewer runs or fewer parts, but with every option that the documentation names. */
function expectToBeAsMuch(command: string, run: string): void {
	expect(scriptOf(run)).toBe(scriptOf(command));
	const options = (words: string) => words.match(/ --\w+/g) ?? [];
	expect(options(run)).toEqual(expect.arrayContaining(options(command)));
}
