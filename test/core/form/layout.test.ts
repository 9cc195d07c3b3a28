import { formOf } from '../../../nodes/RecordsDirectory/core/form/definition';
import { detailsOf } from '../../../nodes/RecordsDirectory/core/form/details';
import {
	withLayout,
	mustBeSortable,
	splitBy,
	tableOf,
	withRowsOf,
} from '../../../nodes/RecordsDirectory/core/form/layout';
import {
	columnOptions,
	columnValue,
	outputOptions,
	sortOptions,
	tableOptions,
	watchedOptions,
} from '../../../nodes/RecordsDirectory/core/form/options';
import { SYSTEM_FIELDS } from '../../../nodes/RecordsDirectory/core/values/record-properties';

const items = [
	{ selectName: 'High', code1: 'H', code3: '3' },
	{ selectName: 'Low', code1: 'L' },
];
const fields = formOf([
	{ uniqueId: 'f-1', caption: 'Name' },
	{ uniqueId: 'f-2', caption: 'Name', selectItems: items },
	{
		uniqueId: 'f-3',
		caption: 'Lines',
		subTable: [
			{ uniqueId: 'c-1', caption: 'Item' },
			{ uniqueId: 'c-2', caption: 'Sum', calc: 'a' },
			{ uniqueId: 'c-3', caption: 'Item' },
		],
	},
	{ uniqueId: 'f-4' },
]);
const captions = { keys: 'captions' } as const;
const identifiers = { keys: 'identifiers' } as const;
const refusal = (message: string, advice: string) => expect.objectContaining({ message, advice });

describe('a record laid out', () => {
	const row = { recordId: 1, record: { 'f-4': 'x' } };

	it('has its values by caption or identifier, beside what the row has', () => {
		expect(withLayout(fields, captions)(row)).toMatchObject({
			recordId: 1,
			record: { 'Name (f-1)': null, Lines: [], 'f-4': 'x' },
		});
		expect(withLayout(fields, identifiers)(row)).toMatchObject({
			record: { 'f-3': [], 'f-4': 'x' },
		});
	});

	it('a row without a record stays as it is', () => {
		const bare = { recordId: 1, record: 'x' };
		expect(withLayout(fields, captions)(bare)).toBe(bare);
		expect(splitBy('Lines', bare, fields)).toEqual([bare]);
	});

	it('is one for each row of a table, whose cells take its place', () => {
		const record = { Name: 'A', Lines: [{ Item: 'x', Name: 'B' }, { Item: 'y' }] };
		expect(splitBy('Lines', { recordId: 1, record }, fields)).toEqual([
			{ recordId: 1, record: { Name: 'A', Item: 'x', 'Lines.Name': 'B' } },
			{ recordId: 1, record: { Name: 'A', Item: 'y' } },
		]);
	});

	it('has no cell under the name of a field, output or not, or of another cell', () => {
		const record = { Lines: [{ 'f-4': 1, 'Lines.f-4': 2, 'Lines.Lines.f-4': 3, Lines: 4 }] };
		expect(splitBy('Lines', { record }, fields)).toEqual([
			{
				record: {
					'Lines.f-4': 1,
					'Lines.Lines.f-4': 2,
					'Lines.Lines.Lines.f-4': 3,
					'Lines.Lines': 4,
				},
			},
		]);
	});

	it('has names that are clear in the whole form, however few fields are output', () => {
		const [, second] = fields;
		const few = second ? [second] : [];
		expect(withLayout(few, { ...captions, among: fields })({ record: { 'f-2': 'High' } })).toEqual({
			record: { 'Name (f-2)': 'High' },
		});
	});

	it('stays one where the table has no rows', () => {
		const one = { recordId: 1, record: { Name: 'A' } };
		expect(splitBy('Lines', { recordId: 1, record: { Name: 'A', Lines: [] } }, fields)).toEqual([
			one,
		]);
		expect(splitBy('Lines', one, fields)).toEqual([one]);
	});
});

describe('the table by which records are split', () => {
	it('is found by its identifier', () => {
		expect(tableOf(fields, 'f-3')).toMatchObject({ id: 'f-3', caption: 'Lines' });
	});

	it.each([
		['f-1', "'Name' (f-1)"],
		['f-9', '"f-9"'],
	])('%s is none', (table, name) => {
		expect(() => tableOf(fields, table)).toThrow(
			refusal(
				`'Split Detail Table' names ${name}, which is not a detail table of the output`,
				'Choose a table from the list, and include its field in the output.',
			),
		);
	});
});

describe('what records are sorted by', () => {
	it.each(['f-3', 'f-3:asc', 'f-1:desc,f-3', 'updatedAt:desc,f-3:desc'])(
		'%s is a detail table',
		(order) => {
			expect(() => mustBeSortable(fields, order)).toThrow(
				refusal("'Sort By' names 'Lines' (f-3), a detail table", 'Sort by a field with one value.'),
			);
		},
	);

	it.each([undefined, '', 'f-1', 'f-4:desc', 'f-33', 'x-f-3'])('%s is fine', (order) => {
		expect(() => mustBeSortable(fields, order)).not.toThrow();
	});
});

describe('what the lists of the editor offer', () => {
	const option = (name: string, value: string) => ({ name, value });

	it('output: each field, and the related codes 1 to 3 that its choices have', () => {
		expect(outputOptions(fields)).toEqual([
			option('Name (f-1)', 'f-1'),
			option('Name (f-2)', 'f-2'),
			option('Name (f-2) (Related Code 1)', 'f-2[1]'),
			option('Name (f-2) (Related Code 3)', 'f-2[3]'),
			option('Lines', 'f-3'),
			option('f-4', 'f-4'),
		]);
	});

	it('an order: what every record has, and the fields that are no tables', () => {
		const system = [...SYSTEM_FIELDS].map(([value, name]) => option(name, value));
		expect(system).toContainEqual(option('Updated At', 'updatedAt'));
		expect(sortOptions(fields)).toEqual([
			...system,
			option('Name (f-1)', 'f-1'),
			option('Name (f-2)', 'f-2'),
			option('f-4', 'f-4'),
		]);
	});

	it('what is watched: the process status once, and each field', () => {
		const form = formOf([
			{ uniqueId: 'f-1', caption: 'Name' },
			{ uniqueId: 'status', caption: 'A field of this ID' },
		]);
		expect(watchedOptions(form)).toEqual([
			{ name: 'Process Status', value: 'status' },
			{ name: 'Name', value: 'f-1' },
		]);
	});

	it('a label is in no list', () => {
		const label = { uniqueId: 'f-9', caption: 'Read this first', fieldType: 'label' };
		const columns = [
			{ uniqueId: 'c-1', caption: 'Item' },
			{ ...label, uniqueId: 'c-9' },
		];
		const form = formOf([label, { uniqueId: 'f-3', caption: 'Lines', subTable: columns }]);
		for (const options of [outputOptions, sortOptions, watchedOptions, columnOptions])
			expect(options(form).map(({ name }) => name)).not.toContainEqual(
				expect.stringContaining('Read this first'),
			);
	});

	it('detail tables, and their columns that take a value', () => {
		expect(tableOptions(fields)).toEqual([option('Lines', 'f-3')]);
		expect(columnOptions(fields)).toEqual([
			option('Lines / Item (c-1)', '["f-3","c-1"]'),
			option('Lines / Item (c-3)', '["f-3","c-3"]'),
		]);
	});
});

describe('rows of detail tables, cell by cell', () => {
	const cell = (table: string, column: string, value: unknown) => ({
		column: columnValue(table, column),
		value,
	});
	const row = (...cells: object[]) => ({ cells: { cell: cells } });
	const ADVICE =
		'Choose the column of each cell from the list; a row has columns of one table only.';

	it('come together by table, in their order', () => {
		const rows = [row(cell('A', 'a', 1), cell('A', 'b', 2)), row(cell('B', 'c', 3))];
		expect(detailsOf([...rows, row(cell('A', 'a', 4))])).toEqual({
			A: [{ a: 1, b: 2 }, { a: 4 }],
			B: [{ c: 3 }],
		});
		expect(detailsOf(undefined)).toEqual({});
	});

	it.each([
		['has no cells', {}],
		['has no cells', row()],
		['has columns of several tables', row(cell('A', 'a', 1), cell('B', 'b', 2))],
		['has a column twice', row(cell('A', 'a', 1), cell('A', 'a', 2))],
		['has a cell without a column', row({ value: 1 })],
		['has a cell without a column', row({ column: '["A"]', value: 1 })],
		['has a cell without a column', row({ column: '{"length":2}', value: 1 })],
	])('a row that %s is rejected', (what, wrong) => {
		expect(() => detailsOf([row(cell('A', 'a', 1)), wrong])).toThrow(
			refusal(`'Detail Rows', row 2 ${what}`, ADVICE),
		);
	});
});

describe('a detail table as a list of rows', () => {
	const table = formOf([
		{ uniqueId: 't', caption: 'T', subTable: [{ uniqueId: 'c', caption: 'C' }] },
	])[0]!;
	const rowsOf = withRowsOf(table);

	it.each([
		[
			[{ c: 1 }, { record: { c: 2 } }],
			[{ c: 1 }, { c: 2 }],
		],
		[{ c: 1 }, [{ c: 1 }]],
		['x', []],
		[null, []],
	])('%j is %j', (given, rows) => {
		const row = { recordId: 1, record: { a: 1, t: given } };
		expect(rowsOf(row)).toEqual({ recordId: 1, record: { a: 1, t: rows } });
		expect(row.record.t).toBe(given);
	});

	it('is there even if the record lacks it, but only in a record', () => {
		expect(rowsOf({ record: { a: 1 } })).toEqual({ record: { a: 1, t: [] } });
		expect(rowsOf({ recordId: 1 })).toEqual({ recordId: 1 });
	});
});
