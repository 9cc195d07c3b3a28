import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import {
	keyOfSent,
	recordsLookedUp,
	type SentRecord,
} from '../../../nodes/RecordsDirectory/core/form/equality';

type NewestRecords = Parameters<typeof recordsLookedUp>[2];

const fieldsOf = (...rows: object[]) => ({
	fields: parseForm(rows as JsonObject[]),
	zone: { zone: 'Asia/Tokyo', named: undefined },
});
const form = fieldsOf(
	{ uniqueId: 'f-1', caption: 'Number', primaryKey: true },
	{ uniqueId: 'f-2', caption: 'Price', digit: 1 },
	{ uniqueId: 'f-3', caption: 'Note' },
	{
		uniqueId: 'f-4',
		caption: 'Lines',
		subTable: [
			{ uniqueId: 'c-1', caption: 'Product' },
			{ uniqueId: 'c-2', caption: 'Tax' },
		],
	},
);
const row = (recordId: number, record: object, more = {}) => ({ recordId, record, ...more });
/** These rows, in a form whose highest record ID was this before these records were sent. */
const after = (
	newest: NewestRecords['newest'],
	sent: readonly SentRecord[],
	rows: readonly JsonObject[],
): NewestRecords => ({
	rows,
	newest,
	sentWith: (key) => sent.filter((one) => keyOfSent(form, one) === key).length,
});
const fates = (
	given: ReadonlyArray<Record<string, unknown>>,
	...newest: Array<ReturnType<typeof row>>
) => {
	const sent = given.map((record) => ({ record: record as JsonObject }));
	return recordsLookedUp(form, sent, after(0, sent, newest)).map(({ fate }) => fate);
};

describe('a record that may have been saved', () => {
	const sent = { 'f-1': '12', 'f-2': 1.5 };

	it('is saved if a record has its key and all its values, in any format', () => {
		const there = row(7, { 'f-1': 12, 'f-2': '1.50', 'f-3': 'kept' });
		expect(
			recordsLookedUp(form, [{ record: sent }], after(6, [{ record: sent }], [there])),
		).toEqual([{ fate: 'saved', rows: [there] }]);
	});

	it('is not saved if no record has its key, ignoring deleted ones', () => {
		expect(fates([sent])).toEqual(['absent']);
		const other = row(8, { 'f-1': '13', 'f-2': 1.5 });
		expect(fates([sent], other, row(7, sent, { isDeleted: '1' }))).toEqual(['absent']);
	});

	it('is unknown if a value differs, or if fewer records than sent have its key', () => {
		expect(fates([sent], row(7, { 'f-1': '12', 'f-2': 2 }))).toEqual(['unknown']);
		expect(fates([sent, sent], row(7, sent))).toEqual(['unknown', 'unknown']);
		expect(fates([sent, sent], row(7, sent), row(8, sent))).toEqual(['saved', 'saved']);
		const other = { ...sent, 'f-1': '13' };
		expect(fates([sent, other], row(7, sent), row(8, other))).toEqual(['saved', 'saved']);
	});

	it('is saved if the service filled in table columns that were not sent', () => {
		const lines = { ...sent, 'f-4': [{ 'c-1': 'Apples' }] };
		const saved = (product: string) => ({ ...sent, 'f-4': [{ 'c-1': product, 'c-2': '10 %' }] });
		expect(fates([lines], row(7, saved('Apples')))).toEqual(['saved']);
		expect(fates([lines], row(7, saved('Pears')))).toEqual(['unknown']);
	});

	it('is saved only if one record with its key is newer than the request', () => {
		const look = (newest: NewestRecords['newest'], ...rows: Array<ReturnType<typeof row>>) =>
			recordsLookedUp(form, [{ record: sent }], after(newest, [{ record: sent }], rows))[0]?.fate;
		expect(look(7, row(8, sent))).toBe('saved');
		expect(look(7, row(7, sent))).toBe('absent');
		expect(look(7, row(8, sent), row(7, sent))).toBe('saved');
		expect(look(7, row(9, sent), row(8, sent))).toBe('unknown');
		expect(look(undefined, row(8, sent))).toBe('unknown');
		expect(look(undefined)).toBe('absent');
		expect(look('9007199254740993', row('9007199254740992' as never, sent))).toBe('absent');
	});

	it('has a record of its own if several share a key', () => {
		const two = [{ record: sent }, { record: sent }];
		const [newer, older] = [row(8, sent), row(7, sent)];
		const looks = recordsLookedUp(form, two, after(6, two, [newer, older]));
		expect(looks.map(({ rows }) => rows)).toEqual([[older], [newer]]);
	});

	it('is unknown if a record has its key with a tab in it', () => {
		const named = { 'f-1': 'AB', 'f-2': 1.5 };
		expect(fates([named], row(7, { ...named, 'f-1': 'A\tB' }))).toEqual(['unknown']);
		expect(fates([named], row(7, { ...named, 'f-1': 'A\tBC' }))).toEqual(['absent']);
	});

	it('is unknown if its key is a list, as its format may differ', () => {
		const listed = { 'f-1': ['E1'], 'f-2': 1.5 };
		expect(fates([listed])).toEqual(['unknown']);
		expect(fates([listed], row(7, { 'f-1': [{ code: 'E1' }], 'f-2': 1.5 }))).toEqual(['unknown']);
	});

	it('is unknown if a record may have its key in another format', () => {
		expect(fates([{ 'f-1': '12.0', 'f-2': 1.5 }], row(7, sent))).toEqual(['unknown']);
		const moment = { 'f-1': '2027-01-02T00:30:00Z' };
		expect(fates([moment], row(7, { 'f-1': '2027-01-02 09:30:00' }))).toEqual(['unknown']);
		expect(fates([moment], row(7, { 'f-1': '2027-01-02 00:30:00' }))).toEqual(['absent']);
	});

	it('is unknown without a key', () => {
		expect(fates([{ 'f-2': 1.5 }, { 'f-1': '', 'f-2': 1.5 }], row(7, sent))).toEqual([
			...['unknown', 'unknown'],
		]);
		expect(keyOfSent(fieldsOf({ uniqueId: 'f-1' }), { record: sent })).toBeUndefined();
		const two = fieldsOf(
			{ uniqueId: 'f-1', primaryKey: true },
			{ uniqueId: 'f-3', primaryKey: true },
		);
		expect(keyOfSent(two, { record: sent })).toBeUndefined();
		expect(keyOfSent(two, { record: { ...sent, 'f-3': 'x' } })).toBeDefined();
	});
});
