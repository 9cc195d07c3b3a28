import {
	choice,
	date,
	dateTime,
	flag,
	integer,
	pick,
	picks,
	rows,
	text,
	type Field,
} from '../../../nodes/RecordsDirectory/api/define';
import { accepted, type EmptyPolicy } from '../../../nodes/RecordsDirectory/core/values/validate';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { UTC } from '../../support/entries';

const RECORD: Field = { kind: 'record', label: 'R' };

const demanded = (field: Field, value: unknown) =>
	accepted({ it: field }, { it: value }, { reading: UTC, empty: 'required' }).it;
const offered = (field: Field, value: unknown) =>
	accepted({ it: field }, { it: value }, { reading: UTC, empty: 'added' });

const ofKind =
	(kind: Field['kind']) =>
	(label: string): Field => ({ kind, label });
const files = ofKind('files');
const identifiers = ofKind('identifiers');

const WHOLE = integer('Count');
const FLAG = flag('Switch');
const TEXT = text('Name');
const FORM = pick('Form', 'form');
const USER = pick('User', 'user');
const TARGET = rows('Notify', { userCode: text('User Code', { maxLength: 3 }) });
const FIELDS = identifiers('Output Fields');
const SORT = pick('Sort By (Largest First)', 'sortField');

it.each<[string, Field, unknown, unknown]>([
	['a number with a sign, as text', WHOLE, '+12', 12],
	['the largest that is possible', integer('Count', { max: 5 }), 5, 5],
	['a number as a spreadsheet writes it', WHOLE, '12.00', 12],
	['false as text', FLAG, 'False', false],
	['true as text', FLAG, 'true', true],
	['names of files', files('Files'), 'data, invoice,', ['data', 'invoice']],
])('a value is converted to what the service accepts: %s', (_, field, value, expected) => {
	expect(demanded(field, value)).toStrictEqual(expected);
	expect(offered(field, value)).toStrictEqual({ it: expected });
});

it.each<[string, Field, unknown, string]>([
	['a list for a text', TEXT, ['a'], "'Name' is a list, not text"],
	['a fraction that rounds', WHOLE, '0.99999999999999999999', "'Count' is not a whole number"],
	['what was picked for a text', TEXT, { mode: 'id', value: 'x' }, "'Name' is an object"],
	['maybe', FLAG, 'maybe', "'Switch' is neither true nor false"],
	['a day that does not exist', date('Expiry'), '2027-02-30', "'Expiry'"],
	['null for a row', TARGET, [null, { userCode: 'E1' }], "'Notify' is not a list of rows"],
])(
	'an invalid value is rejected with the name of its parameter: %s',
	(_, field, value, message) => {
		for (const refused of [() => demanded(field, value), () => offered(field, value)]) {
			expect(refused).toThrow(InputError);
			expect(refused).toThrow(message);
		}
	},
);

describe('a missing value', () => {
	it.each(['', undefined, null])('is rejected for a required parameter: %j', (value) => {
		for (const field of [TEXT, WHOLE, FLAG, FORM, USER, TARGET, FIELDS, SORT, RECORD]) {
			expect(() => demanded(field, value)).toThrow(`'${field.label}' is empty`);
		}
		expect(() => demanded(FORM, { mode: 'list', value })).toThrow("'Form' is empty");
		expect(() => demanded(FORM, { mode: 'url', value })).toThrow("'Form' is empty");
	});
});

it('an unknown choice is rejected with the list of choices', () => {
	const output = choice('Output', [
		{ name: 'Person', value: 'person' },
		{ name: 'Row', value: 'row' },
	]);
	expect(() => offered(output, 'Person')).toThrow(
		expect.objectContaining({
			message: `'Output' is "Person", which is not a choice`,
			advice:
				'The choices are Person (person) and Row (row). In an expression, use the word in parentheses.',
		}),
	);
});

const given = (field: Field, value: unknown, empty: EmptyPolicy) =>
	accepted({ it: field }, { it: value }, { reading: UTC, empty });
const CLEARS = 'Leave empty to clear it';
const ALIAS = text('Alias', { whenEmpty: CLEARS });
const FILES = files('Files');
const EXPIRY = date('Expiry', { whenAbsent: '9999/12/31', whenEmpty: CLEARS });
const BLANKS = [' ', '\u00a0', '\u3000', '\n', '\t \r\n'];

describe('an empty value', () => {
	it.each<[string, Field, unknown, EmptyPolicy, object]>([
		['clears in an option that says so', ALIAS, '', 'added', { it: '' }],
		['clears in a column', ALIAS, '', 'column', { it: '' }],
		['clears to its default', EXPIRY, '', 'added', { it: '9999/12/31' }],
		['may be null in a cell', TEXT, null, 'cell', {}],
		['is a list without rows in a column', TARGET, [], 'column', { it: [] }],
	])('%s', (_, field, value, empty, expected) => {
		expect(given(field, value, empty)).toStrictEqual(expected);
	});

	it.each(['required', 'requiredColumn', 'cell'] as const)(
		'is rejected if it has only spaces of any kind: %s',
		(empty) => {
			for (const blank of BLANKS)
				for (const field of [TEXT, ALIAS, USER, FILES, EXPIRY])
					expect(() => given(field, blank, empty)).toThrow(`'${field.label}' is empty`);
		},
	);

	it.each([...BLANKS, null, undefined, [null], [' ', []]])(
		'clears nothing in a column: %j',
		(nothing) => {
			for (const field of [TEXT, ALIAS, USER, EXPIRY, TARGET])
				expect(given(field, nothing, 'column')).toStrictEqual({});
		},
	);

	it.each<[Field, EmptyPolicy, string]>([
		[TEXT, 'required', 'Enter a value, or check that the expression finds one.'],
		[
			TEXT,
			'requiredColumn',
			'The service needs a value. Give each input item a property of this name.',
		],
		[TEXT, 'added', "Enter a value, check that the expression finds one, or remove 'Name'."],
		[
			ALIAS,
			'added',
			"Enter a value, check that the expression finds one, or remove 'Alias'. For an empty text, the expression must return ''.",
		],
	])('has advice for %j: %s', (field, empty, advice) => {
		const message = `'${field.label}' is empty`;
		expect(() => given(field, undefined, empty)).toThrow(
			expect.objectContaining({ message, advice }),
		);
	});
});

describe('numbers and IDs with more digits than a number can hold', () => {
	const LONG = '9007199254740993';

	it('an ID is kept as text', () => expect(demanded(FORM, ` ${LONG} `)).toBe(LONG));

	it.each([
		['an ID', FORM, 2 ** 53 + 2, 'Enter it as text: a number cannot keep all its digits.'],
		['a code', USER, 2 ** 53 + 2, 'Write it as text, in quotes.'],
		['a list of codes', picks('Users', 'user'), [2 ** 53 + 2], 'Write it as text, in quotes.'],
		['a number', WHOLE, ` ${LONG} `, 'Enter a smaller number.'],
	])('a value for %s is rejected as not exact', (_, field, value, advice) => {
		const digits = typeof value === 'string' ? LONG : '9007199254740994';
		const message = `'${field.label}' is ${digits}, too large to be exact`;
		expect(() => demanded(field, value)).toThrow(expect.objectContaining({ message, advice }));
	});
});

describe('values of other kinds', () => {
	it('a text that is not a time is rejected with the label of the field', () => {
		for (const text of ['soon', '2026-07-01T08:00:00[Asia/Tokyo]'])
			expect(() => demanded(dateTime('From'), text)).toThrow(/^'From' is not a date and time/);
	});

	it('any value may be given where anything is accepted', () => {
		expect(demanded({ kind: 'anything', label: 'Value' }, [{ a: 1 }])).toEqual([{ a: 1 }]);
	});

	it('the first three unknown columns are named, and a complete row may have more', () => {
		const two = rows('Notify', { userCode: text('User Code'), groupCode: text('Group Code') });
		const unknown = { a: 1, b: 2, c: 3, d: 4 };
		expect(() => demanded(two, [{ userCode: 'E1', ...unknown }])).toThrow(
			expect.objectContaining({
				message: `'Notify', row 1 has unknown names: "a", "b" and "c"`,
				advice: 'The names are userCode and groupCode.',
			}),
		);
		expect(demanded(two, [{ userCode: 'E1', groupCode: '', ...unknown }])).toEqual([
			{ userCode: 'E1' },
		]);
	});
});
