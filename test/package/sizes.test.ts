import { BUDGET, countsIn, sizes, type Sizes } from '../support/sizes';

const all: Sizes = sizes();

it.each(Object.keys(BUDGET) as Array<keyof Sizes>)('the budget of %s is kept', (what) => {
	expect(all[what]).toBeGreaterThan(0);
	expect(all[what]).toBeLessThanOrEqual(BUDGET[what]);
});

it('code is counted', () => {
	const text = [
		'/**',
		' * A comment.',
		' */',
		'export const twiceOf = (n: number) => 2 * n; // A comment beside code is code.',
		'',
		"const url = 'http://a';",
		'// A comment.',
		'export const [a, b] = [1, 2], c = 3;',
		'export function timesOf() {',
		'	/* A comment. */',
		'	return url;',
		'}',
		"export { x, y as z } from './x';",
		'export type Of = { of: () => void };',
		'',
	].join('\n');
	expect(countsIn(text)).toEqual({ lines: 9, exports: 7, functionsEndingInOf: 2 });
});
