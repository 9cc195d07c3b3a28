import fc from 'fast-check';
import { Failure, type FailureKind } from '../../../nodes/RecordsDirectory/core/request/failure';
import { WINDOW_MS } from '../../../nodes/RecordsDirectory/core/limits';

/** What may be retried: any request, only one that is repeatable, or none. */
const AGAIN: { readonly [K in FailureKind]: 'any' | 'repeatable' | 'none' } = {
	rate: 'any',
	service: 'repeatable',
	network: 'repeatable',
	quota: 'none',
	key: 'none',
	right: 'none',
	refused: 'none',
	foreign: 'none',
	slow: 'none',
	large: 'none',
	pages: 'none',
	redirect: 'none',
	others: 'none',
	cancelled: 'none',
};
const KINDS = Object.keys(AGAIN) as FailureKind[];

interface Attempt {
	readonly nth?: number;
	readonly repeatable?: boolean;
	readonly random?: number;
	readonly retryAfterMs?: number | undefined;
	readonly ambiguous?: boolean;
}
const delayAfter = (kind: FailureKind, given: Attempt = {}) => {
	const { nth = 1, repeatable = false, random = 0, ...facts } = given;
	return new Failure({ kind, message: kind, ...facts }).retryDelay(nth, { repeatable, random });
};
const attempts = fc.record({
	nth: fc.integer({ min: 1, max: 3 }),
	random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
const kinds = fc.constantFrom(...KINDS);

describe.each(KINDS)('whether a request is retried after %s', (kind) => {
	it.each([true, false])('if it is repeatable: %s', (repeatable) => {
		const again = AGAIN[kind] === 'any' || (AGAIN[kind] === 'repeatable' && repeatable);
		for (const nth of [1, 3])
			expect(delayAfter(kind, { nth, repeatable, random: 0.5 }) !== undefined).toBe(again);
		// At most four attempts.
		for (const nth of [4, 5])
			expect(delayAfter(kind, { nth, repeatable, random: 0.5 })).toBeUndefined();
	});
});

it('a request that may have taken effect and is not repeatable is never retried', () => {
	const asked = fc.option(fc.nat(200_000), { nil: undefined });
	const others = fc.constantFrom(...KINDS.filter((kind) => kind !== 'rate'));
	fc.assert(
		fc.property(others, attempts, asked, (kind, given, retryAfterMs) => {
			expect(delayAfter(kind, { ...given, retryAfterMs, ambiguous: true })).toBeUndefined();
		}),
	);
});

describe('when a request is retried', () => {
	const repeatable = true;

	it('never before the service allows it, whatever failed', () => {
		fc.assert(
			fc.property(kinds, fc.nat(200_000), attempts, (kind, retryAfterMs, given) => {
				const delay = delayAfter(kind, { ...given, retryAfterMs, repeatable });
				expect(delay ?? Infinity).toBeGreaterThanOrEqual(retryAfterMs);
			}),
		);
	});

	it('after 100 seconds at the rate limit, or when the service says', () => {
		expect(delayAfter('rate')).toBe(WINDOW_MS);
		expect(delayAfter('rate', { random: 0.999 })).toBeLessThan(WINDOW_MS + 2_000);
		expect(delayAfter('rate', { random: 0.5 })).toBe(WINDOW_MS + 1_000);
		for (const retryAfterMs of [7_000, 0, 300_000])
			expect(delayAfter('rate', { retryAfterMs })).toBe(retryAfterMs);
		expect(delayAfter('rate', { retryAfterMs: 300_001 })).toBeUndefined();
	});

	it('not at the same moment as other workers', () => {
		for (const kind of ['rate', 'service', 'network'] as const) {
			const delays = [0, 0.5, 0.9].map((random) => delayAfter(kind, { repeatable, random }));
			expect(new Set(delays).size).toBe(3);
		}
	});

	it('later and later while the service fails', () => {
		const delays = [1, 2, 3].map((nth) => delayAfter('service', { repeatable, nth }));
		expect(delays).toEqual([750, 1_500, 3_000]);
		expect(delayAfter('service', { repeatable, random: 0.5 })).toBe(875);
	});

	it('not at all if a failing service asks for more than 30 seconds', () => {
		expect(delayAfter('service', { repeatable, retryAfterMs: 30_000 })).toBe(30_000);
		expect(delayAfter('service', { repeatable, retryAfterMs: 30_001 })).toBeUndefined();
	});
});
