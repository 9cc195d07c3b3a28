import { inWords, itemsInWords } from '../../nodes/RecordsDirectory/core/batches';
import { excess, repeated } from '../../nodes/RecordsDirectory/core/directory/checks';
import { settingsOf } from '../../nodes/RecordsDirectory/core/directory/settings';
import { syncOf } from './directory-model';

it.each([
	[[], ''],
	[['A'], 'A'],
	[['A', 'B'], 'A and B'],
	[['A', 'B', 'C', 'D'], 'A, B, C and D'],
	[['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 more'],
	[[1, 2], '1 and 2'],
])('%j in words', (all, words) => expect(inWords(all)).toBe(words));

it.each([
	[['A'], 'the removal of A'],
	[[0, 1, 'A', 'B'], 'items 0 to 1 and the removal of A and B'],
	[[7], 'item 7'],
	[[], 'no items'],
])('subjects %j in words', (all, words) => expect(itemsInWords(all)).toBe(words));

it('as many may go as may, and no more', () => {
	expect(excess([], 0)).toBeUndefined();
	expect(excess(['A', 'B'], 2)).toBeUndefined();
	expect(excess(['A', 'B'], 1)?.message).toBe(
		"2 would be retired or deleted, but 'Most Removals' is 1: A and B",
	);
});

it('every item of a code that comes twice is named', () => {
	const codes = ['A', 'B', 'A', '__proto__', 'A', 'constructor'];
	const found = repeated(codes.map((code, item) => ({ code, item })));
	expect([...found.keys()]).toEqual([0, 2, 4]);
	expect(found.get(2)?.message).toBe('\'Code\' is "A" in items 0, 2 and 4');
});

describe('the settings of a sync', () => {
	const { operation } = syncOf('user');
	const given = { dryRun: false, missing: 'retire', mostRemovals: 3 };

	it('are those that all items have', () => {
		const values = [given, given].map((one, n) => ({ ...one, neverRemove: 'A,B', name: `N${n}` }));
		expect(settingsOf(operation, values)).toEqual({
			isDry: false,
			removal: 'retire',
			mostRemovals: 3,
			spared: new Set(['A', 'B']),
		});
	});

	it('are safe where nothing is given', () => {
		const { isDry, removal, mostRemovals } = settingsOf(operation, [{ missing: 'nothing' }]);
		expect([isDry, removal, mostRemovals]).toEqual([true, 'missing', 0]);
	});

	it.each([
		[{ dryRun: true }, "'Dry Run' differs from item to item"],
		[{ missing: 'delete' }, "'Missing Ones' differs from item to item"],
		[{ mostRemovals: 99 }, "'Most Removals' differs from item to item"],
		[{ neverRemove: 'A' }, "'Never Remove' differs from item to item"],
	])('%j in one of two is refused', (other, message) => {
		expect(() => settingsOf(operation, [given, { ...given, ...other }])).toThrow(message);
	});

	it.each(['retire', 'Delete', 'toString'])('a position cannot be given %s', (missing) => {
		expect(() => settingsOf(syncOf('position').operation, [{ ...given, missing }])).toThrow(
			`'Missing Ones' is "${missing}", which is no choice`,
		);
	});
});
