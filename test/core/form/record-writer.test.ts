import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { isDateObject } from '../../../nodes/RecordsDirectory/core/values/moment';
import { fateOfOthers } from '../../../nodes/RecordsDirectory/core/form/record-writer';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { written } from '../../support/record-values';

const zone = 'Asia/Tokyo';
const priority = [
	{ selectName: 'High', code1: 'H', code2: '1' },
	{ selectName: 'Low', code1: 'L', code2: '2' },
	{ selectName: 'None', code1: '0', code2: '2' },
	{ selectName: 'L' },
	{ selectName: 'A, B' },
];
const fields = parseForm([
	{ uniqueId: 'f-1', caption: 'Subject', required: true, min_length: 2, max_length: 5 },
	{ uniqueId: 'f-2', caption: 'Hours', digit: 1, min: -5, max: 1000 },
	{ uniqueId: 'f-3', caption: 'Big', digit: 3 },
	{ uniqueId: 'f-4', caption: 'Due', fieldType: 'date' },
	{ uniqueId: 'f-5', caption: 'Begins', fieldType: 'dateTime' },
	{ uniqueId: 'f-6', fieldType: 'radio', caption: 'Priority', selectItems: priority },
	{ uniqueId: 'f-7', caption: 'Channels', selectItems: priority, multiple: true },
	{ uniqueId: 'f-8', caption: 'Owner', fieldType: 'user', multiple: false },
	{ uniqueId: 'f-9', caption: 'Team', fieldType: 'user', multiple: true },
	{ uniqueId: 'f-10', caption: 'Units', fieldType: 'organization' },
	{ uniqueId: 'f-11', caption: 'Total', calc: 'a * b' },
	{ uniqueId: 'f-12', caption: 'At', fieldType: 'time' },
	{ uniqueId: 'f-13', caption: 'Note' },
	{ uniqueId: 'f-14', caption: 'Number', primaryKey: true },
	{ uniqueId: 'f-15', caption: 'Note' },
	{
		uniqueId: 'f-16',
		caption: 'Phase',
		selectItems: [{ selectName: 'Open' }, { selectName: 'open' }, { selectName: 'Done' }],
	},
	{
		uniqueId: 'f-20',
		caption: 'Contacts',
		subTable: [
			{ uniqueId: 'c-1', caption: 'Name', required: true },
			{ uniqueId: 'c-2', caption: 'Age', fieldType: 'number' },
			{ uniqueId: 'c-3', caption: 'Sum', calc: 'x' },
			{ uniqueId: 'c-4', caption: 'Roles', selectItems: [{ selectName: 'Buyer' }], multiple: true },
		],
	},
]);

const write = (values: Record<string, unknown>) => written(fields, values, { zone });
const value = (id: string, given: unknown) => write({ [id]: given }).record[id];
const refused = (values: Record<string, unknown>): InputError => {
	try {
		write(values);
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
	throw new Error('not refused');
};

it.each<[string, string, unknown, unknown]>([
	['a moment for a text', 'f-13', new Date('2027-03-31T15:00:00Z'), '2027-04-01 00:00:00'],
	['a number', 'f-2', 1.5, 1.5],
	['as JavaScript writes a large number', 'f-3', '1e+21', '1e+21'],
	['one choice', 'f-7', { selectName: 'High' }, ['High']],
])('a value of each kind: %s', (_, id, given, expected) =>
	expect(value(id, given)).toEqual(expected),
);

describe('an empty value', () => {
	it('an empty list clears only fields that can hold a list', () => {
		for (const id of ['f-7', 'f-8', 'f-9', 'f-10', 'f-20']) expect(value(id, [])).toEqual([]);
		for (const id of ['f-4', 'f-5', 'f-6', 'f-12'])
			expect(() => value(id, [])).toThrow('has no value, only an empty list');
	});

	it('a key field cannot be cleared', () => {
		const message = "'Number' (f-14) is the key field of the form and cannot be cleared";
		expect(refused({ 'f-14': '' }).message).toBe(message);
		expect(refused({ 'f-14': null }).message).toBe(message);
	});

	it('a list with only separators is rejected', () => {
		expect(() => value('f-10', ',')).toThrow("'Units' (f-10) has no value, only separators");
	});

	it('an empty list is rejected for a required field', () => {
		const required = parseForm([{ uniqueId: 'u', fieldType: 'user', required: true }]);
		expect(() => written(required, { u: [] }, { zone })).toThrow("'u' is required");
		const table = parseForm([{ uniqueId: 't', required: true, subTable: [{ uniqueId: 'c' }] }]);
		expect(() => written(table, { t: [] }, { zone })).toThrow("'t' is required");
	});
});

describe('detail tables', () => {
	it('may have a cleared list in a row', () => {
		expect(value('f-20', { Name: 'A', Roles: null })).toEqual([{ 'c-1': 'A', 'c-4': [] }]);
	});

	it('have no row that is null', () => {
		const { message } = refused({ 'f-20': [{ Name: 'A' }, null] });
		expect(message).toContain("'Contacts' (f-20), row 2 is not a row");
	});
});

it('read-only fields are not sent, but reported', () => {
	const values = {
		'f-11': 12,
		Total: undefined,
		'f-20': [
			{ Name: 'A', Sum: 1 },
			{ Name: 'B', Sum: 2 },
		],
	};
	expect(write(values)).toEqual({
		record: { 'f-20': [{ 'c-1': 'A' }, { 'c-1': 'B' }] },
		ignored: ["'Total' (f-11)", "'Sum' (c-3)"],
		files: [],
		lacking: ["'Subject' (f-1)", "'Number' (f-14)"],
	});
});

describe('a mistake is reported with caption and field ID', () => {
	it.each<[string, Record<string, unknown>, string]>([
		[
			'a long text',
			{ 'f-1': 'Hello!' },
			"'Subject' (f-1) is 6 characters long; the form accepts up to 5",
		],
		['a short text', { 'f-1': 'H' }, "'Subject' (f-1) is too short: 1 of at least 2 characters"],
		['no number', { 'f-13': NaN }, "'Note' (f-13) is NaN, not a usable value"],
		['too fine in many digits', { 'f-3': '12345678901234567.8901' }, 'with 4 decimals'],
	])('%s', (_, values, message) => {
		expect(refused(values).message).toContain(message);
		expect(refused(values).advice).not.toBe('');
	});

	it('reports all mistakes together, up to a limit', () => {
		const { message, advice } = refused({ 'f-2': 'x', 'f-6': 'y', 'f-20': [{ Age: 'z' }] });
		expect(message.split('; ')).toEqual([
			`'Hours' (f-2) is not a number: "x"`,
			"'Priority' (f-6) has no choice 'y'",
			'choices are High, Low, None, L and A, B',
			`'Contacts' (f-20), row 1: 'Age' (c-2) is not a number: "z"`,
		]);
		expect(advice).toBe(
			"'Hours' (f-2) and 'Contacts' (f-20), row 1: 'Age' (c-2): Use digits and a point, such as 1234.5. Remove thousands separators. 'Priority' (f-6): Use the name of a choice, or its related code.",
		);
		const rows = Array(9).fill({ Age: 'z' });
		expect(refused({ 'f-20': rows }).message).toMatch(/row 5: [^;]*; 4 more$/);
	});

	it('does not report an error in the program as invalid input', () => {
		const broken = { toISO: () => 1 };
		expect(() => write({ 'f-2': 'x', 'f-5': broken })).toThrow(TypeError);
	});
});

describe('the bounds of a value', () => {
	it('a text can have the minimum and the maximum length', () => {
		expect(value('f-1', 'ab')).toBe('ab');
		expect(value('f-1', 'abcde')).toBe('abcde');
	});

	it.each(['9:5', '2027-13-45 09:30'])('%j is not a time of day', (given) =>
		expect(refused({ 'f-12': given }).message).toBe(`'At' (f-12) is not a time of day: "${given}"`),
	);

	it.each([
		[{}, 'an object', 'Give one of its properties, or write it as text'],
		[['a', 'b'], 'a list', 'Join its entries'],
	])('a text field rejects %j, but a field of unknown type accepts it', (given, what, advice) => {
		const problem = refused({ 'f-1': given });
		expect(problem.message).toContain(`'Subject' (f-1) accepts text, and the value is ${what}`);
		expect(problem.advice).toContain(advice);
		expect(value('f-13', given)).toEqual(given);
	});

	it('a choice that looks like a list is still one choice', () => {
		const odd = parseForm([
			{
				uniqueId: 'f-1',
				multiple: true,
				selectItems: [{ selectName: '["x"]' }, { selectName: 'two\nlines' }],
			},
		]);
		const chosen = (given: string) => written(odd, { 'f-1': given }, { zone }).record['f-1'];
		expect(chosen('["x"]')).toEqual(['["x"]']);
		expect(chosen('two\nlines')).toEqual(['two\nlines']);
	});
});

it('a row of undefined or calculated cells counts as empty', () => {
	expect(refused({ 'f-20': [{ Sum: 5 }] }).message).toContain('row 1 is empty');
	expect(refused({ 'f-20': [{ Name: undefined }] }).message).toContain('row 1 is empty');
	expect(write({ 'f-20': [{ Name: 'A', Age: undefined }] }).record['f-20']).toEqual([
		{ 'c-1': 'A' },
	]);
});

it('moments are neither null nor an object whose toISO is a text', () => {
	expect(isDateObject(null)).toBe(false);
	expect(isDateObject({ toISO: 'x' })).toBe(false);
});

describe('a new record', () => {
	const create = (values: Record<string, unknown>) => () =>
		written(fields, values, { zone, isNew: true });
	const whole = { 'f-1': 'Hello', 'f-14': 'N1' };

	it('is accepted with all required values, also in detail rows', () => {
		const rows = [{ 'c-1': 'Ann' }, { Name: 'Bob', Age: 7 }];
		expect(create({ ...whole, 'f-20': rows })().record).toMatchObject({ 'f-1': 'Hello' });
		expect(create({ ...whole, 'f-20': [] })().record).toMatchObject({ 'f-20': [] });
	});

	it('is accepted without any value, and its missing required values are returned', () => {
		expect(create({})()).toMatchObject({
			record: {},
			lacking: ["'Subject' (f-1)", "'Number' (f-14)"],
		});
	});

	it('is rejected with all missing and invalid values in one message', () => {
		const advice =
			'A new record needs a value here. Enter one, or add a property of that name to the input item.';
		const values = {
			'f-1': '',
			'f-20': [{ Name: 'Ann' }, { Age: 7 }, { 'c-1': null, Age: 'old' }],
		};
		expect(create(values)).toThrow(
			expect.objectContaining({
				message:
					"'Contacts' (f-20), row 3: 'Age' (c-2) is not a number: \"old\"; 'Subject' (f-1), 'Contacts' (f-20), row 2: 'Name' (c-1), 'Contacts' (f-20), row 3: 'Name' (c-1) and 'Number' (f-14) are required and have no value",
				advice: expect.stringContaining(advice),
			}),
		);
		expect(create({ 'f-14': 'N1' })).toThrow(
			expect.objectContaining({
				message: "'Subject' (f-1) is required and has no value",
				advice,
			}),
		);
	});
});

describe('fields of files and images', () => {
	const form = parseForm([
		{ uniqueId: 'f-1', caption: 'Name' },
		{ uniqueId: 'f-2', caption: 'Photo', fieldType: 'image' },
		{ uniqueId: 'f-3', caption: 'Plan', fieldType: 'file' },
		{
			uniqueId: 'f-4',
			caption: 'Rooms',
			subTable: [
				{ uniqueId: 'c-1', caption: 'Name' },
				{ uniqueId: 'c-2', caption: 'View', fieldType: 'image' },
			],
		},
	]);
	const rooms = [
		{ 'c-1': 'A', 'c-2': ['a.png'] },
		{ 'c-1': 'B', 'c-2': ['b.png'] },
		{ 'c-1': 'C', 'c-2': [] },
	];

	it('cannot be written', () => {
		expect(() => written(form, { 'f-4': rooms.slice(0, 1) }, { zone })).toThrow(
			expect.objectContaining({
				message:
					"'Rooms' (f-4), row 1: 'View' (c-2) is a field of files or images, and the API cannot write them",
				advice: 'Leave it out. Files can be attached to comments of the record.',
			}),
		);
	});

	it('are skipped in a record that is sent back, and reported if they had a value', () => {
		const values = { 'f-1': 'Hall', 'f-2': ['a.png'], 'f-3': [], 'f-4': rooms };
		expect(written(form, values, { zone, skipsFiles: true })).toEqual({
			record: { 'f-1': 'Hall', 'f-4': [{ 'c-1': 'A' }, { 'c-1': 'B' }, { 'c-1': 'C' }] },
			ignored: [],
			files: ["'Photo' (f-2)", "'View' (c-2)"],
			lacking: [],
		});
	});
});

describe('the effect of an update on other values', () => {
	const others = parseForm([
		{ uniqueId: 'a', caption: 'A' },
		{ uniqueId: 'b', caption: 'B' },
		{ uniqueId: 'file', caption: 'File', fieldType: 'file' },
		{ uniqueId: 'usual', caption: 'Usual', default: 'x' },
		{
			uniqueId: 'rank',
			caption: 'Rank',
			selectItems: [{ selectName: 'High' }, { selectName: 'Low', regulationValue: true }],
		},
	]);
	const before = { a: 'one', b: 'two', file: [{ name: 'f.txt' }], usual: 'x', rank: ['High'] };

	it.each([
		['kept', 'one is set by an automation', { ...before, a: 'now' }],
		['kept', 'one that has a default is set by an automation', { ...before, usual: 'y' }],
		['cleared', 'one is 0 now', { ...before, a: 0 }],
		['cleared', 'one is the default now', { ...before, rank: ['Low'] }],
		[undefined, 'an automation sets all', { ...before, a: 'now', b: 'now' }],
	])('is %s if %s', (fate, _, after) => {
		expect(fateOfOthers(others, before, after)).toBe(fate);
	});
});

it('fields with IDs that are names of JavaScript are written as any other', () => {
	const named = ['__proto__', 'constructor'].map((uniqueId) => ({ uniqueId, caption: uniqueId }));
	const values = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, unknown>;
	const { record } = written(parseForm(named), values, { zone });
	expect(JSON.stringify(record)).toBe('{"__proto__":"a","constructor":"b"}');
});
