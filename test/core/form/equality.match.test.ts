import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import {
	hasValues,
	keyReader,
	matchFields,
	wantedKey,
} from '../../../nodes/RecordsDirectory/core/form/equality';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';

const fields = parseForm([
	{ uniqueId: 'f-1', caption: 'Number', primaryKey: true },
	{ uniqueId: 'f-2', caption: 'Day', fieldType: 'date' },
	{ uniqueId: 'f-3', caption: 'Owners', fieldType: 'user' },
	{ uniqueId: 'f-4', caption: 'Lines', subTable: [{ uniqueId: 'c', caption: 'Item' }] },
	{ uniqueId: 'f-5', caption: 'Units', fieldType: 'organization' },
	{ uniqueId: 'f-6', caption: 'Tags', multiple: true, selectItems: [{ selectName: 'a' }] },
]);
const [NUMBER, DAY, OWNERS] = fields;
const refusal = (message: string, advice: string) => expect.objectContaining({ message, advice });

describe('the fields that records are found by', () => {
	const ids = (names: string[], all = fields) => matchFields(all, names).map(({ id }) => id);

	it('are those that are named, by caption or identifier', () => {
		expect(ids(['Day', 'f-3'])).toEqual(['f-2', 'f-3']);
	});

	it('are the key fields where none is named', () => {
		expect(ids([])).toEqual(['f-1']);
	});

	it('are asked for where the form has no key', () => {
		expect(() => ids([], fields.slice(1))).toThrow(
			refusal(
				'The form has no key field to match on',
				'Choose the fields to match on, those that identify existing records.',
			),
		);
	});

	it('are no detail tables', () => {
		expect(() => ids(['f-1', 'Lines'])).toThrow(
			refusal(
				"Records cannot be matched on 'Lines' (f-4), a detail table",
				'Match on a field with one value.',
			),
		);
	});
});

it('a value of no field counts as another one, even if it is the same', () => {
	expect(hasValues(fields, undefined)({ other: 'A' }, { other: 'A' })).toBe(false);
});

describe('what a record is found by', () => {
	const fieldOf = (kind: unknown) => parseForm([{ uniqueId: 'f', fieldType: kind }])[0];
	const key = (value: unknown, field = NUMBER) =>
		keyReader([field!], undefined)({ [field!.id]: value });

	it.each([
		['number', '0012', 12],
		['number', '12345678901234567890.0', '12345678901234567890'],
	])('of the kind %s: %j and %j are one', (kind, one, other) =>
		expect(key(other, fieldOf(kind))).toBe(key(one, fieldOf(kind))),
	);

	it.each<[string, unknown, unknown]>([
		['text', 'A', 'A '],
		['text', 'null', null],
		['number', '12345678901234567890', '12345678901234567891'],
		['time', '12:30', '12:30:01'],
		['date', '12027/03/31', '12027-03-31'],
	])('of the kind %s: %j and %j are two', (kind, one, other) =>
		expect(key(other, fieldOf(kind))).not.toBe(key(one, fieldOf(kind))),
	);

	it('a time in UTC is one of the site, whose zone somebody must have named', () => {
		const [field] = parseForm([{ uniqueId: 'f-9', caption: 'At', fieldType: 'dateTime' }]);
		const keyIn = (zone: string | undefined, value: string) =>
			keyReader([field!], zone)({ 'f-9': value });
		const [utc, local] = ['2027-01-02T00:30:00Z', '2027-01-02 09:30:00'];
		expect(keyIn('Asia/Tokyo', utc)).toBe(keyIn('Asia/Tokyo', local));
		expect(keyIn(undefined, '2027-01-02T09:30:00+09:00')).toBe(keyIn(undefined, local));
		expect(() => keyIn(undefined, utc)).toThrow(
			refusal(
				"'At' (f-9) of a record is a time in UTC, and the time zone of the site is not known",
				"Enter it as 'Time Zone' in the credential, such as Asia/Tokyo, or match on another field.",
			),
		);
	});

	it('people of a field whose type says nothing go by code as well', () => {
		const shown = [
			{ code: 'B', name: 'Two' },
			{ code: 'A', name: 'One' },
		];
		expect(key(['A', 'B'])).toBe(key(shown));
		expect(key([{ code: 'A' }, { code: 'B' }])).toBe(key(shown));
		expect(key(['A'])).not.toBe(key(shown));
		expect(key([{ no: 'code' }])).not.toBe(key([{ no: 'other' }]));
	});

	it('an item must give every one of them', () => {
		const wanted = (by: typeof fields, record: JsonObject) =>
			wantedKey(by, record, keyReader(by, undefined));
		expect(wanted([NUMBER!, DAY!], { 'f-1': 7, 'f-2': '2027/1/2' })).toBe(
			keyReader([NUMBER!, DAY!], undefined)({ 'f-1': '7', 'f-2': '2027-01-02' }),
		);
		expect(() => wanted([NUMBER!, DAY!, OWNERS!], { 'f-2': '', 'f-3': ['A'] })).toThrow(
			refusal(
				"There is no value to match on for 'Number' (f-1) and 'Day' (f-2)",
				'Enter a value for each field to match on, or match on other fields.',
			),
		);
	});
});
