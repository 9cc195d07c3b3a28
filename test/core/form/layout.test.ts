import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { mustBeSortable, formOptions } from '../../../nodes/RecordsDirectory/core/form/panel';
import { parseSortKeys } from '../../../nodes/RecordsDirectory/core/values/list-parameters';

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
	it.each(['f-1:desc,f-3', 'updatedAt:desc,f-3:desc'])('%s is a detail table', (order) => {
		expect(() => mustBeSortable(fields, parseSortKeys(order))).toThrow(
			refusal(
				"'Sort By (Largest First)' names 'Lines' (f-3), a detail table",
				'Sort by a field with one value.',
			),
		);
	});

	it('a name that begins like that of a table is fine', () => {
		expect(() => mustBeSortable(fields, parseSortKeys('f-33'))).not.toThrow();
	});
});

it('a label is in no list of the editor', () => {
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
