import { KnownRecords } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { packed, stateOf } from './polls';

it('pending records whose number was checked are not checked again', () => {
	const known = (isWeighed: boolean) =>
		new KnownRecords(stateOf([1, 3], { pending: packed(2, 9), isWeighed }));
	expect([...known(false).found]).toEqual([2, 9]);
	expect([...known(true).found]).toEqual([]);
	expect([...known(true).pending]).toEqual([2, 9]);
});
