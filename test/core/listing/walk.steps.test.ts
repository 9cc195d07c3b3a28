import type { Id } from '../../../nodes/RecordsDirectory/core/id';
import {
	resumeWalk,
	startDenseWalk,
	startWalk,
	advanceWalk,
	type Walk,
} from '../../../nodes/RecordsDirectory/core/listing/walk';

/** A page of four rows, the second of its list unless another is named. */
const step = (walk: Walk, keys: readonly Id[], page = 2, proven = 4) =>
	advanceWalk(walk, { asked: { order: `${walk.order}:desc`, page, limit: 4 }, keys }, proven);

const byTime: Walk = { ...startWalk('updatedAt', 3), wantedSize: 9, at: 3, back: 64, stalls: 3 };
const byId: Walk = { ...startWalk('recordId', 9), at: 3, edge: 8, last: 8 };
const hopeful: Walk = { ...startDenseWalk(4), at: 4, edge: 8, last: 8 };

/** What a walk keeps of a page that joins. */
const joined = expect.any(String) as string;

describe('a page that should begin among known rows is empty', () => {
	const joins = (walk: Walk, keys: readonly Id[]) => step({ ...walk, size: 4 }, keys, 2).walk;
	const emptied = step(joins(byId, [11, 10, 9, 8]), [], 3);

	it('the walk steps back, as rows may have moved up', () => {
		expect([emptied.outcome, emptied.isJoined]).toEqual(['next', false]);
	});

	it.each<[string, readonly Id[], string]>([
		['is as it was: the site lists nothing more', [11, 10, 9, 8], 'cut'],
		['begins with another row: the walk steps back again', [12, 11, 10, 8], 'next'],
		['gets further: the walk steps back again', [8, 7, 6, 5], 'next'],
	])('again, and the page above it %s', (_, keys, outcome) => {
		expect(step(joins(emptied.walk, keys), [], 3).outcome).toBe(outcome);
	});

	it('a later poll knows nothing of it', () => {
		const walk = resumeWalk(joins(emptied.walk, [11, 10, 9, 8]), 4);
		expect(step(walk, [], 3).outcome).toBe('next');
	});
});

describe('a later page begins with the row that page 1 began with', () => {
	const after = (page: readonly Id[], size: number) =>
		step(startWalk('recordId', size), page, 1, 3).walk;
	const again = (walk: Walk, keys: readonly Id[]) => {
		const { isJoined, walk: back } = step(walk, keys);
		expect([isJoined, back.at]).toEqual([false, 0]);
		return back;
	};

	it('page 1 is asked for again; it is the same and short: the list has ended', () => {
		const back = again(after([9, 8, 7], 4), [9, 8, 7]);
		expect(step(back, [9, 8, 7], 1)).toEqual({ outcome: 'end', isJoined: true, walk: back });
	});

	it('it is the same and full: nobody knows whether there are more', () => {
		const back = again(after([9, 8, 7, 6], 4), [9, 8, 7, 6]);
		expect(() => step(back, [9, 8, 7, 6], 1)).toThrow('the same page again');
	});

	it('it is the same, of a size at which sites cut: nobody knows either', () => {
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

	it('a later poll knows nothing of it', () => {
		const back = again(after([9, 8, 7, 6], 4), [9, 8, 7, 6]);
		expect(resumeWalk(back, 4).mayRepeat).toBeUndefined();
	});

	it('it has other rows: the list has grown by a page, and is read on', () => {
		const back = again(after([9, 8, 7, 6], 4), [9, 8, 7, 6]);
		const { outcome, walk } = step(back, [13, 12, 11, 10], 1);
		expect([outcome, walk.top, walk.mayRepeat]).toEqual(['next', 13, undefined]);
	});
});

describe('a page that joins', () => {
	it('gets further: the next begins at the last row that is newer than the oldest', () => {
		const walk = { ...byTime, edge: 'm', last: 'm' };
		expect(step(walk, ['n', 'm', 'c', 'b'])).toEqual({
			outcome: 'next',
			isJoined: true,
			walk: { ...walk, joined, edge: 'b', last: 'b', stalls: 0, back: 0, at: 6 },
		});
	});

	it.each<[string, Id | null, number]>([
		['is on its way to the edge', 'z', 3],
		['is where the page before was', 'v', 4],
	])('lies above the edge and %s: the list has grown', (_, last, stalls) => {
		const walk = { ...byTime, edge: 'm', last };
		expect(step(walk, ['y', 'x', 'v', 'v'])).toEqual({
			outcome: 'next',
			isJoined: true,
			walk: { ...walk, joined, size: 9, last: 'v', stalls, back: 0, at: 7 },
		});
	});

	it('ends at the edge: it got no further', () => {
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

describe('a page without a missing ID', () => {
	it('is followed by the very next row', () => {
		expect(step(hopeful, [7, 6, 5, 4]).walk).toEqual({
			...hopeful,
			joined,
			edge: 4,
			last: 4,
			at: 8,
		});
	});

	it.each<[string, Walk, readonly Id[]]>([
		['where hope has just failed', { ...hopeful, back: 32 }, [7, 6, 5, 4]],
		['where it got no further', { ...hopeful, edge: 4 }, [7, 6, 5, 4]],
		['where an ID is missing', hopeful, [7, 6, 5, 3]],
	])('but by its last row once more %s', (_, walk, keys) => {
		expect(step(walk, keys).walk.at).toBe(7);
	});
});

describe('a short page that may be all that the service gives', () => {
	it('the first: it is the size from now on, until longer ones are wanted again', () => {
		const { outcome, walk } = step(startWalk('recordId', 9), [9, 7, 5], 1, 3);
		expect(outcome).toBe('next');
		expect(walk).toMatchObject({ size: 3, wantedSize: 9 });
	});

	it('a later one: so it always is', () => {
		const { outcome, walk } = step(byId, [8, 6, 4], 2, 3);
		expect(outcome).toBe('next');
		expect(walk).toMatchObject({ size: 3, wantedSize: 3 });
	});

	it('a full one that ends at the edge does not either', () => {
		const walk = { ...byId, size: 5, edge: 5 };
		expect(step(walk, [8, 7, 6, 5]).walk).toMatchObject({ size: 5, wantedSize: 9 });
	});
});

describe('whether a page joins', () => {
	it.each<[string, Walk, number, boolean]>([
		['the first always does', { ...byId, edge: 3 }, 1, true],
		['a later one does not where nothing was read', startWalk('recordId', 4), 2, false],
	])('%s', (_, walk, page, isJoined) => {
		expect(step(walk, [2, 1], page).isJoined).toBe(isJoined);
	});

	it.each([[32, 64, 36]])(
		'one that does not: after a step of %i back, one of %i',
		(back, next, at) => {
			const walk = { ...byId, at: 100, back };
			expect(step(walk, [2, 1])).toEqual({
				outcome: 'next',
				isJoined: false,
				walk: { ...walk, at, back: next, stalls: 1 },
			});
		},
	);
});

describe('a walk that gets no further', () => {
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
	])('by time, after %i requests for nothing: %s', (stalls, outcome) => {
		expect(step({ ...byTime, edge: 'm', stalls }, ['a']).outcome).toBe(outcome);
	});

	it('nor does one in pages of a single record', () => {
		const asked = { order: 'recordId:desc' as const, page: 1, limit: 1 };
		const page = { asked, keys: [5] };
		expect(faultOf(() => advanceWalk(startWalk('recordId', 1), page, 1))).toMatchObject({
			message: 'The pages of the record list do not fit together by record ID',
		});
	});
});

describe('a page whose oldest time begins at its first row', () => {
	it('is followed by one that begins there, if a larger page reaches on', () => {
		const walk = { ...startWalk('updatedAt', 9), at: 4, edge: 'n', last: 'n' };
		expect(step(walk, ['o', 'm', 'm', 'm'])).toMatchObject({ outcome: 'next', walk: { at: 4 } });
	});
});
