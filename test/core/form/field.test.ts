import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { looseMeaning } from '../../../nodes/RecordsDirectory/core/form/kinds/text';
import { valueKey } from '../../../nodes/RecordsDirectory/core/form/field';

it.each([
	['a midnight means its day, west of Greenwich as well', 'date', 'America/New_York', '2027/1/2'],
	['a time of day is that of the site', 'time', 'Asia/Tokyo', '9:00'],
])('of a value in UTC, %s', (_, fieldType, zone, local) => {
	const [field] = parseForm([{ uniqueId: 'f', fieldType }]);
	const key = valueKey(field!, zone);
	expect(key('2027-01-02T00:00:00Z')).toBe(key(local));
});

it.each<[unknown, unknown]>([
	['a\rb', 'a\nb'],
	[' E1 , E2 ', 'E2,E1'],
	[['E1', ''], 'E1'],
	[[], ''],
])('values of an untyped field may be equal: %j and %j', (one, other) => {
	const zone = { zone: 'Asia/Tokyo' };
	expect(looseMeaning(one, zone)).toBe(looseMeaning(other, zone));
});

it('midnight is not the same as nothing', () => {
	const zone = { zone: 'Asia/Tokyo' };
	expect(looseMeaning('0:00', zone)).not.toBe(looseMeaning('', zone));
});
