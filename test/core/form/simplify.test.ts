import { resources } from '../../../nodes/RecordsDirectory/api';
import { simplified } from '../../../nodes/RecordsDirectory/core/form/field';

const { record, position } = resources;
const SYSTEM = Object.keys(record.entity);
const flat = (fields: unknown) => simplified(record, { recordId: 5, record: fields });

describe('a flattened record', () => {
	it('has its fields and the main properties of the record', () => {
		const row = { recordId: 5, appsId: 3, creatorCode: 'E1', status: '', record: { 'field-1': 0 } };
		expect(simplified(record, row)).toStrictEqual({ recordId: 5, status: '', 'field-1': 0 });
	});

	it.each(SYSTEM)('prefixes a field with the name of the property %s', (name) => {
		expect(flat({ [name]: 'of the field' })).toStrictEqual({
			recordId: 5,
			[`record.${name}`]: 'of the field',
		});
	});

	it('keeps both a field and another field with its prefixed name', () => {
		const fields = { status: 1, 'record.status': 2 };
		expect(Object.values(flat(fields)).sort()).toEqual([1, 2, 5]);
	});

	it('keeps a field named __proto__ as an own property', () => {
		const name = '__proto__';
		const row = flat(JSON.parse(`{"${name}":"x"}`));
		expect(Object.hasOwn(row, name)).toBe(true);
		expect(Object.entries(row)).toEqual([
			['recordId', 5],
			[name, 'x'],
		]);
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
	});

	it.each<[string, unknown, object]>([
		['null', null, { recordId: 5, record: null }],
		['a text', 'x', { recordId: 5, record: 'x' }],
	])('is unchanged without fields: %s', (_, fields, expected) =>
		expect(flat(fields)).toStrictEqual(expected),
	);
});

it('a row without anything to simplify is unchanged', () => {
	const row = { code: '01', note: null, unknown: 1, more: { a: 1 } };
	expect(simplified(position, row)).toStrictEqual(row);
});
