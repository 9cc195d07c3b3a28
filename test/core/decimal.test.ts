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

it.each([' ', 'Infinity'])('%j is no number', (text) => {
	expect(exactNumber(text)).toBeUndefined();
	expect(canonicalNumber(text)).toBeUndefined();
	expect(isMore(text, '1') || isMore('1', text)).toBe(false);
	expect(countDecimals(text)).toBe(0);
});

it('a number may begin with its point', () =>
	expect(canonicalNumber('.25')).toBe(canonicalNumber('0.25')));
