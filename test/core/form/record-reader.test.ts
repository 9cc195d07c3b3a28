import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { readable } from '../../support/record-values';

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
		['number', '0.12345678901234567', '0.12345678901234567'],
		['number', ['5'], ['5']],
		['formula', '500', 500],
		['dateTime', '2027/03/31 09:30:15', '2027-03-31 09:30:15'],
		['table', ['?'], ['?']],
	])('%s: %j', (kind, value, expected) => expect(read(kind, value)).toEqual(expected));

	it.each([
		['names', 'Aiko'],
		['codes', 'E1'],
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
});

it('an unknown value is not lost when a field has its name for a caption', () => {
	const some = parseForm([{ uniqueId: 'f-6', caption: 'Priority' }]);
	expect(readable(some, { 'f-6': 'a', Priority: 'b' }, captions)).toEqual({
		'Priority (f-6)': 'a',
		Priority: 'b',
	});
});

it('a label without a value is no output', () => {
	const form = parseForm([{ uniqueId: 'f' }, { uniqueId: 'l', fieldType: 'label' }]);
	expect(readable(form, {}, identifiers)).toEqual({ f: null });
	expect(readable(form, { l: '' }, identifiers)).toEqual({ f: null });
	expect(readable(form, { l: 'Read this' }, identifiers)).toEqual({ f: null, l: 'Read this' });
});
