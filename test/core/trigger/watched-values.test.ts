import {
	fieldValueReader,
	isValueEvent,
	statusIn,
	watchedValueReader,
} from '../../../nodes/RecordsDirectory/core/trigger/watched-values';
import { recordRow } from '../../../nodes/RecordsDirectory/core/trigger/listed-record';

describe('what is watched', () => {
	const watched = fieldValueReader(['a', 'b']);
	const text = (record: unknown) => watched(recordRow({ recordId: 1, record }));

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
	])('the status of %j is %j', (raw, status) => expect(statusIn(recordRow(raw))).toBe(status));
});

describe('what the option names', () => {
	const before = { status: 'Open', record: { a: 'x', b: 'x', status: 'x' } };
	const changes = {
		status: { ...before, status: 'Done' },
		a: { ...before, record: { ...before.record, a: 'y' } },
		b: { ...before, record: { ...before.record, b: 'y' } },
		'a field of the name status': { ...before, record: { ...before.record, status: 'y' } },
	};

	it.each([
		['a', ['a']],
		['a, b', ['a', 'b']],
		['status', ['status']],
		['b,status', ['status', 'b']],
		['c', []],
	])('%s', (names, expected) => {
		const watched = watchedValueReader(names);
		const seen = Object.entries(changes).filter(
			([, after]) => watched(recordRow(after)) !== watched(recordRow(before)),
		);
		expect(seen.map(([name]) => name)).toEqual(expected);
	});
});

it.each([
	['recordStatusChanged', true],
	['recordUpdated', false],
	['toString', false],
])('%s is about one value: %s', (event, isIt) => expect(isValueEvent(event)).toBe(isIt));

it('a record of the list, however the service spells its numbers', () => {
	const times = { createdAt: '2026-05-01 08:01:00', updatedAt: '2026-05-01 08:02:00' };
	const raw = { recordId: '7', ...times, isDeleted: '1', more: {} };
	expect(recordRow(raw)).toEqual({
		recordId: 7,
		...times,
		isDeleted: 1,
		raw,
	});
	expect(recordRow({ recordId: 7 })).toMatchObject({ createdAt: '', updatedAt: '', isDeleted: 0 });
});

it.each([
	[0, 0],
	['0', 0],
	[false, 0],
	['false', 0],
	['', 0],
	[null, 0],
	[2, 2],
	['2', 2],
	[true, 1],
	['True', 1],
	['TRUE', 1],
])('isDeleted %j is the deletion type %i', (isDeleted, type) =>
	expect(recordRow({ recordId: 7, isDeleted }).isDeleted).toBe(type),
);

it.each(['yes', {}, 'untrue', 'true?'])(
	'isDeleted %j is a failure, as the record may be there or not',
	(isDeleted) =>
		expect(() => recordRow({ recordId: 7, isDeleted })).toThrow(
			'The service does not say clearly whether record 7 is deleted',
		),
);
