import { WINDOW_MS } from '../../../nodes/RecordsDirectory/core/limits';
import { longWorkShare, Pace } from '../../../nodes/RecordsDirectory/core/request/rate-window';

const FREE_MS = WINDOW_MS + 1_000;
const LATELY_MS = 4 * FREE_MS;

type Kind = Pick<Pace['waiting'][number], 'isUrgent' | 'isPoll'>;
const OF_A_RUN: Kind = { isUrgent: false };
const OF_THE_EDITOR: Kind = { isUrgent: true };
const OF_A_POLL: Kind = { isUrgent: true, isPoll: true };

let ids = 0;
const waiting = (pace: Pace, count: number, kind: Kind, limit = 100): Pace =>
	Array.from({ length: count }).reduce<Pace>(
		(made) => made.withWaiting({ id: ++ids, limit, ...kind }),
		pace,
	);

/** The pace after this many requests at the same time. */
const sent = (pace: Pace, count: number, kind: Kind, now = 0): Pace =>
	Array.from({ length: count }).reduce<Pace>((made) => {
		const asking = waiting(made, 1, kind);
		return asking.sentAt(ids, now);
	}, pace);

describe('the part of the polls', () => {
	it.each([
		[20, 16, 6],
		[4, 4, 3],
	])('of a limit of %i is %i requests, and %i for work that can wait', (limit, polls, long) => {
		const pace = waiting(new Pace(), limit, OF_A_POLL, limit);
		expect(pace.sendableNow(0)).toHaveLength(polls);
		expect(waiting(new Pace(), 100, OF_THE_EDITOR, limit).sendableNow(0)).toHaveLength(limit);
		expect(longWorkShare(limit)).toBe(long);
	});

	it.each([
		[29, 100, undefined, true],
		[30, 100, undefined, false],
		[80, 100, 80, false],
		[2, 4, undefined, true],
		[4, 4, undefined, false],
	])('after %i polls of %i requests: used %j, room for more %j', (count, limit, used, room) => {
		const pace = sent(new Pace(), count, OF_A_POLL);
		expect(pace.usedUpShare(limit, 0)).toBe(used);
		expect(pace.hasRoom(limit, 0)).toBe(room);
	});

	it('is not used by lists of the editor, nor by runs', () => {
		for (const kind of [OF_THE_EDITOR, OF_A_RUN]) {
			const pace = sent(new Pace(), 90, kind);
			expect(pace.usedUpShare(100, 0)).toBeUndefined();
			expect(pace.hasRoom(100, 0)).toBe(true);
		}
		const both = waiting(waiting(new Pace(), 90, OF_THE_EDITOR), 5, OF_A_POLL);
		expect(both.sendableNow(0)).toHaveLength(95);
	});
});

describe('runs leave a part to triggers and the editor', () => {
	it.each([
		['a fifth, of the smallest limit that is divided', 0, 20, 16],
		['what was lately urgent and a twentieth', 30, 100, 65],
		['half, if more than half was lately urgent', 60, 100, 50],
	])('%s', (_, urgent, limit, share) => {
		const later = waiting(sent(new Pace(), urgent, OF_A_POLL), 2 * limit, OF_A_RUN, limit);
		expect(later.sendableNow(FREE_MS)).toHaveLength(share);
	});

	it('a fifth, once the urgent requests are long ago', () => {
		const pace = waiting(sent(new Pace(), 60, OF_A_POLL), 100, OF_A_RUN);
		expect(pace.sendableNow(LATELY_MS - 1)).toHaveLength(50);
		expect(pace.sendableNow(LATELY_MS)).toHaveLength(80);
	});

	it('urgent requests come first, then those that waited longest', () => {
		const pace = [3, 1, 2].reduce(
			(made, id) => made.withWaiting({ id, limit: 100, isUrgent: id === 2 }),
			new Pace(),
		);
		expect(pace.sendableNow(0)).toEqual([2, 3, 1]);
		expect(pace.withoutWaiting(3).sendableNow(0)).toEqual([2, 1]);
	});
});

it('a request that does not wait has no turn', () => {
	expect(new Pace().startTime(1, 0)).toBe(Infinity);
	expect(sent(new Pace(), 3, OF_A_RUN).startTime(0, 5)).toBe(Infinity);
});
describe('the quiet after a rejection', () => {
	it('the requests before it still count', () => {
		const used = new Pace().sentAt(0, 0);
		const pace = used.quietAfterRejection(0, 5_000).withWaiting({
			id: 1,
			limit: 1,
			isUrgent: true,
		});
		expect(pace.sendableNow(6_000)).toEqual([]);
		expect(pace.startTime(1, 6_000)).toBe(FREE_MS);
	});

	it('then one request per quarter of a second, for ten windows', () => {
		const pace = waiting(new Pace().quietAfterRejection(0, 5_000), 3, OF_A_RUN);
		expect(pace.sendableNow(4_999)).toEqual([]);
		const [first, ...others] = pace.sendableNow(5_000);
		expect(others).toEqual([]);
		const next = pace.sentAt(first!, 5_000);
		expect(next.sendableNow(5_249)).toEqual([]);
		expect(next.sendableNow(5_250)).toHaveLength(1);
		expect(pace.sendableNow(10 * WINDOW_MS - 1)).toHaveLength(1);
		expect(pace.sendableNow(10 * WINDOW_MS)).toHaveLength(3);
	});
});
