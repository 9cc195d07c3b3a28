import fc from 'fast-check';
import type { Plan } from './deletions-run';
import type { Act, Dialect } from './deletions-service';

const share = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const dialect: fc.Arbitrary<Dialect> = fc.record({
	deleted: one('gone', 'listed'),
	singly: one('missing', 'readable'),
	cap: one(1_000),
});

const calm = {
	seed: fc.nat(),
	dialect,
	pageSize: one(22, 50, 130),
	maxRequests: one(30),
	patrolEvery: one(2, 3),
	interval: one(60),
	latency: one(0, 1, 15),
	failing: one(0),
	restarts: one(0),
	initial: one(0, 3, 18, 40, 170, 400),
};

const FEW = [1, 1, 2, 5, 12] as const;
/** More of them, hidden records besides, might be taken for lost rights by a poll that finds all. */
const MOST_DELETED = 35;
const GAPS = [0, 0, 1, 3, 9, 20, 61, 130, 400] as const;

const create: fc.Arbitrary<Act> = fc.record({
	kind: one('create'),
	count: one(1, 2, 7, 60),
	lag: one(0),
});
const remove: fc.Arbitrary<Act> = fc.record({
	kind: one('delete'),
	count: one(...FEW),
	from: share,
});
const restore: fc.Arbitrary<Act> = fc.record({
	kind: one('restore'),
	count: one(...FEW),
	from: share,
});
const swap: fc.Arbitrary<Act> = fc.record({ kind: one('swap'), from: share });
const late: fc.Arbitrary<Act> = fc.record({
	kind: one('create'),
	count: one(1, 3),
	lag: one(30, 200),
});
const hideFew: fc.Arbitrary<Act> = fc.record({
	kind: one('hide'),
	share: one(0, 0.02, 0.05),
	singly: one('found' as const),
});

const jam: fc.Arbitrary<Act> = fc.record({ kind: one('jam'), share: one(0, 0.1, 0.5, 1) });

const acts = (...kinds: readonly fc.Arbitrary<Act>[]) =>
	fc
		.array(fc.record({ gap: one(...GAPS), act: fc.oneof(...kinds) }), {
			minLength: 1,
			maxLength: 30,
			size: 'max',
		})
		.map(withFewDeletions);

function withFewDeletions(acts: Plan['acts']): Plan['acts'] {
	let left = MOST_DELETED;
	return acts.filter(({ act }) => {
		const count = act.kind === 'delete' ? act.count : act.kind === 'swap' ? 1 : 0;
		if (count > left) return false;
		left -= count;
		return true;
	});
}

const bulk = fc.array(
	fc.record({
		gap: one(0, 0, 30),
		act: fc.record({ kind: one('create' as const), count: one(7, 60, 90), lag: one(0) }),
	}),
	{ maxLength: 5 },
);

/**
 * Some deletions, then rights that are lost for a while, also while many records are created: the
 * list is partial, and single reads say 404.
 */
const lostRights: fc.Arbitrary<Plan['acts']> = fc
	.tuple(acts(create, remove), one(0.5, 0.8, 1), bulk, one(0, 70, 200))
	.map(([before, lost, meanwhile, gap]): Plan['acts'] => [
		...before,
		// Earlier deletions have been emitted by then.
		{ gap: 2_000, act: { kind: 'hide', share: lost, singly: 'missing' } },
		...meanwhile,
		{ gap, act: { kind: 'hide', share: 0, singly: 'found' } },
	]);

/** One hardship each, so that a counter-example says which. */
export const scenarios = {
	'a busy form': fc.record({ ...calm, acts: acts(create, remove) }),
	'records that come back': fc.record({ ...calm, acts: acts(create, remove, restore, swap) }),
	'rows that move between requests': fc.record({
		...calm,
		latency: one(15, 40),
		acts: acts(create, remove, remove, restore),
	}),
	'rows that show up late': fc.record({ ...calm, acts: acts(create, late, remove) }),
	'records that are not listed though they are there': fc.record({
		...calm,
		acts: acts(create, remove, hideFew),
	}),
	'requests that fail': fc.record({ ...calm, failing: one(0.05, 0.2), acts: acts(create, remove) }),
	'records that cannot be read': fc.record({
		...calm,
		restarts: one(0, 0.1),
		acts: acts(create, remove, remove, restore, swap, jam),
	}),
	'older states': fc.record({
		...calm,
		restarts: one(0.1, 0.5),
		acts: acts(create, remove, restore),
	}),
	'pages that the service cuts': fc.record({
		...calm,
		dialect: dialect.chain((d) => one(20, 33).map((cap) => ({ ...d, cap }))),
		acts: acts(create, remove),
	}),
	'small budgets': fc.record({ ...calm, maxRequests: one(1, 2, 3, 5), acts: acts(create, remove) }),
	'lost rights': fc.record({ ...calm, latency: one(0), initial: one(300, 400), acts: lostRights }),
} satisfies Record<string, fc.Arbitrary<Plan>>;

/** Every hardship at once. */
export const everything: fc.Arbitrary<Plan> = fc.record({
	...calm,
	dialect: dialect.chain((d) => one(20, 33, 1_000).map((cap) => ({ ...d, cap }))),
	maxRequests: one(1, 2, 3, 7, 30),
	failing: one(0, 0.05, 0.2),
	restarts: one(0, 0.05, 0.3),
	acts: acts(create, late, remove, remove, restore, swap, hideFew, jam),
});
