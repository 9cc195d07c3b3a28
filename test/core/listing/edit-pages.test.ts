import { pageAfter, pagesFor } from '../../../nodes/RecordsDirectory/core/listing/edit-pages';

const asked = (page: number, limit: number) => ({ page, limit });

describe('the page after', () => {
	it.each([
		['an empty one', asked(1, 200), 0, undefined],
		['a small first one that is full: a large one', asked(1, 200), 200, asked(1, 1_000)],
		['a small first one that is cut: the second of its size', asked(1, 200), 50, asked(2, 50)],
		['a large first one that is full', asked(1, 1_000), 1_000, asked(2, 1_000)],
		['a large first one that is cut', asked(1, 1_000), 300, asked(2, 300)],
		['a later one that is full', asked(2, 50), 50, asked(3, 50)],
		['a later one of the small size', asked(2, 200), 200, asked(3, 200)],
		['a later one that is cut, which is the last', asked(2, 50), 49, undefined],
	])('%s', (_, page, rows, next) => expect(pageAfter(page, rows)).toEqual(next));
});

describe('the pages for some rows', () => {
	it.each([
		[1, 1_000, 1],
		[200, 1_000, 1],
		[201, 1_000, 2],
		[1_200, 1_000, 3],
		[200, 200, 1],
		[201, 200, 3],
		[50, 50, 1],
		[51, 50, 2],
		[150, 50, 3],
	])('%i rows in pages of %i: %i', (rows, size, pages) => {
		expect(pagesFor(rows, size)).toBe(pages);
	});
});
