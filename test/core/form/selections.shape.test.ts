import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import {
	withCodesForNames,
	indexByName,
	missingNames,
	parseSelectionShape,
	withOneShape,
	withUsers,
} from '../../../nodes/RecordsDirectory/core/form/kinds/people';
import { valueToSend } from '../../../nodes/RecordsDirectory/core/form/field';

const people = [
	{ uniqueId: 'who', fieldType: 'user' },
	{ uniqueId: 'unit', fieldType: 'organization' },
	{ uniqueId: 'list', fieldType: 'text' },
];
const fields = parseForm([...people, { uniqueId: 'table', subTable: people }]);
const ann = { code: 'E1', name: 'Ann', more: 1 };
const cells = { who: [ann], unit: ['U1'], list: ['E1'] };
const record = { ...cells, table: [cells, { record: cells, id: 7 }], other: [ann] };

it.each([
	['text', ['E1'], ['U1']],
	['codeAndName', [{ code: 'E1', name: 'Ann' }], [{ code: 'U1', name: 'Unit' }]],
] as const)('shows users and organizations as %s, also in detail rows', (shape, who, unit) => {
	const changed = { who, unit, list: ['E1'] };
	const findName = ({ resource }: { resource: string }) =>
		resource === 'organization' ? 'Unit' : undefined;
	expect(withOneShape(fields, record, shape, findName)).toEqual({
		...changed,
		table: [changed, { record: changed, id: 7 }],
		other: [ann],
	});
});

it('keeps the record unchanged in the shape of the service', () =>
	expect(withOneShape(fields, record, 'given')).toBe(record));

it('keeps values that are not selections, and codes without a known name', () => {
	const odd = { who: [{ more: 1 }, null, { code: 'E9' }] };
	expect(withOneShape(fields, odd, 'text')).toEqual({ who: [{ more: 1 }, null, 'E9'] });
	expect(withOneShape(fields, odd, 'codeAndName')).toEqual(odd);
});

it('keeps other properties of a row unchanged', () => {
	const row = { who: [ann], record: { who: [ann] } };
	expect(withOneShape(fields, { table: [row, 'x'] }, 'code')).toEqual({
		table: [{ who: [{ code: 'E1' }], record: { who: [ann] } }, 'x'],
	});
});

it('finds codes without a name, also in detail rows', () => {
	const unit = { resource: 'organization', code: 'U1' };
	expect(missingNames(fields, record)).toEqual([unit, unit, unit]);
});

it('shows users by their names, falls back to codes, and keeps other values unchanged', () => {
	const shown = { who: ['Ann'], unit: ['U1'], list: ['E1'] };
	const row = { recordId: 7, record: { ...record, unit: '' } };
	expect(withUsers(fields, row, 'names')).toEqual({
		recordId: 7,
		record: {
			...shown,
			unit: '',
			table: [shown, { record: shown, id: 7 }],
			other: [ann],
		},
	});
	expect(withUsers(fields, { recordId: 7 }, 'names')).toEqual({ recordId: 7 });
});

describe('selections by name', () => {
	const users = indexByName([
		{ code: 'E1', name: 'Ann Lee' },
		{ code: 'E2', name: 'Bob' },
		{ code: 'E3', name: 'ＢＯＢ' },
		{ code: 'Ann Lee', name: 'Carl' },
		{ code: 'E4', name: ' Dora ' },
	]);
	const units = indexByName([{ code: 'U1', name: 'Sales' }]);
	const found = (who: unknown) =>
		withCodesForNames(fields, { who, unit: [{ code: 'ＳＡＬＥＳ' }], list: ['Bob'] }, (resource) =>
			resource === 'user' ? users : units,
		);

	it.each([
		['a name with spaces around it at the service', [{ code: 'dora' }], [{ code: 'E4' }]],
		['a code, which comes before a name', [{ code: 'Ann Lee' }], [{ code: 'Ann Lee' }]],
		['a name that came with a name', [{ code: 'Carl', name: 'X' }], [{ code: 'Carl', name: 'X' }]],
	])('%s', (_, given, who) =>
		expect(found(given)).toEqual({ who, unit: [{ code: 'U1' }], list: ['Bob'] }),
	);

	it('an ambiguous name fails with the codes of all matches', () => {
		expect(() => found([{ code: 'bob' }])).toThrow(
			expect.objectContaining({
				message: `'who': "bob" matches several: Bob (E2) and ＢＯＢ (E3)`,
				advice: 'Use the code.',
			}),
		);
	});

	it('an unknown name fails', () => {
		expect(() => found([{ code: 'Nobody' }])).toThrow(
			expect.objectContaining({
				message: `'who': "Nobody" is neither a code nor a name in the directory`,
				advice: 'Enter the whole name, or the code.',
			}),
		);
	});

	it('keeps other values, and names of a resource whose list was not read', () => {
		const odd = { who: [{ more: 1 }, { code: 'carl' }], unit: [{ more: 1 }, { code: 'sales' }] };
		expect(
			withCodesForNames(fields, odd, (resource) => (resource === 'user' ? users : undefined)),
		).toEqual({ ...odd, who: [{ more: 1 }, { code: 'Ann Lee' }] });
	});
});

it('a setting names the shape, and an empty one keeps the shape of the service', () => {
	const named = (of: (setting: unknown) => string, ...all: unknown[]) => all.map((one) => of(one));
	expect(named(parseSelectionShape, 'codeAndName', 'code', 'text', 'given', '', undefined)).toEqual(
		[...['codeAndName', 'code', 'text'], ...['given', 'given', 'given']],
	);
});

describe('users are accepted', () => {
	const [who] = fields;
	const E1 = { code: 'E1' };

	it.each<[string, unknown, unknown]>([
		['as a number', 7, [{ code: '7' }]],
		['with a name that is not text', [{ code: 'E1', name: 7 }], [E1]],
	])('%s', (_, value, selected) =>
		expect(valueToSend(who!, value, { zone: 'UTC' })).toEqual(selected),
	);

	it('not as an object without a code', () => {
		expect(() => valueToSend(who!, [{ name: 'Ann', id: 3 }], { zone: 'UTC' })).toThrow(
			expect.objectContaining({
				message: `'who' has a value without a code: {"name":"Ann","id":3}`,
				advice: 'Give codes such as E0001, or objects such as { "code": "E0001" }.',
			}),
		);
	});
});
