import fc from 'fast-check';
import {
	recordFromJson,
	parseWholeRecord,
} from '../../../nodes/RecordsDirectory/core/values/record-json';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { mustAgree } from '../../../nodes/RecordsDirectory/core/values/validate';

const read = (value: unknown) => recordFromJson('Record', value);

describe('the values of a record', () => {
	it.each<[string, unknown, object]>([
		['an object', { 'field-1': 'a', field_2: 0 }, { 'field-1': 'a', field_2: 0 }],
		['a JSON text', '{"項目":["a","b"],"empty":null}', { 項目: ['a', 'b'], empty: null }],
		['a JSON text after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
	])('%s', (_, value, expected) => expect(read(value)).toStrictEqual(expected));

	it('identifiers that JavaScript uses itself survive', () => {
		const values = read('{"__proto__":1,"constructor":2,"toString":3}');
		expect(Object.entries(values)).toEqual([
			['__proto__', 1],
			['constructor', 2],
			['toString', 3],
		]);
		expect(JSON.stringify(values)).toBe('{"__proto__":1,"constructor":2,"toString":3}');
	});

	it.each<[string, unknown, string]>([
		['broken JSON', '{"a":', "'Record' is not valid JSON"],
		['an empty text', '', "'Record' is not a JSON object"],
		['JSON of a number', '12', "'Record' is not a JSON object"],
		['JSON of null', 'null', "'Record' is not a JSON object"],
		['a list of texts', ['a'], "'Record' is not a JSON object"],
		['a list of objects', [{ name: 'a' }, {}], "'Record' is not a JSON object"],
		['a date', new Date(), "'Record' is not a JSON object"],
		['an empty list', [], "'Record' is not a JSON object"],
		['an empty object', {}, "'Record' has no value in it"],
		['no number', { a: [{ b: NaN }] }, 'The value of "a" is NaN, not a value'],
		['no end', { a: Infinity }, 'The value of "a" is Infinity'],
		['a number', 12, "'Record' is not a JSON object"],
		['nothing', undefined, "'Record' is not a JSON object"],
	])('rejected: %s', (_, value, message) => {
		expect(() => read(value)).toThrow(InputError);
		expect(() => read(value)).toThrow(message);
	});

	it('any object is the same as its JSON', () => {
		const names = fc.string({ minLength: 1 }).filter((name) => name.trim() === name);
		const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.tuple(names, values), { selector: ([n]) => n, minLength: 1 }),
				(entries) => {
					const record = Object.fromEntries(entries);
					expect(read(JSON.stringify(record))).toEqual(record);
				},
			),
		);
	});
});

describe('a whole record', () => {
	const whole = (value: unknown) => parseWholeRecord('JSON', value);

	it.each([
		[{ record: { a: 1 } }, { record: { a: 1 }, beside: {} }],
		['{"record":{"a":1},"status":"Open"}', { record: { a: 1 }, beside: { status: 'Open' } }],
		[
			{ record: {}, status: 'Open' },
			{ record: {}, beside: { status: 'Open' } },
		],
	])('%j', (value, expected) => expect(whole(value)).toEqual(expected));

	it.each([{}, [], 'null', '{"record":[]}', { record: 'x' }, new Date()])(
		'%j has no record',
		(value) => {
			expect(() => whole(value)).toThrow(
				expect.objectContaining({
					message: '\'JSON\' has no "record" with field IDs and values',
					advice: 'Write it as {"record": {"field-1": "a value"}, "status": "Open"}.',
				}),
			);
		},
	);

	it('has a value or a status', () => {
		expect(() => whole({ record: {}, other: 1 })).toThrow("'JSON' has no value in it");
	});

	it('has values that JSON can hold, also beside the record', () => {
		expect(() => whole({ record: { a: 1 }, size: NaN })).toThrow(
			'The value of "size" is NaN, not a value',
		);
	});

	it('cannot be given for its values only', () => {
		expect(() => read({ record: { a: 1 } })).toThrow(
			expect.objectContaining({
				message: "'Record' contains a whole record, not only its values",
				advice: expect.stringMatching(
					/^Give only its "record"\. .*'Using JSON of the Whole Record'\.$/,
				),
			}),
		);
	});

	it.each([
		[{}, 3, 4],
		[{ appsId: 3, recordId: '4' }, 3, 4],
		[{ appsId: '3' }, '3', undefined],
		[{ recordId: 4 }, undefined, undefined],
	])('of %j may be sent to form %j, record %j', (beside, form, recordId) => {
		expect(() => mustAgree({}, {}, { form, recordId, beside })).not.toThrow();
	});

	it('may be missing', () => expect(() => mustAgree({}, {}, { form: 3 })).not.toThrow());

	it.each([
		[{ appsId: 5 }, 'form 5, but the chosen form is 3', 'Choose that form, or remove "appsId"'],
		[
			{ recordId: 5 },
			'record 5, but the chosen record is 4',
			'Choose that record, or remove "recordId"',
		],
	])('of %j is another one', (beside, message, advice) => {
		expect(() => mustAgree({}, {}, { form: 3, recordId: 4, beside })).toThrow(
			expect.objectContaining({
				message: `The whole record is of ${message}`,
				advice: `${advice} from the JSON.`,
			}),
		);
	});
});

describe('a JSON text that would lose something', () => {
	it.each([
		[
			'{"a":12345678901234567890}',
			"'Record' contains the number 12345678901234567890, which would be rounded",
			'Write it as a text, in quotes.',
		],
	])('%s', (text, message, advice) => {
		expect(() => read(text)).toThrow(expect.objectContaining({ message, advice }));
	});
});
