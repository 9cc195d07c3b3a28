import { deletionIn, isDeleted } from '../../../nodes/RecordsDirectory/core/request/deletion';

it.each([
	[undefined, false],
	[null, false],
	['', false],
	[0, false],
	['0', false],
	[false, false],
	['false', false],
	[1, true],
	['1', true],
	[2, true],
	[true, true],
	['true', true],
])('a record whose isDeleted is %j is deleted: %s', (given, expected) =>
	expect(isDeleted({ isDeleted: given })).toBe(expected),
);

it.each(['maybe', {}, []])(
	'a record whose isDeleted is %j is neither: the reading fails',
	(given) =>
		expect(() => isDeleted({ recordId: 7, isDeleted: given })).toThrow(
			'The service does not say clearly whether record 7 is deleted',
		),
);

it('keeps the deletion type', () => expect(deletionIn({ isDeleted: '2' })).toBe(2));
