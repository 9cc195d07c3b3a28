import { scanOn, startScan } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/listed-record';
import type { Scan } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-state';
import { startWalk } from '../../../../nodes/RecordsDirectory/core/listing/walk';
import { knowing, LIMITS, row, scanOf, sweptTo, tied, time, timeless, walkedTo } from './scans';

const taken = (scan: Scan, rows: readonly RecordRow[], known = knowing(), date?: number) =>
	scanOn(scan, date === undefined ? { rows } : { rows, date }, LIMITS, known);
const ids = (rows: readonly RecordRow[]) => rows.map(({ recordId }) => recordId);
const from = (first: number, count: number) =>
	knowing(...Array.from({ length: count }, (_, i) => first + i));
const upTo = (count: number) => from(1, count);

describe('one page is all there is to read', () => {
	const scan = scanOf({ walk: startWalk('updatedAt', 5), largestPage: 20 });

	test.each([
		[
			'where it reaches below the window',
			[...tied(5, 3, 900), row(2, 500), row(1, 499)],
			[5, 4, 3, 2],
		],
		['where the list ends', [row(3, 900), row(2, 500)], [3, 2]],
		['of an empty list', [], []],
	])('%s', (_, rows, fresh) => {
		const step = taken(scan, rows);
		expect(step.end).toBe('complete');
		expect(ids(step.fresh)).toEqual(fresh);
	});

	test('but not where rows of the window may follow', () => {
		const { end, scan: after } = taken(scan, [...tied(5, 2, 900), row(1, 500)]);
		expect(end).toBeUndefined();
		expect(after.walk).toMatchObject({ edge: time(500), at: 3 });
		expect(after.tally).toEqual({ found: 0, sure: null });
	});
});

test('a page that does not join may be old, but proves nothing', () => {
	const scan = scanOf({ walk: { ...walkedTo(700), at: 100 } });
	const { end, fresh, scan: after } = taken(scan, [row(3, 700), row(2, 600), row(1, 499)]);
	expect(end).toBeUndefined();
	expect(ids(fresh)).toEqual([3, 2]);
	expect(after.walk).toMatchObject({ edge: time(700), at: 68 });
});

describe('a small first page', () => {
	const start = (size: number) =>
		startScan({ by: 'updatedAt', isBaseline: false, bound: time(500), newest: time(800) }, size);
	/** Ten rows, two of them new where a hundred are remembered. */
	const rows = tied(102, 93, 950);

	test('that was too small is read again in full, as if it had not been', () => {
		const { scan, fresh, end } = taken(start(10), rows, upTo(99), 0);
		expect(scan).toEqual({ ...start(100), requests: 1 });
		expect([fresh, end]).toEqual([[], undefined]);
	});

	test('is not read again when it was as large as pages are', () => {
		const { scan, fresh } = taken(start(100), tied(200, 101, 950), upTo(0), 0);
		expect(scan.top).toBe(time(950));
		expect(fresh).toHaveLength(100);
	});

	test('that the service cut short is no smaller than others would be', () => {
		const cut = Array.from({ length: 30 }, (_, i) => row(130 - i, 950 - i));
		const { scan, fresh } = taken(start(50), cut, upTo(0), 0);
		expect(scan.top).toBe(time(950));
		expect(fresh).toEqual(cut);
	});

	test('above many that are remembered is followed by a look at where they end', () => {
		const { scan, fresh, end } = taken(start(10), rows, upTo(100), 0);
		expect(scan.tally).toEqual({ found: 0, sure: null, probe: 102 });
		expect(scan.walk.edge).toBe(time(950));
		expect([fresh, end]).toEqual([rows, undefined]);
	});

	test.each([
		['the last of it is new', from(1_000, 100), 0],
		['fewer than a page are remembered', upTo(99), 0],
		["the server's time is not known", upTo(100), undefined],
	])('is read again without that look where %s', (_, known, date) => {
		expect(taken(start(10), rows, known, date).scan.walk).toEqual(startWalk('updatedAt', 100));
	});
});

describe('a walk by record id', () => {
	const sweeping = (changes: Partial<Scan> = {}) =>
		scanOf({ walk: sweptTo(200), timeEdge: time(800), ...changes });

	test('goes on below rows that are too old: ids say nothing of times', () => {
		const { scan, end, fresh } = taken(sweeping(), [...tied(200, 102, 600), row(101, 499)]);
		expect(end).toBeUndefined();
		expect(scan.walk.edge).toBe(101);
		expect(scan.tally).toEqual({ found: 98, sure: null, probe: 98 });
		expect(fresh).toHaveLength(98);
	});

	test('is complete at the end of the form', () => {
		const { end, fresh } = taken(sweeping(), [row(200, 600), row(199, 600), row(198, 300)]);
		expect(end).toBe('complete');
		expect(ids(fresh)).toEqual([199]);
	});

	test('is complete when it has found what was counted', () => {
		const tally = { count: 150, found: 51, sure: 51 };
		expect(taken(sweeping({ tally }), tied(200, 101, 600)).end).toBe('complete');
		const more = { ...tally, count: 151 };
		expect(taken(sweeping({ tally: more }), tied(200, 101, 600)).end).toBeUndefined();
	});

	test('counts no more after a page that does not join, but keeps its rows', () => {
		const tally = { count: 150, found: 149, sure: 149 };
		const scan = sweeping({ tally, walk: { ...sweptTo(200), at: 100 } });
		const step = taken(scan, tied(199, 100, 600));
		expect(step.end).toBeUndefined();
		expect(step.scan.tally).toEqual({ ...tally, count: null });
		expect(step.fresh).toHaveLength(100);
	});
});

describe('a second that fills a page', () => {
	const second = tied(200, 101, 800);

	test("makes the scan walk by record id where the server's time is not known", () => {
		expect(taken(timeless(), second).scan).toEqual({
			...timeless(),
			requests: 2,
			walk: startWalk('recordId', 100),
			timeEdge: time(800),
		});
	});

	test('is the first of the pages that are read as they come', () => {
		const { scan, end, fresh } = taken(scanOf(), second);
		expect(scan.timeEdge).toBe(time(800));
		expect(scan.tally).toEqual({
			found: 100,
			sure: null,
			pages: { next: 2, read: ids(second) },
		});
		expect([end, fresh]).toEqual([undefined, second]);
	});

	test('ends the scan where that is all that was counted', () => {
		const counted = (count: number) => scanOf({ tally: { count, found: 0, sure: 0 } });
		expect(taken(counted(100), second).end).toBe('complete');
		expect(taken(counted(101), second).end).toBeUndefined();
	});

	test('on a later page makes the scan read all pages as they come, from the first on', () => {
		const scan = scanOf({ walk: { ...walkedTo(850), at: 100 } });
		const crowd = [row(201, 851), ...tied(200, 102, 850)];
		const { scan: after, end, fresh } = taken(scan, crowd);
		expect(after.timeEdge).toBe(time(850));
		expect(after.tally).toEqual({ found: 0, sure: null, pages: { next: 1, read: [] } });
		expect([end, fresh.length]).toEqual([undefined, 99]);
	});
});
