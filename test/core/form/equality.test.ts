import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { hasValues } from '../../../nodes/RecordsDirectory/core/form/equality';
import { type JsonObject } from '../../../nodes/RecordsDirectory/core/json';

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

it.each([['text', { a: 1, b: 2 }, { b: 2, a: 1 }]])(
	'the same value of %s: %j and %j',
	(id, current, sent) => expect(likeness(id, current, sent)).toBe('same'),
);

it.each([
	['text', [{ code: 'E1' }], [{ code: 'E2' }]],
	['no field of the form', 'A', 'A'],
	['moment', '2027-01-02T00:30:00Z', '2027-01-02 09:30:00'],
])('a value that may mean the same does not count as it: %s: %j and %j', (id, current, sent) =>
	expect(likeness(id, current, sent)).toBe('different'),
);

describe('a time that is read with a zone', () => {
	it('is the same as that of the site, whose zone is known: date "2027-01-01T15:00:00Z"', () => {
		const current = '2027-01-01T15:00:00Z';
		expect(likeness('date', current, '2027/01/02', here)).toBe('same');
		expect(likeness('date', current, current, here)).toBe('same');
	});

	it('is that of the site by its own offset, where nobody has named the zone', () => {
		const [moment, sent] = ['2027-01-02T09:30:00+09:00', '2027-01-02 09:30:00'];
		expect(likeness('moment', moment, sent)).toBe('same');
		expect(likeness('moment', moment, '2027-01-02 00:30:00')).toBe('different');
	});
});
