import fc from 'fast-check';
import { Pace } from '../../../nodes/RecordsDirectory/core/request/rate-window';
import { times } from '../../support/effort';
import { WINDOW_MS } from '../../../nodes/RecordsDirectory/core/limits';

const FREE_MS = WINDOW_MS + 1_000;
const LATELY_MS = 4 * FREE_MS;
const GAP_MS = 250;

interface Plan {
	readonly gap: number;
	readonly limit: number;
	readonly isUrgent: boolean;
	/** Milliseconds after which it stops waiting. */
	readonly patience: number;
}

type Ask = Pace['waiting'][number];

interface Sent extends Ask {
	readonly askedAt: number;
	readonly sentAt: number;
}

/** A site with a simulated clock, where each request is sent as soon as allowed. */
function lives(plans: readonly Plan[], start: Pace = new Pace()): Sent[] {
	let now = 0;
	const asks = plans.map(({ gap, ...plan }, id) => ({ ...plan, id, askedAt: (now += gap) }));
	const sent: Sent[] = [];
	let pace = start;
	const moments = new Set(asks.flatMap(({ askedAt, patience }) => [askedAt, askedAt + patience]));
	moments.add(pace.quietUntil).add(pace.sharedUntil);
	for (let left = [...moments]; left.length > 0; ) {
		const at = Math.min(...left);
		left = left.filter((moment) => moment > at && moment < Infinity);
		for (const one of asks) {
			if (one.askedAt === at) pace = pace.withWaiting(one);
			if (one.askedAt + one.patience === at) pace = pace.withoutWaiting(one.id);
		}
		for (const id of pace.sendableNow(at)) {
			pace = pace.sentAt(id, at);
			sent.push({ ...asks[id]!, sentAt: at });
			left.push(at + FREE_MS, at + LATELY_MS, at + GAP_MS);
		}
	}
	expect(pace.waiting).toEqual([]);
	return sent;
}

const plan = (more: Partial<Plan> = {}): Plan => ({
	gap: 0,
	limit: 100,
	isUrgent: false,
	patience: Infinity,
	...more,
});
const same = (count: number, more: Partial<Plan> = {}) =>
	Array.from({ length: count }, () => plan(more));
const timesOf = (sent: readonly Sent[]) => sent.map(({ sentAt: at }) => at);

const gap = fc.oneof(fc.constant(0), fc.nat(50), fc.nat(5_000), fc.nat(150_000));
const patience = fc.oneof(fc.constant(Infinity), fc.constant(Infinity), fc.nat(200_000));
const plans = (limit: fc.Arbitrary<number>, isPatient = false) =>
	fc.array(
		fc.record({
			gap,
			limit,
			isUrgent: fc.boolean(),
			patience: isPatient ? fc.constant(Infinity) : patience,
		}),
		{ minLength: 1, maxLength: 60 },
	);
const small = fc.integer({ min: 1, max: 8 });

describe('the rate limit of a site', () => {
	it('sends a burst immediately, except the share of triggers and the editor', () => {
		const times = timesOf(lives(same(100)));
		expect(times.filter((at) => at === 0)).toHaveLength(80);
		expect(times.filter((at) => at === FREE_MS)).toHaveLength(20);
	});

	it('does not reserve a share of a small limit', () => {
		expect(timesOf(lives(same(19, { limit: 19 })))).toEqual(Array(19).fill(0));
	});

	it('delays no request if requests are slow enough', () => {
		const times = timesOf(lives(same(50, { limit: 2, gap: 60_000 })));
		expect(times).toEqual(times.map((_, n) => (n + 1) * 60_000));
	});

	it('respects the limit of each of several credentials', () => {
		fc.assert(
			fc.property(plans(small), (all) => {
				const sent = lives(all);
				sent.forEach(({ limit, sentAt: at }, n) => {
					const before = sent.slice(0, n + 1).filter((one) => one.sentAt >= at - WINDOW_MS);
					expect(before.length).toBeLessThanOrEqual(limit);
				});
			}),
		);
	});

	it('sends every waiting request, each kind in order of arrival', () => {
		fc.assert(
			fc.property(small, fc.boolean(), (limit, isUrgent) =>
				fc.assert(
					fc.property(plans(fc.constant(limit), true), (all) => {
						const sent = lives(all);
						expect(sent).toHaveLength(all.length);
						const kind = sent.filter((one) => one.isUrgent === isUrgent).map(({ id }) => id);
						expect(kind).toEqual([...kind].sort((a, b) => a - b));
					}),
					{ numRuns: times(20) },
				),
			),
			{ numRuns: times(10) },
		);
	});

	const rejected = fc
		.nat(900_000)
		.map((ago) => new Pace().quietAfterRejection(-ago, 100_000 - ago));

	it.each([
		['', fc.constant(new Pace())],
		[', after a rejection as well', rejected],
	])('predicts when each waiting request is sent, if no other arrives%s', (_, paces) => {
		fc.assert(
			fc.property(plans(small, true), paces, (all, before) => {
				const crowd = all.map((one) => ({ ...one, gap: 0 }));
				const pace = crowd.reduce((made, one, id) => made.withWaiting({ ...one, id }), before);
				for (const { id, sentAt: at } of lives(crowd, before))
					expect(pace.startTime(id, 0)).toBe(at);
			}),
			{ numRuns: times(50) },
		);
	});

	it('gives the turn of a withdrawn request to the next one', () => {
		const [, second, third] = lives([
			plan({ limit: 1 }),
			plan({ limit: 1, patience: 50_000 }),
			plan({ limit: 1 }),
		]);
		expect([second?.id, second?.sentAt, third]).toEqual([2, FREE_MS, undefined]);
	});

	it('does not delay requests behind a credential with a small limit', () => {
		const sent = lives([plan({ limit: 2 }), ...same(3, { limit: 2 }), ...same(5, { limit: 10 })]);
		const large = sent.filter(({ limit }) => limit === 10);
		expect(timesOf(large)).toEqual([0, 0, 0, 0, 0]);
	});

	it('keeps only the sent requests that still count', () => {
		let pace = new Pace();
		for (let n = 0; n < 1_000; n++) pace = pace.sentAt(n, n * 1_000);
		expect(pace.sent.length).toBeLessThanOrEqual(102);
		for (let n = 0; n < 1_000; n++) {
			pace = pace.withWaiting({ id: n, limit: 100, isUrgent: true });
			pace = pace.sentAt(n, 1_000_000 + n * 1_000);
		}
		expect(pace.sent.length).toBeLessThanOrEqual(405);
	});
});
