import { formOf } from '../../nodes/RecordsDirectory/core/form/definition';
import {
	fieldFor,
	isNamed,
	knownIn,
	misspeltIn,
} from '../../nodes/RecordsDirectory/core/form/names';

const fields = formOf([
	{ uniqueId: 'f-1', caption: 'Customer' },
	{ uniqueId: 'f-2', caption: 'Note' },
	{ uniqueId: 'f-3', caption: 'Note' },
	{ uniqueId: 'f-4', caption: 'status' },
	{ uniqueId: 'Customs', caption: 'Duty' },
	{ uniqueId: 'f-5', caption: 'a\nb' },
	{ uniqueId: 'f-6', caption: 'X' },
]);

it('a key names one field, several, or none', () => {
	expect(isNamed(fields, 'Note')).toBe(true);
	expect(isNamed(fields, 'Customer (f-1)')).toBe(true);
	expect(isNamed(fields, 'Noted')).toBe(false);
	expect(fieldFor(fields, 'Note (f-3)').id).toBe('f-3');
	expect(() => fieldFor(fields, 'Note')).toThrow(
		"'Note' is the caption of several fields: f-2, f-3",
	);
});

it('an unknown key is told with what may have been meant, and a long one in part', () => {
	expect(() => fieldFor(fields, 'Custome')).toThrow(
		"The form has no field 'Custome'; did you mean 'Customer' (f-1) or 'Duty' (Customs)?",
	);
	expect(() => fieldFor(fields, '?'.repeat(200))).toThrow(`no field '${'?'.repeat(100)}';`);
});

describe('the values of an object that are of the form', () => {
	it('are those by a caption or an identifier, also as outputs are laid out', () => {
		const values = {
			Customer: 'A',
			'f-2': 'B',
			Note: 'C',
			'record.status': 'D',
			'record.f-6': 'E',
			'record.a\nb': 'F',
		};
		expect(knownIn(fields, values)).toEqual({
			Customer: 'A',
			'f-2': 'B',
			Note: 'C',
			status: 'D',
			'f-6': 'E',
			'a\nb': 'F',
		});
	});

	it('are not what records and events have beside fields, nor anything else', () => {
		const own = { recordId: 1, status: 'Open', appsId: 2, event: 'x', eventId: 'y' };
		const others = {
			previousStatus: 'z',
			record: {},
			'record.': 1,
			'my record.f-6': 2,
			'record.more': 3,
			more: 3,
		};
		expect(knownIn(fields, { ...own, ...others })).toEqual({});
	});
});

describe('a field that is called like what records and events have beside fields', () => {
	it.each(['recordId', 'status', 'updater', 'appsId', 'event', 'eventId', 'previousStatus'])(
		'%s is filled by `record.` and that name only',
		(name) => {
			const form = formOf([{ uniqueId: 'f-1', caption: name }]);
			expect(knownIn(form, { [name]: 1 })).toEqual({});
			expect(knownIn(form, { [name]: 1, [`record.${name}`]: 2 })).toEqual({ [name]: 2 });
		},
	);
});

describe('keys that look much like a name', () => {
	it('are told with the field that may be meant', () => {
		expect(misspeltIn(fields, ['Custmer', 'Dutty', 'F-1'])).toEqual([
			"'Custmer' may mean 'Customer' (f-1)",
			"'Dutty' may mean 'Duty' (Customs)",
			"'F-1' may mean 'Customer' (f-1)",
		]);
	});

	it('are none that name a field, are like none, or are of every record', () => {
		const fine = ['Customer', 'f-2', 'record.Customer', 'Shipping', 'Cust', 'status', 'updatedAt'];
		expect(misspeltIn(fields, fine)).toEqual([]);
	});

	it('are looked for among the first twenty unknown ones', () => {
		const others = (count: number) => Array.from({ length: count }, (_, n) => `unlike-any-${n}`);
		expect(misspeltIn(fields, [...others(19), 'Custmer'])).toHaveLength(1);
		expect(misspeltIn(fields, [...others(20), 'Custmer'])).toEqual([]);
		expect(
			misspeltIn(fields, [...fields.map(({ id }) => id), ...others(19), 'Custmer']),
		).toHaveLength(1);
	});
});
