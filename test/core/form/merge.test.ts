import fc from 'fast-check';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import {
	mergedRecord,
	needsCurrent,
} from '../../../nodes/RecordsDirectory/core/form/record-writer';
import { isEmpty, type JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { isExact } from '../../support/exact';
import { seedOr, times } from '../../support/effort';

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

describe('an update needs the current record', () => {
	it('for key fields that it does not contain', () => {
		expect(needsCurrent(fields, { changes: { note: 'x' }, isWhole: false })).toBe(true);
		expect(needsCurrent(fields, { changes: { key: '' }, isWhole: false })).toBe(false);
	});
});

describe('the record of an update', () => {
	const made = (changes: object, kept: 'keys' | 'whole') =>
		mergedRecord(fields, current, { changes: changes as never, isWhole: kept === 'whole' });

	it('has the changes and the key fields, except calculated ones', () => {
		expect(made({ note: 'x' }, 'keys')).toEqual({ key: 'K1', note: 'x' });
	});

	it.each([
		['keeps an empty value of a field with a default', { default: 'x' }, ''],
		[
			'keeps an empty value of a field with an initial choice',
			{ selectItems: [{ selectName: 'x', regulationValue: true }] },
			'',
		],
	])('%s', (_, row, expected) => {
		const one = parseForm([{ uniqueId: 'f', ...row }]);
		expect(mergedRecord(one, { f: '' }, { changes: {}, isWhole: true }).f).toBe(expected);
		expect(mergedRecord(one, {}, { changes: {}, isWhole: true })).toEqual({});
	});

	it('leaves calculated columns out of rows', () => {
		const columns = [{ uniqueId: 'a' }, { uniqueId: 'sum', calc: 'a * 2' }];
		const one = parseForm([{ uniqueId: 'f', subTable: columns }]);
		const rows = (row: object) => mergedRecord(one, { f: [row] }, { changes: {}, isWhole: true }).f;
		expect(rows({ a: '1', sum: 2, more: 3 })).toEqual([{ a: '1', more: 3 }]);
		expect(rows({ id: 7, record: { a: '1', sum: 2 } })).toEqual([{ id: 7, record: { a: '1' } }]);
	});

	it('keeps files unchanged, also in detail rows', () => {
		const file = { uniqueId: 'scan', fieldType: 'file' };
		const one = parseForm([file, { uniqueId: 'f', subTable: [{ uniqueId: 'a' }, file] }]);
		const scan = [{ name: 'a.pdf', url: 'https://x' }];
		const held = { scan, f: [{ a: '1', scan }] };
		expect(mergedRecord(one, held, { changes: {}, isWhole: true })).toEqual(held);
		expect(needsCurrent(one, { changes: { f: [] }, isWhole: true })).toBe(true);
	});

	it('changes no value that was not given, whatever its field type and content', () => {
		const kinds: JsonObject[] = [
			{},
			...['number', 'date', 'dateTime', 'time', 'user', 'organization'].map((fieldType) => ({
				fieldType,
			})),
			{ selectItems: [{ selectName: 'a' }] },
			{ selectItems: [{ selectName: 'a' }], multiple: true },
			{ subTable: [{ uniqueId: 'a' }, { uniqueId: 'b', fieldType: 'date' }] },
		];
		const spellings = fc.oneof(
			fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
			fc.constantFrom('2024/1/5 9:30', '20240105', '9:05', ' a ', 'a,a', '[{"code":"A"}]', '1e3'),
			fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
		);
		const values = fc.oneof(
			spellings,
			fc.jsonValue({ maxDepth: 3 }).filter((value) => isExact(value)),
			fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'record', '__proto__'), spellings)),
		);
		const records = fc.tuple(...kinds.map(() => values));
		fc.assert(
			fc.property(records, fc.nat(kinds.length - 1), (given, changed) => {
				const all = parseForm(kinds.map((row, n) => ({ uniqueId: `f-${n}`, ...row })));
				const before = Object.fromEntries(given.map((value, n) => [`f-${n}`, value]));
				const changes = { [`f-${changed}`]: 'new' };
				const sent = mergedRecord(all, before, { changes, isWhole: true });
				for (const [id, value] of Object.entries({ ...before, ...changes }))
					expect(JSON.stringify(sent[id])).toBe(isEmpty(value) ? undefined : JSON.stringify(value));
			}),
			{ seed: seedOr(38), numRuns: times(300) },
		);
	});
});
