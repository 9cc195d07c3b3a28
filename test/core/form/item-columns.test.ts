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
	{ uniqueId: 'f-2', caption: 'Note' },
	{ uniqueId: 'f-3', caption: 'Note' },
	{ uniqueId: 'f-4', caption: 'status' },
	{ uniqueId: 'Customs', caption: 'Duty' },
	{ uniqueId: 'f-5', caption: 'a\nb' },
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

describe('the values of an item that are of the form', () => {
	it('are also those of columns with an invisible sign or spaces around their names', () => {
		const item = { '\uFEFFCustomer': 'A', ' X ': 'B' };
		expect(taken(fields, item)).toEqual({ values: item, ownProperties: [] });
	});

	it('of an output have one prefix more than the ID of their field', () => {
		const form = parseForm([{ uniqueId: 'status' }, { uniqueId: 'record.status' }]);
		const named = (item: Record<string, unknown>) => valuesIn(form, { ...record, ...item }).values;
		expect(named({ 'record.status': 'A' })).toEqual([['status', 'A']]);
		expect(named({ 'record.record.status': 'B' })).toEqual([['record.status', 'B']]);
		expect(valuesIn(form, { 'record.status': 'A' }).values).toEqual([['record.status', 'A']]);
	});

	it('are not the IDs of the record in an item of any source', () => {
		const { unmatched } = valuesIn(fields, { appsId: 1, recordId: 2, isDeleted: 0, other: 3 });
		expect(unmatched).toEqual(['other']);
	});
});

describe('a field that is called like what records and events have ownProperties fields', () => {
	const form = (caption: string) => parseForm([{ uniqueId: 'f-1', caption }]);

	it.each([...OF_RECORDS, ...OF_EVENTS])('%s: the form decides what an item holds', (name) => {
		expect(taken(form(name), { [name]: 1, more: 2 })).toEqual({
			values: { [name]: 1 },
			ownProperties: [],
		});
		expect(taken(form(name), { [name]: 1, [`record.${name}`]: 2 })).toEqual({
			values: { [name]: 2 },
			ownProperties: [],
		});
	});

	it.each(OF_RECORDS)('%s: an output of this node has that for itself', (name) => {
		const item = { ...record, [name]: 1 };
		expect(taken(form(name), item)).toEqual({ values: {}, ownProperties: [name] });
		expect(taken(form(name), { ...item, [`record.${name}`]: 2 })).toEqual({
			values: { [name]: 2 },
			ownProperties: [],
		});
	});

	it.each(OF_EVENTS)(
		'%s: a record that was read has no such property ownProperties a field',
		(name) => {
			expect(taken(form(name), { ...record, [name]: 1 })).toEqual({
				values: { [name]: 1 },
				ownProperties: [],
			});
		},
	);

	it.each([...OF_RECORDS, ...OF_EVENTS])('%s: an event has that for itself', (name) => {
		for (const more of [{}, record]) {
			const item = { ...more, ...event, [name]: 1 };
			expect(taken(form(name), item)).toEqual({ values: {}, ownProperties: [name] });
		}
	});
});

it('a property of a record that is the caption of two fields is missed until both have a value', () => {
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

describe('a field that is called like another one of an output', () => {
	const both = parseForm([
		{ uniqueId: 'f-1', caption: 'status' },
		{ uniqueId: 'f-2', caption: 'record.status' },
	]);

	it.each([{}])('stands behind one `record.` more: %j', (own) => {
		const item = { ...own, status: 'own', 'record.status': 1, 'record.record.status': 2 };
		expect(taken(both, item)).toEqual({
			values: { status: 1, 'record.status': 2 },
			ownProperties: [],
		});
	});

	it('is meant by its whole name in any other item', () => {
		const item = { status: 1, 'record.status': 2 };
		expect(taken(both, item)).toEqual({ values: item, ownProperties: [] });
	});
});

describe('properties that name no field', () => {
	const unmatched = (item: Record<string, unknown>) => valuesIn(fields, item).unmatched;

	it('are found in any item, and are not what names the record, nor what an output has', () => {
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

	it('are reported with a hundred characters of their names', () => {
		expect(unmatchedInWords(fields, ['?'.repeat(101)])).toEqual([`'${'?'.repeat(100)}'`]);
	});

	it('are compared with fields as far as the first twenty, and all told', () => {
		const others = (count: number) => Array.from({ length: count }, (_, n) => `unlike-any-${n}`);
		const told = (count: number) => unmatchedInWords(fields, [...others(count), 'Custmer']);
		expect(told(19)[0]).toBe("'Custmer' may mean 'Customer' (f-1)");
		expect(told(20).at(-1)).toBe("'Custmer'");
		expect([told(19), told(20)].map(({ length }) => length)).toEqual([20, 21]);
	});
});

describe('the values of an item that are of an entry of the directory', () => {
	const columns = [
		{ name: 'code', id: 'code', caption: 'Code' },
		{ name: 'parent', id: 'parentCode', caption: 'Parent' },
	];
	const entity = { code: {}, id: {} };

	it('are named by the request or the label, and go by the parameter', () => {
		expect(entryValuesIn(columns, { Code: 'A', parentCode: 'B' }, entity)).toEqual({
			values: { code: 'A', parent: 'B' },
			unmatched: [],
		});
	});

	it('are found among other columns, of which those that the service returns are known', () => {
		expect(entryValuesIn(columns, { code: 'A', id: 7, other: 1 }, entity).unmatched).toEqual([
			'other',
		]);
	});

	it('come once for each field, undefined ones not counted', () => {
		const item = { Code: undefined, code: 'B', parentCode: undefined };
		expect(entryValuesIn(columns, item, entity).values).toStrictEqual({ code: 'B' });
		expect(() => entryValuesIn(columns, { Code: 'A', code: 'B' }, entity)).toThrow(/'Code'/);
		expect(entryValuesIn(columns, { Code: 'A', code: undefined }, entity).values).toEqual({
			code: 'A',
		});
	});

	it('must all be fields, if the user wants so', () => {
		expect(() => mustBeFields(columns, [], 'The operation')).not.toThrow();
		expect(() => mustBeFields(columns, ['Parnt', 'x'], 'The operation')).toThrow(
			expect.objectContaining({
				message: "The operation has no such field: 'Parnt' may mean 'Parent' (parentCode) and 'x'",
				advice: "Rename or remove the columns, or let 'Unknown Columns' ignore them.",
			}),
		);
	});
});

it.each(['\u200b'])('%j is no value of a column', (nothing) => {
	expect(filledIn([['a', nothing]])).toEqual([]);
});
