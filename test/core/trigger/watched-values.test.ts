import {
	propertyReader,
	watchedValueReader,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';

const statusIn = propertyReader('status');

describe('what is watched', () => {
	const watched = watchedValueReader(['a', 'b']);
	const text = (record: unknown) => watched({ raw: { record } });

	it.each([{}, { a: null }, { a: '', b: [] }, { a: false, c: 1 }, undefined, 'x', []])(
		'%j is nothing',
		(record) => expect(text(record)).toBe(text({})),
	);

	it.each([{ a: 0 }, { a: true }, { a: ['x'] }, { b: 'x' }, { a: 'x' }, { a: ' ' }])(
		'%j is something, and its own',
		(record) => {
			expect(text(record)).not.toBe(text({}));
			expect(text({ ...record, c: 1 })).toBe(text(record));
			expect(text({ a: 'other', ...record, b: 'other' })).not.toBe(text(record));
		},
	);

	it.each([
		[{ status: 'Open' }, 'Open'],
		[{ status: 3 }, '3'],
		[{ status: null }, ''],
		[{}, ''],
	])('the status of %j is %j', (raw, status) => expect(statusIn({ raw })).toBe(status));
});
