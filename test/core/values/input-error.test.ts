import {
	flag,
	integer,
	pick,
	rows,
	text,
	type Field,
} from '../../../nodes/RecordsDirectory/api/define';
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

/* What users read if input is rejected: what is wrong, and what to do about it. */

/** The advice comes with the message, so it is only given where it has facts of its own. */
type Refused = [message: string, work: () => unknown, advice?: string];

/** The label that begins a message: `'Lines' (f-8), row 2`. */
const labelIn = (message: string) => /^'.+?'(?: \(.+?\)(?:, row \d+)?)?(?=[ :])/.exec(message)?.[0];

const says = (cases: Refused[]) =>
	it.each(cases)('%s', (message, work, advice = expect.any(String) as string) => {
		const subject = labelIn(message);
		expect(work).toThrow(
			expect.objectContaining({ name: 'InputError', message, advice, ...(subject && { subject }) }),
		);
	});

describe('a credential', () => {
	says([
		["The 'Base URL' of the credential is not a URL", () => parseSite('site')],
		[
			"The 'Base URL' of the credential contains more than an address",
			() => parseSite('https://site.example.com/?a'),
		],
		[
			"The 'Base URL' of the credential ends with /api",
			() => parseSite('https://site.example.com/a/api//'),
		],
		[
			"The 'API Key Header' of the credential is not a valid header name",
			() => parseHeader('X Key'),
			'Use letters, digits and hyphens, for example X-Service-API-Key.',
		],
		[
			'The API key of the credential contains a character that keys do not have',
			() => parseKey('a\nb'),
		],
	]);

	it.each([
		[undefined, 'X-Service-API-Key'],
		[' X-Other_1 ', 'X-Other_1'],
	])('the header %j is %s', (given, header) => expect(parseHeader(given)).toBe(header));

	it.each([
		[null, ''],
		[' a b~ÿ\n', 'a b~ÿ'],
	])('the key %j is %j', (given, key) => expect(parseKey(given)).toBe(key));
});

describe('a parameter', () => {
	const taken = (field: Field, value: unknown) => () =>
		accepted({ it: field }, { it: value }, { reading: UTC, empty: 'required' });
	const FORM = pick('Form', 'form');
	const RECORD = { kind: 'record', label: 'Record' } as const;
	const rowsOf = rows('Notify', { userCode: text('User'), note: text('Note') });
	const NAME = text('Name', { maxLength: 3 });
	says([
		["'Name' is an object, not text", taken(NAME, {})],
		["'Name' is NaN, not a usable value", taken(NAME, NaN)],
		["'Name' is 4 characters long; the service accepts up to 3", taken(NAME, '𠮷bcd')],
		["'Name' contains a broken character", taken(NAME, '\ud83d')],
		[
			'\'Count\' is not a whole number: "1.5"',
			taken(integer('Count'), 1.5),
			'Enter a number such as 12.',
		],
		["'Count' is 1; the minimum is 2", taken(integer('Count', { min: 2 }), '1')],
		["'Count' is 6; the maximum is 5", taken(integer('Count', { max: 5 }), 6)],
		["'On' is neither true nor false", taken(flag('On'), 'maybe')],
		[
			"'Notify' is not a list of rows",
			taken(rowsOf, 'a'),
			'Give a list of objects with userCode, note, or add rows by hand.',
		],
		["'Notify', row 2 is empty", taken(rowsOf, [{ userCode: 'a' }, { userCode: '' }])],
		[
			"'Notify', row 2: 'User' is a list, not text",
			taken(rowsOf, [{ userCode: 'a' }, { userCode: ['b'] }]),
		],
		[
			"The URL in 'Record' leads to form 3, but the chosen form is 2",
			() =>
				mustAgree(
					{ form: FORM, recordId: pick('Record', 'record') },
					{ recordId: { mode: 'url', value: 'https://x/forms/3/records/4' } },
					{ form: 2, recordId: 4 },
				),
		],
		[
			"'Fields' contains a broken character",
			taken({ kind: 'identifiers', label: 'Fields' }, '\ud83d'),
		],
		["'Record' contains no value", taken(RECORD, { a: undefined })],
		[
			'The value of "a" has more than 200 levels of lists and objects',
			taken(RECORD, {
				a: JSON.parse(`${'['.repeat(201)}${']'.repeat(201)}`),
			}),
		],
		['The value of "a" is Infinity, not a usable value', taken(RECORD, { a: [Infinity] })],
		["'Record' is not valid JSON", taken(RECORD, '{')],
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
			"'Sort By (Largest First)' names \"b\", which is not among the 'Output Field Names or IDs'",
			list('a:asc,b', 'a,c'),
		],
	]);
});

describe('advice on several mistakes', () => {
	const about = (subject: string, words: string, advice: string) =>
		new InputError(`${subject} ${words}`, advice, { subject });
	const name = about(
		"'Name'",
		'is NaN',
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
