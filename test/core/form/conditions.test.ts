import { conditions as entry } from '../../../nodes/RecordsDirectory/api/fields/shared';
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
	parseConditions(fields, { conditions: [{ field, operator, value }] }, zone)(of);

it('names the operators as the panel does', () => {
	const image = parseForm([{ uniqueId: 'image', fieldType: 'image' }]);
	for (const { name, value } of entry.columns!.operator!.choices!) {
		const parse = () =>
			parseConditions(image, { conditions: [{ field: 'image', operator: value }] }, zone);
		if (/empty/i.test(value)) expect(parse).not.toThrow();
		else
			expect(parse).toThrow(
				expect.objectContaining({
					message: `Condition 1: 'image' cannot be compared by '${name}'`,
					advice: "Use 'Is Empty' and 'Is Not Empty'.",
				}),
			);
	}
});

it.each([
	['name', 'equals', 'Desk lamp', true],
	['name', 'equals', 'desk lamp', false],
	['Name', 'contains', 'lamp', true],
	['name', 'notContains', 'lamp', false],
	['name', 'notContains', 'chair', true],
	['name', 'notEquals', 'Chair', true],
	['name', 'notEmpty', undefined, true],
	['price', 'equals', 20.5, true],
	['price', 'equals', '20.500', true],
	['price', 'more', 20, true],
	['price', 'more', '20.5', false],
	['price', 'atLeast', '20.5', true],
	['price', 'less', 100, true],
	['price', 'atMost', -1, false],
	['due', 'equals', '2026-03-05', true],
	['due', 'less', '2026-03-06', true],
	['due', 'more', '2026-03-05', false],
	['due', 'equals', '2026-03-04T20:00:00Z', true],
	['sent', 'atLeast', '2026-03-05T00:30:00Z', true],
	['sent', 'more', '2026-03-05T00:30:00Z', false],
	['sent', 'more', '2026-03-05', true],
	['at', 'less', '10:00', true],
	['state', 'equals', 'Open', true],
	['state', 'equals', 'O', true],
	['state', 'notEquals', 'Done', true],
	['tags', 'equals', ['Mail', 'Phone'], true],
	['tags', 'contains', 'Mail', true],
	['tags', 'contains', 'Mail, Chat', false],
	['who', 'contains', 'E1', true],
	['who', 'equals', 'E2', false],
	['who', 'notContains', 'E2', true],
	['who', 'notContains', 'E1', false],
	['tags', 'equals', ['Phone', 'Mail'], true],
	['photo', 'empty', undefined, true],
	['status', 'equals', 'Open', true],
	['recordId', 'more', 11, true],
	['createdAt', 'atMost', '2026-03-01T00:00:00Z', true],
	['updatedAt', 'more', '2026-3-1 8:00', true],
	['isDeleted', 'less', 1, true],
])('%s %s %j: %s', (field, operator, value, isMet) => {
	expect(holds(field, operator, value)).toBe(isMet);
});

it.each([
	['equals', false],
	['notEquals', true],
	['less', false],
	['more', false],
	['atLeast', false],
	['atMost', false],
	['empty', true],
	['notEmpty', false],
])('a value that is not there: %s is %s', (operator, isMet) => {
	expect(holds('due', operator, '2026-03-05', { recordId: 1, record: { due: '' } })).toBe(isMet);
	expect(holds('price', operator, 5, { recordId: 1, record: { price: null } })).toBe(isMet);
	expect(holds('price', operator, 5, { recordId: 1 })).toBe(isMet);
});

it('an empty date is neither before nor after another one, and users have no order', () => {
	const empty = { recordId: 1, record: { due: '', who: [{ code: 'E2' }, { code: 'E1' }] } };
	for (const operator of ['less', 'more', 'atLeast', 'atMost'])
		expect(holds('due', operator, '2026-03-05', empty)).toBe(false);
	expect(holds('who', 'equals', ['E1', 'E2'], empty)).toBe(true);
	expect(holds('who', 'equals', ['E2', 'E1'], empty)).toBe(true);
	expect(holds('who', 'equals', ['E1'], empty)).toBe(false);
});

it.each([
	'2026/03/05 09:30:00',
	'2026-03-05T09:30:00',
	'2026-03-05 09:30',
	'2026-03-05T00:30:00Z',
	'2026-03-05T09:30:00+09:00',
])('a time is the same in every spelling of the service: %s', (sent) => {
	const spelled = { recordId: 1, record: { sent } };
	expect(holds('sent', 'equals', '2026-03-05 09:30', spelled)).toBe(true);
	expect(holds('sent', 'less', '2026-03-05 09:31', spelled)).toBe(true);
	expect(holds('sent', 'atLeast', '2026-03-05 09:31', spelled)).toBe(false);
});

it('all of them must hold', () => {
	const conditions = [
		{ field: 'name', operator: 'contains', value: 'lamp' },
		{ field: 'price', operator: 'more', value: 30 },
	];
	expect(parseConditions(fields, { conditions }, zone)(row)).toBe(false);
	expect(parseConditions(fields, { conditions: conditions.slice(0, 1) }, zone)(row)).toBe(true);
});

it.each([
	['name', 'more', 5, "Condition 1: 'Name' (name) cannot be compared by 'Is More Than'"],
	['photo', 'equals', 5, "Condition 1: 'Photo' (photo) cannot be compared by 'Equals'"],
	[
		'state',
		'equals',
		'Opne',
		"Condition 1: 'State' (state) has no choice 'Opne'; choices are Open, Done",
	],
	['price', 'more', 'much', `Condition 1: 'Price' (price) is not a number: "much"`],
	['due', 'less', 'soon', 'Condition 1: \'Due\' (due) cannot be read: "soon"'],
	['price', 'more', undefined, "Condition 1: 'Price' (price) has no value to compare with"],
	['name', 'contains', ' ', "Condition 1: 'Name' (name) has no value to compare with"],
	['name', 'contains', '\u3000', "Condition 1: 'Name' (name) has no value to compare with"],
	['tags', 'contains', ' , ', "Condition 1: 'Tags' (tags) has no value to compare with"],
	['who', 'contains', ',', "Condition 1: 'Who' (who) has no value to compare with"],
	['name', 'notContains', [null], "Condition 1: 'Name' (name) has no value to compare with"],
	['', 'equals', 1, "Condition 1: 'Field' is empty"],
])('rejects %s %s %j', (field, operator, value, message) => {
	expect(() => holds(field, operator, value)).toThrow(expect.objectContaining({ message }));
});

it.each([
	[
		{ field: 'name', operator: 'more', value: 1 },
		"Use 'Contains', 'Does Not Contain', 'Equals', 'Does Not Equal', 'Is Empty' and 'Is Not Empty'.",
	],
	[{ field: '', operator: 'equals', value: 1 }, 'Choose the field to compare.'],
	[{ field: 'name', operator: 'equals' }, "Enter a value, or use 'Is Empty' or 'Is Not Empty'."],
])('says what to do about %j', (condition, advice) =>
	expect(() => parseConditions(fields, { conditions: [condition] }, zone)).toThrow(
		expect.objectContaining({ advice }),
	),
);

it('without an operator the values must be equal, and without conditions every record matches', () => {
	const conditions = [{ field: 'name', value: 'Desk lamp' }];
	expect(parseConditions(fields, { conditions }, zone)(row)).toBe(true);
	expect(parseConditions(fields, { conditions }, zone)({ record: {} })).toBe(false);
	expect(parseConditions(fields, {}, zone)(row)).toBe(true);
});

it('compares with values that the field itself would reject', () => {
	const bounded = parseForm([
		{ uniqueId: 'n', fieldType: 'number', min: 1, max: 5, digit: 1 },
		{ uniqueId: 't', fieldType: 'text', min_length: 2, max_length: 3 },
	]);
	const holdsFor = (field: string, operator: string, value: unknown) =>
		parseConditions(
			bounded,
			{ conditions: [{ field, operator, value }] },
			zone,
		)({
			record: { n: 3, t: 'abc' },
		});
	expect(holdsFor('n', 'less', 100)).toBe(true);
	expect(holdsFor('n', 'more', -100)).toBe(true);
	expect(holdsFor('n', 'more', '2.999')).toBe(true);
	expect(holdsFor('t', 'contains', 'a')).toBe(true);
	expect(holdsFor('t', 'contains', 'abcd')).toBe(false);
});

it('rejects a field that is not output', () => {
	const conditions = [{ field: 'price', operator: 'more', value: 5 }];
	const only = (names: string) => () =>
		parseConditions(fields, { conditions, fields: names }, zone)(row);
	expect(only('name')).toThrow(
		expect.objectContaining({
			message: "Condition 1: 'Price' (price) is not among the 'Output Field Names or IDs'",
			advice: "Add price to 'Output Field Names or IDs', or remove the condition.",
		}),
	);
	const ofRecord = [{ field: 'status', operator: 'equals', value: 'Open' }];
	expect(parseConditions(fields, { conditions: ofRecord, fields: 'name' }, zone)(row)).toBe(true);
	expect(only('name,price')()).toBe(true);
});

it.each([
	['price', 'more', 5, { price: 'many' }],
	['price', 'less', 5, { price: 'about 3' }],
	['due', 'more', '2026-01-01', { due: 'soon' }],
	['due', 'less', '2026-01-01', { due: '5th of May' }],
])('does not guess how %s compares', (field, operator, value, record) => {
	expect(() => holds(field, operator, value, { recordId: 12, record })).toThrow(
		/^'Conditions': record 12 has ".*" in .*, which cannot be compared$/,
	);
	expect(holds(field, 'notEquals', value, { recordId: 12, record })).toBe(true);
});

it.each([0, 1, 2])(
	'a condition that is not met counts before a value that cannot be compared: %i',
	(place) => {
		const unclear = { field: 'price', operator: 'more', value: 5 };
		const holdsWith = (name: string) => {
			const conditions = [unclear, unclear];
			conditions.splice(place, 0, { field: 'name', operator: 'equals', value: name } as never);
			return parseConditions(
				fields,
				{ conditions },
				zone,
			)({
				recordId: 12,
				record: { name: 'Chair', price: 'many' },
			});
		};
		expect(holdsWith('Desk')).toBe(false);
		expect(() => holdsWith('Chair')).toThrow('which cannot be compared');
	},
);

it('a time in UTC is not compared where nobody names the zone of the site', () => {
	const unknown = new SiteZone('', 'UTC');
	const conditions = [{ field: 'sent', operator: 'more', value: '2026-01-01' }];
	const test = parseConditions(fields, { conditions }, unknown);
	const utc = { recordId: 12, record: { sent: '2026-03-05T00:30:00Z' } };
	expect(() => test(utc)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining('which cannot be compared'),
			advice: expect.stringMatching(/^Enter the 'Time Zone' of the site in the credential/),
		}),
	);
	expect(parseConditions(fields, { conditions }, zone)(utc)).toBe(true);
	const same = [{ field: 'sent', operator: 'equals', value: '2026-03-05 09:30' }];
	expect(() => parseConditions(fields, { conditions: same }, unknown)(utc)).toThrow(
		expect.objectContaining({
			message: `'Conditions': record 12 has "2026-03-05T00:30:00Z" in 'Sent' (sent), which cannot be compared`,
			advice:
				"Enter the 'Time Zone' of the site in the credential if it is a time in UTC. Or remove the condition, and put a Filter node behind this one.",
		}),
	);
});

it('without an operator, a value must be equal; without a condition, every record matches', () => {
	const named = (value: string) =>
		parseConditions(fields, { conditions: [{ field: 'name', value }] }, zone)(row);
	expect(named('Desk lamp')).toBe(true);
	expect(named('Desk')).toBe(false);
	expect(parseConditions(fields, {}, zone)(row)).toBe(true);
});

it('users are the same in any order', () => {
	const both = { recordId: 1, record: { who: [{ code: 'E1' }, { code: 'E2' }] } };
	expect(holds('who', 'equals', 'E2, E1', both)).toBe(true);
	expect(holds('who', 'equals', 'E2', both)).toBe(false);
	expect(holds('who', 'notContains', 'E2', both)).toBe(false);
});

describe('a condition may have a value outside the bounds of its field', () => {
	const bounded = parseForm([
		{ uniqueId: 'text', caption: 'Text', fieldType: 'text', min_length: 3, max_length: 5 },
		{ uniqueId: 'number', caption: 'Number', fieldType: 'number', min: 10, max: 50, digit: 1 },
	]);

	it.each([
		['text', 'equals', 'a'],
		['text', 'equals', 'abcdefg'],
		['number', 'more', 5],
		['number', 'more', 60],
		['number', 'more', 20.125],
	])('%s %s %j', (field, operator, value) => {
		const conditions = [{ field, operator, value }];
		expect(() => parseConditions(bounded, { conditions }, zone)).not.toThrow();
	});
});

it.each<[JsonObject, string]>([
	[{ field: '', value: 1 }, 'Choose the field to compare.'],
	[
		{ field: 'price', operator: 'more', value: '' },
		"Enter a value, or use 'Is Empty' or 'Is Not Empty'.",
	],
	[{ field: 'photo', operator: 'equals', value: 1 }, "Use 'Is Empty' and 'Is Not Empty'."],
	[
		{ field: 'state', operator: 'contains', value: 1 },
		"Use 'Equals', 'Does Not Equal', 'Is Empty' and 'Is Not Empty'.",
	],
	[
		{ field: 'due', operator: 'more', value: '2026-01-01' },
		"Add due to 'Output Field Names or IDs', or remove the condition.",
	],
])('the advice on %j', (condition, advice) => {
	const output = 'price,photo,state';
	expect(() => parseConditions(fields, { conditions: [condition], fields: output }, zone)).toThrow(
		expect.objectContaining({ advice }),
	);
});
