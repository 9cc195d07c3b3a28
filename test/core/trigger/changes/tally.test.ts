import {
	endIfAllFound,
	fromFirstPage,
	takeWindowEnd,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/count-step';
import type {
	CountingScan,
	Scan,
	Tally,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-state';
import {
	canCount,
	countPage,
	countPageById,
	mayReadTwice,
	mayStayOpen,
	pageRequest,
	rowsInWindow,
	startTally,
	windowEndRequest,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/tally';
import type { Walk } from '../../../../nodes/RecordsDirectory/core/listing/walk';
import { row, time } from './polls';

const walkFrom = (order: Walk['order'], edge: number | null): Walk => ({
	...{ order, size: 100, wantedSize: 100, at: 0, back: 0, stalls: 0 },
	...{ edge, last: null },
});

/** A scan of what is newer than second 900; rows older than second 1000 are settled. */
const scanOf = (changes: Partial<Scan> = {}): Scan => ({
	by: 'updatedAt',
	isBaseline: false,
	windowStart: time(900),
	newestAtStart: time(1_100),
	settledBefore: time(1_000),
	startedAt: 0,
	walk: walkFrom('updatedAt', null),
	largestPage: 100,
	requests: 3,
	...changes,
});
const counting = (tally: Tally, changes: Partial<Scan> = {}): CountingScan => ({
	...scanOf(changes),
	tally,
});
const byId = (edge: number | null) => walkFrom('recordId', edge);
const none = new Map<number, unknown>();
const known = new Map([[7, {}]]);
const context = { overlapSeconds: 100, pageSize: 100, known };

test.each([
	[undefined, { found: 0, sure: null }],
	[null, { found: 0, sure: null }],
	[0, { count: 0, found: 0, sure: 0 }],
	[5, { count: 5, found: 0, sure: 0 }],
])('a tally of %j rows starts with nothing found', (count, tally) => {
	expect(startTally(count)).toEqual(tally);
	expect(fromFirstPage(scanOf(), count ?? undefined).tally).toEqual({
		...tally,
		pages: { next: 1, read: [] },
	});
});

test('only a tally makes requests of its own', () => {
	expect([windowEndRequest(scanOf()), pageRequest(scanOf())]).toEqual([undefined, undefined]);
	const counted = fromFirstPage(scanOf({ largestPage: 60 }));
	expect(pageRequest(counted)).toEqual({ order: 'updatedAt:desc', page: 1, limit: 60 });
	expect(windowEndRequest(counted)).toBeUndefined();
});

describe('rows that are counted', () => {
	// 3 is too old to be new, 4 is just not, 7 was known before; 2 is older than the window.
	const rows = [row(7, 1_100), row(4, 1_000), row(3, 999), row(2, 899)];

	test('are those of the window, each once by its ID', () => {
		const first = countPage(fromFirstPage(scanOf(), 9), rows, known);
		expect(first).toEqual({ count: 9, found: 3, sure: 2, pages: { next: 2, read: [7, 4, 3] } });
		const more = [row(3, 950), row(1, 900)];
		const second = countPage(counting(first), more, known);
		expect(second).toEqual({ count: 9, found: 4, sure: 3, pages: { next: 3, read: [7, 4, 3, 1] } });
	});

	test('are the first ones if no page was counted before', () => {
		expect(countPage(counting(startTally()), rows, none)).toEqual({
			found: 3,
			sure: null,
			pages: { next: 2, read: [7, 4, 3] },
		});
	});
});

describe('the rows in the window', () => {
	const page = (pageNumber: number, ...seconds: readonly number[]) => ({
		asked: { order: 'updatedAt:desc', page: pageNumber, limit: 3 } as const,
		rows: seconds.map((second, i) => row(i + 1, second)),
	});

	test.each([
		['down to the first older one', page(3, 1_000, 900, 899), 8],
		['none of a page that is older', page(3, 899, 898, 897), 6],
		['all of a last page', page(3, 1_000, 900), 8],
		['unknown after a full page', page(3, 1_000, 950, 900), undefined],
		['unknown after an empty page', page(3), undefined],
	])('are %s', (_, given, count) => expect(rowsInWindow(scanOf(), given)).toBe(count));

	test('are not counted in a list that is not sorted', () => {
		expect(() => rowsInWindow(scanOf(), page(1, 950, 1_000))).toThrow(
			expect.objectContaining({
				message: 'The service did not sort the records by updatedAt',
			}),
		);
	});
});

describe('a page by record ID', () => {
	const rows = [row(7, 1_100), row(6, 1_000), row(5, 899)];
	const scan = (tally?: Tally, changes: Partial<Scan> = {}) =>
		scanOf({ walk: byId(null), ...(tally && { tally }), ...changes });

	test('that ends below the window may be the last of the records created together', () => {
		expect(countPageById(scan(), rows, none)).toEqual({ found: 2, sure: null, probe: 2 });
	});

	test.each([
		['its last row is in the window', scan(), rows.slice(0, 2)],
		['its last row is at the start of the window', scan(), [row(7, 1_100), row(6, 900)]],
		['the service sends no time', { ...scan(), startedAt: undefined }, rows],
		['it is a baseline', scan(undefined, { isBaseline: true }), rows],
	])('shows no end if %s', (_, given, listed) => {
		expect(countPageById(given as Scan, listed, none)).toEqual({ found: 2, sure: null });
	});

	test('counts on if the number is known', () => {
		const before = { count: 9, found: 4, sure: 2 };
		expect(countPageById(scan(before), rows, known)).toEqual({ count: 9, found: 6, sure: 3 });
	});

	test('counts no row above the edge again', () => {
		const given = scan({ found: 4, sure: null }, { walk: byId(7) });
		expect(countPageById(given, rows, none)).toMatchObject({ found: 5 });
	});

	test('that does not overlap makes the number useless', () => {
		const before = { count: 9, found: 4, sure: 2 };
		expect(countPageById(scan(before), undefined, none)).toEqual({ ...before, count: null });
	});

	test('without rows shows nothing', () => {
		expect(countPageById(scan(), [], none)).toEqual({ found: 0, sure: null });
	});
});

test.each([
	[{}, true],
	[{ isBaseline: true }, false],
	[{ startedAt: undefined }, false],
])('a scan with %j can count: %j', (changes, can) => {
	expect(canCount({ ...scanOf(), ...changes } as Scan)).toBe(can);
});

test.each<[object, boolean]>([
	[{}, false],
	[{ tally: { found: 0, sure: null } }, false],
	[{ tally: { probe: 0, found: 0, sure: null } }, true],
	[{ timeEdge: time(950) }, true],
	[{ timeEdge: time(950), tally: { found: 0, sure: null } }, true],
	[{ timeEdge: time(950), tally: { count: 9, found: 0, sure: 0 } }, true],
	[{ timeEdge: time(950), tally: { count: null, found: 0, sure: null } }, false],
	[{ timeEdge: time(950), tally: { probe: 0, count: null, found: 0, sure: null } }, true],
	[{ timeEdge: time(950), isBaseline: true }, false],
	[{ timeEdge: time(950), startedAt: undefined }, false],
])('rows of a scan with %j may be read again: %j', (changes, may) => {
	expect(mayReadTwice({ ...scanOf(), ...changes })).toBe(may);
});

test.each<[object, string | undefined, boolean]>([
	[{}, time(1_100), true],
	[{}, time(1_000), true],
	[{}, time(999), false],
	[{}, undefined, false],
	[{ unproven: time(1_100) }, time(1_000), true],
	[{ unproven: time(800) }, time(1_000), true],
	[{ unproven: time(799) }, time(1_000), false],
	[{ isBaseline: true }, time(1_000), false],
	[{ startedAt: undefined }, time(1_000), false],
])('a scan with %j that could not pass %s may stay open: %j', (changes, edge, may) => {
	// At most three overlaps after the window first stayed open.
	expect(mayStayOpen({ ...scanOf(), ...changes }, edge, 100)).toBe(may);
});

describe('once as many rows are found as were counted', () => {
	const old = { timeEdge: time(950) };
	const pages = { next: 4, read: [] };

	test.each<[string, Tally, Partial<Scan>, string | undefined]>([
		['certainly', { count: 5, found: 5, sure: 5 }, old, 'complete'],
		['at least', { count: 5, found: 7, sure: 6 }, old, 'complete'],
		['in a recent second', { count: 5, found: 5, sure: 4 }, { timeEdge: time(1_000) }, 'open'],
		['not yet', { count: 5, found: 4, sure: 4 }, old, undefined],
		['of an unknown number', { found: 5, sure: null }, old, undefined],
		['of a number that cannot be known', { count: null, found: 5, sure: 5 }, old, undefined],
	])('%s, the scan ends', (_, tally, changes, end) => {
		const scan = counting(tally, changes);
		expect(endIfAllFound(scan, [], context)).toEqual({ scan, fresh: [], ...(end && { end }) });
	});

	test('before they were counted, pages are read a second time', () => {
		const scan = counting({ count: 5, found: 5, sure: null, pages }, old);
		expect(endIfAllFound(scan, [], context)).toEqual({ scan: fromFirstPage(scan, 5), fresh: [] });
	});

	test('before they were counted, a walk by record ID starts again', () => {
		const scan = counting({ count: 5, found: 5, sure: null }, { ...old, walk: byId(3) });
		const again = { ...scan, walk: byId(null), tally: startTally(5) };
		expect(endIfAllFound(scan, [], context)).toEqual({ scan: again, fresh: [] });
	});

	test('but some of them may be newer, the number is of no use', () => {
		const scan = counting({ count: 5, found: 5, sure: 4, pages }, old);
		expect(endIfAllFound(scan, [], context)).toEqual({
			scan: { ...scan, tally: { ...scan.tally, count: null } },
			fresh: [],
		});
	});
});

describe('a look at the end of the window during a walk by record ID', () => {
	const asked = { order: 'updatedAt:desc', page: 3, limit: 2 } as const;
	const scan = counting({ probe: 5, found: 5, sure: 5 }, { walk: byId(3), timeEdge: time(950) });

	test.each([
		['ends the scan if it has found all', [row(8, 950), row(9, 890)], 5, 'complete'],
		['continues without a number if it shows no end', [row(8, 950), row(9, 940)], null, undefined],
	])('%s', (_, rows, count, end) => {
		const step = takeWindowEnd(scan, { asked, rows }, context);
		expect(step.scan).toEqual({ ...scan, tally: { count, found: 5, sure: 5 } });
		expect(step.end).toBe(end);
	});
});
