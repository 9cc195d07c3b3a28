import {
	fromFirstPage,
	judged,
	paged,
	probed,
	sweep,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/count-step';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/listed-record';
import type { Scan } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-state';
import type { Tally } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-state';
import { startWalk } from '../../../../nodes/RecordsDirectory/core/listing/walk';
import { knowing, LIMITS, row, scanOf, sweptTo, tied, time, walkedTo } from './scans';

/** A second that could not be passed: a young one is read again by the next scan anyway. */
const [YOUNG, OLD] = [950, 800];
const crowded = (second: number, tally: Tally, changes: Partial<Scan> = {}) => ({
	...scanOf({ walk: walkedTo(second), timeEdge: time(second), ...changes }),
	tally,
});
const ids = (rows: readonly RecordRow[]) => rows.map(({ recordId }) => recordId);
const BY_ID = startWalk('recordId', LIMITS.pageSize);
const FIRST_PAGE = { next: 1, read: [] };
const asked = { order: 'updatedAt:desc', page: 2, limit: 3 } as const;

describe('rows that are found, against those that were counted', () => {
	const pages = { next: 4, read: [5] };

	test.each<[string, Tally]>([
		['not counted yet', { found: 9, sure: null }],
		['not counted any more', { count: null, found: 9, sure: 9 }],
		['fewer', { count: 5, found: 4, sure: 4 }],
	])('%s: the scan goes on', (_, tally) => {
		const scan = crowded(YOUNG, tally);
		expect(judged(scan, [row(1, 600)], LIMITS)).toEqual({ scan, fresh: [row(1, 600)] });
	});

	test.each([5, 6])('all, and %s were there for certain: the scan is complete', (sure) => {
		const scan = crowded(OLD, { count: 5, found: 6, sure });
		expect(judged(scan, [], LIMITS)).toEqual({ scan, fresh: [], end: 'complete' });
	});

	test.each([4, null])('all, but %s for certain: it stays open while that is young', (sure) => {
		const scan = crowded(YOUNG, { count: 5, found: 5, sure });
		expect(judged(scan, [], LIMITS)).toEqual({ scan, fresh: [], end: 'open' });
	});

	test('some may have come since: the number is of no use any more', () => {
		for (const found of [
			{ found: 5, sure: 4 },
			{ found: 5, sure: 4, pages },
		]) {
			const scan = crowded(OLD, { count: 5, ...found });
			const tally = { count: null, ...found };
			expect(judged(scan, [], LIMITS)).toEqual({ scan: { ...scan, tally }, fresh: [] });
		}
	});

	test.each([5, 0])('counted only afterwards, %s: all are read once more', (count) => {
		const scan = crowded(OLD, { count, found: 5, sure: null });
		expect(judged(scan, [], LIMITS).scan).toEqual({
			...scan,
			walk: BY_ID,
			tally: { count, found: 0, sure: 0 },
		});
		const byPages = { ...scan, tally: { ...scan.tally, pages } };
		expect(judged(byPages, [], LIMITS)).toEqual({
			scan: { ...scan, tally: { count, found: 0, sure: 0, pages: FIRST_PAGE } },
			fresh: [],
		});
	});
});

describe('pages that are read as they come', () => {
	const read = (second: number, tally: Omit<Tally, 'pages'>, rows: readonly RecordRow[]) => {
		const before = crowded(second, { ...tally, pages: { next: 2, read: [9, 8, 7] } });
		return { before, ...paged(before, asked, rows, LIMITS, knowing()) };
	};

	test('go on below a full page', () => {
		const { scan, fresh, end } = read(OLD, { count: 7, found: 3, sure: 3 }, tied(6, 4, 800));
		expect(end).toBeUndefined();
		expect(scan.tally).toEqual({
			count: 7,
			found: 6,
			sure: 6,
			pages: { next: 3, read: [9, 8, 7, 6, 5, 4] },
		});
		expect(scan.walk).toEqual(walkedTo(OLD));
		expect(ids(fresh)).toEqual([6, 5, 4]);
	});

	test.each([
		['an older row', [...tied(6, 5, 800), row(4, 499)]],
		['the end of the list', tied(6, 5, 800)],
	])('are complete at %s, where they hold what was counted', (_, rows) => {
		expect(read(OLD, { count: 5, found: 3, sure: 3 }, rows).end).toBe('complete');
	});

	test('are read once more when the first reading has counted them', () => {
		const { scan, end } = read(OLD, { found: 3, sure: null }, tied(6, 5, 800));
		expect(end).toBeUndefined();
		expect(scan.tally).toEqual({ count: 5, found: 0, sure: 0, pages: FIRST_PAGE });
		expect(scan.walk).toEqual(walkedTo(OLD));
	});

	test.each<[string, RecordRow[], Tally]>([
		['an older row', [row(8, 800), row(6, 800), row(4, 499)], { count: 5, found: 0, sure: 0 }],
		['the end of the list', [row(8, 800), row(6, 800)], { count: 5, found: 0, sure: 0 }],
		['an empty page', [], { found: 0, sure: null }],
	])('that lack a row at %s are followed by a walk by record id', (_, rows, tally) => {
		const { scan, end, before } = read(OLD, { count: 5, found: 3, sure: 3 }, rows);
		expect(end).toBeUndefined();
		expect(scan).toEqual({ ...before, walk: BY_ID, tally });
	});

	test('keep to the first count when more rows have come since', () => {
		const { scan } = read(OLD, { count: 99, found: 3, sure: 3 }, tied(6, 4, 800));
		expect(scan.tally?.count).toBe(99);
		expect(read(YOUNG, { count: 4, found: 3, sure: 3 }, tied(6, 5, 960)).end).toBe('open');
	});
});

describe('a look at the end of the window', () => {
	// The fifth row of the list is the first older one, so there are four.
	const rows = [row(6, 700), row(5, 499), row(4, 499)];
	const probe = { probe: 4, found: 4, sure: null };

	test('tells a walk by record id how many rows it has to find', () => {
		const scan = crowded(OLD, { ...probe, found: 3 }, { walk: sweptTo(50) });
		expect(probed(scan, asked, rows, LIMITS, knowing())).toEqual({
			scan: { ...scan, tally: { count: 4, found: 3, sure: null } },
			fresh: [row(6, 700)],
		});
	});

	test('ends a walk by record id that has found them', () => {
		const scan = crowded(YOUNG, probe, { walk: sweptTo(50) });
		expect(probed(scan, asked, rows, LIMITS, knowing()).end).toBe('open');
	});

	test('that misses it leaves a walk by record id without a number', () => {
		const scan = crowded(YOUNG, probe, { walk: sweptTo(50) });
		const { end, scan: after } = probed(scan, asked, tied(6, 4, 700), LIMITS, knowing());
		expect(end).toBeUndefined();
		expect(after.tally).toEqual({ count: null, found: 4, sure: null });
	});

	const byTime = (second: number) => ({ ...scanOf({ walk: walkedTo(second) }), tally: probe });

	test('is all that a quiet poll needs, where as many are remembered', () => {
		const scan = byTime(YOUNG);
		const step = probed(scan, asked, rows, LIMITS, knowing(1, 2, 3, 4));
		expect(step).toEqual({ scan, fresh: [row(6, 700)], end: 'open' });
	});

	test.each<[string, number, RecordRow[], number[], Tally]>([
		['one is gone', YOUNG, rows, [1, 2, 3, 4, 5], { count: 4, found: 0, sure: 0 }],
		['it has to be proven', OLD, rows, [1, 2, 3, 4], { count: 4, found: 0, sure: 0 }],
		['nobody knows', YOUNG, tied(6, 4, 700), [1, 2, 3, 4], { found: 0, sure: null }],
	])('makes the walk by time begin anew where %s', (_, second, reply, known, tally) => {
		const { scan, end } = probed(byTime(second), asked, reply, LIMITS, knowing(...known));
		expect(end).toBeUndefined();
		expect(scan).toEqual(scanOf({ walk: startWalk('updatedAt', LIMITS.pageSize), tally }));
	});
});

test('a walk by record id begins at the head, and remembers how far that by time came', () => {
	const scan = scanOf({ walk: walkedTo(700) });
	const byId = { ...scan, walk: BY_ID, timeEdge: time(700) };
	expect(sweep(scan, LIMITS)).toEqual(byId);
	expect(sweep({ ...byId, walk: sweptTo(50) }, LIMITS)).toEqual(byId);
});

test('reading from the first page on forgets all but the count', () => {
	const scan = crowded(OLD, { count: 9, found: 4, sure: 2, pages: { next: 4, read: [3] } });
	expect(fromFirstPage(scan, 7)).toEqual({
		...scan,
		tally: { count: 7, found: 0, sure: 0, pages: FIRST_PAGE },
	});
	expect(fromFirstPage(scan).tally).toEqual({ found: 0, sure: null, pages: FIRST_PAGE });
});
