import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { mustBeSortable, formOptions } from '../../../nodes/RecordsDirectory/core/form/panel';
import { SYSTEM_FIELDS } from '../../../nodes/RecordsDirectory/core/values/record-properties';

const items = [
	{ selectName: 'High', code1: 'H', code3: '3' },
	{ selectName: 'Low', code1: 'L' },
];
const fields = parseForm([
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
const refusal = (message: string, advice: string) => expect.objectContaining({ message, advice });

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
		expect(formOptions.outputField(fields)).toEqual([
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
		expect(formOptions.sortField(fields)).toEqual([
			...system,
			option('Name (f-1)', 'f-1'),
			option('Name (f-2)', 'f-2'),
			option('f-4', 'f-4'),
		]);
	});

	it('what is watched: the process status once, and each field', () => {
		const form = parseForm([
			{ uniqueId: 'f-1', caption: 'Name' },
			{ uniqueId: 'status', caption: 'A field of this ID' },
		]);
		expect(formOptions.watchedField(form)).toEqual([
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
		const form = parseForm([label, { uniqueId: 'f-3', caption: 'Lines', subTable: columns }]);
		for (const options of Object.values(formOptions))
			expect(options(form).map(({ name }) => name)).not.toContainEqual(
				expect.stringContaining('Read this first'),
			);
	});

	it('the columns of detail tables that take a value', () => {
		expect(formOptions.detailColumn(fields)).toEqual([
			option('Lines / Item (c-1)', '["f-3","c-1"]'),
			option('Lines / Item (c-3)', '["f-3","c-3"]'),
		]);
	});
});
