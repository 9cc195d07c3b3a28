import { countedFromZero, itemsInWords, listInWords } from '../../nodes/RecordsDirectory/core/text';

it.each<[subjects: Array<number | string>, words: string]>([
	[[], 'no items'],
	[[9, 0, 8, 2, 7], 'items 0, 2 and 7 to 9'],
	[['E1', 'E2', 'E3'], 'the removal of E1, E2 and E3'],
	[[3, 'E1'], 'item 3 and the removal of E1'],
])('%j in words: %s', (subjects, words) => expect(itemsInWords(subjects)).toBe(words));

const codes = Array.from({ length: 12 }, (_, n) => `E${n + 1}`);

it('of a list, ten are named', () => {
	expect(listInWords(codes.slice(0, 10))).toBe('E1, E2, E3, E4, E5, E6, E7, E8, E9 and E10');
	expect(listInWords(codes)).toBe('E1, E2, E3, E4, E5, E6, E7, E8, E9, E10 and 2 more');
});

it('a text explains that items are counted from 0 only if it names items', () => {
	expect(countedFromZero('item 0 is wrong')).toBe('Items are counted from 0, as in n8n.');
	expect(countedFromZero('an item between them')).toBe('');
});

it('up to 60 ranges are named, so that a person can tell which items are left', () => {
	const gaps = (count: number) => Array.from({ length: count }, (_, n) => 2 * n);
	expect(itemsInWords(gaps(60))).toMatch(/^items 0, 2, 4, .*, 116 and 118$/);
	expect(itemsInWords(gaps(61))).toBe('61 items between 0 and 120');
});
