import fc from 'fast-check';
import { JoinedList } from '../../../nodes/RecordsDirectory/core/listing/joined-list';
import { mayBeCut } from '../../../nodes/RecordsDirectory/core/listing/pages';
import { times } from '../../support/effort';

type Joining = ReturnType<JoinedList<unknown>['take']>;

interface Row {
	readonly id: number;
}
type Service = (page: number, limit: number) => readonly Row[];

const rowsFrom = (start: number, count: number): Row[] =>
	Array.from({ length: Math.max(0, count) }, (_, n) => ({ id: start + n }));
const pageOf = (all: readonly Row[], page: number, limit: number) =>
	all.slice((page - 1) * limit, page * limit);
const holding =
	(total: number): Service =>
	(page, limit) =>
		pageOf(rowsFrom(0, total), page, limit);
/** A service that returns at most `cap` rows per page and numbers its pages accordingly. */
const cutting =
	(total: number, cap: number): Service =>
	(page, limit) =>
		holding(total)(page, Math.min(limit, cap));
/** A service that begins a page where requested, and returns at most `cap` rows of it. */
const cuttingReplies =
	(total: number, cap: number): Service =>
	(page, limit) =>
		holding(total)(page, limit).slice(0, cap);

const PAGE = 1_000;

function read(service: Service, wanted: number, size = Math.min(wanted, PAGE)) {
	const asked: string[] = [];
	const list = new JoinedList<Row>({ size, wanted, idOf: ({ id }) => id });
	let outcome: Joining = 'next';
	let most = 0;
	while (outcome === 'next') {
		if (asked.length >= 500) throw new Error('endless');
		const { page, limit } = list.next();
		asked.push(`${page} of ${limit}`);
		const found = service(page, limit);
		most = Math.max(most, found.length);
		outcome = list.take({ page, limit }, found, most);
	}
	return { asked, rows: list.rows, outcome };
}

describe('a list is read', () => {
	it.each<[string, number, number, number, string]>([
		['empty', 0, Infinity, 0, '1 of 1000'],
		['a page that no site cuts', 19, Infinity, 19, '1 of 1000'],
		[
			'one full page, which does not show that it is the last',
			1_000,
			Infinity,
			1_000,
			'1 of 1000, 2 of 999',
		],
		['a page that may have been cut', 40, Infinity, 40, '1 of 1000, 3 of 19'],
		['fewer wanted than there are', 500, 50, 50, '1 of 50'],
		['more wanted than there are', 21, 50, 21, '1 of 50, 2 of 20'],
		['exactly a page wanted', 5_000, 1_000, 1_000, '1 of 1000'],
		[
			'several pages wanted: each begins in the previous one',
			5_000,
			2_500,
			2_994,
			'1 of 1000, 2 of 999, 3 of 998',
		],
		['one wanted', 5, 1, 1, '1 of 1'],
	])('%s', (_, total, wanted, count, pages) => {
		const { rows, asked, outcome } = read(holding(total), wanted);
		expect(rows).toEqual(rowsFrom(0, count));
		expect(asked.join(', ')).toBe(pages);
		expect(outcome).toBe('end');
	});

	const anyCut = fc.constantFrom(cutting, cuttingReplies);

	it('whole and in order, however its pages are cut', () => {
		const caps = fc.constantFrom(10, 20, 50, 100, 200, 500, 1_000);
		fc.assert(
			fc.property(fc.nat(2_400), caps, anyCut, (total, cap, cut) => {
				const { rows, outcome } = read(cut(total, cap), Infinity);
				expect(rows).toEqual(rowsFrom(0, total));
				expect(outcome).toBe('end');
			}),
			{ numRuns: times(200) },
		);
	});

	it('with few more requests than pages', () => {
		fc.assert(
			fc.property(fc.nat(20_000), (total) => {
				const { asked } = read(holding(total), Infinity);
				expect(asked.length).toBeLessThanOrEqual(Math.floor(total / 950) + 2);
			}),
			{ numRuns: times(50) },
		);
	});
});

describe('while rows are added and deleted', () => {
	const SIZE = 40;
	const changes = fc.array(fc.record({ after: fc.nat(8), at: fc.nat(400), isNew: fc.boolean() }), {
		maxLength: 4,
	});

	/** A list of 300 rows that changes after some requests, and the rows that are never deleted. */
	const changing = (all: ReadonlyArray<{ after: number; at: number; isNew: boolean }>) => {
		const now = rowsFrom(0, 300);
		const gone = new Set<number>();
		let request = 0;
		let newest = 1_000;
		const service: Service = (page, limit) => {
			const found = pageOf(now, page, limit);
			for (const { at, isNew } of all.filter(({ after }) => after === request)) {
				if (isNew) now.splice(at % now.length, 0, { id: ++newest });
				else for (const { id } of now.splice(at % now.length, 1)) gone.add(id);
			}
			request++;
			return found;
		};
		return { service, gone };
	};

	it('no remaining row is lost while others are deleted, or the list is read again', () => {
		fc.assert(
			fc.property(changes, (all) => {
				const { service, gone } = changing(all.map((one) => ({ ...one, isNew: false })));
				const { rows, outcome } = read(service, Infinity, SIZE);
				if (outcome === 'again') return;
				const found = new Set(rows.map(({ id }) => id));
				const lost = rowsFrom(0, 300).filter(({ id }) => !gone.has(id) && !found.has(id));
				expect(lost).toEqual([]);
			}),
			{ numRuns: times(500) },
		);
	});

	it('no row is listed twice', () => {
		fc.assert(
			fc.property(changes, (all) => {
				const { rows } = read(changing(all).service, Infinity, SIZE);
				expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
			}),
			{ numRuns: times(500) },
		);
	});

	it.each([
		['a row above is deleted', 0, 1, 'again'],
		['a row above is new', 0, 0, 'again'],
		['a row below is deleted', 200, 1, 'end'],
	])('%s', (_, at, deleted, expected) => {
		const now = rowsFrom(0, 300);
		const service: Service = (page, limit) => {
			const found = pageOf(now, page, limit);
			if (page === 1) now.splice(at, deleted, ...(deleted ? [] : [{ id: 999 }]));
			return found;
		};
		expect(read(service, Infinity, SIZE).outcome).toBe(expected);
	});
});

describe('a list that comes in another order each time', () => {
	const turning = (total: number, cap: number): Service => {
		let turns = 0;
		return (page, limit) => {
			const all = rowsFrom(0, total);
			const from = (7 * turns++) % total;
			return pageOf([...all.slice(from), ...all.slice(0, from)], page, Math.min(limit, cap));
		};
	};

	it('has ended if it still has as many rows, all of them known', () => {
		const { rows, asked, outcome } = read(turning(90, 1_000), Infinity);
		expect([outcome, rows.length, asked.join(', ')]).toEqual(['end', 90, '1 of 1000, 6 of 17']);
	});

	it('is not believed if its pages may hide rows', () => {
		expect(read(turning(90, 50), Infinity).outcome).toBe('again');
	});
});

it.each([
	[500, 0, true],
	[20, 20, true],
	[500, 1_000, true],
	[256, 1_000, true],
	[64, 1_000, true],
	[255, 0, true],
	[255, 1_000, false],
	[32, 0, true],
	[19, 0, false],
	[10, 0, true],
	[40, 1_000, false],
	[25, 0, true],
	[25, 100, false],
	[37, 0, true],
	[37, 38, false],
	[0, 0, false],
])(
	'a page that may have been cut: %s rows, with up to %s seen so far: %s',
	(rows, most, expected) => expect(mayBeCut(rows, most)).toBe(expected),
);

describe('a service that ignores parameters', () => {
	it('the pages do not join if all are the same full page', () => {
		const stuck: Service = (_, limit) => rowsFrom(0, limit);
		expect(read(stuck, Infinity).outcome).toBe('again');
	});

	it('the pages do not join if they repeat from some page on', () => {
		const stuck: Service = (page, limit) => holding(9_000)(Math.min(page, 3), limit);
		expect(read(stuck, Infinity).outcome).toBe('again');
	});

	it('a page with more rows than requested is accepted', () => {
		expect(read(() => rowsFrom(0, 70), 50).rows).toEqual(rowsFrom(0, 70));
	});

	it('the list fails if its pages are too small to overlap', () => {
		expect(() => read(holding(9), Infinity, 1)).toThrow(
			expect.objectContaining({
				kind: 'service',
				message: 'The service returns pages of 1 rows, too few to read the list safely',
			}),
		);
	});

	it('rows without an ID join by their content', () => {
		const idOf = () => undefined;
		const list = new JoinedList<Row>({ size: 3, wanted: Infinity, idOf });
		const [a, b, c] = rowsFrom(0, 3) as [Row, Row, Row];
		expect(list.take(list.next(), [a, a, b], 3)).toBe('next');
		expect(list.next()).toEqual({ page: 2, limit: 2 });
		expect(list.take(list.next(), [b, a], 3)).toBe('next');
		expect(list.take({ page: 2, limit: 3 }, [c], 3)).toBe('again');
	});
});

describe('a later page', () => {
	interface Edited extends Row {
		readonly note: string;
	}
	const row = (id: number, note = ''): Edited => ({ id, note });
	const second = (found: readonly Edited[]) => {
		const list = new JoinedList<Edited>({ size: 3, wanted: Infinity, idOf: ({ id }) => id });
		list.take(list.next(), [row(0), row(1), row(2)], 3);
		const outcome = list.take({ page: 2, limit: 2 }, found, 3);
		return { outcome, ids: list.rows.map(({ id }) => id) };
	};

	it.each<[string, readonly Edited[], Joining, readonly number[]]>([
		['begins with the last row', [row(2), row(3)], 'next', [0, 1, 2, 3]],
		['begins with the last row, which was edited', [row(2, 'b'), row(3)], 'next', [0, 1, 2, 3]],
		['has no new row', [row(2)], 'end', [0, 1, 2]],
		['repeats an earlier row', [row(2), row(1)], 'again', []],
		['begins with another row', [row(3), row(4)], 'again', []],
		['is empty', [], 'again', []],
	])('that %s', (_, found, outcome, ids) => expect(second(found)).toEqual({ outcome, ids }));

	it('that equals the first page ends the list', () => {
		const list = new JoinedList<Row>({ size: 3, wanted: Infinity, idOf: ({ id }) => id });
		list.take({ page: 1, limit: 3 }, rowsFrom(0, 3), 3);
		expect(list.take({ page: 1, limit: 3 }, rowsFrom(0, 3), 3)).toBe('end');
		expect(list.rows).toEqual(rowsFrom(0, 3));
	});
});
