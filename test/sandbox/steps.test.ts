import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bar, npmWithBar } from '../../scripts/packages.mjs';
import { showSteps } from '../../sandbox/start/steps.ts';

/** What is written, to a terminal or a file. */
function output(isTTY: boolean) {
	const texts: string[] = [];
	return { isTTY, texts, write: (text: string) => texts.push(text) > 0 };
}

test('more than the whole of the work is shown as 100 %', () =>
	expect(bar(1.2)).toBe(`${'█'.repeat(20)} 100 %`));

test.each([
	[true, 2_000, /^\r {2}… Installing +2 s {2}█{10}░{10} {2}50 %/, /^\r {2}✓ Installing +2 s/],
	[false, 20_000, /^ {2}… Installing +15 s {2}█{10}░{10} {2}50 %\n$/, /^ {2}✓ Installing +20 s\n$/],
])('a step has a bar that is gone in the end, or plain lines: %s', async (isTTY, ms, on, end) => {
	jest.useFakeTimers();
	const { texts, ...to } = output(isTTY);
	await showSteps(to)('Installing', async (show) => {
		show(() => 0.5);
		await jest.advanceTimersByTimeAsync(ms);
	}).finally(() => jest.useRealTimers());
	expect(texts.at(-2)).toMatch(on);
	expect(texts.at(-1)).toMatch(end);
});

test.each([true, false])('an installation has a bar on a terminal only: %s', async (isTTY) => {
	const folder = mkdtempSync(join(tmpdir(), 'packages-'));
	const write = (name: string, json: object) =>
		writeFileSync(join(folder, name), JSON.stringify(json));
	const other = { 'node_modules/other-system': { optional: true } };
	const packages = { '': {}, 'node_modules/a': {}, 'node_modules/b': {}, ...other };
	write('package-lock.json', { packages });
	const code = 'process.exitCode = process.env.npm_config_dry_run ? 1 : 0';
	write('package.json', { scripts: { wait: `node -e "setTimeout(() => {}, 300); ${code}"` } });
	// As `npm publish --dry-run` asks of the commands that it runs.
	writeFileSync(join(folder, '.npmrc'), 'dry-run=true\n');
	mkdirSync(join(folder, 'node_modules/b'), { recursive: true });
	write('node_modules/b/package.json', {});
	const to = output(isTTY);
	// Starting npm may take seconds.
	jest.spyOn(Date, 'now').mockReturnValue(0);
	expect(await npmWithBar(['run', '--silent', 'wait'], folder, to, 100)).toBe(0);
	jest.restoreAllMocks();
	rmSync(folder, { recursive: true });
	if (!isTTY) return expect(to.texts).toEqual([]);
	expect(to.texts[0]).toBe(`\r  ${bar(0.5)}  0 s\x1b[K`);
	expect(to.texts.at(-1)).toBe('\r\x1b[K');
});
