import { LastValues } from '../../../nodes/RecordsDirectory/core/trigger/field-history';
import { recordRow } from '../../../nodes/RecordsDirectory/core/trigger/listed-record';
import { propertyReader } from '../../../nodes/RecordsDirectory/core/trigger/watched-values';
import type { Id } from '../../../nodes/RecordsDirectory/core/id';

const statusIn = propertyReader('status');

const held = () =>
	new LastValues(
		{ ledger: { 1: 'Open', 2: 'Open', 8: 'Old', 9: 'Old' }, unlisted: ['8', '9'] },
		statusIn,
	);
const TIME = '2026-01-01 00:00:00';
const row = (recordId: Id, status = 'Done') =>
	recordRow({ recordId, status, createdAt: TIME, updatedAt: TIME });
/** A page that lists some of the IDs that it covers. */
const page = (covered: readonly Id[], ...listed: readonly Id[]) => ({
	rows: listed.map((id) => row(id)),
	covers: (id: Id) => covered.includes(id),
});
const LONG = '9007199254740993';

it('only listed records count for the size', () => expect(held().size).toBe(2));

it.each([
	[
		'a listed record',
		1,
		'Open',
		{ ledger: { 1: 'Done', 2: 'Open', 8: 'Old', 9: 'Old' }, unlisted: ['8', '9'] },
	],
	[
		'a record that was not listed',
		8,
		'Old',
		{ ledger: { 1: 'Open', 2: 'Open', 8: 'Done', 9: 'Old' }, unlisted: ['9'] },
	],
	[
		'a new record',
		3,
		undefined,
		{
			ledger: { 1: 'Open', 2: 'Open', 3: 'Done', 8: 'Old', 9: 'Old' },
			unlisted: ['8', '9'],
		},
	],
])('the values of %s follow those before', (_, id, previous, saved) => {
	const values = held();
	expect(values.note(row(id))).toBe(previous);
	expect(values.pack()).toEqual(saved);
	expect(values.note(row(id, 'Late'))).toBe('Done');
});

describe('a record that a page covers', () => {
	it.each([
		['is marked if it is missing', [1, 2, 3], [1], false, [1, 2, 8, 9], [2, 8, 9]],
		['is as before if it is listed', [1, 2, 3], [1, 2], false, [1, 2, 8, 9], [8, 9]],
		['is back if it is listed again', [8, 9], [8], false, [1, 2, 8, 9], [9]],
		['may be late if it is missing again', [8, 9], [], false, [1, 2, 8, 9], [8, 9]],
		['is gone if it is missing again and overdue', [8], [], true, [1, 2, 9], [9]],
		['is not gone if it is missing only once', [2, 8], [], true, [1, 2, 9], [2, 9]],
	])('%s', (_, covered, listed, isOverdue, known, unlisted) => {
		const values = held();
		values.forget(page(covered, ...listed), isOverdue);
		const { ledger, unlisted: missing = [] } = values.pack();
		const before: Record<number, string> = { 1: 'Open', 2: 'Open', 8: 'Old', 9: 'Old' };
		expect(ledger).toEqual(Object.fromEntries(known.map((id) => [id, before[id]])));
		expect(missing.map(Number).sort()).toEqual(unlisted);
	});

	it('is found by an ID of any length', () => {
		const values = new LastValues({ ledger: { [LONG]: 'Open' } }, statusIn);
		values.forget(page([LONG]), false);
		expect(values.pack()).toEqual({ ledger: { [LONG]: 'Open' }, unlisted: [LONG] });
	});
});

it('the saved values have no part for missing records if there are none', () => {
	const values = new LastValues({ ledger: { 1: 'Open', 8: 'Old' }, unlisted: ['8'] }, statusIn);
	values.forget(page([8]), true);
	expect(values.pack()).toEqual({ ledger: { 1: 'Open' } });
	expect(JSON.stringify(values.pack())).not.toContain('unlisted');
});
