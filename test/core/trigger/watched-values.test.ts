import {
	fieldNamesIn,
	propertyReader,
	watchedValueReader,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';

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

describe('a change of', () => {
	const before = { status: 'Open', record: { a: 1, b: 1, status: 1 } };
	const changed = {
		status: { ...before, status: 'Done' },
		a: { ...before, record: { ...before.record, a: 2 } },
		b: { ...before, record: { ...before.record, b: 2 } },
		'a field that is called status': { ...before, record: { ...before.record, status: 2 } },
	};

	it.each([
		['status', ['status']],
		['a', ['a']],
		['a, b', ['a', 'b']],
		['b,status', ['status', 'b']],
		[
			['status', 'a'],
			['status', 'a'],
		],
		['', []],
	])('%j is a change of %j only', (names, seen) => {
		const watched = watchedValueReader(names);
		const differs = (raw: JsonObject) => watched({ raw }) !== watched({ raw: before });
		const all = Object.entries(changed).filter(([, raw]) => differs(raw));
		expect(all.map(([name]) => name)).toEqual(seen);
	});

	it('the status cannot be mistaken for one of a field', () => {
		const watched = watchedValueReader('status,a');
		const texts = [
			{ status: 'x', record: { a: 'y' } },
			{ status: 'y', record: { a: 'x' } },
		];
		expect(new Set(texts.map((raw) => watched({ raw }))).size).toBe(2);
	});
});

it.each([
	[undefined, []],
	['status', []],
	['f-1, status, f-2', ['f-1', 'f-2']],
])('the fields among %j', (given, names) => expect(fieldNamesIn(given)).toEqual(names));
