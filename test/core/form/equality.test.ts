import fc from 'fast-check';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { hasValues } from '../../../nodes/RecordsDirectory/core/form/equality';
import {
	canonical,
	isJsonObject,
	type JsonObject,
} from '../../../nodes/RecordsDirectory/core/json';

const CHOICES = { selectItems: [{ selectName: 'a' }, { selectName: 'b' }] };
const fields = parseForm([
	{ uniqueId: 'text', caption: 'Text', fieldType: 'text' },
	{ uniqueId: 'untyped', caption: 'Untyped', fieldType: '7' },
	{ uniqueId: 'number', caption: 'Number', fieldType: 'number' },
	{ uniqueId: 'date', caption: 'Date', fieldType: 'date' },
	{ uniqueId: 'moment', caption: 'Moment', fieldType: 'datetime' },
	{ uniqueId: 'time', caption: 'Time', fieldType: 'time' },
	{ uniqueId: 'choice', caption: 'Choice', ...CHOICES },
	{ uniqueId: 'choices', caption: 'Choices', multiple: true, ...CHOICES },
	{
		uniqueId: 'commas',
		caption: 'Commas',
		multiple: true,
		selectItems: ['a', 'b', 'a,b', 'c, d'].map((selectName) => ({ selectName })),
	},
	{ uniqueId: 'users', caption: 'Users', fieldType: 'user' },
	{
		uniqueId: 'table',
		caption: 'Table',
		subTable: [
			{ uniqueId: 'c-1', caption: 'One' },
			{ uniqueId: 'c-2', caption: 'Two', fieldType: 'number' },
			{ uniqueId: 'c-3', caption: 'Sum', calc: 'c-2 * 2' },
		],
	},
	{ uniqueId: '__proto__', caption: 'Odd' },
]);
/** How values to send compare with those of a record, at a site whose time zone may be named. */
const comparer = (named: string | undefined) => {
	const has = hasValues(fields, named);
	return (record: JsonObject, sent: JsonObject) => (has(record, sent) ? 'same' : 'different');
};
const [here, somewhere] = [comparer('Asia/Tokyo'), comparer(undefined)];
const likeness = (id: string, current: unknown, sent: unknown, compare = somewhere) =>
	compare(JSON.parse(JSON.stringify({ [id]: current })), { [id]: sent });

describe('the same value', () => {
	it.each([
		['text', 'A', 'A'],
		['text', '', null],
		['text', 7, '7'],
		['text', { a: 1, b: 2 }, { b: 2, a: 1 }],
		['untyped', 12, '12'],
		['untyped', '2027-01-02', '2027-01-02'],
		['number', '1.50', 1.5],
		['number', '007', 7],
		['number', ' 7 ', 7],
		['choices', ' a , b', ['a', 'b']],
		['date', '2027/01/02', '2027-01-02'],
		['date', '2027-01-02 00:00:00', '2027/01/02'],
		['moment', '2027/01/02 9:30', '2027-01-02 09:30:00'],
		['time', '9:30', '09:30:00'],
		['choice', { id: 1, selectName: 'a' }, 'a'],
		['choice', [{ id: 1, selectName: 'a' }], 'a'],
		['choices', 'a,b', ['b', 'a']],
		['choices', undefined, []],
		['users', [{ code: 'E1', name: 'Ann' }], [{ code: 'E1' }]],
		['text', [{ code: 'E1', name: 'Ann' }], [{ code: 'E1' }]],
		['untyped', [{ code: 'E1', name: 'Ann' }], ['E1']],
		['users', [{ code: 'E1' }, { code: 'E2' }], [{ code: 'E2' }, { code: 'E1' }]],
		['commas', ['a,b'], ['a,b']],
		['commas', 'c, d', ['c, d']],
		['commas', 'a,c, d', ['a', 'c, d']],
		['commas', 'b', ['b']],
		['commas', '', []],
		['table', [{ record: { 'c-1': 'x', 'c-2': '2', 'c-3': 4 } }], [{ 'c-1': 'x', 'c-2': 2 }]],
		['table', [{ 'c-1': 'x', 'c-2': '' }], [{ 'c-1': 'x' }]],
		['table', '', []],
		['__proto__', 'A', 'A'],
	])('%s: %j and %j', (id, current, sent) => expect(likeness(id, current, sent)).toBe('same'));
});

describe('a value that differs however it is spelled', () => {
	it.each([
		['text', 'A', 'B'],
		['text', 'A', ''],
		['text', undefined, 'A'],
		['text', '007', '7'],
		['untyped', '12', '13'],
		['untyped', 'A', 'B'],
		['untyped', '2027-01-02', '2027-01-03'],
		['untyped', '2027-01-02 09:31:00', '2027-01-02T00:30:00Z'],
		['number', 1, 2],
		['number', '1e400', '1e401'],
		['number', 5, '5.00000000000000000001'],
		['number', 3, '2.99999999999999999'],
		['number', null, 0],
		['number', ' 5 ', 6],
		['date', '', '2027-01-02'],
		['moment', '2027-01-02 00:00:01', '2027-01-02'],
		['choices', 'e', ['a']],
		['date', '2027-01-02', '2027-01-03'],
		['moment', '2027-01-02 09:30:00', '2027-01-02 09:31:00'],
		['choice', 'a', 'b'],
		['choices', ['a'], ['a', 'b']],
		['commas', 'a,c, d', ['a', 'b']],
		['users', [{ code: 'E1' }], [{ code: 'E2' }]],
		['users', [], [{ code: 'E2' }]],
		['table', [{ 'c-1': 'x' }], []],
		['table', [{ 'c-1': 'x' }], [{ 'c-1': 'y' }]],
		['__proto__', 'A', 'B'],
	])('%s: %j and %j', (id, current, sent) => expect(likeness(id, current, sent)).toBe('different'));
});

describe('a value that may mean the same does not count as it', () => {
	it.each([
		['text', '9:05', '09:05:00'],
		['text', 'A\rB', 'A\nB'],
		['number', 'many', 5],
		['text', '2027/1/2', '2027-01-02 00:00'],
		['text', 'A\r\nB', 'A\nB '],
		['text', [{ code: 'E1' }], [{ code: 'E2' }]],
		['text', 'E1', [{ code: 'E1' }]],
		['untyped', 12, '12.0'],
		['untyped', '007', '7'],
		['untyped', '2027-01-02', '2027/1/2'],
		['untyped', 'A\r\nB', 'A\nB '],
		['untyped', '2027-01-02 09:30:00', '2027-01-02T00:30:00Z'],
		['table', [{ 'c-1': 'x', 'c-2': 5 }], [{ 'c-1': 'x' }]],
		['table', ['a row as text'], [{ 'c-1': 'x' }]],
		['no field of the form', 'A', 'A'],
		['commas', 'a,b', ['a,b']],
		['commas', 'a,b', ['a', 'b']],
		['commas', 'b,a,b', ['b', 'a,b']],
		['moment', '2027-01-02T00:30:00Z', '2027-01-02 09:30:00'],
		['date', '2.1.2027', '2027-01-02'],
		['date', '2.1.2027', ''],
		['number', 'many', 7],
		['text', 'A\rB', 'A\nB'],
		['untyped', 'A\rB', 'A\nB'],
		['untyped', 'E1', 'E1,'],
		['untyped', [{ code: 'E2' }, { code: 'E1' }], 'E1,E2'],
		['table', [{ 'c-1': 'x' }, 'y'], [{ 'c-1': 'x' }, { 'c-1': 'y' }]],
	])('%s: %j and %j', (id, current, sent) => expect(likeness(id, current, sent)).toBe('different'));
});

it('a text field is the same only for equal JSON, equal digits, equal codes or nothing at all', () => {
	const values = fc.oneof(fc.string(), fc.integer(), fc.jsonValue({ maxDepth: 2 }));
	const code = (entry: unknown) => String(isJsonObject(entry) ? entry.code : entry);
	const hasCode = (entry: unknown) => !['', 'null', 'undefined'].includes(code(entry));
	const plain = (value: unknown) => {
		if (value === null || (Array.isArray(value) && value.length === 0)) return '';
		if (Array.isArray(value) && value.every(hasCode) && !value.some(Array.isArray))
			return canonical(value.map(code).sort());
		return typeof value === 'object' ? canonical(value) : String(value);
	};
	fc.assert(
		fc.property(values, values, (current, sent) => {
			const isSame = likeness('text', current, sent) === 'same';
			expect(isSame).toBe(plain(current) === plain(sent));
		}),
	);
});

it('a date in UTC is that of its midnight, wherever the site is', () => {
	const west = comparer('America/New_York');
	expect(likeness('date', '2027-01-02T00:00:00Z', '2027/01/02', west)).toBe('same');
	expect(likeness('date', '2027-01-02T01:00:00Z', '2027/01/01', west)).toBe('same');
	expect(likeness('moment', '2027-01-02T00:00:00Z', '2027/01/01 19:00', west)).toBe('same');
	expect(likeness('moment', '2027-01-02T00:00:00Z', '2027/01/02', west)).toBe('different');
});

describe('a time that is read with a zone', () => {
	it.each([
		['moment', '2027-01-02T00:30:00Z', '2027-01-02 09:30:00'],
		['moment', '2027-01-02T00:30:00.000+00:00', '2027-01-02 09:30:00'],
		['moment', '2027-01-01 19:30:00-05:00', '2027/01/02 09:30'],
		['date', '2027-01-01T15:00:00Z', '2027/01/02'],
		['date', '2027-01-02T00:00:00Z', '2027/01/02'],
		['date', '2027-01-01T16:30:00Z', '2027/01/02'],
		['time', '2027-01-02T00:30:00Z', '09:30'],
	])('is the same as that of the site, whose zone is known: %s %j', (id, current, sent) => {
		expect(likeness(id, current, sent, here)).toBe('same');
		expect(likeness(id, current, current, here)).toBe('same');
	});

	it.each([
		['moment', '2027-01-02T09:30:00Z', '2027-01-02 09:30:00'],
		['date', '2027-01-01T14:59:59Z', '2027/01/02'],
	])('is another where it was another moment: %s %j', (id, current, sent) =>
		expect(likeness(id, current, sent, here)).toBe('different'),
	);

	it('is that of the site by its own offset, where nobody has named the zone', () => {
		const [moment, sent] = ['2027-01-02T09:30:00+09:00', '2027-01-02 09:30:00'];
		expect(likeness('moment', moment, sent)).toBe('same');
		expect(likeness('moment', moment, '2027-01-02 00:30:00')).toBe('different');
	});

	it('counts as different in UTC, where nobody has named the zone', () => {
		const moment = '2027-01-02T09:30:00Z';
		expect(likeness('moment', moment, '2027-01-02 09:30:00')).toBe('different');
		expect(likeness('moment', moment, '2027-01-02 18:30:00')).toBe('different');
		expect(likeness('moment', moment, moment)).toBe('same');
	});
});
