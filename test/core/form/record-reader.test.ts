import fc from 'fast-check';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { captionKeys, fieldFor } from '../../../nodes/RecordsDirectory/core/form/names';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { seedOr, times } from '../../support/effort';
import { readable, recordReader } from '../../support/record-values';

const priority = [
	{ selectName: 'High' },
	{ selectName: 'Low' },
	{ selectName: 'A,B' },
	{ selectName: 'A' },
	{ selectName: ' with blanks ' },
];
const columns = [
	{ uniqueId: 'c-1', caption: 'Name' },
	{ uniqueId: 'c-2', caption: 'Age', fieldType: 'number' },
	{ uniqueId: 'c-3', caption: 'Owner', fieldType: 'user' },
];
const kinds: Record<string, JsonObject> = {
	text: {},
	number: { digit: 2 },
	formula: { calc: 'a' },
	date: { fieldType: 'date' },
	dateTime: { fieldType: 'dateTime' },
	time: { fieldType: 'time' },
	choice: { selectItems: priority },
	choices: { selectItems: priority, multiple: true },
	users: { fieldType: 'user' },
	organizations: { fieldType: 'organization' },
	table: { subTable: columns },
};
const identifiers = { keys: 'identifiers' } as const;
const captions = { keys: 'captions' } as const;

const read = (kind: string, value: unknown) =>
	readable(parseForm([{ uniqueId: 'f', ...kinds[kind] }]), { f: value }, identifiers).f;

const aiko = { code: 'E1', name: 'Aiko' };

describe('one shape for every spelling', () => {
	it.each<[string, unknown, unknown]>([
		['text', 'x', 'x'],
		['text', '12', '12'],
		['text', [aiko], [aiko]],
		['text', 12, 12],
		['number', 12.5, 12.5],
		['date', 20270331, 20270331],
		['date', '9:05', '9:05'],
		['number', '12.5', 12.5],
		['number', '0', 0],
		['number', '9007199254740993', '9007199254740993'],
		['number', '0.12345678901234567', '0.12345678901234567'],
		['number', 'many', 'many'],
		['number', ['5'], ['5']],
		['formula', '500', 500],
		['formula', '007', '007'],
		['formula', 'A-1', 'A-1'],
		['date', '2027/03/31', '2027-03-31'],
		['date', '2027-03-31', '2027-03-31'],
		['date', 'next week', 'next week'],
		['dateTime', '2027/03/31 09:30:15', '2027-03-31 09:30:15'],
		['dateTime', '2027-03-31T09:30', '2027-03-31 09:30:00'],
		['dateTime', 20270331, 20270331],
		['time', '09:30', '09:30'],
		['choice', 'High', 'High'],
		['choice', { id: 1, selectName: 'High', code1: 'H' }, 'High'],
		['choice', { name: 'High' }, 'High'],
		['choice', 'A,B', 'A,B'],
		['choice', ['High', { selectName: 'Low' }], ['High', 'Low']],
		['choice', 'a code', 'a code'],
		['choices', ['High', 'Low'], ['High', 'Low']],
		['choices', 'High,Low', ['High', 'Low']],
		['choices', 'A,B,High,A', ['A,B', 'High', 'A']],
		['choices', 'Low, with blanks ', ['Low', ' with blanks ']],
		['choices', [{ selectName: 'High' }], ['High']],
		['choices', { selectName: 'High' }, ['High']],
		['users', [aiko], [aiko]],
		['users', [{ ...aiko, id: 7 }], [aiko]],
		['users', aiko, [aiko]],
		['users', ['E1'], [{ code: 'E1' }]],
		['organizations', [aiko], [aiko]],
		[
			'table',
			[{ 'c-1': 'A', 'c-2': '7', 'c-3': [aiko] }],
			[{ 'c-1': 'A', 'c-2': 7, 'c-3': [aiko] }],
		],
		['table', [{ record: { 'c-1': 'A' } }], [{ 'c-1': 'A', 'c-2': null, 'c-3': [] }]],
		['table', [{ 'c-1': '', 'c-2': null }], [{ 'c-1': null, 'c-2': null, 'c-3': [] }]],
		['table', [{}], [{ 'c-1': null, 'c-2': null, 'c-3': [] }]],
		['table', [{ record: {} }], [{ 'c-1': null, 'c-2': null, 'c-3': [] }]],
		['table', { 'c-1': 'A' }, [{ 'c-1': 'A', 'c-2': null, 'c-3': [] }]],
		['table', ['?'], ['?']],
	])('%s: %j', (kind, value, expected) => expect(read(kind, value)).toEqual(expected));

	it.each([
		['names', 'Aiko'],
		['codes', 'E1'],
		['objects', aiko],
	] as const)('users by their %s, in rows of tables as well', (usersAs, who) => {
		const all = parseForm([
			{ uniqueId: 'f', ...kinds.users },
			{ uniqueId: 't', ...kinds.table },
		]);
		const record = { f: [aiko], t: [{ 'c-3': [aiko] }, {}] };
		const nothing = { 'c-1': null, 'c-2': null };
		expect(readable(all, record, { ...identifiers, usersAs })).toEqual({
			f: [who],
			t: [
				{ ...nothing, 'c-3': [who] },
				{ ...nothing, 'c-3': [] },
			],
		});
	});

	it.each(Object.keys(kinds))('nothing in a field with %s', (kind) => {
		const empty = ['choices', 'users', 'organizations', 'table'].includes(kind) ? [] : null;
		for (const nothing of ['', null, undefined]) expect(read(kind, nothing)).toEqual(empty);
		expect(readable(parseForm([{ uniqueId: 'f', ...kinds[kind] }]), {}, identifiers)).toEqual({
			f: empty,
		});
	});

	it('an empty list in a field of unknown type may be a selection without entries', () => {
		expect(read('text', [])).toEqual([]);
	});
});

describe('keys', () => {
	const fields = parseForm([
		{ uniqueId: 'f-1', caption: 'Name' },
		{ uniqueId: 'f-2', caption: 'Name' },
		{ uniqueId: 'f-3', caption: 'Table', subTable: columns },
		{ uniqueId: 'f-4', caption: 'f-1' },
		{ uniqueId: '__proto__', caption: 'Proto' },
	]);
	const record = JSON.parse(
		'{"f-1":"a","f-2":"b","f-3":[{"c-1":"c"}],"f-4":"d","__proto__":"e"}',
	) as JsonObject;

	it('captions, with the identifier where they are not alone', () => {
		expect(readable(fields, record, captions)).toEqual({
			'Name (f-1)': 'a',
			'Name (f-2)': 'b',
			Table: [{ Name: 'c', Age: null, Owner: [] }],
			'f-1 (f-4)': 'd',
			Proto: 'e',
		});
	});

	it('identifiers, names that JavaScript uses itself as well', () => {
		expect(Object.entries(readable(fields, record, identifiers))).toEqual([
			['f-1', 'a'],
			['f-2', 'b'],
			['f-3', [{ 'c-1': 'c', 'c-2': null, 'c-3': [] }]],
			['f-4', 'd'],
			['__proto__', 'e'],
		]);
	});

	it('what no field is known for stays, related codes as well', () => {
		const some = parseForm([{ uniqueId: 'f-6', caption: 'Priority', selectItems: priority }]);
		const given = { 'f-6': 'High', 'f-6[1]': 'H', 'f-7[1]': ['A', 'B'], new: { any: 1 } };
		expect(readable(some, given, identifiers)).toEqual(given);
		expect(readable(some, given, captions)).toEqual({
			Priority: 'High',
			'f-6[1]': 'H',
			'f-7[1]': ['A', 'B'],
			new: { any: 1 },
		});
	});

	it('nor is it lost when a field has its name for a caption', () => {
		const some = parseForm([{ uniqueId: 'f-6', caption: 'Priority' }]);
		expect(readable(some, { 'f-6': 'a', Priority: 'b' }, captions)).toEqual({
			'Priority (f-6)': 'a',
			Priority: 'b',
		});
	});

	it('each caption key leads back to its field', () => {
		const name = fc.constantFrom('a', 'b', 'a (b)', 'b (a)', 'a (b) (c)', 'b) (c', '__proto__');
		const rows = fc.array(fc.record({ uniqueId: name, caption: name }), { maxLength: 7 });
		fc.assert(
			fc.property(rows, (given) => {
				const form = parseForm(given);
				const keys = captionKeys(form);
				for (const field of form) expect(fieldFor(form, keys(field.id))).toBe(field);
			}),
			{ seed: seedOr(4), numRuns: times(1_000) },
		);
	});
});

it('a label without a value is no output', () => {
	const form = parseForm([{ uniqueId: 'f' }, { uniqueId: 'l', fieldType: 'label' }]);
	expect(readable(form, {}, identifiers)).toEqual({ f: null });
	expect(readable(form, { l: '' }, identifiers)).toEqual({ f: null });
	expect(readable(form, { l: 'Read this' }, identifiers)).toEqual({ f: null, l: 'Read this' });
});

it('any reply can be read, and read again', () => {
	const form = parseForm(Object.entries(kinds).map(([uniqueId, row]) => ({ uniqueId, ...row })));
	const record = fc.dictionary(fc.constantFrom(...Object.keys(kinds), 'other'), fc.jsonValue(), {
		noNullPrototype: true,
	});
	fc.assert(
		fc.property(record, (given) => {
			const once = readable(form, given, identifiers);
			for (const { id } of form) expect(once).toHaveProperty(id);
			expect(readable(form, once, identifiers)).toEqual(once);
		}),
		{ seed: seedOr(4), numRuns: times(300) },
	);
});

it('names are made once, also for rows with values of unknown fields', () => {
	let looks = 0;
	const fields = parseForm(
		Array.from({ length: 50 }, (_, n) => ({ uniqueId: `f-${n}`, caption: `Caption ${n}` })),
	).map((field) =>
		Object.defineProperty({ ...field }, 'caption', {
			get: () => (looks++, field.caption),
			enumerable: true,
		}),
	);
	const read = recordReader(fields, captions);
	const made = looks;
	for (let n = 0; n < 20; n++)
		expect(read({ 'f-6': 'High', 'f-6[1]': 'H', [`new-${n}`]: n, 'Caption 7': 'x' })).toMatchObject(
			{
				'Caption 6': 'High',
				'f-6[1]': 'H',
				[`new-${n}`]: n,
				'Caption 7': 'x',
				'Caption 7 (f-7)': null,
			},
		);
	expect(looks).toBe(made);
});
