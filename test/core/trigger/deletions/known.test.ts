import { Ids } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import { Known } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known';
import { packed, range, rowsOf, stateOf } from './polls';

const inside = (known: Known) => ({
	listed: [...known.listed],
	alive: [...known.alive],
	pending: [...known.pending],
	found: [...known.found],
});
const knowing = (...listed: number[]) => new Known(stateOf(listed));

describe('what is known', () => {
	test('of nothing is nothing, and that a page holds twenty rows', () => {
		const known = new Known(undefined);
		expect(inside(known)).toEqual({ listed: [], alive: [], pending: [], found: [] });
		expect(known.pack()).toEqual({ listed: '', largestPage: 20 });
	});

	test('is packed without what there is none of', () => {
		expect(knowing(1, 2, 3).pack()).toEqual({ listed: packed(1, 2, 3), largestPage: 100 });
	});

	test('is saved as it was read', () => {
		const saved = {
			listed: packed(...range(1, 9)),
			dead: packed(2, 3),
			hidden: packed(20),
			pending: packed(4, 30),
			told: packed(2, 3, 40),
			toldAgain: { 3: 2 },
			largestPage: 250,
			leave: true as const,
		};
		const known = new Known(stateOf([], saved));
		expect(known.pack()).toEqual(saved);
		expect([...known.hidden]).toEqual([20]);
		expect([...known.alive]).toEqual([1, 4, 5, 6, 7, 8, 9, 20, 30]);
		expect(known.deadSize).toBe(2);
	});

	test('what is pending has still to be weighed, unless that was done', () => {
		const pending = packed(4, 30);
		expect([...new Known(stateOf([4], { pending })).found]).toEqual([4, 30]);
		expect([...new Known(stateOf([4], { pending, isWeighed: true })).found]).toEqual([]);
	});
});

describe('a reply', () => {
	test('shows what is missing between two of its rows', () => {
		const known = knowing(...range(1, 9));
		known.miss(3, 8, rowsOf([8, 6, 3]));
		expect(inside(known)).toEqual({
			listed: [1, 2, 3, 6, 8, 9],
			alive: range(1, 9),
			pending: [4, 5, 7],
			found: [4, 5, 7],
		});
	});

	test('raises no suspicion of a deleted record that leaves the list', () => {
		const known = new Known(stateOf([1, 2, 3], { dead: packed(2) }));
		known.miss(1, 3, rowsOf([3, 1]));
		expect(inside(known)).toEqual({ listed: [1, 3], alive: [1, 3], pending: [], found: [] });
	});

	test('clears a record that it lists as live', () => {
		const known = knowing(1, 2, 3);
		known.miss(1, 3, []);
		known.see(rowsOf([2]));
		expect(inside(known)).toEqual({
			listed: [1, 2, 3],
			alive: [1, 2, 3],
			pending: [],
			found: [],
		});
	});

	test('may list a record without saying whether it is deleted: it is live', () => {
		const known = new Known(undefined);
		known.see([{ recordId: 5 }, { recordId: 4, isDeleted: 1 }]);
		expect(inside(known)).toMatchObject({ listed: [4, 5], alive: [5], pending: [] });
	});
});

describe('a record that was read singly', () => {
	const missing = () => {
		const known = knowing(1, 2, 3);
		known.miss(1, 3, []);
		return known;
	};

	test('and is there, stays alive without being listed', () => {
		const known = missing();
		known.stay(2);
		expect(inside(known)).toMatchObject({ listed: [1, 3], alive: [1, 2, 3], pending: [] });
		expect([...known.hidden]).toEqual([2]);
	});

	test('and is gone, is told for the first time, a second and a third', () => {
		const known = missing();
		expect(known.tell(2)).toBe(0);
		expect(inside(known)).toMatchObject({ alive: [1, 3], pending: [] });
		expect(known.tell(2)).toBe(1);
		expect(known.tell(2)).toBe(2);
		expect(known.pack()).toMatchObject({ told: packed(2), toldAgain: { 2: 2 } });
	});

	test('shows whether deleted records leave the list', () => {
		const gone = missing();
		gone.tell(2);
		expect(gone.leave).toBe(true);
		expect(gone.pack().leave).toBe(true);
		const listed = knowing(1, 2, 3);
		listed.see([{ recordId: 2, isDeleted: 1 }]);
		expect(listed.leave).toBe(false);
		listed.tell(2);
		expect(listed.leave).toBe(false);
		expect(listed.deadSize).toBe(1);
	});

	test('and went away in a baseline, is forgotten', () => {
		const known = missing();
		known.forgetPending();
		expect(inside(known)).toMatchObject({ listed: [1, 3], alive: [1, 3], pending: [] });
		expect(known.pending).toBe(Ids.NONE);
	});
});
