import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { isMoment } from '../../../nodes/RecordsDirectory/core/values/moment';
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

it.each([['7'], ['']])(
	'several choices are left to the service where the type is %j',
	(fieldType) => {
		const form = parseForm([
			{ uniqueId: 'f-1', fieldType, multiple: false, selectItems: priority },
		]);
		const sent = (given: unknown) => written(form, { 'f-1': given }, { zone }).record['f-1'];
		expect(sent(['High', 'low'])).toEqual(['High', 'Low']);
		expect(sent(['High'])).toBe('High');
		expect(() => sent(['High', 'Hihg'])).toThrow("has no choice 'Hihg'");
	},
);

describe('a value of each kind', () => {
	it.each<[string, string, unknown, unknown]>([
		['a text', 'f-1', 'Hello', 'Hello'],
		['blanks stay', 'f-13', ' a ', ' a '],
		['a number for a text', 'f-13', 12.5, '12.5'],
		['false for a text', 'f-13', false, 'false'],
		['a list for what may be a selection', 'f-13', [{ code: 'E1' }], [{ code: 'E1' }]],
		['a moment for a text', 'f-13', new Date('2027-03-31T15:00:00Z'), '2027-04-01 00:00:00'],
		['a number', 'f-2', 1.5, 1.5],
		['a BigInt', 'f-3', 9007199254740993n, '9007199254740993'],
		['as JavaScript writes a large number', 'f-3', '1e+21', '1e+21'],
		['a date', 'f-4', '2027-03-31', '2027/03/31'],
		['a moment', 'f-4', new Date('2027-03-31T15:00:00Z'), '2027/04/01'],
		['a date and time', 'f-5', '2027-03-31T09:30', '2027-03-31 09:30:00'],
		['a Date', 'f-5', new Date('2027-03-31T15:00:00Z'), '2027-04-01 00:00:00'],
		[
			'what only has toISOString',
			'f-5',
			{ toISOString: () => '2027-03-31T15:00:00Z' },
			'2027-04-01 00:00:00',
		],
		['a time', 'f-12', '9:05', '09:05'],
		['the time of a moment', 'f-12', '2027-03-31T15:00:00Z', '00:00:00'],
		['a choice', 'f-6', 'High', 'High'],
		['several choices', 'f-7', ['High', 'L'], ['High', 'L']],
		['as JSON', 'f-7', '["High","Low"]', ['High', 'Low']],
		['one choice', 'f-7', { selectName: 'High' }, ['High']],
		['a choice twice, by name and by code', 'f-7', ['High', 'H', null, ''], ['High']],
		['a user', 'f-8', 'E0001', [{ code: 'E0001' }]],
		[
			'a user as it was read',
			'f-8',
			[{ code: 'E1', name: 'Aiko' }],
			[{ code: 'E1', name: 'Aiko' }],
		],
		['one user', 'f-8', { code: 'E1', name: 'Aiko', id: 7 }, [{ code: 'E1', name: 'Aiko' }]],
		['a name that is no text', 'f-8', { code: 'E1', name: 5 }, [{ code: 'E1' }]],
		['users', 'f-9', 'E1, E2\nE3,', [{ code: 'E1' }, { code: 'E2' }, { code: 'E3' }]],
		[
			'users as a list',
			'f-9',
			['E,1', 2, { code: 'E3' }],
			[{ code: 'E,1' }, { code: '2' }, { code: 'E3' }],
		],
		['users as JSON', 'f-9', '[{"code":"E1"}]', [{ code: 'E1' }]],
		['a code that looks like a number', 'f-9', '12e3', [{ code: '12e3' }]],
		['a user twice', 'f-9', 'E1,E1', [{ code: 'E1' }]],
		['organizations', 'f-10', ['ORG1', 'ORG2'], [{ code: 'ORG1' }, { code: 'ORG2' }]],
	])('%s', (_, id, given, expected) => expect(value(id, given)).toEqual(expected));
});

describe('nothing', () => {
	it.each([null, ''])('%j clears a field', (given) => {
		for (const id of ['f-2', 'f-4', 'f-5', 'f-6', 'f-12']) expect(value(id, given)).toBe('');
		for (const id of ['f-7', 'f-8', 'f-9', 'f-10', 'f-20']) expect(value(id, given)).toEqual([]);
	});

	it('an empty list clears only what may be a list', () => {
		for (const id of ['f-7', 'f-8', 'f-9', 'f-10', 'f-20']) expect(value(id, [])).toEqual([]);
		for (const id of ['f-4', 'f-5', 'f-6', 'f-12'])
			expect(() => value(id, [])).toThrow('has no value, only an empty list');
	});

	it('clears a text, and what may be a list by a list', () => {
		expect(value('f-13', null)).toBe('');
		expect(value('f-13', '')).toBe('');
		expect(value('f-13', [])).toEqual([]);
	});

	it('undefined is not sent', () => {
		expect(write({ 'f-1': undefined, 'f-11': undefined, 'f-2': 1 })).toEqual({
			record: { 'f-2': 1 },
			ignored: [],
			files: [],
			lacking: ["'Subject' (f-1)", "'Number' (f-14)"],
		});
		expect(write({})).toMatchObject({ record: {}, ignored: [] });
	});

	it.each([
		['f-1', "'Subject' (f-1) is required and cannot be cleared"],
		['f-14', "'Number' (f-14) is the key of the form and cannot be cleared"],
	])('%s cannot be cleared', (id, message) => {
		expect(refused({ [id]: '' }).message).toBe(message);
		expect(refused({ [id]: null }).message).toBe(message);
	});

	it.each([' , ', ',', '[null]', [null], ['', ' ']])(
		'%j names nothing, and clears nothing',
		(value) => {
			const form = parseForm([{ uniqueId: 'u', fieldType: 'user' }]);
			expect(() => written(form, { u: value }, { zone })).toThrow(
				"'u' has no value, only separators",
			);
		},
	);

	it('an empty list clears as well, and so cannot in a required field', () => {
		const required = parseForm([{ uniqueId: 'u', fieldType: 'user', required: true }]);
		expect(() => written(required, { u: [] }, { zone })).toThrow("'u' is required");
		const table = parseForm([{ uniqueId: 't', required: true, subTable: [{ uniqueId: 'c' }] }]);
		expect(() => written(table, { t: [] }, { zone })).toThrow("'t' is required");
	});
});

describe('tables', () => {
	it.each<[string, unknown, unknown]>([
		[
			'rows',
			[{ 'c-1': 'A', 'c-2': '7' }, { 'c-1': 'B' }],
			[{ 'c-1': 'A', 'c-2': 7 }, { 'c-1': 'B' }],
		],
		['captions', [{ Name: 'A', Roles: 'Buyer' }], [{ 'c-1': 'A', 'c-4': ['Buyer'] }]],
		['one row', { Name: 'A' }, [{ 'c-1': 'A' }]],
		['JSON', '[{"Name":"A","Age":null}]', [{ 'c-1': 'A', 'c-2': '' }]],
		['JSON of one row', ' {"Name":"A"}', [{ 'c-1': 'A' }]],
		['a cleared list in a row', { Name: 'A', Roles: null }, [{ 'c-1': 'A', 'c-4': [] }]],
		['rows as JSON', ['{"Name":"A"}'], [{ 'c-1': 'A' }]],
		['rows as another service answers them', [{ record: { 'c-1': 'A' } }], [{ 'c-1': 'A' }]],
	])('%s', (_, given, expected) => expect(value('f-20', given)).toEqual(expected));

	it.each<[string, unknown, string]>([
		['no row', ['A'], "'Contacts' (f-20), row 1 is not a row"],
		['no JSON', '[{', "'Contacts' (f-20), row 1 is not a row"],
		['an empty row', [{ Name: 'A' }, {}], "'Contacts' (f-20), row 2 is empty"],
		['null', [{ Name: 'A' }, null], "'Contacts' (f-20), row 2 is not a row"],
		[
			'a bad cell',
			[{ Name: 'A' }, { Age: 'x' }],
			`'Contacts' (f-20), row 2: 'Age' (c-2) is not a number: "x"`,
		],
		[
			'a cleared cell',
			[{ Name: '' }],
			"'Contacts' (f-20), row 1: 'Name' (c-1) is required and cannot be cleared",
		],
		[
			'an unknown column',
			[{ Nmae: 'x' }],
			"row 1: The form has no field 'Nmae'; did you mean 'Name' (c-1)?",
		],
	])('rejected: %s', (_, given, message) =>
		expect(refused({ 'f-20': given }).message).toContain(message),
	);

	it('a column may be called record', () => {
		const table = parseForm([
			{ uniqueId: 't', subTable: [{ uniqueId: 'record', selectItems: [{ selectName: 'A' }] }] },
		]);
		const rows = [{ record: { selectName: 'A' } }, { record: { record: 'A' } }, { record: 'A' }];
		expect(written(table, { t: rows }, { zone }).record.t).toEqual(Array(3).fill({ record: 'A' }));
	});
});

it('read-only fields are not sent, and told', () => {
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

describe('what is wrong is said by caption and identifier', () => {
	it.each<[string, Record<string, unknown>, string]>([
		[
			'a long text',
			{ 'f-1': 'Hello!' },
			"'Subject' (f-1) is 6 characters long; the form takes up to 5",
		],
		[
			'a short text',
			{ 'f-1': 'H' },
			"'Subject' (f-1) is 1 characters long; the form takes 2 or more",
		],
		['half a letter', { 'f-13': '\ud83d' }, "'Note' (f-13) contains a broken character"],
		['no number', { 'f-13': NaN }, "'Note' (f-13) is NaN, not a value"],
		['words', { 'f-2': 'many' }, `'Hours' (f-2) is not a number: "many"`],
		['separators', { 'f-2': '1,000.5' }, `'Hours' (f-2) is not a number: "1,000.5"`],
		['separators and letters', { 'f-2': '1,234x' }, `'Hours' (f-2) is not a number: "1,234x"`],
		['letters and separators', { 'f-2': 'x1,234' }, `'Hours' (f-2) is not a number: "x1,234"`],
		['a decimal comma', { 'f-2': '1,5' }, `'Hours' (f-2) is not a number: "1,5"`],
		['too fine in many digits', { 'f-3': '12345678901234567.8901' }, 'with 4 decimals'],
		['several for one', { 'f-6': ['High', 'Low'] }, "'Priority' (f-6) takes one choice, not 2"],
		['a field like no other', { Colour: 1 }, "fields are 'Subject' (f-1), 'Hours' (f-2)"],
		['a name that JavaScript knows', { constructor: 1 }, "The form has no field 'constructor'"],
	])('%s', (_, values, message) => {
		expect(refused(values).message).toContain(message);
		expect(refused(values).advice).not.toBe('');
	});

	it('many choices are not all listed', () => {
		const selectItems = Array.from({ length: 30 }, (_, n) => ({ selectName: `C${n}` }));
		const many = parseForm([{ uniqueId: 'a', selectItems }]);
		expect(() => written(many, { a: 'x' }, { zone })).toThrow(/C9 and 20 more$/);
		const ten = parseForm([{ uniqueId: 'a', selectItems: selectItems.slice(0, 10) }]);
		expect(() => written(ten, { a: 'x' }, { zone })).toThrow(/C9$/);
	});

	it('all at once, but not without end', () => {
		const { message, advice } = refused({ 'f-2': 'x', 'f-6': 'y', 'f-20': [{ Age: 'z' }] });
		expect(message.split('; ')).toEqual([
			`'Hours' (f-2) is not a number: "x"`,
			"'Priority' (f-6) has no choice 'y'",
			'choices are High, Low, None, L, A, B',
			`'Contacts' (f-20), row 1: 'Age' (c-2) is not a number: "z"`,
		]);
		expect(advice).toBe(
			"'Hours' (f-2) and 'Contacts' (f-20), row 1: 'Age' (c-2): Use digits and a point, such as 1234.5. Remove separators of thousands. 'Priority' (f-6): Use the name of a choice, or its related code.",
		);
		const rows = Array(9).fill({ Age: 'z' });
		expect(refused({ 'f-20': rows }).message).toMatch(/row 5: [^;]*; and 4 more$/);
	});

	it('a mistake of the program is no rejection', () => {
		const broken = { toISO: () => 1 };
		expect(() => write({ 'f-2': 'x', 'f-5': broken })).toThrow(TypeError);
	});
});

describe('keys', () => {
	const odd = parseForm([
		{ uniqueId: 'a', caption: 'b' },
		{ uniqueId: 'b', caption: 'c' },
		{ uniqueId: '__proto__', caption: 'constructor' },
	]);
	it.each([
		['b', 'b'],
		['c', 'b'],
		['b (a)', 'a'],
		['__proto__', '__proto__'],
		['constructor', '__proto__'],
	])('%s means %s', (key, id) => {
		const { record } = written(odd, Object.fromEntries([[key, 'x']]), { zone });
		expect(Object.entries(record)).toEqual([[id, 'x']]);
	});
});

describe('numbers and the digits that they hold', () => {
	it('a number that was rounded is rejected; a text that it could not hold stays a text', () => {
		expect(refused({ 'f-3': 2 ** 60 }).message).toBe(
			"'Big' (f-3) is 1152921504606847000, too large to be exact",
		);
		expect(value('f-3', '12345678901234567.12000')).toBe('12345678901234567.12000');
	});

	it('where the form sets no number of decimals, any will do', () => {
		const free = parseForm([{ uniqueId: 'f-1', max: 9 }]);
		expect(written(free, { 'f-1': 1.23456 }, { zone }).record).toEqual({ 'f-1': 1.23456 });
	});

	it.each([
		['f-2', `1${',234'.repeat(20)}`],
		['f-2', 'x'.repeat(60)],
		['f-5', 'x'.repeat(60)],
		['f-12', 'x'.repeat(60)],
		['f-6', 'x'.repeat(60)],
	])('%s: a long text is not repeated in full', (id, long) => {
		const { message } = refused({ [id]: long });
		expect(message).toContain(long.slice(0, 40));
		expect(message).not.toContain(long.slice(0, 41));
	});
});

describe('the bounds of what is given', () => {
	it('a text may be as short and as long as the form says', () => {
		expect(value('f-1', 'ab')).toBe('ab');
		expect(value('f-1', 'abcde')).toBe('abcde');
	});

	it('an object for a field of an unknown type must be JSON', () => {
		expect(refused({ 'f-13': { a: [Infinity] } }).message).toBe(
			"'Note' (f-13) is Infinity, not a value",
		);
	});

	it.each(['soon', '25:00', '9:5', '2027-13-45 09:30', 'at 9:30'])(
		'%j is no time of day',
		(given) =>
			expect(refused({ 'f-12': given }).message).toBe(
				`'At' (f-12) is not a time of day: "${given}"`,
			),
	);

	it.each([
		[{ an: 'object' }, 'an object', 'Give one of its properties, or write it as a text'],
		[{}, 'an object', 'Give one of its properties, or write it as a text'],
		[['a', 'b'], 'a list', 'Join its entries'],
	])('a field that is known to take texts takes no %j', (given, what, advice) => {
		const problem = refused({ 'f-1': given });
		expect(problem.message).toContain(`'Subject' (f-1) takes a text, and the value is ${what}`);
		expect(problem.advice).toContain(advice);
		expect(value('f-13', given)).toEqual(given);
	});

	it('a blank is no choice, though choices without a code have an empty one', () => {
		expect(refused({ 'f-6': ' ' }).message).toContain("'Priority' (f-6) has no choice ' '");
	});

	it('a choice that looks like a list is one', () => {
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

describe('rows', () => {
	it('one whose cells are all undefined is empty', () => {
		expect(refused({ 'f-20': [{ Name: undefined }] }).message).toContain('row 1 is empty');
		expect(write({ 'f-20': [{ Name: 'A', Age: undefined }] }).record['f-20']).toEqual([
			{ 'c-1': 'A' },
		]);
	});
});

describe('lists, however they come', () => {
	it('null is no moment', () => {
		expect(isMoment(null)).toBe(false);
		expect(isMoment({ toISO: 'x' })).toBe(false);
	});
});

describe('a new record', () => {
	const create = (values: Record<string, unknown>) => () =>
		written(fields, values, { zone, isNew: true });
	const whole = { 'f-1': 'Hello', 'f-14': 'N1' };

	it('has all that is required, in the rows of its tables as well', () => {
		const rows = [{ 'c-1': 'Ann' }, { Name: 'Bob', Age: 7 }];
		expect(create({ ...whole, 'f-20': rows })().record).toMatchObject({ 'f-1': 'Hello' });
		expect(create({ ...whole, 'f-20': [] })().record).toMatchObject({ 'f-20': [] });
	});

	it('without any value lacks what is required, and is no mistake here', () => {
		expect(create({})()).toMatchObject({
			record: {},
			lacking: ["'Subject' (f-1)", "'Number' (f-14)"],
		});
	});

	it('is rejected once for all that it lacks and all that is wrong with it', () => {
		const advice =
			'A new record needs it. Enter a value, or give the input item a property of that name.';
		const values = {
			'f-1': '',
			'f-20': [{ Name: 'Ann' }, { Age: 7 }, { 'c-1': null, Age: 'old' }],
		};
		expect(create(values)).toThrow(
			expect.objectContaining({
				message:
					"'Contacts' (f-20), row 3: 'Age' (c-2) is not a number: \"old\"; 'Subject' (f-1), 'Contacts' (f-20), row 2: 'Name' (c-1), 'Contacts' (f-20), row 3: 'Name' (c-1), 'Number' (f-14) are required and have no value",
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

	it('is not known of what may be an update: what it would lack is reported', () => {
		expect(write({ 'f-13': 'A', 'f-20': [{ Age: 7 }] }).lacking).toEqual([
			"'Contacts' (f-20), row 1: 'Name' (c-1)",
			"'Subject' (f-1)",
			"'Number' (f-14)",
		]);
		expect(write({ ...whole, 'f-20': [] }).lacking).toEqual([]);
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

	it.each([
		[{ 'f-2': ['a.png'] }, "'Photo' (f-2)"],
		[{ 'f-3': '' }, "'Plan' (f-3)"],
		[{ 'f-4': rooms.slice(0, 1) }, "'Rooms' (f-4), row 1: 'View' (c-2)"],
	])('cannot be written: %j', (values, label) => {
		expect(() => written(form, values, { zone })).toThrow(
			expect.objectContaining({
				message: `${label} is a field of files or images, and the API cannot write them`,
				advice: 'Remove the field. Files can be attached to comments of the record.',
			}),
		);
	});

	it('are skipped in a record that is sent back as it was read, and named if they had a value', () => {
		const values = { 'f-1': 'Hall', 'f-2': ['a.png'], 'f-3': [], 'f-4': rooms };
		expect(written(form, values, { zone, skipsFiles: true })).toEqual({
			record: { 'f-1': 'Hall', 'f-4': [{ 'c-1': 'A' }, { 'c-1': 'B' }, { 'c-1': 'C' }] },
			ignored: [],
			files: ["'Photo' (f-2)", "'View' (c-2)"],
			lacking: [],
		});
	});
});

it('a row that is none lacks nothing else', () => {
	const values = { 'f-1': 'Hello', 'f-14': 'N1', 'f-20': ['Ann', {}] };
	const write = () => written(fields, values, { zone, isNew: true });
	expect(write).toThrow(
		/^'Contacts' \(f-20\), row 1 is not a row; 'Contacts' \(f-20\), row 2 is empty$/,
	);
});

it('of many unknown names five are listed, each with what may have been meant', () => {
	const { message } = refused(
		Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`Subject ${n}`, n])),
	);
	const listed = Array.from(
		{ length: 5 },
		(_, n) => `The form has no field 'Subject ${n}'; did you mean 'Subject' (f-1)?`,
	);
	expect(message).toBe([...listed, 'and 3 more'].join('; '));
});
