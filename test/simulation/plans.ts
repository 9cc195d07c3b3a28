import fc from 'fast-check';
import type { Plan } from './run';
import type { Act, Dialect } from './service';

const KINDS = ['recordCreated', 'recordUpdated', 'recordCreatedOrUpdated'] as const;
export const share = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
export const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const calmDialect: fc.Arbitrary<Dialect> = fc.record({
	stepBack: one(0),
	zone: one(0, 32_400, -18_000, 20_700),
	date: one('same', 'other', 'none'),
	deleted: one('gone', 'listed', 'touched'),
	ties: one('shuffled', 'shuffled', 'stable'),
	cap: one(1_000),
});

export const calm = {
	seed: fc.nat(),
	kind: one(...KINDS),
	dialect: calmDialect,
	overlap: one(120),
	pageSize: one(12, 25, 60),
	maxRequests: one(40),
	interval: one(60, 60, 7, 300),
	latency: one(0.05, 1, 15),
	failing: one(0),
	restarts: one(0),
	machineError: one(0, -100_000, 90, -45),
	initial: one(0, 3, 11, 40, 90),
};

export function acts(lag: fc.Arbitrary<number>, bulk: readonly number[], gaps: readonly number[]) {
	const count = one(1, 1, 2, 5, ...bulk);
	const act: fc.Arbitrary<Act> = fc.oneof(
		{ weight: 4, arbitrary: fc.record({ kind: one('create' as const), count, lag }) },
		{ weight: 4, arbitrary: fc.record({ kind: one('edit' as const), count, lag, from: share }) },
		{ weight: 2, arbitrary: fc.record({ kind: one('delete' as const), count, from: share }) },
		{ weight: 1, arbitrary: fc.record({ kind: one('clock' as const), to: share }) },
	);
	return fc.array(fc.record({ gap: one(...gaps), act }), {
		minLength: 1,
		maxLength: 40,
		size: 'max',
	});
}

export const GAPS = [0, 0, 0.2, 0.4, 1, 3, 20, 61, 130, 700] as const;
export const noLag = one(0);

/** Seconds with a few rows each, more than a page in all; then deletions among the newest. */
const crowd = fc.array(
	fc.record({
		gap: one(0.5, 1, 1.3),
		act: fc.record({ kind: one('create' as const), count: one(2, 4, 5, 7), lag: noLag }),
	}),
	{ minLength: 12, maxLength: 30, size: 'max' },
);
const pause = { gap: 200, act: { kind: 'create' as const, count: 1, lag: 0 } };
const ninety = Array.from({ length: 18 }, () => ({
	gap: 1,
	act: { kind: 'create' as const, count: 5, lag: 0 },
}));
/** Many rows of one second, created, and a few of old records among them, edited. */
const bulks = fc.array(
	fc.record({
		gap: one(0, 0, 0.1, 40),
		act: fc.oneof<fc.Arbitrary<Act>[]>(
			fc.record({ kind: one('edit' as const), count: one(1, 2, 8), lag: noLag, from: share }),
			fc.record({ kind: one('create' as const), count: one(14, 30), lag: noLag }),
		),
	}),
	{ minLength: 2, maxLength: 6 },
);
/** Single writes: each may make up for another one in a number of rows. */
const single = fc.array(
	fc.record({
		gap: one(0.5, 2, 5, 11),
		act: fc.oneof<fc.Arbitrary<Act>[]>(
			fc.record({ kind: one('create' as const), count: one(1), lag: share }),
			fc.record({ kind: one('edit' as const), count: one(1), lag: share, from: share }),
			fc.record({ kind: one('delete' as const), count: one(1), from: share }),
		),
	}),
	{ minLength: 10, maxLength: 40, size: 'max' },
);
const bulkEdit = { gap: 900, act: { kind: 'edit' as const, count: 40, lag: 0, from: 0.3 } };
const deletions = fc.array(
	fc.record({
		gap: one(2, 5, 9, 15),
		act: fc.record({ kind: one('delete' as const), count: one(1, 2, 3), from: share }),
	}),
	{ minLength: 8, maxLength: 40, size: 'max' },
);

/** How much of the overlap steps back may take; late rows get the rest. */
export function withClock(
	arbitrary: fc.Arbitrary<Plan>,
	stepBack: readonly number[],
): fc.Arbitrary<Plan> {
	return fc.tuple(arbitrary, one(...stepBack)).map(([plan, part]) => {
		const stepSeconds = Math.floor(plan.overlap * part);
		const acts = plan.acts.map(({ gap, act }) => ({
			gap,
			act: 'lag' in act ? { ...act, lag: act.lag * (plan.overlap - stepSeconds) } : act,
		}));
		return { ...plan, dialect: { ...plan.dialect, stepBack: stepSeconds }, acts };
	});
}

/** Every hardship at once. */
export const everything: fc.Arbitrary<Plan> = withClock(
	fc.record({
		...calm,
		dialect: calmDialect.chain((d) => one(20, 33, 1_000).map((cap) => ({ ...d, cap }))),
		overlap: one(120, 10, 600),
		interval: one(7, 60, 300, 3_000),
		maxRequests: one(1, 2, 3, 7, 40),
		failing: one(0, 0.05, 0.3),
		restarts: one(0, 0.05, 0.3),
		acts: acts(share, [13, 30, 70, 130], GAPS),
	}),
	[0, 0.5, 1],
);

/** A service that says its time, and pages that hold what a trigger remembers. */
const dated = {
	...calm,
	dialect: calmDialect.map((dialect) => ({ ...dialect, date: 'same' as const })),
	pageSize: one(100),
	interval: one(7, 60, 300),
};

/** Inserts records that are dated in the future, as the first of a poll. */
function withFuture(
	all: Plan['acts'],
	{ place, count, ahead }: { place: number; count: number; ahead: number },
): Plan['acts'] {
	const at = Math.floor(place * all.length);
	const act = { kind: 'create' as const, count, lag: 0, ahead };
	return [...all.slice(0, at), { gap: 90, act }, ...all.slice(at)];
}

/** One hardship each, so that a counter-example says which. */
export const scenarios = {
	'a busy form': fc.record({ ...calm, acts: acts(noLag, [8], GAPS) }),
	'two edits within a second': fc.record({
		...calm,
		kind: one('recordUpdated', 'recordCreatedOrUpdated'),
		interval: one(1, 7),
		latency: one(0.05),
		acts: acts(noLag, [], [0, 0.2, 0.4, 0.7, 3]),
	}),
	'rows that move between requests': fc.record({
		...calm,
		overlap: one(10, 120),
		latency: one(15, 40),
		maxRequests: one(5, 40),
		acts: acts(noLag, [8, 30, 70], [0.2, 1, 3, 9, 20]),
	}),
	'rows deleted while a long list is read': fc.record({
		...calm,
		overlap: one(10, 120),
		kind: one('recordCreated', 'recordCreatedOrUpdated'),
		initial: one(0, 3),
		interval: one(40),
		latency: one(15, 40),
		maxRequests: one(5, 40),
		acts: fc.tuple(crowd, deletions).map(([made, deleted]) => [pause, ...made, ...deleted]),
	}),
	'a scan that takes longer than the overlap': fc.record({
		...calm,
		kind: one('recordUpdated', 'recordCreatedOrUpdated'),
		overlap: one(10),
		pageSize: one(12),
		initial: one(0),
		latency: one(15, 40),
		acts: acts(noLag, [30], [1, 3, 9, 20]).map((all) => [...ninety, bulkEdit, ...all]),
	}),
	'requests that fail': fc.record({
		...calm,
		failing: one(0.1, 0.5),
		acts: acts(noLag, [8, 30], GAPS),
	}),
	'older states': fc.record({
		...calm,
		restarts: one(0.1, 0.5),
		acts: acts(noLag, [8, 30], GAPS),
	}),
	'a clock that steps back': withClock(
		fc.record({ ...calm, acts: acts(noLag, [8], GAPS) }),
		[0.3, 1],
	),
	'rows that show up late': withClock(fc.record({ ...calm, acts: acts(share, [8], GAPS) }), [0]),
	// The Date header jumps with the clock, and with it the wait until the window closes.
	'a clock that steps, and rows that show up late': withClock(
		fc.record({
			...calm,
			dialect: calmDialect.map((dialect) => ({ ...dialect, date: 'same' as const })),
			interval: one(7, 30),
			acts: fc
				.array(
					fc.record({
						gap: one(0.5, 0.5, 20, 58),
						act: fc.oneof<fc.Arbitrary<Act>[]>(
							fc.record({ kind: one('clock' as const), to: one(0, 1) }),
							fc.record({ kind: one('create' as const), count: one(1), lag: one(0, 1) }),
							fc.record({ kind: one('edit' as const), count: one(1), lag: one(0, 1), from: share }),
						),
					}),
					// Short lives: only a form that is quiet for long closes its window.
					{ minLength: 10, maxLength: 40 },
				)
				.map((acts) => [...acts, { gap: 300, act: { kind: 'clock' as const, to: 0 } }]),
		}),
		[0.3, 0.5],
	),
	'more rows in a second than in a page': fc.record({
		...calm,
		latency: one(0.05, 1, 5),
		acts: acts(noLag, [30, 70, 130], GAPS),
	}),
	// Found by counting: what comes late, goes or moves meanwhile must not make up for what is missing.
	'more rows in a second than in a page, and no quiet': withClock(
		fc.record({
			...calm,
			dialect: calmDialect.chain((d) =>
				one('same' as const, 'other' as const).map((date) => ({ ...d, date })),
			),
			overlap: one(10, 30),
			pageSize: one(12),
			interval: one(7, 30),
			latency: one(1, 5, 15),
			// The larger forms are not read by record ID to their end.
			initial: one(20, 40, 320, 320),
			acts: fc.tuple(bulks, single).map(([first, then]) => [pause, ...first, ...then]),
		}),
		[0, 0.5],
	),
	'values that differ with every reply': fc.record({
		...calm,
		kind: one('recordUpdated', 'recordCreatedOrUpdated'),
		dialect: calmDialect.map((dialect) => ({ ...dialect, differs: true })),
		initial: one(0, 3),
		// The baseline comes before anything else happens.
		acts: acts(noLag, [8], GAPS).map((all) => [{ ...pause, gap: 400 }, ...all]),
	}),
	// A trigger that knows no time zone. Five polls in a row with nothing else would show another clock.
	'records dated in the future': fc
		.record({
			...dated,
			acts: fc.tuple(
				acts(noLag, [8], GAPS),
				fc.array(
					fc.record({
						place: share,
						count: one(1, 1, 3, 40),
						ahead: one(200, 900, 10_000, 2_592_000),
					}),
					{ minLength: 1, maxLength: 3 },
				),
			),
		})
		.map(({ acts: [all, ahead], ...plan }) => ({ ...plan, acts: ahead.reduce(withFuture, all) })),
	'a clock that is set back by hours': fc
		.record({
			...dated,
			pageSize: one(25, 100),
			stepBack: one(300, 10_800),
			acts: acts(noLag, [8, 30, 70], GAPS),
		})
		.map(({ stepBack, acts: all, ...plan }) => ({
			...plan,
			dialect: { ...plan.dialect, stepBack },
			// Once, and it stays so: nobody can notice what is over, or was over before the first poll.
			acts: [
				{ ...pause, gap: 400 },
				...all
					.filter(({ act }) => act.kind !== 'clock')
					.flatMap((one, n) =>
						n === 3 ? [{ gap: 20, act: { kind: 'clock' as const, to: 1 } }, one] : [one],
					),
			],
		})),
	'small budgets': fc.record({
		...calm,
		maxRequests: one(1, 2, 3),
		acts: acts(noLag, [30, 70], GAPS),
	}),
} satisfies Record<string, fc.Arbitrary<Plan>>;
