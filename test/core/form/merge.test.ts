import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import {
	mergedRecord,
	needsCurrent,
} from '../../../nodes/RecordsDirectory/core/form/record-writer';
import { type JsonObject } from '../../../nodes/RecordsDirectory/core/json';

const fields = parseForm([
	{ uniqueId: 'key', primaryKey: true },
	{ uniqueId: 'total', calc: 'a + b', primaryKey: true },
	{ uniqueId: 'day', fieldType: 'date' },
	{ uniqueId: 'owner', fieldType: 'user' },
	{ uniqueId: 'state', selectItems: [{ selectName: 'Open' }] },
	{ uniqueId: 'note' },
]);
const current = {
	key: 'K1',
	total: '12',
	day: '2027-03-31 00:00:00',
	owner: [{ code: 'A', name: 'One', more: 1 }],
	state: 'Old choice',
	note: '',
};

describe('the record of an update', () => {
	const made = (changes: object, kept: 'keys' | 'whole') =>
		mergedRecord(fields, current, { changes: changes as never, isWhole: kept === 'whole' });

	it('has the key fields beside the changes, but for those that are calculated', () => {
		expect(made({ note: 'x' }, 'keys')).toEqual({ key: 'K1', note: 'x' });
	});

	it('has all that can be sent, as it came', () => {
		const { key: _, total: __, note: ___, ...rest } = current;
		expect(made({ key: 'K2' }, 'whole')).toEqual({ key: 'K2', ...rest });
	});

	it.each<[JsonObject, unknown]>([
		[{ subTable: [{ uniqueId: 'c', fieldType: 'date' }] }, [{ record: { c: '2024-01-05 09:30' } }]],
	])('what was not given goes back as it came: %j', (row, value) => {
		const one = parseForm([{ uniqueId: 'f', ...row }]);
		expect(mergedRecord(one, { f: value }, { changes: {}, isWhole: true })).toStrictEqual({
			f: value,
		});
	});

	it.each([
		['leaves out what is empty', {}, undefined],
		['keeps empty what has a default', { default: 'x' }, ''],
		[
			'keeps empty what has a first choice',
			{ selectItems: [{ selectName: 'x', regulationValue: true }] },
			'',
		],
		['leaves out what must not be empty', { default: 'x', required: true }, undefined],
	])('%s', (_, row, expected) => {
		const one = parseForm([{ uniqueId: 'f', ...row }]);
		expect(mergedRecord(one, { f: '' }, { changes: {}, isWhole: true }).f).toBe(expected);
		expect(mergedRecord(one, {}, { changes: {}, isWhole: true })).toEqual({});
	});

	it('of rows, what the form calculates stays away', () => {
		const columns = [{ uniqueId: 'a' }, { uniqueId: 'sum', calc: 'a * 2' }];
		const one = parseForm([{ uniqueId: 'f', subTable: columns }]);
		const rows = (row: object) => mergedRecord(one, { f: [row] }, { changes: {}, isWhole: true }).f;
		expect(rows({ a: '1', sum: 2, more: 3 })).toEqual([{ a: '1', more: 3 }]);
		expect(rows({ id: 7, record: { a: '1', sum: 2 } })).toEqual([{ id: 7, record: { a: '1' } }]);
	});

	it('has its files as they came, in rows of tables as well', () => {
		const file = { uniqueId: 'scan', fieldType: 'file' };
		const one = parseForm([file, { uniqueId: 'f', subTable: [{ uniqueId: 'a' }, file] }]);
		const scan = [{ name: 'a.pdf', url: 'https://x' }];
		const held = { scan, f: [{ a: '1', scan }] };
		expect(mergedRecord(one, held, { changes: {}, isWhole: true })).toEqual(held);
		expect(needsCurrent(one, { changes: { f: [] }, isWhole: true })).toBe(true);
	});
});
