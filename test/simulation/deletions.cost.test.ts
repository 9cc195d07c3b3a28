import fc from 'fast-check';
import { seedOr, times } from '../support/effort';
import { DeletionLife } from './deletions';
import { SCENARIOS } from './plans';
import { quietPlan } from './quiet-plan';
import { seeded } from './random';

jest.setTimeout(600_000);

/** Polls until two in a row tell nothing; the requests of those that told or looked for something. */
function settle(life: DeletionLife): { requests: number; told: number } {
	const before = life.emitted.length;
	let [requests, quiet] = [0, 0];
	while (quiet < 2) {
		const told = life.emitted.length;
		const used = life.poll();
		quiet = told === life.emitted.length ? quiet + 1 : 0;
		if (quiet === 0) requests += used;
	}
	return { requests, told: life.emitted.length - before };
}

function baseline(life: DeletionLife): number {
	let polls = 0;
	do {
		life.poll();
		polls++;
	} while (life.state?.sweep?.kind === 'baseline');
	return polls;
}

test('promise 17: requests are few when nothing is gone, and even when records are created', () => {
	const property = fc.property(
		SCENARIOS.deletions['17: deletions, records that come back'],
		(life) => {
			const run = new DeletionLife({ ...life, latency: 0 });
			run.live();
			for (let polls = 0; polls < 10; polls++) {
				run.service.act({ kind: 'create', count: 3, lag: 0 });
				// The head, the tail, what is listed as deleted, and in its turn a page and a record.
				expect(run.poll()).toBeLessThanOrEqual(5);
			}
		},
	);
	fc.assert(property, { numRuns: times(60), seed: seedOr(3) });
});

test('promise 17: few requests find a few among 100,000', () => {
	const life = new DeletionLife(quietPlan({ initial: 100_000, maxRequests: 30 }));
	expect(baseline(life)).toBe(4);
	expect(life.service.requests).toBeLessThanOrEqual(105);
	expect(life.poll()).toBe(3);
	const random = seeded(9);
	const remove = (count: number) => {
		for (let i = 0; i < count; i++) life.service.act({ kind: 'delete', count: 1, from: random() });
		return settle(life);
	};
	const table = [1, 1, 1, 5, 5, 50].map((count) => ({ count, ...remove(count) }));
	for (const { count, told } of table) expect(told).toBe(count);
	for (const { requests } of table.slice(0, 3)) expect(requests).toBeLessThanOrEqual(12);
	for (const { requests } of table.slice(3, 5)) expect(requests).toBeLessThanOrEqual(40);
	expect(table[5]!.requests).toBeLessThanOrEqual(160);
	// Known to leave the list, deleted records need not be looked for in it.
	const quiet = Array.from({ length: 10 }, () => life.poll());
	expect([...quiet].sort()).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
});
