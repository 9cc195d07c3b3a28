import fc from 'fast-check';
import {
	canonicalNumber,
	countDecimals,
	exactNumber,
	isMore,
} from '../../nodes/RecordsDirectory/core/decimal';
import { readJson, roundedIn } from '../../nodes/RecordsDirectory/core/json';
import { cases } from '../hostile/texts';
import { anyDecimal, difference } from '../support/decimals';

const isSame = (one: string, other: string) => difference(one, other) === 0n;

describe('for a number of any length', () => {
	it('what becomes a number keeps its value; what does not is rounded, or whole and beyond 2^53', () => {
		fc.assert(
			fc.property(anyDecimal, (text) => {
				const number = exactNumber(text);
				if (number !== undefined) {
					expect(isSame(String(number), text)).toBe(true);
					return;
				}
				const rounded = Number(text);
				const isRounded = !Number.isFinite(rounded) || !isSame(String(rounded), text);
				const isBeyond = Number.isInteger(rounded) && !Number.isSafeInteger(rounded);
				expect(isRounded || isBeyond).toBe(true);
			}),
			cases(2_000),
		);
	});

	it('JSON that is read has the same value, as a number or as a text', () => {
		fc.assert(
			fc.property(anyDecimal, (text) => {
				const [value, beside] = readJson(`[${text} , "${text}"]`) as unknown[];
				expect(isSame(String(value), text)).toBe(true);
				expect(beside).toBe(text);
				expect(roundedIn(`{"a":${text}, "b" : "1 ,${text},"}`)).toEqual(
					exactNumber(text) === undefined ? [text] : [],
				);
			}),
			cases(2_000),
		);
	});

	it('two are compared by value', () => {
		fc.assert(
			fc.property(anyDecimal, anyDecimal, fc.boolean(), (one, random, near) => {
				const other = near ? String(Number.isFinite(Number(one)) ? Number(one) : random) : random;
				expect(isMore(one, other)).toBe(difference(one, other) > 0n);
				expect(canonicalNumber(one) === canonicalNumber(other)).toBe(isSame(one, other));
			}),
			cases(2_000),
		);
	});
});

it.each(['', ' ', 'x', '0x10', '1e', 'Infinity', 'NaN', '1,5', '١'])('%j is no number', (text) => {
	expect(exactNumber(text)).toBeUndefined();
	expect(canonicalNumber(text)).toBeUndefined();
	expect(isMore(text, '1') || isMore('1', text)).toBe(false);
	expect(countDecimals(text)).toBe(0);
});

it.each([
	['1.50', 1],
	['10000000000000000000e-1', 0],
	['1.25e1', 1],
	['1.5e-3', 4],
	['1e-400', 400],
	['100', 0],
	['0.000', 0],
])('%s has %d decimals', (text, count) => expect(countDecimals(text)).toBe(count));

it.each([
	['.25', '0.25'],
	['5.', '5'],
	[' 5 ', '5'],
	['1E5', '100000'],
	['+1e+5', '1e5'],
	['-0.0', '0'],
	['-1.50', '-15e-1'],
])('%j is the number %j', (one, other) =>
	expect(canonicalNumber(one)).toBe(canonicalNumber(other)),
);

it('a number has a thousand characters at most', () => {
	const longest = `1.${'3'.repeat(998)}`;
	expect(longest).toHaveLength(1_000);
	expect(canonicalNumber(longest)).toBeDefined();
	expect(canonicalNumber(`${longest}3`)).toBeUndefined();
});
