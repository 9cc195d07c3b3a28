import { parseConditions } from '../../../nodes/RecordsDirectory/core/form/conditions';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { SiteZone } from '../../../nodes/RecordsDirectory/core/values/moment';

const fields = parseForm([
	{ fieldId: 1, uniqueId: 'name', caption: 'Name', fieldType: 'text', max_length: 5 },
	{ fieldId: 2, uniqueId: 'price', caption: 'Price', fieldType: 'number', digit: 2, max: 50 },
	{ fieldId: 3, uniqueId: 'due', caption: 'Due', fieldType: 'date' },
	{ fieldId: 4, uniqueId: 'sent', caption: 'Sent', fieldType: 'datetime' },
	{ fieldId: 5, uniqueId: 'at', caption: 'At', fieldType: 'time' },
	{
		fieldId: 6,
		uniqueId: 'state',
		caption: 'State',
		fieldType: 'radio',
		selectItems: [{ selectName: 'Open', code1: 'O' }, { selectName: 'Done' }],
	},
	{
		fieldId: 7,
		uniqueId: 'tags',
		caption: 'Tags',
		fieldType: 'checkbox',
		selectItems: [{ selectName: 'Mail' }, { selectName: 'Phone' }, { selectName: 'Chat' }],
	},
	{ fieldId: 8, uniqueId: 'who', caption: 'Who', fieldType: 'user' },
	{ fieldId: 9, uniqueId: 'photo', caption: 'Photo', fieldType: 'image' },
]);
const zone = new SiteZone('Asia/Tokyo', 'UTC');
const row: JsonObject = {
	recordId: 12,
	status: 'Open',
	createdAt: '2026-03-01 09:00:00',
	updatedAt: '2026-03-01 09:00:00',
	isDeleted: '0',
	record: {
		name: 'Desk lamp',
		price: '20.50',
		due: '2026/03/05',
		sent: '2026/03/05 9:30',
		at: '9:30',
		state: { id: 1, selectName: 'Open', code1: 'O' },
		tags: 'Phone,Mail',
		who: [{ code: 'E1', name: 'Ann' }],
		photo: [],
	},
};
const holds = (field: string, operator: string, value?: unknown, of: JsonObject = row) =>
	parseConditions(fields, { conditions: [{ field, condition: operator, value }] }, zone)(of);

it.each([
	['price', 'equals', '20.500', true],
	['price', 'atMost', -1, false],
	['due', 'less', '2026-03-06', true],
	['sent', 'atLeast', '2026-03-05T00:30:00Z', true],
	['state', 'equals', 'O', true],
	['tags', 'contains', 'Mail, Chat', false],
	['who', 'notContains', 'E1', false],
	['photo', 'empty', undefined, true],
	['recordId', 'more', 11, true],
	['createdAt', 'atMost', '2026-03-01T00:00:00Z', true],
	['updatedAt', 'more', '2026-3-1 8:00', true],
	['isDeleted', 'less', 1, true],
])('%s %s %j: %s', (field, operator, value, isMet) => {
	expect(holds(field, operator, value)).toBe(isMet);
});

it.each([
	['notEquals', true],
	['less', false],
	['atLeast', false],
	['atMost', false],
	['notEmpty', false],
])('a value that is not there: %s is %s', (operator, isMet) => {
	expect(holds('due', operator, '2026-03-05', { recordId: 1, record: { due: '' } })).toBe(isMet);
	expect(holds('price', operator, 5, { recordId: 1, record: { price: null } })).toBe(isMet);
	expect(holds('price', operator, 5, { recordId: 1 })).toBe(isMet);
});

it.each([
	['photo', 'equals', 5, "Condition 1: 'Photo' (photo) cannot be compared by 'Equals'"],
	['tags', 'contains', ' , ', "Condition 1: 'Tags' (tags) has no value to compare with"],
	['name', 'notContains', [null], "Condition 1: 'Name' (name) has no value to compare with"],
])('rejects %s %s %j', (field, operator, value, message) => {
	expect(() => holds(field, operator, value)).toThrow(expect.objectContaining({ message }));
});

it('without an operator the values must be equal, and without conditions every record matches', () => {
	const conditions = [{ field: 'name', value: 'Desk lamp' }];
	expect(parseConditions(fields, { conditions }, zone)(row)).toBe(true);
	expect(parseConditions(fields, { conditions }, zone)({ record: {} })).toBe(false);
	expect(parseConditions(fields, {}, zone)(row)).toBe(true);
});

it('Must Match rejects a value that cannot be compared only if the others do not decide', () => {
	const met = { field: 'state', condition: 'equals', value: 'Open' };
	const unmet = { field: 'name', condition: 'equals', value: 'Chair' };
	const unclear = { field: 'price', condition: 'more', value: 1 };
	const strange = { ...row, record: { ...(row.record as JsonObject), price: 'about 3' } };
	const meets = (mustMatch: string, ...conditions: JsonObject[]) =>
		parseConditions(fields, { mustMatch, conditions }, zone)(strange);
	expect(meets('any', unclear, met)).toBe(true);
	expect(meets('any', unmet, unmet)).toBe(false);
	expect(meets('all', unclear, unmet)).toBe(false);
	expect(meets('all', met, met)).toBe(true);
	expect(() => meets('any', unclear, unmet)).toThrow('cannot be compared');
	expect(() => meets('all', unclear, met)).toThrow('cannot be compared');
});

it('compares with values that the field itself would reject', () => {
	const bounded = parseForm([
		{ uniqueId: 'n', fieldType: 'number', min: 1, max: 5, digit: 1 },
		{ uniqueId: 't', fieldType: 'text', min_length: 2, max_length: 3 },
	]);
	const record = { record: { n: 3, t: 'abc' } };
	const holdsFor = (field: string, operator: string, value: unknown) =>
		parseConditions(bounded, { conditions: [{ field, condition: operator, value }] }, zone)(record);
	expect(holdsFor('n', 'less', 100)).toBe(true);
	expect(holdsFor('n', 'more', '2.999')).toBe(true);
	expect(holdsFor('t', 'contains', 'a')).toBe(true);
	expect(holdsFor('t', 'contains', 'abcd')).toBe(false);
});

it('rejects a field that is not output', () => {
	const conditions = [{ field: 'price', condition: 'more', value: 5 }];
	const only = (names: string) => () =>
		parseConditions(fields, { conditions, fields: names }, zone)(row);
	expect(only('name')).toThrow(
		expect.objectContaining({
			message: "Condition 1: 'Price' (price) is not among the 'Output Field Names or IDs'",
			advice: "Add price to 'Output Field Names or IDs', or remove the condition.",
		}),
	);
	const ofRecord = [{ field: 'status', condition: 'equals', value: 'Open' }];
	expect(parseConditions(fields, { conditions: ofRecord, fields: 'name' }, zone)(row)).toBe(true);
	expect(only('name,price')()).toBe(true);
});

it('does not guess how a value compares', () => {
	const strange = { recordId: 12, record: { price: 'about 3' } };
	expect(() => holds('price', 'less', 5, strange)).toThrow(
		/^'Conditions': record 12 has ".*" in .*, which cannot be compared$/,
	);
	expect(holds('price', 'notEquals', 5, strange)).toBe(true);
});

it.each<[JsonObject, string]>([
	[{ field: '', value: 1 }, 'Choose the field to compare.'],
	[{ field: 'photo', condition: 'equals', value: 1 }, "Use 'Is Empty' and 'Is Not Empty'."],
])('the advice on %j', (condition, advice) => {
	const output = 'price,photo,state';
	expect(() => parseConditions(fields, { conditions: [condition], fields: output }, zone)).toThrow(
		expect.objectContaining({ advice }),
	);
});
