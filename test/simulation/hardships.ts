import fc from 'fast-check';
import type { Plan } from './run';
import type { Act } from './service';

const share = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);

type Acts = Plan['acts'];

interface Traffic {
	/** One writing in ten shows up so many seconds late, at most. */
	readonly lag?: number;
	/** Imports of many records in one second; more deletions. */
	readonly hasImports?: boolean;
	/** Happenings that come after the one with this index. */
	readonly extra?: ReadonlyMap<number, Acts>;
}

function traffic({ lag = 0, hasImports = false, extra = new Map() }: Traffic) {
	const late = one(0, 0, 0, 0, 0, 0, 0, 0, 0, lag, lag / 2);
	const count = one(1, 1, 1, 2, 3, ...(hasImports ? [60, 160] : []));
	const few = one(1, 1, 2, 3);
	const created = fc.record({ kind: one('create' as const), count, lag: late });
	const edited = fc.record({ kind: one('edit' as const), count, lag: late, from: share });
	const gone = fc.record({ kind: one('delete' as const), count: few, from: share });
	const act: fc.Arbitrary<Act> = fc.oneof(
		{ weight: 8, arbitrary: created },
		{ weight: 8, arbitrary: edited },
		{ weight: hasImports ? 6 : 2, arbitrary: gone },
	);
	const gap = one(0.1, 0.7, 1, 3, 9, 20, 45);
	return fc
		.array(fc.record({ gap, act }), { minLength: 60, maxLength: 120 })
		.map((acts): Acts => acts.flatMap((each, i) => [each, ...(extra.get(i) ?? [])]));
}

const clock = (to: number): Acts => [{ gap: 0.5, act: { kind: 'clock', to } }];

/** Set back twice, and forward again soon after. */
const steps = new Map([
	[15, clock(1)],
	[20, clock(0)],
	[40, clock(1)],
	[45, clock(0)],
]);

/** Some 150 rows in three quarters of a minute: created, edited, and a few of the newest deleted. */
const burst: Acts = Array.from({ length: 150 }, (_, i) => {
	if (i % 15 === 14) return { gap: 0.3, act: { kind: 'delete', count: 2, from: 0.8 } };
	const from = ((i * 37) % 100) / 100;
	const kind = i % 2 === 0 ? 'create' : 'edit';
	return { gap: 0.3, act: { kind, count: 1, lag: 0, from } };
});
const bursts = new Map([10, 25, 40].map((i) => [i, burst]));

/** A minute between polls, pages of 50 rows, all clocks true, nothing fails. */
const plain = {
	seed: fc.nat(),
	kind: one('recordCreated' as const),
	dialect: fc.record({
		stepBack: one(0),
		zone: one(0),
		date: one('same' as const),
		deleted: one('gone' as const),
		ties: one('shuffled' as const),
		cap: one(1_000),
	}),
	overlap: one(120),
	pageSize: one(50),
	// As many as it takes: rules without a budget are not to fail for the lack of one.
	maxRequests: one(1_000),
	interval: one(60),
	latency: one(0.3),
	failing: one(0),
	restarts: one(0),
	machineError: one(0),
	initial: one(40),
};

const stepping = plain.dialect.map((dialect) => ({ ...dialect, stepBack: 60 }));

/** What every rule goes through; ties are shuffled on each request in all of them. */
export const HARDSHIPS = {
	'busy, nothing else': fc.record({ ...plain, acts: traffic({}) }),
	"the machine's clock is off by 20 s": fc.record({
		...plain,
		machineError: one(20, -20),
		acts: traffic({}),
	}),
	'one writing in ten shows up to 15 s late': fc.record({ ...plain, acts: traffic({ lag: 15 }) }),
	'bursts over many pages, changed while read': fc.record({
		...plain,
		latency: one(3),
		acts: traffic({ extra: bursts }),
	}),
	'imports of up to 160 rows in a second': fc.record({
		...plain,
		latency: one(3),
		acts: traffic({ hasImports: true }),
	}),
	'10 % of the requests fail': fc.record({ ...plain, failing: one(0.1), acts: traffic({}) }),
	'restarts from an older state, and downtime': fc.record({
		...plain,
		restarts: one(0.1),
		interval: one(60, 600),
		acts: traffic({}),
	}),
	"the server's clock steps back by 60 s, twice": fc.record({
		...plain,
		dialect: stepping,
		acts: traffic({ extra: steps }),
	}),
	'all of it': fc.record({
		...plain,
		dialect: stepping,
		machineError: one(20, -20),
		latency: one(3),
		failing: one(0.1),
		restarts: one(0.05),
		interval: one(60, 600),
		acts: traffic({ lag: 15, hasImports: true, extra: steps }),
	}),
} satisfies Record<string, fc.Arbitrary<Plan>>;
