import {
	flag,
	integer,
	pick,
	recordBody,
	rows,
	text,
	type Field,
} from '../../../nodes/RecordsDirectory/api/define';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import {
	joinedProblem,
	withPlace,
	InputError,
} from '../../../nodes/RecordsDirectory/core/values/input-error';
import { accepted, mustAgree } from '../../../nodes/RecordsDirectory/core/values/validate';
import { toRequest } from '../../../nodes/RecordsDirectory/core/request/request';
import {
	parseHeader,
	parseKey,
	parseSite,
} from '../../../nodes/RecordsDirectory/core/request/address-and-key';
import { entryOf, UTC } from '../../support/entries';
import { written } from '../../support/record-values';

/* What users read if input is rejected: what is wrong, and what to do about it. */

type Refused = [what: string, work: () => unknown, message: string, advice: string];

/** The label that begins a message: `'Lines' (f-8), row 2`. */
const labelIn = (message: string) => /^'.+?'(?: \(.+?\)(?:, row \d+)?)?(?=[ :])/.exec(message)?.[0];

const says = (cases: Refused[]) =>
	it.each(cases)('%s', (_, work, message, advice) => {
		const subject = labelIn(message);
		expect(work).toThrow(
			expect.objectContaining({ name: 'InputError', message, advice, ...(subject && { subject }) }),
		);
	});

describe('a credential', () => {
	const KEPT = 'Otherwise the key would be sent unencrypted.';
	says([
		[
			'with no address',
			() => parseSite('site'),
			'The Base URL of the credential is not a URL',
			'Enter the address of your site, for example https://your-site.example.com',
		],
		[
			'without protection',
			() => parseSite('http://site.example.com'),
			'The Base URL of the credential must start with https://',
			`${KEPT} http:// is accepted for this machine only (localhost).`,
		],
		[
			'with a query',
			() => parseSite('https://site.example.com/?a'),
			'The Base URL of the credential contains more than an address',
			'Remove the user name, password, question mark or hash from it. The key has a field of its own.',
		],
		[
			'with /api',
			() => parseSite('https://site.example.com/a/api//'),
			'The Base URL of the credential ends with /api',
			'Remove /api. The nodes add it.',
		],
		[
			'with a header that is none',
			() => parseHeader('X Key'),
			'The API Key Header of the credential cannot be the name of a header',
			'Use letters, digits and hyphens, for example X-Service-API-Key.',
		],
		[
			'with a key that no header can carry',
			() => parseKey('a\nb'),
			'The API key of the credential contains a character that keys do not have',
			'Copy it again from the authentication settings of the service, without line breaks.',
		],
	]);

	it.each([
		[undefined, 'X-Service-API-Key'],
		['', 'X-Service-API-Key'],
		[' X-Other_1 ', 'X-Other_1'],
	])('the header %j is %s', (given, header) => expect(parseHeader(given)).toBe(header));

	it.each([
		[undefined, ''],
		[null, ''],
		[' a b~ÿ\n', 'a b~ÿ'],
	])('the key %j is %j', (given, key) => expect(parseKey(given)).toBe(key));

	it.each(['X-Key:', 'X-Key\n:', 'ヘッダ', 'a b'])('the header %j is rejected', (header) => {
		expect(() => parseHeader(header)).toThrow('cannot be the name of a header');
	});

	it.each(['a\u0007b', 'あ', 'a\nb', 'Ā'])('the key %j is rejected', (key) => {
		expect(() => parseKey(key)).toThrow('a character that keys do not have');
	});
});

describe('a parameter', () => {
	const taken = (field: Field, value: unknown) => () =>
		accepted({ it: field }, { it: value }, { reading: UTC, empty: 'required' });
	const FORM = pick('Form', 'form');
	const SINGLE = 'Change the expression so that it returns a single value.';
	const RECORD = recordBody('Record');
	const rowsOf = rows('Notify', { userCode: text('User'), note: text('Note') });
	const NAME = text('Name', { maxLength: 3 });
	says([
		[
			'that is empty',
			taken(NAME, null),
			"'Name' is empty",
			'Enter a value, or check that the expression finds one.',
		],
		['that is a list', taken(NAME, ['a']), "'Name' is a list, not a text", SINGLE],
		['that is an object', taken(NAME, {}), "'Name' is an object, not a text", SINGLE],
		[
			'that is not a number',
			taken(NAME, NaN),
			"'Name' is NaN, not a value",
			'Check the calculation in the expression.',
		],
		[
			'that is too long',
			taken(NAME, '𠮷bcd'),
			"'Name' is 4 characters long; the service takes up to 3",
			'Shorten the text.',
		],
		[
			'with half a character',
			taken(NAME, '\ud83d'),
			"'Name' contains a broken character",
			'The text was cut inside a character such as an emoji. Cut it elsewhere.',
		],
		[
			'that is not whole',
			taken(integer('Count'), 1.5),
			'\'Count\' is not a whole number: "1.5"',
			'Enter a number such as 12.',
		],
		[
			'that is not whole, where 12 is too large',
			taken(integer('Count', { max: 5 }), 1.5),
			'\'Count\' is not a whole number: "1.5"',
			'Enter a number such as 5.',
		],
		[
			'that is too small',
			taken(integer('Count', { min: 2 }), '1'),
			"'Count' is 1; the minimum is 2",
			'Enter 2 or more.',
		],
		[
			'that is too large',
			taken(integer('Count', { max: 5 }), 6),
			"'Count' is 6; the maximum is 5",
			'Enter 5 or less.',
		],
		[
			'that is no switch',
			taken(flag('On'), 'maybe'),
			"'On' is neither true nor false",
			'Switch it on or off.',
		],
		[
			'without rows',
			taken(rowsOf, 'a'),
			"'Notify' is not a list of rows",
			'Give a list of objects with userCode, note, or add rows by hand.',
		],
		[
			'with an empty row',
			taken(rowsOf, [{ userCode: 'a' }, { userCode: '' }]),
			"'Notify', row 2 is empty",
			'Fill the row, or remove it.',
		],
		[
			'with a wrong name in a row',
			taken(rowsOf, [{ userCode: 'a' }, { usrCode: 'b' }]),
			`'Notify', row 2 has the unknown name "usrCode"`,
			'The names are userCode and note.',
		],
		[
			'with an address that leads elsewhere',
			taken(FORM, { mode: 'url', value: 'https://site.example.com/' }),
			"The URL in 'Form' does not lead to a form",
			"Copy the address of the form's page from your browser, or give its ID.",
		],
		[
			"with an address of another form's record",
			() =>
				mustAgree(
					{ form: FORM, recordId: pick('Record', 'record') },
					{ recordId: { mode: 'url', value: 'https://x/forms/3/records/4' } },
					{ form: 2, recordId: 4 },
				),
			"The URL in 'Record' leads to form 3, but the chosen form is 2",
			'Choose that form, or copy the address of a record of this one.',
		],
		[
			'with half a character in a list of identifiers',
			taken({ kind: 'identifiers', label: 'Fields' }, '\ud83d'),
			"'Fields' contains a broken character",
			'The text was cut inside a character such as an emoji. Cut it elsewhere.',
		],
		[
			'that is a record but no object',
			taken(RECORD, [1]),
			"'Record' is not a JSON object of field IDs and values",
			'Write it as {"field-1": "a value", "field-2": 12}.',
		],
		[
			'that is a record without a value',
			taken(RECORD, { a: undefined }),
			"'Record' has no value in it",
			'Add a field with a value, or check that the expressions return a value.',
		],
		[
			'that is a record with too many levels',
			taken(RECORD, {
				a: JSON.parse(`${'['.repeat(201)}${']'.repeat(201)}`),
			}),
			'The value of "a" has more than 200 levels of lists and objects',
			'Check what the expression returns.',
		],
		[
			'that is a record with a number that is none',
			taken(RECORD, { a: [Infinity] }),
			'The value of "a" is Infinity, not a value',
			'Check the calculation in the expression.',
		],
		[
			'that is a record with a number too large',
			taken(RECORD, { a: { b: 2 ** 53 } }),
			'The value of "a" is 9007199254740992, too large to be exact',
			'Write it as a text, in quotes.',
		],
		[
			'that is a record of broken JSON',
			taken(RECORD, '{'),
			"'Record' is not valid JSON",
			'Check quotes and commas, for example {"field-1": "a value"}.',
		],
	]);

	it('an address agrees with the chosen form, or names none, or nothing was chosen', () => {
		const fields = { form: FORM, recordId: pick('Record', 'record') };
		const at = (value: string, mode = 'url') => ({ recordId: { mode, value } });
		const agree = (raw: JsonObject, form?: number) => () => mustAgree(fields, raw, { form });
		expect(agree(at('https://x/forms/3/records/4'), 3)).not.toThrow();
		expect(agree(at('https://x/records/4'), 3)).not.toThrow();
		expect(agree(at('https://x/forms/3/records/4'))).not.toThrow();
		expect(agree(at('https://x/forms/3/records/4', 'id'), 2)).not.toThrow();
		expect(agree({ form: { mode: 'url', value: 'https://x/forms/3' } }, 2)).not.toThrow();
		expect(agree({ recordId: 4 }, 2)).not.toThrow();
	});
});

describe('a request', () => {
	const list = (order: string, fields: string) => () =>
		toRequest(entryOf('record.getAll').operation, { form: 1, order, fields });
	says([
		[
			'with a code that no address holds',
			() => toRequest(entryOf('user.get').operation, { code: '..' }),
			'\'User\' is "..", which cannot be part of an address',
			'An entry with such a code can only be read and changed in the service itself.',
		],
		[
			'sorted by what is not output',
			list('a:asc,b', 'a,c'),
			"'Sort By' names \"b\", which is not among the 'Output Field Names or IDs'",
			'Add "b" to \'Output Field Names or IDs\', or sort by another field.',
		],
	]);
});

describe('a value of a form', () => {
	const choices = [
		{ selectName: 'High', code1: 'H' },
		{ selectName: 'Hot', code1: 'H' },
	];
	const fields = parseForm([
		{ uniqueId: 'f-1', caption: 'Name', required: true, min_length: 2, max_length: 4 },
		{ uniqueId: 'f-2', caption: 'Hours', digit: 1, min: 0.5, max: 24 },
		{ uniqueId: 'f-3', caption: 'Due', fieldType: 'date' },
		{ uniqueId: 'f-4', caption: 'Begins', fieldType: 'dateTime' },
		{ uniqueId: 'f-5', caption: 'At', fieldType: 'time' },
		{ uniqueId: 'f-6', caption: 'State', selectItems: choices },
		{ uniqueId: 'f-7', caption: 'Owner', fieldType: 'user', multiple: false },
		{ uniqueId: 'f-8', caption: 'Lines', subTable: [{ uniqueId: 'c', caption: 'Item' }] },
		{ uniqueId: 'f-9', caption: 'Key', primaryKey: true },
		{ uniqueId: 'a', caption: 'Note' },
		{ uniqueId: 'b', caption: 'Note' },
	]);
	const write = (values: JsonObject) => () => written(fields, values, UTC);
	says([
		[
			'that is too short',
			write({ Name: 'a' }),
			"'Name' (f-1) is 1 characters long; the form takes 2 or more",
			'Lengthen the text.',
		],
		[
			'that is too long',
			write({ Name: 'abcde' }),
			"'Name' (f-1) is 5 characters long; the form takes up to 4",
			'Shorten the text.',
		],
		[
			'that is no text',
			write({ Name: Infinity }),
			"'Name' (f-1) is Infinity, not a value",
			'Check the calculation in the expression.',
		],
		[
			'with half a character',
			write({ Name: 'a\ud83d' }),
			"'Name' (f-1) contains a broken character",
			'The text was cut inside a character such as an emoji. Cut it elsewhere.',
		],
		[
			'that must stay',
			write({ Name: '' }),
			"'Name' (f-1) is required and cannot be cleared",
			'Enter a value, or remove the field.',
		],
		[
			'that is the key',
			write({ Key: null }),
			"'Key' (f-9) is the key of the form and cannot be cleared",
			'Enter a value, or remove the field.',
		],
		[
			'with separators',
			write({ Hours: '1,234.5' }),
			'\'Hours\' (f-2) is not a number: "1,234.5"',
			'Use digits and a point, such as 1234.5. Remove separators of thousands.',
		],
		[
			'that is not a number',
			write({ Hours: 'ten' }),
			'\'Hours\' (f-2) is not a number: "ten"',
			'Use digits and a point, such as 1234.5. Remove separators of thousands.',
		],
		[
			'that is nothing like a number',
			write({ Hours: {} }),
			'\'Hours\' (f-2) is not a number: "{}"',
			'Use digits and a point, such as 1234.5. Remove separators of thousands.',
		],
		[
			'below its bound',
			write({ Hours: -1 }),
			"'Hours' (f-2) is -1; the minimum is 0.5",
			'Enter 0.5 or more.',
		],
		[
			'above its bound',
			write({ Hours: '24.5' }),
			"'Hours' (f-2) is 24.5; the maximum is 24",
			'Enter 24 or less.',
		],
		[
			'with too many decimals',
			write({ Hours: 1.25 }),
			"'Hours' (f-2) is 1.25, with 2 decimals; the form takes 1",
			'Round it, for example with {{ (1.25).toFixed(1) }}.',
		],
		[
			'that is not a date',
			write({ Due: 'soon' }),
			'\'Due\' (f-3) cannot be read: "soon"',
			'Use a date such as 2027-03-31 or 2027/03/31, or an expression such as {{ $now.plus(1, "year") }}.',
		],
		[
			'that is not a date and time',
			write({ Begins: `soon${'.'.repeat(60)}` }),
			`'Begins' (f-4) is not a date and time: "soon${'.'.repeat(36)}"`,
			'Use a date and time such as 2027-03-31T09:30:00, or an expression such as {{ $now }}.',
		],
		[
			'that is no time',
			write({ At: '24:00' }),
			'\'At\' (f-5) is not a time of day: "24:00"',
			'Use a time such as 09:30.',
		],
		[
			'that is no choice',
			write({ State: 'Cold' }),
			"'State' (f-6) has no choice 'Cold'; choices are High, Hot",
			'Use the name of a choice, or its related code.',
		],
		[
			'that cannot be a choice',
			write({ State: {} }),
			"'State' (f-6) has no choice '{}'; choices are High, Hot",
			'Use the name of a choice, or its related code.',
		],
		[
			'that is the code of two choices',
			write({ State: 'H' }),
			'\'State\' (f-6): "H" may mean several choices: High, Hot',
			'Use the name of the choice exactly as the form has it.',
		],
		[
			'without a code',
			write({ Owner: [{ code: 'E1' }, { Code: 'E2', name: 'A' }] }),
			`'Owner' (f-7) has a value without a code: {"Code":"E2","name":"A"}`,
			'Give codes such as E0001, or objects such as { "code": "E0001" }.',
		],
		[
			'that is not a row',
			write({ Lines: ['a'] }),
			"'Lines' (f-8), row 1 is not a row",
			'Give a list of objects with Item.',
		],
		[
			'that is an empty row',
			write({ Lines: [{ c: 1 }, {}] }),
			"'Lines' (f-8), row 2 is empty",
			'Fill the row, or remove it.',
		],
		[
			'that is given twice',
			write({ Due: '', 'f-3': '' }),
			"'Due' (f-3) is given twice",
			"Remove one of the two. A caption and a field ID can mean the same field, and spaces around a name do not count. 'Detail Rows' also give the field of their table.",
		],
		[
			'whose caption is that of two',
			write({ Note: 'x' }),
			"'Note' is the caption of several fields: a, b",
			'Use the field ID instead.',
		],
		[
			'of a field that is much like another',
			write({ Hour: 1 }),
			"The form has no field 'Hour'; did you mean 'Hours' (f-2)?",
			'Choose the field from the list, or find its ID with Field: Get Many.',
		],
	]);

	it('a field that is like none is reported with those that there are', () => {
		expect(write({ 'Something else entirely': 1 })).toThrow(
			/^The form has no field 'Something else entirely'; fields are 'Name' \(f-1\), .* and 1 more$/,
		);
	});
});

describe('advice on several mistakes', () => {
	const about = (subject: string, words: string, advice: string) =>
		new InputError(`${subject} ${words}`, advice, { subject });
	const name = about(
		"'Name'",
		'is NaN',
		'Change the expression so that it returns a single value.',
	);
	const kana = about(
		"'Phonetic Name (Kana)'",
		'is {}',
		'Change the expression so that it returns a single value.',
	);
	const count = about("'Count'", 'is 1', 'Enter 2 or more.');
	const long = about("'Note'", 'is long', "Shorten the text in 'Note'.");
	const json = new InputError('Nothing is left', 'Fill a field.');
	const ours = about("The URL in 'Owner's form' (f-1)", 'leads away', 'Copy it again.');
	const contacts = "'Contacts' (f-20), row 2";
	const cell = withPlace(contacts, about("'Age' (c-2)", 'is x', 'Use digits.'));
	const row = withPlace(contacts, new InputError('is empty', 'Fill the row.'));

	it.each<[string, unknown[], string]>([
		['one as it is', [count], 'Enter 2 or more.'],
		[
			'each with its subject',
			[count, json],
			"'Count': Enter 2 or more. Nothing is left: Fill a field.",
		],
		[
			'one for two',
			[name, kana],
			"'Name' and 'Phonetic Name (Kana)': Change the expression so that it returns a single value.",
		],
		[
			'what names it already',
			[long, count],
			"Shorten the text in 'Note'. 'Count': Enter 2 or more.",
		],
		[
			'a place',
			[ours, cell, row],
			"The URL in 'Owner's form' (f-1): Copy it again. 'Contacts' (f-20), row 2: 'Age' (c-2): Use digits. 'Contacts' (f-20), row 2: Fill the row.",
		],
		[
			'what was joined before',
			[joinedProblem([count, json]), name],
			"'Count': Enter 2 or more. Nothing is left: Fill a field. 'Name': Change the expression so that it returns a single value.",
		],
	])('can be read alone: %s', (_, problems, advice) => {
		expect(joinedProblem(problems)).toMatchObject({ advice });
	});
});
