import { formOf } from '../../../nodes/RecordsDirectory/core/form/definition';
import { merged, needsCurrent } from '../../../nodes/RecordsDirectory/core/form/merge';
import { UTC } from '../document';

const fields = formOf([
	{ uniqueId: 'key', primaryKey: true },
	{ uniqueId: 'total', calc: 'a + b', primaryKey: true },
	{ uniqueId: 'day', fieldType: 'date' },
	{ uniqueId: 'owner', fieldType: 'user' },
	{ uniqueId: 'state', selectItems: [{ selectName: 'Open' }] },
	{ uniqueId: 'note' },
]);
const current = {
	key: 'K1',
	total: '12',
	day: '2027-03-31 00:00:00',
	owner: [{ code: 'A', name: 'One', more: 1 }],
	state: 'Old choice',
	note: '',
};

describe('an update needs the record as it is', () => {
	it('for the key fields that it does not give', () => {
		expect(needsCurrent(fields, { note: 'x' }, 'keys')).toBe(true);
		expect(needsCurrent(fields, { key: '' }, 'keys')).toBe(false);
	});

	it('for every field that can be sent, where it sends the whole record', () => {
		const { total: _, ...all } = current;
		expect(needsCurrent(fields, { key: 'K1' }, 'whole')).toBe(true);
		expect(needsCurrent(fields, all, 'whole')).toBe(false);
	});
});

describe('the record of an update', () => {
	const made = (changes: object, kept: 'keys' | 'whole') =>
		merged(fields, current, changes as never, kept, UTC);

	it('has the key fields beside the changes, but for those that are calculated', () => {
		expect(made({ note: 'x' }, 'keys')).toEqual({ key: 'K1', note: 'x' });
	});

	it('has all that can be sent, as it is sent, and what cannot as it came', () => {
		expect(made({ key: 'K2' }, 'whole')).toEqual({
			key: 'K2',
			day: '2027/03/31',
			owner: [{ code: 'A', name: 'One' }],
			state: 'Old choice',
		});
	});
});
