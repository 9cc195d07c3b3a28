import { recordRow } from '../../../nodes/RecordsDirectory/core/trigger/listed-record';

const TIME = '2026-01-01 00:00:01';
const RECORD = { recordId: '1', createdAt: TIME, updatedAt: TIME };
const WITHOUT_ID = 'The service listed a record without a record ID: ';
const WITHOUT_TIMES = 'Record 1 has no times YYYY-MM-DD hh:mm:ss: ';

test('a record of the list is read with its ID, its times and its deletion type', () => {
	const times = { createdAt: TIME, updatedAt: TIME };
	expect(recordRow(RECORD)).toEqual({ recordId: 1, ...times, isDeleted: 0, raw: RECORD });
	expect(recordRow(RECORD, 2).isDeleted).toBe(2);
});

test.each([
	[{ recordId: 0 }, `${WITHOUT_ID}0`],
	[{ recordId: undefined }, WITHOUT_ID],
	[{ updatedAt: '' }, `${WITHOUT_TIMES}createdAt "${TIME}", updatedAt ""`],
	[{ createdAt: '1/2/2026' }, `${WITHOUT_TIMES}createdAt "1/2/2026", updatedAt "${TIME}"`],
])('a record with %j is rejected', (wrong, message) => {
	expect(() => recordRow({ ...RECORD, ...wrong })).toThrow(
		expect.objectContaining({ name: 'ScanError', message }),
	);
});
