import fc from 'fast-check';
import {
	nextSlot,
	openWindow,
	quietened,
	type Window,
} from '../../nodes/RecordsDirectory/core/pace';
import { WINDOW_MS } from '../../nodes/RecordsDirectory/core/retry';

interface Ask {
	readonly gap: number;
	readonly limit: number;
}

/** When each request is sent, if one asks `gap` after the other. */
function sent(asks: readonly Ask[], start: Window = openWindow): number[] {
	let window = start;
	let now = 0;
	return asks.map(({ gap, limit }) => {
		now += gap;
		const slot = nextSlot(window, now, limit);
		window = slot.window;
		return slot.at;
	});
}

/** The most requests that any 100 seconds hold; both ends count. */
const crowdOf = (times: readonly number[]) =>
	Math.max(...times.map((t) => times.filter((u) => u >= t && u <= t + WINDOW_MS).length));

const same = (count: number, limit: number, gap = 0) =>
	Array.from({ length: count }, () => ({ gap, limit }));
const gaps = fc.oneof(fc.constant(0), fc.nat(50), fc.nat(5_000), fc.nat(150_000));
const limits = fc.integer({ min: 1, max: 8 });

describe('the window of a site', () => {
	it('lets a burst up to the limit go at once', () => {
		expect(sent(same(100, 100))).toEqual(Array(100).fill(0));
	});

	it('holds the next one until the first has left the window', () => {
		const at = sent(same(101, 100))[100] ?? 0;
		expect(at).toBeGreaterThan(WINDOW_MS);
		expect(at).toBeLessThanOrEqual(WINDOW_MS + 5_000);
	});

	it('lets the whole burst go again after that', () => {
		const times = sent(same(300, 100));
		expect(new Set(times).size).toBe(3);
	});

	it('holds nobody who asks slowly enough', () => {
		const times = sent(same(50, 2, 60_000));
		expect(times).toEqual(times.map((_, n) => (n + 1) * 60_000));
	});

	it('never holds more than the limit in any 100 seconds', () => {
		fc.assert(
			fc.property(limits, fc.array(gaps, { minLength: 1, maxLength: 60 }), (limit, all) => {
				expect(crowdOf(sent(all.map((gap) => ({ gap, limit }))))).toBeLessThanOrEqual(limit);
			}),
		);
	});

	it('keeps that up while credentials with other limits share it', () => {
		const asks = fc.array(fc.record({ gap: gaps, limit: limits }), { minLength: 1, maxLength: 60 });
		fc.assert(
			fc.property(asks, (all) => {
				const times = sent(all);
				all.forEach(({ limit }, n) => {
					const before = times.slice(0, n + 1).filter((t) => t >= (times[n] ?? 0) - WINDOW_MS);
					expect(before.length).toBeLessThanOrEqual(Math.max(limit, 1));
				});
			}),
		);
	});

	it('sends in the order of asking, and never before one asked', () => {
		fc.assert(
			fc.property(fc.array(fc.record({ gap: gaps, limit: limits })), (all) => {
				const times = sent(all);
				expect(times).toEqual([...times].sort((a, b) => a - b));
				let now = 0;
				all.forEach(({ gap }, n) => {
					now += gap;
					expect(times[n]).toBeGreaterThanOrEqual(now);
				});
			}),
		);
	});

	it('waits no longer than it must', () => {
		fc.assert(
			fc.property(limits, fc.array(gaps, { minLength: 1, maxLength: 60 }), (limit, all) => {
				const times = sent(all.map((gap) => ({ gap, limit })));
				let now = 0;
				all.forEach((gap, n) => {
					now += gap;
					const free = (times[n - limit] ?? -Infinity) + WINDOW_MS + 1_000;
					expect(times[n]).toBe(Math.max(now, free, times[n - 1] ?? 0));
				});
			}),
		);
	});

	it('remembers no more than what still counts', () => {
		let window = openWindow;
		for (let n = 0; n < 1_000; n++) window = nextSlot(window, n * 1_000, 100).window;
		expect(window.times.length).toBeLessThanOrEqual(102);
	});
});

describe('quiet after a refusal', () => {
	it('nothing is sent before its end', () => {
		const quiet = quietened(openWindow, 42_000);
		expect(sent(same(3, 100), quiet)).toEqual([42_000, 42_000, 42_000]);
		expect(sent(same(2, 100, 30_000), quiet)).toEqual([42_000, 60_000]);
	});

	it('a shorter one does not end a longer one', () => {
		expect(quietened(quietened(openWindow, 9_000), 5_000).quietUntil).toBe(9_000);
		expect(quietened(quietened(openWindow, 5_000), 9_000).quietUntil).toBe(9_000);
	});

	it('the requests before it still count', () => {
		const { window } = nextSlot(openWindow, 0, 1);
		expect(nextSlot(quietened(window, 5_000), 1, 1).at).toBeGreaterThan(WINDOW_MS);
	});
});
