import fc from 'fast-check';
import { sampled, seedOr, times } from '../support/effort';
import { ChangeLife } from './changes';
import { quietPlan } from './quiet-plan';
import { SCENARIOS } from './plans';

/*
 * The shipped core against a model of the service. `npm run test:long` makes it a long and another one.
 * Promise 15 (test step) and 16 (overlapping ticks: one poll of a trigger at a time in a process) are
 * kept by the wiring around the core, 17 by the detection of deletions.
 */
const seed = seedOr(1);
// A long run takes as long as it takes, and so does one on a busy machine.
jest.setTimeout(3_600_000);

const { changes } = SCENARIOS;
const everything = changes['1 and 2: no loss, no repeat, every hardship at once'];

/** Checks some lives. */
const holds = <Life>(lives: fc.Arbitrary<Life>, check: (life: Life) => void) =>
	fc.assert(fc.property(lives, check), { numRuns: times(40), seed });

/** The newest versions that are kept in any case. */
const REMEMBERED = 200;
/** Fewer changes than these may wait until the clock is known. A service that cuts pages to 20 rows can make it a few more. */
const UNCERTAIN = 100;

test('promise 7: neither the zone nor an error of the clock changes a thing', () => {
	holds(changes['8: rows that show up late'], (life) => {
		const told = (zone: number) => {
			const run = new ChangeLife({ ...life, dialect: { ...life.dialect, zone } });
			run.live();
			return run.emitted.map(({ key, event }) => [key, event]);
		};
		expect(told(-43_200 - 777)).toEqual(told(50_400));
	});
});

test('promise 1: the first event of a new record says so, and no other one does', () => {
	const calm = fc.tuple(
		changes['1 and 2: no loss, no repeat on a busy form'],
		changes['6: any older state'],
	);
	holds(calm, (lives) => {
		for (const life of lives) {
			const run = new ChangeLife({ ...life, event: 'recordCreatedOrUpdated', pageSize: 1_000 });
			run.live();
			const born = new Set<string>();
			for (const { key, event } of run.emitted) {
				const id = key.split(':')[0]!;
				const first = run.service.history.find((version) => `${version.id}` === id)!;
				const isNew = first.visibleAt > run.baselineEnd && !born.has(id);
				if (first.visibleAt > run.baselineEnd || first.visibleAt < run.baselineStart)
					expect([id, event]).toEqual([id, isNew ? 'recordCreated' : 'recordUpdated']);
				born.add(id);
			}
		}
	});
});

test('promise 11: the state holds the changes of the overlap, whatever the form holds', () => {
	holds(everything, (life) => {
		const run = new ChangeLife(life);
		run.live();
		run.advance(10 * life.overlap + 100);
		run.service.act({ kind: 'create', count: 1, lag: 0 });
		run.through(run.calmDown());
		const { state } = run;
		const kept = Object.values(state!.seen).flatMap((versions) => Object.keys(versions));
		expect(kept.length).toBeLessThanOrEqual(REMEMBERED + UNCERTAIN);
		expect(JSON.stringify(state).length).toBeLessThan(600 + 30 * (REMEMBERED + UNCERTAIN));
	});
});

test.each(sampled([0, 1, 10, 30, 1_500, 20_000], String, 1 / 3))(
	'promise 12: a quiet poll is one small request, though %s rows share the newest second',
	(count) => {
		const run = new ChangeLife(quietPlan({ initial: 3_000 }));
		run.poll();
		run.advance(500);
		run.service.act({ kind: 'create', count, lag: 0 });
		for (let polls = 0; polls < 6; polls++) {
			run.poll();
			run.advance(60);
		}
		expect(run.emitted).toHaveLength(count);
		const before = run.state;
		expect(run.poll()).toBe(1);
		expect(run.lastRows).toBeLessThanOrEqual(10);
		expect({ ...run.state, clock: 0 }).toEqual({ ...before, clock: 0 });
		expect(JSON.stringify(run.state).length).toBeLessThan(600 + 20 * REMEMBERED);
	},
);

test.each(sampled([1, 9, 10, 300, 999, 1_000, 4_000, 15_000], String, 1 / 4))(
	'promise 12: %s changes in seconds of their own cost a page each thousand, and two more',
	(count) => {
		const run = new ChangeLife(quietPlan());
		run.poll();
		run.advance(500);
		run.poll();
		for (let i = 0; i < count; i++) {
			run.service.act({ kind: 'create', count: 1, lag: 0 });
			run.service.now++;
		}
		// A poll emits 5,000 at most, as they start one execution.
		const polls = count > 5_000 ? Math.ceil(count / 5_000) + 1 : 1;
		for (let n = 0, left = count; n < polls; n++, left = count - run.emitted.length) {
			const most = Math.min(left, 5_000);
			expect(run.poll()).toBeLessThanOrEqual(Math.ceil(most / 1_000) + 2);
			expect(run.emitted.length).toBeLessThanOrEqual(count - left + most);
		}
		expect(run.emitted).toHaveLength(count);
	},
);

test('promise 12: 5,000 rows of one second among 30,000 cost few requests, and at last one', () => {
	const run = new ChangeLife(quietPlan({ initial: 30_000 }));
	run.poll();
	while (run.state?.scan) run.poll();
	run.advance(900);
	do run.poll();
	while (run.state?.scan);
	run.service.act({ kind: 'create', count: 5_000, lag: 0 });
	const costs: number[] = [];
	for (let polls = 0; polls < 7; polls++) {
		costs.push(run.poll());
		run.advance(60);
	}
	expect(run.emitted).toHaveLength(5_000);
	expect(costs).toEqual([6, 14, 1, 1, 1, 41, 1]);
});

test('promise 13: the first poll takes a silent baseline, and a failing one takes none', () => {
	holds(everything, (life) => {
		const run = new ChangeLife({ ...life, acts: [] });
		for (let polls = 0; polls < 50 && run.baselineEnd === Infinity; polls++) run.poll();
		run.through(run.calmDown());
		expect(run.emitted).toEqual([]);
		expect(run.baselineEnd).toBeLessThan(Infinity);
	});
});
