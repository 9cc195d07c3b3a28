import { firstPage, JoinedList } from '../../../nodes/RecordsDirectory/core/listing/joined-list';
import { mayBeCut, type RequestedPage } from '../../../nodes/RecordsDirectory/core/listing/pages';
import {
	advanceWalk,
	startDenseWalk,
	walkRequest,
} from '../../../nodes/RecordsDirectory/core/listing/walk';

/** Record IDs in descending order; the lowest is not 1, which would end a list by itself. */
const list = (length: number) => Array.from({ length }, (_, n) => length + 1 - n);

/** Sites that return the first page for every page number: cut at `limit`, or always the whole list. */
const sites = {
	'that keeps the limit': (all: readonly number[], { limit }: RequestedPage) => all.slice(0, limit),
	'that ignores the limit': (all: readonly number[]) => all,
};
type Site = (typeof sites)[keyof typeof sites];

class Unknown extends Error {}

/** Reads pages as the list reader does. */
function pagesOf(site: Site, all: readonly number[]) {
	let first: ReturnType<typeof firstPage<number>> | undefined;
	let most = 0;
	let requests = 0;
	return {
		most: () => most,
		read(asked: RequestedPage): readonly number[] {
			if (++requests > 9) throw new Error('endless');
			const found = site(all, asked);
			if (asked.page === 1) first = firstPage(asked.limit, found, (id) => id);
			else if (first?.isAgain(asked, found)) {
				if (first.mayContinue()) throw new Unknown();
				return first.within(asked);
			}
			most = Math.max(most, found.length);
			return found;
		},
	};
}

const readers = {
	joined(site: Site, all: readonly number[]) {
		const joined = new JoinedList<number>({ size: 1_000, wanted: Infinity, idOf: (id) => id });
		const pages = pagesOf(site, all);
		for (;;) {
			const asked = joined.next();
			const outcome = joined.take(asked, pages.read(asked), pages.most());
			if (outcome === 'again') throw new Error('again');
			if (outcome === 'end') return joined.rows;
		}
	},
	walked(site: Site, all: readonly number[]) {
		const pages = pagesOf(site, all);
		const rows = new Set<number>();
		let step: Pick<ReturnType<typeof advanceWalk>, 'walk' | 'outcome'> = {
			walk: startDenseWalk(1_000),
			outcome: 'next',
		};
		while (step.outcome === 'next') {
			const asked = walkRequest(step.walk);
			const keys = pages.read(asked);
			const proven = mayBeCut(keys.length, pages.most()) ? 0 : Infinity;
			step = advanceWalk(step.walk, { asked, keys }, proven);
			for (const id of keys) rows.add(id);
		}
		return [...rows];
	},
};

const isRound = (length: number) =>
	length > 0 && (length % 50 === 0 || (length >= 64 && Number.isInteger(Math.log2(length))));
const lengths = Array.from({ length: 1_101 }, (_, length) => length);

describe.each(Object.entries(readers))('a list that ignores `page`, %s', (_, read) => {
	it.each(Object.entries(sites))('at a site %s: is whole, or unknown', (_, site) => {
		const unknown = lengths.filter((length) => {
			try {
				expect([...read(site, list(length))]).toEqual(list(length));
				return false;
			} catch (error) {
				if (error instanceof Unknown) return true;
				throw error;
			}
		});
		const isCutAtLimit = site(list(1_001), { page: 1, limit: 1_000 }).length === 1_000;
		expect(unknown).toEqual(
			lengths.filter((length) => isRound(length) || (isCutAtLimit && length >= 1_000)),
		);
	});
});

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
