import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bar, installedShare, npmWithBar } from '../../scripts/packages.mjs';
import { showSteps } from '../../sandbox/start/steps.ts';

/** What is written, as it comes; a terminal or a file. */
function output(isTTY: boolean) {
	const texts: string[] = [];
	return { isTTY, texts, write: (text: string) => texts.push(text) > 0 };
}

test.each([
	[0, `${'░'.repeat(20)}   0 %`],
	[0.5, `${'█'.repeat(10)}${'░'.repeat(10)}  50 %`],
	[0.999, `${'█'.repeat(19)}░  99 %`],
	[1.2, `${'█'.repeat(20)} 100 %`],
])('%s of the work is shown as %s', (share, shown) => expect(bar(share)).toBe(shown));

describe('a step that takes a while', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	async function run(isTTY: boolean, milliseconds: number) {
		const to = output(isTTY);
		await showSteps(to)('Installing', async (show) => {
			show(() => 0.5);
			await jest.advanceTimersByTimeAsync(milliseconds);
		});
		return to.texts;
	}

	test('has a running bar on a terminal, which is gone in the end', async () => {
		const texts = await run(true, 2000);
		expect(texts).toHaveLength(4);
		expect(texts[2]).toMatch(/^\r {2}… Installing +2 s {2}█{10}░{10} {2}50 %/);
		expect(texts[3]).toMatch(/^\r {2}✓ Installing +2 s/);
		for (const text of texts) expect(text).toContain('\x1b[K');
	});

	test('has a plain line now and then elsewhere', async () => {
		const texts = await run(false, 20_000);
		expect(texts).toHaveLength(2);
		expect(texts[0]).toMatch(/^ {2}… Installing +15 s {2}█{10}░{10} {2}50 %\n$/);
		expect(texts[1]).toMatch(/^ {2}✓ Installing +20 s\n$/);
	});
});

describe('an installation', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'packages-'));
		const packages = {
			...{ '': {}, 'node_modules/a': {}, 'node_modules/b': {} },
			'node_modules/other-system': { optional: true },
		};
		writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	test('has come as far as the packages that are there', () => {
		expect(installedShare(folder)).toBe(0);
		mkdirSync(join(folder, 'node_modules/b'), { recursive: true });
		expect(installedShare(folder)).toBe(0);
		writeFileSync(join(folder, 'node_modules/b/package.json'), '{}');
		expect(installedShare(folder)).toBe(0.5);
	});

	test.each([true, false])('has a bar on a terminal only: %s', async (isTTY) => {
		const milliseconds = isTTY ? 300 : 0;
		const script = `require('fs').writeFileSync('was-here', ''); setTimeout(() => {}, ${milliseconds})`;
		writeFileSync(
			join(folder, 'package.json'),
			JSON.stringify({ scripts: { wait: `node -e "${script}"` } }),
		);
		const to = output(isTTY);
		const wait = () => npmWithBar(['run', '--silent', 'wait'], folder, to, 100);
		expect(await wait()).toBe(0);
		expect(existsSync(join(folder, 'was-here'))).toBe(true);
		if (!isTTY) return expect(to.texts).toEqual([]);
		expect(to.texts[0]).toBe(`\r  ${bar(0)}  0 s\x1b[K`);
		expect(to.texts.at(-1)).toBe('\r\x1b[K');
		for (const name of ['a', 'b']) {
			mkdirSync(join(folder, 'node_modules', name), { recursive: true });
			writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}');
		}
		await wait();
		expect(to.texts.at(-2)).toMatch(/^\r {2}\d s/);
	});
});
