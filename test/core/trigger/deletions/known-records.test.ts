import { KnownRecords } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { packed, stateOf } from './polls';

const dead = (recordId: number, isDeleted = true) => ({ recordId, isDeleted });
const live = (recordId: number) => ({ recordId });
const known = (listed: readonly number[], changes = {}) =>
	new KnownRecords(stateOf(listed, changes));
const pendingIn = (records: KnownRecords) => [...records.pending];

describe('a record listed as deleted', () => {
	it('is suspected if it was alive', () => {
		const records = known([1, 2, 3]);
		records.see([live(1), dead(2), live(3)]);
		expect([[...records.found], pendingIn(records)]).toEqual([[2], [2]]);
	});

	it('is no deletion if it was never alive', () => {
		const records = known([1, 3], { dead: packed(3) });
		records.see([dead(2), dead(3)]);
		expect([records.found.size, pendingIn(records), records.deadSize]).toEqual([0, [], 2]);
	});
});

it.each([
	['a live record', live(2)],
	['a record that is not deleted', dead(2, false)],
])('%s is suspected no longer', (_, row) => {
	const records = known([1, 3], { pending: packed(2) });
	records.see([row]);
	expect([[...records.found], pendingIn(records), [...records.listed]]).toEqual([
		[],
		[],
		[1, 2, 3],
	]);
});

describe('what a page does not list between two IDs', () => {
	it('is suspected if it was alive, and is listed no longer', () => {
		const records = known([1, 2, 3, 4, 5, 6], { dead: packed(4) });
		records.takePage([live(6), live(3), live(1)], { isTop: false, isEnd: false });
		expect([...records.found]).toEqual([2, 5]);
		expect([...records.listed]).toEqual([1, 3, 6]);
		expect(pendingIn(records)).toEqual([2, 5]);
	});

	it('is nothing if the page lists all of it', () => {
		const records = known([1, 2, 3]);
		records.takePage([live(3), live(2), live(1)], { isTop: true, isEnd: true });
		expect([[...records.found], [...records.listed]]).toEqual([[], [1, 2, 3]]);
	});
});

it.each([
	[undefined, [2, 9]],
	[false, [2, 9]],
	[true, []],
])('pending records whose number was checked (%s) are not checked again', (isWeighed, found) => {
	const records = known([1, 3], {
		pending: packed(2, 9),
		...(isWeighed !== undefined && { isWeighed }),
	});
	expect([...records.found]).toEqual(found);
	expect(pendingIn(records)).toEqual([2, 9]);
});

describe('a counted deletion', () => {
	it('is numbered per record', () => {
		const records = known([1, 2, 3], { pending: packed(9) });
		expect([9, 9, 2, 9].map((id) => records.countDeletion(id))).toEqual([0, 1, 0, 2]);
		expect(records.pack()).toMatchObject({ emitted: packed(2, 9), emittedAgain: { 9: 2 } });
	});

	it.each([
		['of a record that is still listed says nothing about others', 2, undefined],
		['of a record that is no longer listed shows that deleted records leave the list', 9, true],
	])('%s', (_, id, leave) => {
		const records = known([1, 2, 3], { pending: packed(9) });
		records.countDeletion(id);
		expect(records.pack().leave).toBe(leave);
	});
});

describe('the state', () => {
	it('has only what there is', () => {
		expect(known([1, 2]).pack()).toEqual({ listed: packed(1, 2), largestPage: 100 });
		expect(new KnownRecords(undefined).pack()).toEqual({ listed: '', largestPage: 20 });
	});

	it('has everything that it had', () => {
		const state = {
			listed: packed(1, 2, 3, 4),
			dead: packed(2),
			hidden: packed(7),
			pending: packed(8, 9),
			emitted: packed(5, 6),
			emittedAgain: { 5: 1 },
			largestPage: 60,
			leave: true as const,
		};
		const records = new KnownRecords({ sincePatrol: 0, ...state });
		expect(records.pack()).toEqual(state);
		expect([[...records.hidden], records.deadSize]).toEqual([[7], 1]);
	});
});

it('a baseline forgets records that disappeared unseen', () => {
	const records = known([1, 3], { pending: packed(2) });
	records.forgetPending();
	expect([pendingIn(records), [...records.alive]]).toEqual([[], [1, 3]]);
});

it('a record that a single read finds is alive, and no longer pending', () => {
	const records = known([1, 3], { pending: packed(2) });
	records.keepAlive(2);
	expect([pendingIn(records), [...records.hidden]]).toEqual([[], [2]]);
});
