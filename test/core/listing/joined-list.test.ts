import { JoinedList } from '../../../nodes/RecordsDirectory/core/listing/joined-list';
import { mayBeCut } from '../../../nodes/RecordsDirectory/core/listing/pages';

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

const PAGE = 1_000;

function read(service: Service, wanted: number, size = Math.min(wanted, PAGE)) {
	const asked: Array<[number, number]> = [];
	const list = new JoinedList<Row>({ size, wanted, idOf: ({ id }) => id });
	let outcome: Joining = 'next';
	let most = 0;
	while (outcome === 'next') {
		if (asked.length >= 500) throw new Error('endless');
		const { page, limit } = list.next();
		asked.push([page, limit]);
		const found = service(page, limit);
		most = Math.max(most, found.length);
		outcome = list.take({ page, limit }, found, most);
	}
	return { asked, rows: list.rows, outcome };
}

describe('a list is read', () => {
	it.each<[string, number, number, number, Array<[number, number]>]>([
		['one page, not full', 37, Infinity, 37, [[1, 1_000]]],
		[
			'a page of a round number of rows, which may have been cut',
			40,
			Infinity,
			40,
			[
				[1, 1_000],
				[2, 39],
			],
		],
		['as many wanted as there are', 50, 50, 50, [[1, 50]]],
		['one wanted', 5, 1, 1, [[1, 1]]],
	])('%s', (_, total, wanted, count, pages) => {
		const { rows, asked, outcome } = read(holding(total), wanted);
		expect(rows).toEqual(rowsFrom(0, count));
		expect(asked).toEqual(pages);
		expect(outcome).toBe('end');
	});
});

describe('while rows come and go', () => {
	const SIZE = 40;

	it.each([['a row below is deleted', 200, 1, 'end']])('%s', (_, at, deleted, expected) => {
		const now = rowsFrom(0, 300);
		const service: Service = (page, limit) => {
			const found = pageOf(now, page, limit);
			if (page === 1) now.splice(at, deleted, ...(deleted ? [] : [{ id: 999 }]));
			return found;
		};
		expect(read(service, Infinity, SIZE).outcome).toBe(expected);
	});
});

describe('a page that may have been cut', () => {
	it.each([
		[20, 20, true],
		[64, 1_000, true],
		[40, 1_000, false],
		[0, 0, false],
	])('%s rows, where %s have been seen: %s', (rows, most, expected) =>
		expect(mayBeCut(rows, most)).toBe(expected),
	);
});

describe('a service that ignores parameters', () => {
	it('pages so small that none reaches on while it begins in the one before', () => {
		expect(() => read(holding(9), Infinity, 1)).toThrow(
			expect.objectContaining({
				kind: 'service',
				message: 'The service returns pages of 1 rows, too few to read the list safely',
			}),
		);
	});

	it('rows without an ID join by what they hold', () => {
		const idOf = () => undefined;
		const list = new JoinedList<Row>({ size: 3, wanted: Infinity, idOf });
		const [a, b, c] = rowsFrom(0, 3) as [Row, Row, Row];
		expect(list.take(list.next(), [a, a, b], 3)).toBe('next');
		expect(list.next()).toEqual({ page: 2, limit: 2 });
		expect(list.take(list.next(), [b, a], 3)).toBe('next');
		expect(list.take({ page: 2, limit: 3 }, [c], 3)).toBe('apart');
	});
});

describe('a second page', () => {
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
		['begins with the last row, which was edited', [row(2, 'b'), row(3)], 'next', [0, 1, 2, 3]],
		['has no new row', [row(2)], 'end', [0, 1, 2]],
		['repeats an earlier row', [row(2), row(1)], 'apart', [0, 1, 2]],
		['begins with another row', [row(3), row(4)], 'apart', [0, 1, 2]],
		['is empty', [], 'apart', [0, 1, 2]],
	])('that %s', (_, found, outcome, ids) => expect(second(found)).toEqual({ outcome, ids }));

	it('that is the first once more is the end', () => {
		const list = new JoinedList<Row>({ size: 3, wanted: Infinity, idOf: ({ id }) => id });
		list.take({ page: 1, limit: 3 }, rowsFrom(0, 3), 3);
		expect(list.take({ page: 1, limit: 3 }, rowsFrom(0, 3), 3)).toBe('end');
		expect(list.rows).toEqual(rowsFrom(0, 3));
	});
});
