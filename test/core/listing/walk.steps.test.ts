import type { Id } from '../../../nodes/RecordsDirectory/core/id';
import {
	resumeWalk,
	startDenseWalk,
	startWalk,
	advanceWalk,
	mustNotBeCut,
	walkRequest,
	type Walk,
} from '../../../nodes/RecordsDirectory/core/listing/walk';

/** A page of four rows, the second of its list unless another is named. */
const step = (walk: Walk, keys: readonly Id[], page = 2, limit = 4) =>
	advanceWalk(walk, { asked: { order: `${walk.order}:desc`, page, limit }, keys });

/** The IDs down from this one. */
const down = (from: number, count: number) => Array.from({ length: count }, (_, n) => from - n);

const byTime: Walk = { ...startWalk('updatedAt', 3), wantedSize: 9, at: 3, back: 64, stalls: 3 };
const byId: Walk = { ...startWalk('recordId', 9), at: 3, edge: 8, last: 8 };
const hopeful: Walk = { ...startDenseWalk(4), at: 4, edge: 8, last: 8 };

/** What a walk keeps of a page that joins. */
const joined = expect.any(String) as string;

describe('a page that should begin among known rows is empty', () => {
	const joins = (walk: Walk, keys: readonly Id[]) => step({ ...walk, size: 4 }, keys, 2).walk;
	const emptied = step(joins(byId, [11, 10, 9, 8]), [], 3);

	it('the site lists nothing there if all further pages are empty as well', () => {
		const stalled = { ...byId, joined: 'this page', stalls: 1_000 };
		expect(step(stalled, [], 3).outcome).toBe('cut');
		expect(() => step({ ...stalled, back: 1 }, [], 3)).toThrow(/changed too much/);
	});

	it('the walk steps back, as rows may have moved up', () => {
		expect([emptied.outcome, emptied.isJoined]).toEqual(['next', false]);
	});

	it.each<[string, readonly Id[], string]>([
		['is unchanged: the site lists nothing more', [11, 10, 9, 8], 'cut'],
		['begins with another row: the walk steps back again', [12, 11, 10, 8], 'next'],
		['makes progress: the walk steps back again', [8, 7, 6, 5], 'next'],
	])('it is empty again, and the page above it %s', (_, keys, outcome) => {
		expect(step(joins(emptied.walk, keys), [], 3).outcome).toBe(outcome);
	});

	it('a later poll knows the empty page, so that few requests per poll are enough', () => {
		const walk = resumeWalk(emptied.walk, 4);
		expect(step(joins(walk, [11, 10, 9, 8]), [], 3).outcome).toBe('cut');
		expect(resumeWalk({ ...walk, stalls: 20 }, 4).stalls).toBe(20);
	});
});

test('a short page probably ends a list: it has ended if the next page is empty, as far as it is rejected', () => {
	const { walk } = step(startWalk('recordId', 99), down(80, 20), 1, 99);
	expect(walkRequest(walk).mayBeRejected).toBe(true);
	expect(step(walk, [], 2, 19).outcome).toBe('end');
});

describe('a later page begins with the row that page 1 began with', () => {
	const after = (page: readonly Id[], size: number) =>
		step(startWalk('recordId', size), page, 1, size).walk;
	const again = (walk: Walk, keys: readonly Id[]) => {
		const { isJoined, walk: back } = step(walk, keys);
		expect([isJoined, back.at]).toEqual([false, 0]);
		return back;
	};

	it('page 1 is the same and short: the list has ended', () => {
		const back = again(after(down(99, 20), 21), [99]);
		expect(step(back, down(99, 20), 1)).toEqual({ outcome: 'end', isJoined: true, walk: back });
	});

	it('page 1 is the same and full: the walk fails', () => {
		const back = again(after([9, 8, 7, 6], 4), [9, 8, 7, 6]);
		expect(() => step(back, [9, 8, 7, 6], 1)).toThrow('the same page again');
	});

	it('page 1 is the same and may have been cut: the walk fails', () => {
		const page = Array.from({ length: 100 }, (_, n) => 900 - n);
		const reply = (walk: Walk, of: number) =>
			advanceWalk(
				walk,
				{ asked: { order: 'recordId:desc', page: of, limit: 200 }, keys: page },
				50,
			);
		const back = reply(reply(startWalk('recordId', 200), 1).walk, 2).walk;
		expect(() => reply(back, 1)).toThrow('the same page again');
	});

	it('page 1 is the same, though a later page began above it: the list is not sorted', () => {
		const back = again(after([9_999, 9_998, 9_997], 3), [10_002, 10_001, 10_000]);
		expect(() => mustNotBeCut(step(back, [9_999, 9_998, 9_997], 1))).toThrow('does not sort');
	});

	it('a later poll has forgotten the repeated page', () => {
		const back = again(after([9, 8, 7, 6], 4), [9, 8, 7, 6]);
		expect(resumeWalk(back, 4).isInDoubt).toBeUndefined();
	});

	it('page 1 has other rows: the list has grown, and the walk continues', () => {
		const back = again(after([9, 8, 7, 6], 4), [9, 8, 7, 6]);
		const { outcome, walk } = step(back, [13, 12, 11, 10], 1);
		expect([outcome, walk.top, walk.isInDoubt]).toEqual(['next', 13, undefined]);
	});
});

describe('a page that joins', () => {
	it('makes progress: the next page begins at the last row that is newer than the oldest', () => {
		const walk = { ...byTime, edge: 'm', last: 'm' };
		expect(step(walk, ['n', 'm', 'c', 'b'])).toEqual({
			outcome: 'next',
			isJoined: true,
			walk: { ...walk, joined, edge: 'b', last: 'b', stalls: 0, back: 0, at: 6 },
		});
	});

	it.each<[string, Id | null, number]>([
		['is on its way to the edge', 'z', 3],
		['is where the previous page was', 'v', 4],
	])('lies above the edge and %s: the list has grown', (_, last, stalls) => {
		const walk = { ...byTime, edge: 'm', last };
		expect(step(walk, ['y', 'x', 'v', 'v'])).toEqual({
			outcome: 'next',
			isJoined: true,
			walk: { ...walk, joined, size: 9, last: 'v', stalls, back: 0, at: 7 },
		});
	});

	it('makes no progress if it ends at the edge', () => {
		const walk = { ...byTime, edge: 'm', last: 'z' };
		expect(step(walk, ['n', 'n', 'm', 'm']).walk).toEqual({
			...{ ...walk, joined },
			last: 'm',
			stalls: 4,
			back: 0,
			at: 5,
		});
	});
});

describe('a page of a dense walk', () => {
	it('is followed by a page from the very next row if no ID is missing', () => {
		expect(step(hopeful, [7, 6, 5, 4]).walk).toEqual({
			...hopeful,
			joined,
			edge: 4,
			last: 4,
			at: 8,
		});
	});

	it.each<[string, Walk, readonly Id[]]>([
		['after a step back', { ...hopeful, back: 32 }, [7, 6, 5, 4]],
		['if it makes no progress', { ...hopeful, edge: 4 }, [7, 6, 5, 4]],
		['if an ID is missing', hopeful, [7, 6, 5, 3]],
	])('is followed by a page from its last row %s', (_, walk, keys) => {
		expect(step(walk, keys).walk.at).toBe(7);
	});
});

describe('a page that may show the page size of the service', () => {
	it('sets the page size, but keeps the requested one, if it is the first', () => {
		const { outcome, walk } = step(startWalk('recordId', 99), down(80, 20), 1, 99);
		expect(outcome).toBe('next');
		expect(walk).toMatchObject({ size: 20, wantedSize: 99 });
	});

	it('sets the page size and the requested one if it is a later page', () => {
		const walked = { ...byId, edge: 80, last: 80, size: 99, wantedSize: 99 };
		const { outcome, walk } = step(walked, down(80, 20), 2, 99);
		expect(outcome).toBe('next');
		expect(walk).toMatchObject({ size: 20, wantedSize: 20 });
	});

	it('does not change the page size if it is full and ends at the edge', () => {
		const walk = { ...byId, size: 5, edge: 5 };
		expect(step(walk, [8, 7, 6, 5]).walk).toMatchObject({ size: 5, wantedSize: 9 });
	});
});

describe('whether a page joins', () => {
	it.each<[string, Walk, number, boolean]>([
		['the first page always does', { ...byId, edge: 3 }, 1, true],
		['a later page does not if nothing was read', startWalk('recordId', 4), 2, false],
	])('%s', (_, walk, page, isJoined) => {
		expect(step(walk, [2, 1], page).isJoined).toBe(isJoined);
	});

	it('a page that does not join doubles the next step back', () => {
		const walk = { ...byId, at: 100, back: 32 };
		expect(step(walk, [2, 1])).toEqual({
			outcome: 'next',
			isJoined: false,
			walk: { ...walk, at: 36, back: 64, stalls: 1 },
		});
	});
});

describe('a walk without progress', () => {
	const faultOf = (work: () => unknown) => {
		try {
			return work();
		} catch (error) {
			return error;
		}
	};

	it.each<[number, string]>([
		[23, 'next'],
		[24, 'stuck'],
	])('by time, after %i useless requests: %s', (stalls, outcome) => {
		expect(step({ ...byTime, edge: 'm', stalls }, ['a']).outcome).toBe(outcome);
	});

	it('fails in pages of a single record', () => {
		const asked = { order: 'recordId:desc' as const, page: 1, limit: 1 };
		const page = { asked, keys: [5] };
		expect(faultOf(() => advanceWalk(startWalk('recordId', 1), page, 1))).toMatchObject({
			message: 'The pages of the record list do not fit together by record ID',
		});
	});
});

it('a page of one time below its first row is followed by a larger one from that row', () => {
	const walk = { ...startWalk('updatedAt', 9), at: 4, edge: 'n', last: 'n' };
	expect(step(walk, ['o', 'm', 'm', 'm'])).toMatchObject({ outcome: 'next', walk: { at: 4 } });
});
