import { KnownRecords } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { packed, stateOf } from './polls';

const known = (listed: readonly number[], changes = {}) =>
	new KnownRecords(stateOf(listed, changes));
const pendingIn = (records: KnownRecords) => [...records.pending];

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
	it.each([
		['of a record that is still listed says nothing about others', 2, undefined],
		['of a record that is no longer listed shows that deleted records leave the list', 9, true],
	])('%s', (_, id, leave) => {
		const records = known([1, 2, 3], { pending: packed(9) });
		records.countDeletion(id);
		expect(records.pack().leave).toBe(leave);
	});
});

it('a baseline forgets records that disappeared unseen', () => {
	const records = known([1, 3], { pending: packed(2) });
	records.forgetPending();
	expect([pendingIn(records), [...records.alive]]).toEqual([[], [1, 3]]);
});
