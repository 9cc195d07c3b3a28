import { firstPage } from '../../../nodes/RecordsDirectory/core/listing/joined-list';
import type { RequestedPage } from '../../../nodes/RecordsDirectory/core/listing/pages';

describe('a page is the first one again', () => {
	const first = (rows: number[]) => firstPage(1_000, rows, (row) => row);

	it.each<[string, RequestedPage, readonly number[], boolean]>([
		['cut at the limit', { page: 2, limit: 2 }, [9, 8], true],
		['with a row more', { page: 2, limit: 3 }, [9, 8, 7, 6], true],
		['with fewer rows than it had: no', { page: 2, limit: 3 }, [9, 8], false],
		['requested again: no', { page: 1, limit: 3 }, [9, 8, 7], false],
	])('%s', (_, asked, found, expected) =>
		expect(first([9, 8, 7]).isAgain(asked, found)).toBe(expected),
	);

	it('never if it was empty', () =>
		expect(first([]).isAgain({ page: 2, limit: 3 }, [])).toBe(false));
});
