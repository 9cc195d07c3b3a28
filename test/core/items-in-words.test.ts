import fc from 'fast-check';
import {
	countedFromZero,
	itemsInWords,
	listInWords,
	withThousands,
} from '../../nodes/RecordsDirectory/core/text';

it.each<[subjects: Array<number | string>, words: string]>([
	[[], 'no items'],
	[[0], 'item 0'],
	[[0, 1], 'items 0 to 1'],
	[[0, 2], 'items 0 and 2'],
	[[0, 1, 3, 5, 6, 7], 'items 0 to 1, 3 and 5 to 7'],
	[[9, 0, 8, 2, 7], 'items 0, 2 and 7 to 9'],
	[['E1'], 'the removal of E1'],
	[['E1', 'E2'], 'the removal of E1 and E2'],
	[['E1', 'E2', 'E3', 'E4', 'E5'], 'the removal of E1, E2, E3 and 2 more'],
	[[3, 'E1'], 'item 3 and the removal of E1'],
])('%j in words: %s', (subjects, words) => expect(itemsInWords(subjects)).toBe(words));

it.each([
	[['E1', 'E2', 'E3', 'E4'], 'E1, E2, E3 and E4'],
	[['E1', 'E2', 'E3', 'E4', 'E5'], 'E1, E2, E3 and 2 more'],
])('the list %j in words: %s', (all, words) => expect(listInWords(all)).toBe(words));

describe('a text explains that items are counted from 0', () => {
	it.each([
		'item 0 is wrong',
		'items 0 to 99 may have been saved',
		'61 items between 0 and 120',
		'Item 7: no code',
	])('if it names items: %s', (text) =>
		expect(countedFromZero(text)).toBe('Items are counted from 0, as in n8n.'),
	);

	it.each([
		'no items',
		'the removal of E1',
		'2 items are wrong',
		'an item between them',
		'subitem 7',
	])('but not if it names none: %s', (text) => expect(countedFromZero(text)).toBe(''));
});

it.each([
	[0, '0'],
	[999, '999'],
	[2_500, '2,500'],
	[1_234_567, '1,234,567'],
])('%i is written %s', (count, written) => expect(withThousands(count)).toBe(written));

describe('items in words', () => {
	it('names up to 60 ranges, so that a person can tell which items are left', () => {
		const gaps = (count: number) => Array.from({ length: count }, (_, n) => 2 * n);
		expect(itemsInWords(gaps(60))).toMatch(/^items 0, 2, 4, .*, 116 and 118$/);
		expect(itemsInWords(gaps(61))).toBe('61 items between 0 and 120');
	});

	it('"from to" is said only where none is left out', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(30), { minLength: 2 }), (any) => {
				const items = [...any].sort((a, b) => a - b);
				const isGapless = items.every((item, n) => item === (items[0] ?? 0) + n);
				expect(/^items \d+ to \d+$/.test(itemsInWords(items))).toBe(isGapless);
			}),
		);
	});
});
