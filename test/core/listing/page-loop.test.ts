import fc from 'fast-check';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import {
	firstPage,
	pageAt,
	type Page,
	type Position,
} from '../../../nodes/RecordsDirectory/core/listing/page-loop';
import { times } from '../../support/effort';

interface Row {
	readonly id: number;
}
type Service = (page: number, limit: number) => readonly Row[];

const rowsFrom = (start: number, count: number): Row[] =>
	Array.from({ length: Math.max(0, count) }, (_, n) => ({ id: start + n }));
const holding =
	(total: number): Service =>
	(page, limit) =>
		rowsFrom((page - 1) * limit, Math.min(limit, total - (page - 1) * limit));

function read(service: Service, wanted: number, most = 50) {
	const asked: Array<[number, number]> = [];
	const rows: Row[] = [];
	for (let position: Position | undefined = firstPage(wanted); position; ) {
		if (asked.length >= most) throw new Error('endless');
		const { page, size }: Position = position;
		asked.push([page, size]);
		const step: Page<Row> = pageAt(position, service(page, size));
		rows.push(...step.rows);
		position = step.next;
	}
	return { asked, rows };
}

describe('a list is read', () => {
	it.each<[string, number, number, number, Array<[number, number]>]>([
		['empty', 0, Infinity, 0, [[1, 1_000]]],
		['one page, not full', 999, Infinity, 999, [[1, 1_000]]],
		[
			'one full page, which does not show that it is the last',
			1_000,
			Infinity,
			1_000,
			[
				[1, 1_000],
				[2, 1_000],
			],
		],
		[
			'two pages',
			1_001,
			Infinity,
			1_001,
			[
				[1, 1_000],
				[2, 1_000],
			],
		],
		['fewer wanted than there are', 500, 50, 50, [[1, 50]]],
		['as many wanted as there are', 50, 50, 50, [[1, 50]]],
		['more wanted than there are', 20, 50, 20, [[1, 50]]],
		['exactly a page wanted', 5_000, 1_000, 1_000, [[1, 1_000]]],
		[
			'one more than a page',
			5_000,
			1_001,
			1_001,
			[
				[1, 1_000],
				[2, 1_000],
			],
		],
		[
			'several pages wanted',
			5_000,
			2_500,
			2_500,
			[
				[1, 1_000],
				[2, 1_000],
				[3, 1_000],
			],
		],
		['one wanted', 5, 1, 1, [[1, 1]]],
	])('%s', (_, total, wanted, count, pages) => {
		const { rows, asked } = read(holding(total), wanted);
		expect(rows).toEqual(rowsFrom(0, count));
		expect(asked).toEqual(pages);
	});

	it('whole and in order, in as few pages as it takes', () => {
		const wanted = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 6_000 }));
		fc.assert(
			fc.property(fc.nat(5_000), wanted, (total, most) => {
				const { rows, asked } = read(holding(total), most);
				expect(rows).toEqual(rowsFrom(0, Math.min(total, most)));
				expect(asked.length).toBeLessThanOrEqual(Math.floor(total / 1_000) + 1);
				// With pages of one size no row is skipped or read twice.
				expect(new Set(asked.map(([, size]) => size)).size).toBe(1);
			}),
			{ numRuns: times(30) },
		);
	});
});

describe('a service that does not do as it is told', () => {
	it('the same full page again and again ends in a failure', () => {
		const stuck: Service = (_, limit) => rowsFrom(0, limit);
		expect(() => read(stuck, Infinity)).toThrow(Failure);
		expect(() => read(stuck, Infinity)).toThrow(expect.objectContaining({ kind: 'service' }));
		expect(() => read(stuck, Infinity)).toThrow('answered page 2 with the rows of page 1');
	});

	it('the same page from some page on ends in a failure, too', () => {
		const stuck: Service = (page, limit) => rowsFrom(Math.min(page, 3) * limit, limit);
		expect(() => read(stuck, Infinity)).toThrow('answered page 4 with the rows of page 3');
	});

	it('all rows at once, whatever is asked: what is wanted is taken', () => {
		const careless: Service = () => rowsFrom(0, 70);
		expect(read(careless, 50).rows).toEqual(rowsFrom(0, 50));
	});

	it('an empty page ends the list', () => {
		const { rows, asked } = read(
			(page, limit) => (page < 3 ? rowsFrom(page * limit, limit) : []),
			Infinity,
		);
		expect([rows.length, asked.length]).toEqual([2_000, 3]);
	});
});
