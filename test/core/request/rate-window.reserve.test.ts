import fc from 'fast-check';
import { WINDOW_MS } from '../../../nodes/RecordsDirectory/core/limits';
import { Pace } from '../../../nodes/RecordsDirectory/core/request/rate-window';
import { times } from '../../support/effort';

const LIMIT = 100;
const MINUTE_MS = 60_000;
const END_MS = 30 * MINUTE_MS;
/** After this, every trigger has polled at least once beside all others. */
const KNOWN_MS = 7 * MINUTE_MS;
const TRIP_MS = 50;
const PATIENCE_MS = 5_000;

interface Trigger {
	readonly everyMs: number;
	/** Requests of a poll, one after the other. */
	readonly requests: number;
	readonly firstMs: number;
}

interface Setting {
	readonly triggers: readonly Trigger[];
	/** Milliseconds between two lists that a user opens, each with one request; the first comes late. */
	readonly openedEveryMs: number;
	/** Executions that always have another request. */
	readonly executions: number;
}

interface Outcome {
	readonly sent: readonly number[];
	/** When a poll or a list had to be given up. */
	readonly given: readonly number[];
	readonly ofExecutions: number;
}

/** Half an hour of a site, with a simulated clock. */
function halfAnHour({ triggers, openedEveryMs, executions }: Setting): Outcome {
	const outcome = { sent: [] as number[], given: [] as number[], ofExecutions: 0 };
	const moments: Array<{ at: number; act: () => void }> = [];
	const goes = new Map<number, () => void>();
	let [pace, now, ids, wakesAt]: [Pace, number, number, number] = [new Pace(), 0, 0, 0];
	const later = (at: number, act: () => void) => at < END_MS && moments.push({ at, act });

	const ask = (kind: Pick<Pace['waiting'][number], 'isUrgent' | 'isPoll'>, go: () => void) => {
		const id = ++ids;
		goes.set(id, go);
		pace = pace.withWaiting({ id, limit: LIMIT, ...kind });
		if (kind.isUrgent && pace.startTime(id, now) - now > PATIENCE_MS) {
			pace = pace.withoutWaiting(id);
			outcome.given.push(now);
		}
		sendWhatMay();
	};
	const sendWhatMay = () => {
		for (const id of pace.sendableNow(now)) {
			pace = pace.sentAt(id, now);
			outcome.sent.push(now);
			later(now + TRIP_MS, goes.get(id)!);
			goes.delete(id);
		}
		const [next] = pace.waiting;
		const at = next ? pace.startTime(next.id, now) : wakesAt;
		if (at === wakesAt) return;
		later(at, sendWhatMay);
		wakesAt = at;
	};
	const run = () => {
		outcome.ofExecutions++;
		ask({ isUrgent: false }, run);
	};
	const poll = (left: number) => {
		if (left > 0) ask({ isUrgent: true, isPoll: true }, () => poll(left - 1));
	};
	for (const { everyMs, requests, firstMs } of triggers)
		for (let at = firstMs; at < END_MS; at += everyMs) later(at, () => poll(requests));
	for (let at = KNOWN_MS; at < END_MS; at += openedEveryMs)
		later(at, () => ask({ isUrgent: true }, () => {}));
	for (let n = 0; n < executions; n++) later(MINUTE_MS + n * 7_000, run);
	while (moments.length > 0) {
		moments.sort((a, b) => b.at - a.at);
		const { at, act } = moments.pop()!;
		now = Math.max(now, at);
		act();
	}
	return outcome;
}

/** The moments at which 100 seconds contained more than the limit. */
const crowdedIn = (sent: readonly number[]) =>
	sent.filter((at, n) => n >= LIMIT && at - sent[n - LIMIT]! <= WINDOW_MS);

const polling = (everyMs: number, most: number) =>
	fc.array(
		fc.record({
			everyMs: fc.constant(everyMs),
			requests: fc.integer({ min: 1, max: 2 }),
			// Most workflows poll in the same second.
			firstMs: fc.oneof(fc.constant(0), fc.nat(2_000)),
		}),
		{ maxLength: most },
	);
/** At most 40 requests in 100 seconds, which contain two polls of those that poll every minute. */
const triggers = fc
	.tuple(polling(MINUTE_MS, 7), polling(5 * MINUTE_MS, 6))
	.map((both) => both.flat());

const often = (count: number): Trigger[] =>
	Array.from({ length: count }, () => ({ everyMs: MINUTE_MS, requests: 1, firstMs: 0 }));
const busy: Setting = { triggers: often(20), openedEveryMs: 26_000, executions: 2 };

describe('long runs beside triggers that poll in the same second', () => {
	it('delay no poll and no list once the triggers are known', () => {
		const setting = fc.record({
			triggers,
			openedEveryMs: fc.integer({ min: 26_000, max: 90_000 }),
			executions: fc.integer({ min: 1, max: 3 }),
		});
		fc.assert(
			fc.property(setting, (one) => {
				const { sent, given } = halfAnHour(one);
				expect(crowdedIn(sent)).toEqual([]);
				expect(given.filter((at) => at > KNOWN_MS)).toEqual([]);
			}),
			{ numRuns: times(30), examples: [[busy]] },
		);
	});

	it('get all that the triggers and lists leave', () => {
		const made = (count: number) =>
			halfAnHour({ triggers: often(count), openedEveryMs: END_MS, executions: 2 }).ofExecutions;
		// 29 minutes are 17 windows of 100 seconds.
		expect(made(0)).toBeGreaterThan(17 * 80);
		// Two polls of each trigger fall within 100 seconds.
		expect(made(7)).toBeGreaterThan(17 * 80);
		expect(made(14)).toBeGreaterThan(17 * 65);
	});
});
