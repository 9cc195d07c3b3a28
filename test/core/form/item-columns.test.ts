import { resources } from '../../../nodes/RecordsDirectory/api';
import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import {
	entryValuesIn,
	filledIn,
	mustBeFields,
	unmatchedInWords,
	valuesIn,
} from '../../../nodes/RecordsDirectory/core/form/item-columns';
import { EVENT_PROPERTIES } from '../../../nodes/RecordsDirectory/core/values/record-properties';

const fields = parseForm([
	{ uniqueId: 'f-1', caption: 'Customer' },
	{ uniqueId: 'f-6', caption: 'X' },
]);

const OF_RECORDS = Object.keys(resources.record.entity);
const OF_EVENTS = [...EVENT_PROPERTIES];
const record = { recordId: 1, createdAt: '2026-01-01 00:00:00', updatedAt: '2026-01-01 00:00:00' };
const event = { appsId: 1, recordId: 1, event: 'recordCreated', eventId: '1' };

const taken = (...[form, item]: Parameters<typeof valuesIn>) => {
	const { values, ownProperties } = valuesIn(form, item);
	return { values: Object.fromEntries(values), ownProperties };
};

describe('item values for the fields of a form', () => {
	it('include columns with invisible characters or spaces around their names', () => {
		const item = { '\uFEFFCustomer': 'A', ' X ': 'B' };
		expect(taken(fields, item)).toEqual({ values: item, ownProperties: [] });
	});

	it('have one more `record.` prefix in an output than their field ID', () => {
		const form = parseForm([{ uniqueId: 'status' }, { uniqueId: 'record.status' }]);
		const named = (item: Record<string, unknown>) => valuesIn(form, { ...record, ...item }).values;
		expect(named({ 'record.status': 'A' })).toEqual([['status', 'A']]);
		expect(named({ 'record.record.status': 'B' })).toEqual([['record.status', 'B']]);
		expect(valuesIn(form, { 'record.status': 'A' }).values).toEqual([['record.status', 'A']]);
	});
});

describe.each<[string, readonly string[], object, 'field' | 'own']>([
	['an ordinary item', [...OF_RECORDS, ...OF_EVENTS], { more: 2 }, 'field'],
	['an output of this node', OF_RECORDS, record, 'own'],
	['a record that was read', OF_EVENTS, record, 'field'],
	['an event', [...OF_RECORDS, ...OF_EVENTS], event, 'own'],
	['an event with its record', [...OF_RECORDS, ...OF_EVENTS], { ...record, ...event }, 'own'],
])('a field with the name of a property, in %s', (_, names, item, whose) => {
	it.each(names)(`%s: the property is the ${whose} value`, (name) => {
		const form = parseForm([{ uniqueId: 'f-1', caption: name }]);
		const isOfField = whose === 'field';
		expect(taken(form, { ...item, [name]: 1 })).toEqual({
			values: isOfField ? { [name]: 1 } : {},
			ownProperties: isOfField ? [] : [name],
		});
		expect(taken(form, { ...item, [name]: 1, [`record.${name}`]: 2 })).toEqual({
			values: { [name]: 2 },
			ownProperties: [],
		});
	});
});

it('reports a record property with the caption of two fields until both have a value', () => {
	const both = parseForm([
		{ uniqueId: 'f-1', caption: 'status' },
		{ uniqueId: 'f-2', caption: 'status' },
	]);
	const item = { ...record, status: 'own', 'f-1': 1 };
	expect(taken(both, item)).toEqual({ values: { 'f-1': 1 }, ownProperties: ['status'] });
	expect(taken(both, { ...item, 'f-2': 2 })).toEqual({
		values: { 'f-1': 1, 'f-2': 2 },
		ownProperties: [],
	});
});

describe('a field with the prefixed name of another field', () => {
	const both = parseForm([
		{ uniqueId: 'f-1', caption: 'status' },
		{ uniqueId: 'f-2', caption: 'record.status' },
	]);

	it('has one more `record.` prefix in an output', () => {
		const item = { status: 'own', 'record.status': 1, 'record.record.status': 2 };
		expect(taken(both, item)).toEqual({
			values: { status: 1, 'record.status': 2 },
			ownProperties: [],
		});
	});

	it('has its plain name in any other item', () => {
		const item = { status: 1, 'record.status': 2 };
		expect(taken(both, item)).toEqual({ values: item, ownProperties: [] });
	});
});

describe('properties that name no field', () => {
	const unmatched = (item: Record<string, unknown>) => valuesIn(fields, item).unmatched;

	it('are found in any item, apart from record IDs and properties of an output', () => {
		const item = {
			Customer: 'A',
			'record.f-6': 1,
			weather: 'fine',
			'record.more': 3,
			creator: 'x',
		};
		expect(unmatched({ ...item, recordId: 1, appsId: 1, isDeleted: 0 })).toEqual([
			...['weather', 'record.more', 'creator'],
		]);
		const own = Object.fromEntries([...OF_RECORDS, ...OF_EVENTS].map((name) => [name, 1]));
		expect(unmatched({ ...own, ...event, ...record, weather: 'fine' })).toEqual(['weather']);
	});

	it('are reported with up to 100 characters of their names', () => {
		expect(unmatchedInWords(fields, ['?'.repeat(101)])).toEqual([`'${'?'.repeat(100)}'`]);
	});

	it('are all reported, and the first 20 are compared with the fields', () => {
		const others = (count: number) => Array.from({ length: count }, (_, n) => `unlike-any-${n}`);
		const told = (count: number) => unmatchedInWords(fields, [...others(count), 'Custmer']);
		expect(told(19)[0]).toBe("'Custmer' may mean 'Customer' (f-1)");
		expect(told(20).at(-1)).toBe("'Custmer'");
		expect([told(19), told(20)].map(({ length }) => length)).toEqual([20, 21]);
	});
});

describe('item values for a directory entry', () => {
	const columns = [
		{ name: 'code', id: 'code', caption: 'Code' },
		{ name: 'parent', id: 'parentCode', caption: 'Parent' },
	];
	const entity = { code: {}, id: {} };

	it('report unknown columns, but not those that the service returns', () => {
		expect(entryValuesIn(columns, { code: 'A', id: 7, other: 1 }, entity).unmatched).toEqual([
			'other',
		]);
	});

	it('occur once per field, not counting undefined ones', () => {
		const item = { Code: undefined, code: 'B', parentCode: undefined };
		expect(entryValuesIn(columns, item, entity).values).toStrictEqual({ code: 'B' });
		expect(() => entryValuesIn(columns, { Code: 'A', code: 'B' }, entity)).toThrow(/'Code'/);
		expect(entryValuesIn(columns, { Code: 'A', code: undefined }, entity).values).toEqual({
			code: 'A',
		});
	});

	it('must all match fields if the user requires it', () => {
		expect(() => mustBeFields(columns, [], 'The operation')).not.toThrow();
		expect(() => mustBeFields(columns, ['Parnt', 'x'], 'The operation')).toThrow(
			expect.objectContaining({
				message: "The operation has no such field: 'Parnt' may mean 'Parent' (parentCode) and 'x'",
				advice: "Rename or remove the columns, or set 'Unknown Columns' to 'Ignore'.",
			}),
		);
	});
});

it('an invisible character does not count as a value of a column', () => {
	expect(filledIn([['a', '\u200b']])).toEqual([]);
});
