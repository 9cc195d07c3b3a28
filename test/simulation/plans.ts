import fc from 'fast-check';
import type { NoticeAct, NoticePlan, RecordAct, RecordDialect, RecordPlan } from './plan';

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const share = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
const noLag = one(0);

type Act = fc.Arbitrary<RecordAct>;
type Numbers = fc.Arbitrary<number>;

const create = (count: Numbers, lag: Numbers = noLag): Act =>
	fc.record({ kind: one('create'), count, lag });
const edit = (count: Numbers, lag: Numbers = noLag): Act =>
	fc.record({ kind: one('edit'), count, lag, from: share });
const remove = (count: Numbers): Act => fc.record({ kind: one('delete'), count, from: share });
const clock = (to: Numbers): Act => fc.record({ kind: one('clock'), to });

/** Up to so many acts of these kinds, a kind more often if it is named twice, some seconds apart. */
const acts = <Act>(
	gaps: readonly number[],
	kinds: readonly fc.Arbitrary<Act>[],
	[minLength, maxLength] = [1, 40],
) =>
	fc.array(fc.record({ gap: one(...gaps), act: fc.oneof(...kinds) }), {
		minLength: minLength!,
		maxLength: maxLength!,
		size: 'max',
	});

const GAPS = [0, 0, 0.2, 0.4, 1, 3, 20, 61, 130, 700] as const;

/** What people do with records, also many at a time. */
function writes(
	lag: fc.Arbitrary<number>,
	bulk: readonly number[],
	gaps: readonly number[] = GAPS,
) {
	const count = one(1, 1, 2, 5, ...bulk);
	const [created, edited, removed] = [create(count, lag), edit(count, lag), remove(count)];
	const often = [created, created, created, created, edited, edited, edited, edited];
	return acts(gaps, [...often, removed, removed, clock(share)]);
}

const dialect = {
	stepBack: one(0),
	zone: one(0, 32_400, -18_000, 20_700),
	date: one('same', 'other', 'none'),
	deleted: one('gone', 'listed', 'touched'),
	singly: one('missing', 'readable'),
	ties: one('shuffled', 'shuffled', 'stable'),
	cap: one(1_000),
};
/** What may be instead of what usually is. */
type Choices<Of> = { readonly [Name in keyof Of]?: fc.Arbitrary<Of[Name]> };
const dialectWith = (changed: Choices<RecordDialect>) =>
	fc.record({ ...dialect, ...changed }) as fc.Arbitrary<RecordDialect>;
const cutPages = dialectWith({ cap: one(20, 33), isUneven: one(false, true) });
const cutOrWholePages = dialectWith({ cap: one(20, 33, 1_000) });
const sameDate = dialectWith({ date: one('same') });

const calm = {
	seed: fc.nat(),
	event: one('recordCreated', 'recordUpdated', 'recordCreatedOrUpdated'),
	dialect: dialectWith({}),
	overlap: one(120),
	pageSize: one(12, 25, 60),
	maxRequests: one(40),
	interval: one(60, 60, 7, 300),
	latency: one(0.05, 1, 15),
	failing: one(0),
	restarts: one(0),
	initial: one(0, 3, 11, 40, 90),
	patrolEvery: one(2, 3),
};
type Plans = fc.Arbitrary<RecordPlan>;
type Acts = fc.Arbitrary<RecordPlan['acts']>;

/** Lives as usual, except what is changed. */
const lives = (acts: Acts, changed: Choices<RecordPlan> = {}) =>
	fc.record({ ...calm, ...changed, acts }) as Plans;

/** How much of the overlap steps back may take; late rows get the rest. */
const withClock = (plans: Plans, ...stepBack: readonly number[]): Plans =>
	fc.tuple(plans, one(...stepBack)).map(([plan, part]) => {
		const stepSeconds = Math.floor(plan.overlap * part);
		const acts = plan.acts.map(({ gap, act }) => ({
			gap,
			act: 'lag' in act ? { ...act, lag: act.lag * (plan.overlap - stepSeconds) } : act,
		}));
		return { ...plan, dialect: { ...plan.dialect, stepBack: stepSeconds }, acts };
	});

const pause = { gap: 200, act: { kind: 'create' as const, count: 1, lag: 0 } };
/** Seconds with a few rows each, more than a page in all; then deletions among the newest. */
const crowd = fc
	.tuple(
		acts([0.5, 1, 1.3], [create(one(2, 4, 5, 7))], [12, 30]),
		acts([2, 5, 9, 15], [remove(one(1, 2, 3))], [8, 40]),
	)
	.map(([created, deleted]) => [pause, ...created, ...deleted]);
const ninety = Array.from({ length: 18 }, () => ({
	...pause,
	gap: 1,
	act: { ...pause.act, count: 5 },
}));
const bulkEdit = { gap: 900, act: { kind: 'edit' as const, count: 40, lag: 0, from: 0.3 } };
/**
 * Many rows of one second, created, and a few of old records among them, edited. Then single writes: each may make up for
 * another one in a number of rows.
 */
const bulksAndSingles = fc
	.tuple(
		acts([0, 0, 0.1, 40], [edit(one(1, 2, 8)), create(one(14, 30))], [2, 6]),
		acts([0.5, 2, 5, 11], [create(one(1), share), edit(one(1), share), remove(one(1))], [10, 40]),
	)
	.map(([bulks, singles]) => [pause, ...bulks, ...singles]);
// Short lives: only a form that is quiet for long closes its window.
const clockAndLate = acts(
	[0.5, 0.5, 20, 58],
	[clock(one(0, 1)), create(one(1), one(0, 1)), edit(one(1), one(0, 1))],
	[10, 21],
).map((all) => [...all, { gap: 300, act: { kind: 'clock' as const, to: 0 } }]);

/** A service that says its time, and pages that hold what a trigger remembers. */
const livesWithDate = (acts: Acts, changed: Choices<RecordPlan> = {}) => {
	const dated = { dialect: sameDate, pageSize: one(100), interval: one(7, 60, 300) };
	return lives(acts, { ...dated, ...changed });
};

/** Some records that are dated in the future are the first of a poll. */
const withFuture = fc
	.tuple(
		writes(noLag, [8]),
		fc.array(
			fc.record({
				place: share,
				count: one(1, 1, 3, 40),
				ahead: one(200, 900, 10_000, 2_592_000),
			}),
			{ minLength: 1, maxLength: 3 },
		),
	)
	.map(([all, future]) =>
		future.reduce<RecordPlan['acts']>((before, { place, count, ahead }) => {
			const at = Math.floor(place * before.length);
			const act = { kind: 'create' as const, count, lag: 0, ahead };
			return [...before.slice(0, at), { gap: 90, act }, ...before.slice(at)];
		}, all),
	);

/** The clock is set back once, and it stays so: nobody can notice what is over, or was over before the first poll. */
const withClockSetBack = writes(noLag, [8, 30, 70]).map((all): RecordPlan['acts'] => {
	const others = all.filter(({ act }) => act.kind !== 'clock');
	const setBack = others.length > 3 ? [{ gap: 20, act: { kind: 'clock' as const, to: 1 } }] : [];
	return [{ ...pause, gap: 400 }, ...others.slice(0, 3), ...setBack, ...others.slice(3)];
});

const updates = one<RecordPlan['event']>('recordUpdated', 'recordCreatedOrUpdated');
const creations = one<RecordPlan['event']>('recordCreated', 'recordCreatedOrUpdated');

/** Created and edited records: one hardship each, so that a counter-example says which. */
const changes = {
	'1 and 2: no loss, no repeat, every hardship at once': withClock(
		lives(writes(share, [13, 30, 70, 130]), {
			dialect: cutOrWholePages,
			overlap: one(120, 10, 600),
			interval: one(7, 60, 300, 3_000),
			maxRequests: one(1, 2, 3, 7, 40),
			failing: one(0, 0.05, 0.3),
			restarts: one(0, 0.05, 0.3),
		}),
		...[0, 0.5, 1],
	),
	'1 and 2: no loss, no repeat on a busy form': lives(writes(noLag, [8])),
	'3: a second edit within the second of the first': lives(
		writes(noLag, [], [0, 0.2, 0.4, 0.7, 3]),
		{ event: updates, interval: one(1, 7), latency: one(0.05) },
	),
	'4: rows that move between the requests of a poll': lives(
		writes(noLag, [8, 30, 70], [0.2, 1, 3, 9, 20]),
		{ overlap: one(10, 120), latency: one(15, 40), maxRequests: one(5, 40) },
	),
	'4: rows deleted while a long list is read': lives(crowd, {
		overlap: one(10, 120),
		event: creations,
		initial: one(0, 3),
		interval: one(40),
		latency: one(15, 40),
		maxRequests: one(5, 40),
	}),
	'4: a scan that takes longer than the overlap': lives(
		writes(noLag, [30], [1, 3, 9, 20]).map((all) => [...ninety, bulkEdit, ...all]),
		{ event: updates, overlap: one(10), pageSize: one(12), initial: one(0), latency: one(15, 40) },
	),
	'5: requests that fail leave the state as it was': lives(writes(noLag, [8, 30]), {
		failing: one(0.1, 0.5),
	}),
	'6: any older state': lives(writes(noLag, [8, 30]), { restarts: one(0.1, 0.5) }),
	"7: the server's clock steps back": withClock(lives(writes(noLag, [8])), ...[0.3, 1]),
	'8: rows that show up late': withClock(lives(writes(share, [8])), 0),
	// The Date header jumps with the clock, and with it the wait until the window closes.
	'7 and 8: a clock that steps back and forward, and late rows': withClock(
		lives(clockAndLate, { dialect: sameDate, interval: one(7, 30) }),
		...[0.3, 0.5],
	),
	'9: more rows in a second than in a page, shuffled': lives(writes(noLag, [30, 70, 130]), {
		latency: one(0.05, 1, 5),
	}),
	// Found by counting: what comes late, goes or moves meanwhile must not make up for what is missing.
	'9: more rows in a second than in a page, and no quiet': withClock(
		lives(bulksAndSingles, {
			dialect: dialectWith({ date: one('same', 'other') }),
			overlap: one(10, 30),
			pageSize: one(12),
			interval: one(7, 30),
			latency: one(1, 5, 15),
			// The larger forms are not read by record ID to their end.
			initial: one(20, 40, 320, 320),
		}),
		...[0, 0.5],
	),
	'10: a small budget for each poll': lives(writes(noLag, [30, 70]), { maxRequests: one(1, 2, 3) }),
	// A trigger that knows no time zone. Five polls in a row with nothing else would show another clock.
	'28: records dated in the future': livesWithDate(withFuture),
	'28: a clock that is set back by hours': livesWithDate(withClockSetBack, {
		dialect: dialectWith({ date: one('same'), stepBack: one(300, 10_800) }),
		pageSize: one(25, 100),
	}),
	'22: values that differ with every reply': lives(
		// The baseline comes before anything else happens.
		writes(noLag, [8]).map((all) => [{ ...pause, gap: 400 }, ...all]),
		{ event: updates, dialect: dialectWith({ differs: one(true) }), initial: one(0, 3) },
	),
};

const deleting = (acts: Acts, changed: Choices<RecordPlan> = {}) =>
	lives(acts, {
		pageSize: one(22, 50, 130),
		maxRequests: one(30),
		interval: one(60),
		latency: one(0, 1, 15),
		initial: one(0, 3, 18, 40, 170, 400),
		...changed,
	});

/** More of them, hidden records besides, might be taken for lost rights by a poll that finds all. */
const MOST_DELETED = 35;

const few = one(1, 1, 2, 5, 12);
const created = create(one(1, 2, 7, 60));
const createdLate = create(one(1, 3), one(30, 200));
const deleted = remove(few);
const restored: Act = fc.record({ kind: one('restore'), count: few, from: share });
const swapped: Act = fc.record({ kind: one('swap'), from: share });
const jammed: Act = fc.record({ kind: one('jam'), share: one(0, 0.1, 0.5, 1) });
const hidden: Act = fc.record({
	kind: one('hide'),
	share: one(0, 0.02, 0.05),
	singly: one<'found'>('found'),
});

const withDeletions = (...kinds: readonly Act[]) =>
	acts([0, 0, 1, 3, 9, 20, 61, 130, 400], [created, deleted, ...kinds], [1, 30]).map((all) => {
		let left = MOST_DELETED;
		return all.filter(({ act }) => {
			const count = act.kind === 'delete' ? act.count : act.kind === 'swap' ? 1 : 0;
			if (count > left) return false;
			left -= count;
			return true;
		});
	});

/**
 * Some deletions, then rights that are lost for a while, also while many records are created: the
 * list is partial, and single reads say 404.
 */
const lostRights = fc
	.tuple(
		withDeletions(),
		one(0.5, 0.8, 1),
		acts([0, 0, 30], [create(one(7, 60, 90))], [0, 5]),
		one(0, 70, 200),
	)
	.map(([before, lost, meanwhile, gap]): RecordPlan['acts'] => [
		...before,
		// Earlier deletions have been emitted by then.
		{ gap: 2_000, act: { kind: 'hide', share: lost, singly: 'missing' } },
		...meanwhile,
		{ gap, act: { kind: 'hide', share: 0, singly: 'found' } },
	]);

const deletions = {
	'17: deletions, every hardship at once': deleting(
		withDeletions(createdLate, deleted, restored, swapped, hidden, jammed),
		{
			dialect: cutOrWholePages,
			maxRequests: one(1, 2, 3, 7, 30),
			failing: one(0, 0.05, 0.2),
			restarts: one(0, 0.05, 0.3),
		},
	),
	'17: deletions, a busy form': deleting(withDeletions()),
	'17: deletions, records that come back': deleting(withDeletions(restored, swapped)),
	'17: deletions, rows that move between requests': deleting(withDeletions(deleted, restored), {
		latency: one(15, 40),
	}),
	'17: deletions, rows that show up late': deleting(withDeletions(createdLate)),
	'17: deletions, records that are not listed though they are there': deleting(
		withDeletions(hidden),
	),
	'17: deletions, requests that fail': deleting(withDeletions(), { failing: one(0.05, 0.2) }),
	'17: deletions, records that cannot be read': deleting(
		withDeletions(deleted, restored, swapped, jammed),
		{ restarts: one(0, 0.1) },
	),
	'17: deletions, older states': deleting(withDeletions(restored), { restarts: one(0.1, 0.5) }),
	'17: deletions, pages that the service cuts': deleting(withDeletions(), { dialect: cutPages }),
	'17: deletions, small budgets': deleting(withDeletions(), { maxRequests: one(1, 2, 3, 5) }),
	'17: deletions, lost rights': deleting(lostRights, { latency: one(0), initial: one(300, 400) }),
};

const firstReading = (changed: Choices<RecordPlan> = {}) => {
	const writes = [create(one(1, 1, 2, 8)), edit(one(1, 1, 2, 8)), remove(one(1, 2))];
	return lives(acts([0, 1, 20, 61, 130], writes), {
		event: updates,
		overlap: one(10, 120),
		pageSize: one(12, 25),
		maxRequests: one(1, 2, 3),
		interval: one(7, 60, 300),
		initial: one(0, 11, 40, 90),
		...changed,
	});
};

const fields = {
	'18: watched fields, a first reading over several polls': firstReading(),
	'18: watched fields, a first reading over several polls, requests that fail': firstReading({
		failing: one(0.1, 0.5),
	}),
	'18: watched fields, a first reading over several polls, older states': firstReading({
		restarts: one(0.1, 0.3),
	}),
};

/** A trigger that begins with existing records, `since` seconds before the first poll. */
const starting = (acts: Acts, changed: Choices<RecordPlan>) =>
	lives(acts, {
		event: creations,
		pageSize: one(12, 25),
		maxRequests: one(1, 2, 3, 40),
		initial: one(0, 3, 40, 150),
		...changed,
	});
/** Before all records of the service. */
const all = { since: one(1_000_000_000) };
/** To the second, just before it and just after it. */
const some = { since: one(9_000, 901, 900, 899, 60, 0) };
const interrupted = { failing: one(0.1, 0.5), restarts: one(0.1, 0.3) };
const busy = writes(noLag, [8, 30]);
const moving = (since: Choices<RecordPlan>) =>
	withClock(starting(writes(share, [30, 70]), { ...since, latency: one(1, 15, 40) }), 0);

const starts = {
	'19: all existing records': starting(busy, all),
	'19: all existing records, requests that fail and older states': starting(busy, {
		...all,
		...interrupted,
	}),
	'19: all existing records, rows that move and show up late': moving(all),
	'19: existing records since a time': starting(busy, some),
	'19: existing records since a time, requests that fail and older states': starting(busy, {
		...some,
		...interrupted,
	}),
	'19: existing records since a time, rows that move and show up late': moving(some),
};

const place = { person: one(0, 0, 1, 2), notice: one(0, 0, 1, 2, 3) };
type Change = fc.Arbitrary<NoticeAct>;
const counted: Change = fc.record({ kind: one('count'), ...place, to: one(0, 0, 1, 2, 3, 12) });
const renamed: Change = fc.record({ kind: one('rename'), ...place });
const blank: Change = fc.record({ kind: one('blank'), ...place, isBlank: fc.boolean() });
const others: Change = fc.record({
	kind: one('add', 'add', 'add', 'drop'),
	person: one(0, 1, 2),
});

const withCounts = (...kinds: readonly Change[]) =>
	acts([0, 1, 20, 61, 61, 200], [counted, ...kinds]);

const noticing = (
	acts: fc.Arbitrary<NoticePlan['acts']>,
	changed: Choices<NoticePlan> = {},
): fc.Arbitrary<NoticePlan> =>
	fc.record({
		seed: fc.nat(),
		event: one('noticeCountIncreased', 'noticeCountChanged'),
		dialect: fc.record({ zeros: one('listed', 'gone'), numbers: one('numbers', 'texts') }),
		people: one(1, 3),
		// One for each user.
		maxRequests: one(3),
		interval: one(60),
		latency: one(0, 1, 15),
		failing: one(0),
		restarts: one(0),
		...changed,
		acts,
	});

const notices = {
	'notices: every hardship at once': noticing(
		withCounts(counted, counted, renamed, blank, others),
		{ failing: one(0, 0.05, 0.3), restarts: one(0, 0.05, 0.3) },
	),
	'notices: counts that rise and fall': noticing(withCounts(counted, renamed)),
	'notices: counts that are not numbers': noticing(withCounts(blank)),
	'notices: people who are added': noticing(withCounts(counted, others)),
	'notices: rounds that take several polls': noticing(withCounts(counted, counted, others), {
		people: one(2, 3),
		maxRequests: one(1, 2),
		failing: one(0, 0.1),
		restarts: one(0, 0.1),
	}),
	'notices: requests that fail': noticing(withCounts(others), { failing: one(0.1, 0.5) }),
	'notices: any older state': noticing(withCounts(others), { restarts: one(0.1, 0.5) }),
};

/** The scenarios of each kind of trigger. The number in a name is that of the guarantee. */
export const SCENARIOS = { changes, deletions, fields, starts, notices };
