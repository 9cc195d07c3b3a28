import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { formOptions } from '../../../nodes/RecordsDirectory/core/form/panel';
import { SYSTEM_FIELDS } from '../../../nodes/RecordsDirectory/core/values/record-properties';

const fields = parseForm([
	{ uniqueId: 'f-1', caption: 'Name' },
	{ uniqueId: 'f-2', caption: 'Note' },
	{ uniqueId: 'f-3', caption: 'Note' },
	{
		uniqueId: 'f-4',
		caption: 'Priority',
		selectItems: [
			{ selectName: 'High', code1: 'H' },
			{ selectName: 'Low', code3: 'L', code4: 'x' },
		],
	},
	{
		uniqueId: 'f-5',
		caption: 'Lines',
		subTable: [
			{ uniqueId: 'c-1', caption: 'Item' },
			{ uniqueId: 'c-2', caption: 'Sum', calc: 'c-1 * 2' },
			{ uniqueId: 'c-3', caption: 'View', fieldType: 'image' },
			{ uniqueId: 'c-4', caption: 'Heading', fieldType: 'label' },
		],
	},
	{ uniqueId: 'status', caption: 'Own Status' },
]);

const NAMED = [
	{ name: 'Name', value: 'f-1' },
	{ name: 'Note (f-2)', value: 'f-2' },
	{ name: 'Note (f-3)', value: 'f-3' },
];
const PRIORITY = { name: 'Priority', value: 'f-4' };
const LINES = { name: 'Lines', value: 'f-5' };
const OWN_STATUS = { name: 'Own Status', value: 'status' };

it('a list of records may output each field, and the related codes that a choice has', () => {
	expect(formOptions.outputField(fields)).toEqual([
		...NAMED,
		PRIORITY,
		{ name: 'Priority (Related Code 1)', value: 'f-4[1]' },
		{ name: 'Priority (Related Code 3)', value: 'f-4[3]' },
		LINES,
		OWN_STATUS,
	]);
});

it('records may be sorted by each system field, and each field but detail tables', () => {
	expect(formOptions.sortField(fields)).toEqual([
		...NAMED,
		PRIORITY,
		OWN_STATUS,
		...[...SYSTEM_FIELDS].map(([value, name]) => ({ name, value })),
	]);
});

it('of a record, the process status and each field may be watched', () => {
	// A field with the ID `status` has the same value as the process status.
	expect(formOptions.watchedField(fields)).toEqual([
		{ name: 'Process Status', value: 'status' },
		...NAMED,
		PRIORITY,
		LINES,
	]);
});

it('the columns of detail tables that can be written', () => {
	expect(formOptions.detailColumn(fields)).toEqual([
		{ name: 'Lines / Item', value: '["f-5","c-1"]' },
	]);
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
