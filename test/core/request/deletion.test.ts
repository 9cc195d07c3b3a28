import {
	deletionIn,
	isDeleted,
	mustSayDeletion,
} from '../../../nodes/RecordsDirectory/core/request/reply';

it('a record whose isDeleted is "2" has the deletion type 2', () => {
	expect(deletionIn({ isDeleted: '2' })).toBe(2);
	expect(isDeleted({ isDeleted: '2' })).toBe(true);
});

const UNCLEAR = 'The service does not say clearly whether record 7 is deleted';

describe.each(['maybe', {}, [], 'yes', 'untrue', 'true?'])('isDeleted %j', (given) => {
	const row = { recordId: 7, isDeleted: given };

	it('is neither: the reading fails', () => {
		expect(deletionIn(row)).toBeUndefined();
		expect(() => isDeleted(row)).toThrow(UNCLEAR);
	});

	it('fails a page only if no row is clear', () => {
		expect(() => mustSayDeletion([row, row])).toThrow(UNCLEAR);
		expect(() => mustSayDeletion([row, { recordId: 8, isDeleted: 0 }])).not.toThrow();
		expect(() => mustSayDeletion([])).not.toThrow();
	});
});
