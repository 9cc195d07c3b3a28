import fc from 'fast-check';
import { Pace } from '../../../nodes/RecordsDirectory/core/request/rate-window';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { times } from '../../support/effort';
import { WINDOW_MS } from '../../../nodes/RecordsDirectory/core/limits';

const LIMIT = 100;

interface Setting {
	/** Processes with separate paces, and the executions in each, one request after the other. */
	readonly processes: number;
	readonly executions: number;
	readonly requests: number;
	/** How the service counts requests. */
	readonly window: 'fixed' | 'sliding';
	readonly seed: number;
}

interface Outcome {
	readonly done: number;
	readonly refused: number;
	readonly mostAttempts: number;
	readonly ms: number;
}

interface Execution {
	readonly id: number;
	left: number;
	attempts: number;
}

/** Numbers in [0, 1) that are the same for the same seed. */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** The service's side: whether it accepts one more request. */
function limitOf(window: Setting['window']): (now: number) => boolean {
	let taken: number[] = [];
	return (now) => {
		const start = window === 'fixed' ? now - (now % WINDOW_MS) : now - WINDOW_MS;
		taken = taken.filter((at) => (window === 'fixed' ? at >= start : at > start));
		const isFree = taken.length < LIMIT;
		if (isFree) taken.push(now);
		return isFree;
	};
}

const refusal = new Failure({ kind: 'rate', message: 'Request exhausted per 100 seconds' });

/** Processes that share a site without knowing of each other, with a simulated clock. */
function shared({ processes, executions, requests, window, seed }: Setting): Outcome {
	const random = randomOf(seed);
	const takes = limitOf(window);
	const moments: Array<{ at: number; act: () => void }> = [];
	const later = (at: number, act: () => void) => moments.push({ at, act });
	const outcome = { done: 0, refused: 0, mostAttempts: 0, ms: 0 };
	let now = 0;

	const start = () => {
		let pace: Pace = new Pace();
		let wakesAt = 0;
		const all = Array.from({ length: executions }, (_, id): Execution => {
			return { id, left: requests, attempts: 0 };
		});
		const ask = (one: Execution) => {
			pace = pace.withWaiting({ id: one.id, limit: LIMIT, isUrgent: false });
			sendWhatMay();
		};
		const sendWhatMay = () => {
			for (let ids = pace.sendableNow(now); ids.length > 0; ids = pace.sendableNow(now)) {
				for (const id of ids) {
					pace = pace.sentAt(id, now);
					const trip = 20 + random() * 200;
					later(now + trip / 2, () => arrive(all[id]!, trip));
				}
			}
			const [next] = pace.waiting;
			const at = next ? pace.startTime(next.id, now) : wakesAt;
			if (at === wakesAt) return;
			later(at, sendWhatMay);
			wakesAt = at;
		};
		const arrive = (one: Execution, trip: number) => {
			const isTaken = takes(now);
			later(now + trip / 2, () => (isTaken ? succeed(one) : beRefused(one)));
		};
		const succeed = (one: Execution) => {
			outcome.done++;
			one.attempts = 0;
			if (--one.left > 0) ask(one);
		};
		const beRefused = (one: Execution) => {
			outcome.refused++;
			outcome.mostAttempts = Math.max(outcome.mostAttempts, ++one.attempts);
			const delay = refusal.retryDelay(one.attempts, { repeatable: false, random: random() });
			if (delay === undefined) return;
			pace = pace.quietAfterRejection(now, now + delay);
			ask(one);
		};
		for (const one of all) later(random() * 5_000, () => ask(one));
	};

	for (let n = 0; n < processes; n++) start();
	while (moments.length > 0) {
		moments.sort((a, b) => b.at - a.at);
		const { at, act } = moments.pop()!;
		now = Math.max(now, at);
		act();
	}
	return { ...outcome, ms: now };
}

const setting = fc.record({
	processes: fc.integer({ min: 1, max: 3 }),
	executions: fc.integer({ min: 1, max: 4 }),
	requests: fc.integer({ min: 20, max: 80 }),
	window: fc.constantFrom('fixed' as const, 'sliding' as const),
	seed: fc.nat(),
});

describe('processes that share a site', () => {
	it('do everything, each once, with at most one rejection in twenty, almost as fast as one could', () => {
		fc.assert(
			fc.property(setting, (given) => {
				const { done, refused, mostAttempts, ms } = shared(given);
				const wanted = given.processes * given.executions * given.requests;
				expect(done).toBe(wanted);
				// At first, no process can know of the others.
				const unaware = given.processes * given.executions;
				expect(refused).toBeLessThanOrEqual(unaware + (wanted + refused) * 0.05);
				expect(mostAttempts).toBeLessThan(3);
				const windows = Math.ceil(wanted / LIMIT);
				expect(ms).toBeLessThan((windows * 1.25 + 0.5) * WINDOW_MS);
			}),
			{ numRuns: times(40) },
		);
	});

	it('are rejected at most one request in twenty in the long run', () => {
		const long = { processes: 3, executions: 4, requests: 80, seed: 1 };
		for (const window of ['fixed', 'sliding'] as const) {
			const { done, refused } = shared({ ...long, window });
			expect(done).toBe(960);
			expect(refused / (done + refused)).toBeLessThan(0.05);
		}
	});

	it('are never rejected if there is but one', () => {
		fc.assert(
			fc.property(setting, (given) => {
				// A fixed window allows no more requests than any other 100 seconds.
				expect(shared({ ...given, processes: 1 }).refused).toBe(0);
			}),
			{ numRuns: times(20) },
		);
	});
});
