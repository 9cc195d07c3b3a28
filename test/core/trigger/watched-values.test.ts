import {
	isValueEvent,
	statusIn,
	watchedValueReader,
} from '../../../nodes/RecordsDirectory/core/trigger/watched-values';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { recordRow } from '../../../nodes/RecordsDirectory/core/trigger/listed-record';

describe('what is watched', () => {
	const watched = watchedValueReader('a,b');
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
		const differs = (raw: JsonObject) => watched(recordRow(raw)) !== watched(recordRow(before));
		const all = Object.entries(changed).filter(([, raw]) => differs(raw));
		expect(all.map(([name]) => name)).toEqual(seen);
	});

	it('the status cannot be mistaken for one of a field', () => {
		const watched = watchedValueReader('status,a');
		const texts = [
			{ status: 'x', record: { a: 'y' } },
			{ status: 'y', record: { a: 'x' } },
		];
		expect(new Set(texts.map((raw) => watched(recordRow(raw)))).size).toBe(2);
	});
});

it.each([
	['recordStatusChanged', true],
	['recordUpdated', false],
	['toString', false],
	['', false],
])('%j is about one value: %j', (event, isIt) => expect(isValueEvent(event)).toBe(isIt));

it('a record of the list, with its deletion type', () => {
	const times = { createdAt: '2026-05-01 08:01:00', updatedAt: '2026-05-01 08:02:00' };
	const raw = { recordId: '7', ...times, isDeleted: '1', more: {} };
	expect(recordRow(raw, 1)).toEqual({
		recordId: 7,
		...times,
		isDeleted: 1,
		raw,
	});
	expect(recordRow({ recordId: 7 })).toMatchObject({ createdAt: '', updatedAt: '', isDeleted: 0 });
});
