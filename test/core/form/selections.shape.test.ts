import { formOf } from '../../../nodes/RecordsDirectory/core/form/definition';
import { nameless, shaped } from '../../../nodes/RecordsDirectory/core/form/selections';

const people = [
	{ uniqueId: 'who', fieldType: 'user' },
	{ uniqueId: 'unit', fieldType: 'organization' },
	{ uniqueId: 'list', fieldType: 'text' },
];
const fields = formOf([...people, { uniqueId: 'table', subTable: people }]);
const ann = { code: 'E1', name: 'Ann', more: 1 };
const cells = { who: [ann], unit: ['U1'], list: ['E1'] };
const record = { ...cells, table: [cells, { record: cells, id: 7 }], other: [ann] };

it.each([
	['code', [{ code: 'E1' }], [{ code: 'U1' }]],
	['text', ['E1'], ['U1']],
	['codeAndName', [{ code: 'E1', name: 'Ann' }], [{ code: 'U1', name: 'Unit' }]],
] as const)('users and organizations as %s, in rows of tables as well', (shape, who, unit) => {
	const changed = { who, unit, list: ['E1'] };
	const nameOf = ({ resource }: { resource: string }) =>
		resource === 'organization' ? 'Unit' : undefined;
	expect(shaped(fields, record, { shape, nameOf })).toEqual({
		...changed,
		table: [changed, { record: changed, id: 7 }],
		other: [ann],
	});
});

it('what is given stays', () => expect(shaped(fields, record, { shape: 'given' })).toBe(record));

it('an empty selection stays empty', () =>
	expect(shaped(fields, { who: [], unit: '' }, { shape: 'text' })).toEqual({ who: [], unit: '' }));

it('those without a name are found, in rows of tables as well', () => {
	const unit = { resource: 'organization', code: 'U1' };
	expect(nameless(fields, record)).toEqual([unit, unit, unit]);
});
