import fc from 'fast-check';
import { Failure, type FailureKind } from '../../../nodes/RecordsDirectory/core/request/failure';
import { WINDOW_MS } from '../../../nodes/RecordsDirectory/core/limits';

/** The list of what may be retried, by whether the request is repeatable. */
const AGAIN: { readonly [K in FailureKind]: { repeatable: boolean; post: boolean } } = {
	rate: { repeatable: true, post: true },
	quota: { repeatable: false, post: false },
	key: { repeatable: false, post: false },
	right: { repeatable: false, post: false },
	refused: { repeatable: false, post: false },
	service: { repeatable: true, post: false },
	foreign: { repeatable: false, post: false },
	network: { repeatable: true, post: false },
	slow: { repeatable: false, post: false },
	large: { repeatable: false, post: false },
	pages: { repeatable: false, post: false },
	redirect: { repeatable: false, post: false },
	cancelled: { repeatable: false, post: false },
};
const KINDS = Object.keys(AGAIN) as FailureKind[];
const table = KINDS.flatMap((kind) => [
	[kind, true, AGAIN[kind].repeatable] as const,
	[kind, false, AGAIN[kind].post] as const,
]);

const failure = (kind: FailureKind, retryAfterMs?: number, ambiguous = false) =>
	new Failure({ kind, message: kind, retryAfterMs, ambiguous });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const asked = fc.option(fc.nat(200_000), { nil: undefined });

describe('whether a request is retried', () => {
	it.each(table)('after %s, repeatable %s: %s', (kind, repeatable, again) => {
		expect(failure(kind).retryDelay(1, { repeatable, random: 0.5 }) !== undefined).toBe(again);
		expect(failure(kind).retryDelay(3, { repeatable, random: 0.5 }) !== undefined).toBe(again);
	});

	it.each(KINDS)('after %s: at most four attempts', (kind) => {
		for (const repeatable of [true, false]) {
			expect(failure(kind).retryDelay(4, { repeatable, random: 0.5 })).toBeUndefined();
			expect(failure(kind).retryDelay(5, { repeatable, random: 0.5 })).toBeUndefined();
		}
	});

	it('never if it may have taken effect and is not repeatable', () => {
		const kinds = fc.constantFrom(...KINDS.filter((kind) => kind !== 'rate'));
		fc.assert(
			fc.property(kinds, fc.integer({ min: 1, max: 9 }), asked, random, (kind, n, ms, chance) => {
				expect(
					failure(kind, ms, true).retryDelay(n, { repeatable: false, random: chance }),
				).toBeUndefined();
			}),
		);
	});
});

describe('when a request is retried', () => {
	it('never before the service allows it, whatever failed', () => {
		const attempts = fc.integer({ min: 1, max: 3 });
		fc.assert(
			fc.property(
				fc.constantFrom(...KINDS),
				fc.nat(200_000),
				attempts,
				random,
				(kind, ms, attempt, chance) => {
					const delay = failure(kind, ms).retryDelay(attempt, {
						repeatable: true,
						random: chance,
					});
					expect(delay ?? Infinity).toBeGreaterThanOrEqual(ms);
				},
			),
		);
	});

	it('after 100 seconds at the rate limit, or when the service says', () => {
		expect(failure('rate').retryDelay(1, { repeatable: false, random: 0 })).toBe(WINDOW_MS);
		expect(failure('rate').retryDelay(1, { repeatable: false, random: 0.999 })).toBeLessThan(
			WINDOW_MS + 2_000,
		);
		expect(failure('rate', 7_000).retryDelay(1, { repeatable: false, random: 0 })).toBe(7_000);
		expect(failure('rate', 0).retryDelay(1, { repeatable: false, random: 0 })).toBe(0);
		expect(failure('rate').retryDelay(1, { repeatable: false, random: 0.5 })).toBe(
			WINDOW_MS + 1_000,
		);
		expect(failure('rate', 300_000).retryDelay(1, { repeatable: false, random: 0 })).toBe(300_000);
		expect(
			failure('rate', 300_001).retryDelay(1, { repeatable: false, random: 0 }),
		).toBeUndefined();
	});

	it('not at the same moment as other workers', () => {
		for (const kind of ['rate', 'service', 'network'] as const) {
			const delays = [0, 0.5, 0.9].map((chance) =>
				failure(kind).retryDelay(1, { repeatable: true, random: chance }),
			);
			expect(new Set(delays).size).toBe(3);
		}
	});

	it('later and later while the service fails', () => {
		const delays = [1, 2, 3].map((n) =>
			failure('service').retryDelay(n, { repeatable: true, random: 0 }),
		);
		expect(delays).toEqual([750, 1_500, 3_000]);
		expect(failure('service').retryDelay(1, { repeatable: true, random: 0.5 })).toBe(875);
	});

	it('not at all if a failing service asks for more than 30 seconds', () => {
		expect(failure('service', 30_000).retryDelay(1, { repeatable: true, random: 0 })).toBe(30_000);
		expect(
			failure('service', 30_001).retryDelay(1, { repeatable: true, random: 0 }),
		).toBeUndefined();
	});

	it('within bounds, whatever failed', () => {
		const attempts = fc.integer({ min: 1, max: 3 });
		fc.assert(
			fc.property(fc.constantFrom(...KINDS), attempts, random, (kind, attempt, chance) => {
				const delay =
					failure(kind).retryDelay(attempt, { repeatable: true, random: chance }) ?? 500;
				expect(delay).toBeGreaterThanOrEqual(500);
				expect(delay).toBeLessThanOrEqual(WINDOW_MS + 2_000);
			}),
		);
	});
});
