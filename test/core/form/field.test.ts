import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { looseMeaning } from '../../../nodes/RecordsDirectory/core/form/kinds/text';
import { valueKey } from '../../../nodes/RecordsDirectory/core/form/field';

it('a midnight in UTC means its day, west of Greenwich as well', () => {
	const [date] = parseForm([{ uniqueId: 'd', fieldType: 'date' }]);
	const key = valueKey(date!, 'America/New_York');
	expect(key('2027-01-02T00:00:00Z')).toBe(key('2027/1/2'));
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
