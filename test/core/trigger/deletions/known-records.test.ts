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
