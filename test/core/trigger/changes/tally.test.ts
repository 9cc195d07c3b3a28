import {
	canCount,
	countIn,
	mayReadAgain,
	mayStayOpen,
	pageRequest,
	pageTaken,
	probeRequest,
	startTally,
	sweptOn,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/tally';
import type { Tally } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-state';
import { startWalk } from '../../../../nodes/RecordsDirectory/core/listing/walk';
import { knowing, OVERLAP, row, scanOf, sweptTo, time, timeless } from './scans';

const EMPTY: Tally = { found: 0, sure: null };

describe('a look at the end of the window', () => {
	const request = (probe: number, largestPage: number) =>
		probeRequest(scanOf({ largestPage, tally: { ...EMPTY, probe } }));

	test.each([
		['begins half a look before it', 1_000, 1_000, { page: 11, limit: 95 }],
		['begins no earlier than the list', 10, 1_000, { page: 1, limit: 100 }],
		['is no larger than a page has been', 100, 30, { page: 4, limit: 28 }],
	])('%s', (_, probe, largestPage, expected) => {
		expect(request(probe, largestPage)).toEqual({ order: 'updatedAt:desc', ...expected });
	});

	test('is asked for where there is an end to look for', () => {
		expect(probeRequest(scanOf())).toBeUndefined();
		expect(probeRequest(scanOf({ tally: EMPTY }))).toBeUndefined();
		expect(request(0, 100)).toEqual({ order: 'updatedAt:desc', page: 1, limit: 100 });
	});

	test.each([
		['the row after those of the window', 3, [700, 500, 499, 400], 22],
		['the first row of the page', 3, [499, 400], 20],
		['no row, but the list ends', 3, [700, 500], 22],
		['no row of a full page', 1, [900, 900, 800, 800, 800, 700, 700, 600, 600, 500], undefined],
		['no row of a page without any', 3, [], undefined],
	])('tells how many rows there are: older is %s', (_, page, seconds, expected) => {
		const asked = { order: 'updatedAt:desc', page, limit: 10 } as const;
		const rows = seconds.map((second, i) => row(50 - i, second));
		expect(countIn(scanOf(), asked, rows)).toBe(expected);
	});

	test('tells nothing where the service does not sort', () => {
		const asked = { order: 'updatedAt:desc', page: 1, limit: 10 } as const;
		const counting = () => countIn(scanOf(), asked, [row(1, 600), row(2, 601)]);
		expect(counting).toThrow(
			expect.objectContaining({
				fault: 'order',
				message: 'The service did not sort the records by updatedAt',
			}),
		);
	});
});

describe('pages that are read as they come', () => {
	const pages = { next: 3, read: [9, 8] };

	test.each([
		[1_000, 100],
		[40, 40],
	])('are as large as wanted, where a page has held %s rows: %s', (largestPage, limit) => {
		expect(pageRequest(scanOf({ largestPage, tally: { ...EMPTY, pages } }))).toEqual({
			order: 'updatedAt:desc',
			page: 3,
			limit,
		});
	});

	test('are asked for where they are read so', () => {
		expect(pageRequest(scanOf())).toBeUndefined();
		expect(pageRequest(scanOf({ tally: EMPTY }))).toBeUndefined();
	});

	// Rows from 500 on are in the window; those from 900 on may have come since.
	const rows = [row(9, 950), row(7, 950), row(6, 900), row(5, 899), row(4, 500), row(3, 499)];

	test('count each row of the window once, and apart those that were certainly there before', () => {
		expect(pageTaken({ count: 4, found: 2, sure: 1, pages }, rows, scanOf(), knowing(7))).toEqual({
			count: 4,
			found: 6,
			sure: 1 + [7, 5, 4].length,
			pages: { next: 4, read: [9, 8, 7, 6, 5, 4] },
		});
	});

	test('are certain of none while nothing was counted before', () => {
		expect(pageTaken(startTally(), rows, scanOf(), knowing(7))).toEqual({
			found: 5,
			sure: null,
			pages: { next: 2, read: [9, 7, 6, 5, 4] },
		});
	});
});

test.each([
	[undefined, EMPTY],
	[null, EMPTY],
	[0, { count: 0, found: 0, sure: 0 }],
	[7, { count: 7, found: 0, sure: 0 }],
])('a tally with the count %s begins as %j', (count, expected) => {
	expect(startTally(count)).toEqual(expected);
});

describe('a page of a walk by record id', () => {
	const swept = (tally: Tally | undefined, last: number, scan = scanOf({ walk: sweptTo(50) })) =>
		sweptOn(
			tally === undefined ? scan : { ...scan, tally },
			[row(50, 950), row(49, 950), row(48, 899), row(47, 400), row(46, last)],
			knowing(49),
		);

	test('counts the rows of the window below those read before', () => {
		expect(swept({ count: 9, found: 3, sure: 2 }, 500)).toEqual({ count: 9, found: 6, sure: 5 });
		expect(swept(undefined, 500)).toEqual({ found: 3, sure: null });
	});

	test('counts all rows where none was read before', () => {
		const first = scanOf({ walk: startWalk('recordId', 100) });
		expect(swept(startTally(9), 500, first)).toEqual({ count: 9, found: 4, sure: 3 });
	});

	test('that ends in older rows asks where the window ends, unless that is known', () => {
		expect(swept(undefined, 499)).toEqual({ found: 2, sure: null, probe: 2 });
		expect(swept({ count: 9, found: 0, sure: 0 }, 499)).not.toHaveProperty('probe');
		expect(swept({ count: null, found: 0, sure: null }, 499)).not.toHaveProperty('probe');
	});

	test('does not ask so without the time of the server, nor where it is empty', () => {
		expect(swept(undefined, 499, timeless({ walk: sweptTo(50) }))).toEqual({
			found: 2,
			sure: null,
		});
		expect(sweptOn(scanOf({ walk: sweptTo(50) }), [], knowing())).toEqual(EMPTY);
	});

	test('that does not join leaves no count', () => {
		const tally = { count: 9, found: 3, sure: 2 };
		const scan = scanOf({ walk: sweptTo(50), tally });
		expect(sweptOn(scan, undefined, knowing())).toEqual({ count: null, found: 3, sure: 2 });
	});
});

describe('counting', () => {
	test('needs the time of the server, and is not for a baseline', () => {
		expect(canCount(scanOf())).toBe(true);
		expect(canCount(timeless())).toBe(false);
		expect(canCount(scanOf({ isBaseline: true }))).toBe(false);
	});

	test.each<[string, Partial<Parameters<typeof mayReadAgain>[0]>, boolean]>([
		['a walk by time', {}, false],
		['a look at the end of the window', { tally: { ...EMPTY, probe: 5 } }, true],
		['a second that cannot be passed', { timeEdge: time(700) }, true],
		['one that is counted', { timeEdge: time(700), tally: startTally(5) }, true],
		[
			'one that is not counted any more',
			{ timeEdge: time(700), tally: { ...EMPTY, count: null } },
			false,
		],
	])('may read rows once more: %s', (_, changes, expected) => {
		expect(mayReadAgain(scanOf(changes))).toBe(expected);
		expect(mayReadAgain(timeless(changes))).toBe(false);
	});
});

describe('a window may stay open', () => {
	const mayStay = (edge: number | undefined, scan = scanOf()) =>
		mayStayOpen(scan, edge === undefined ? edge : time(edge), OVERLAP);

	test('while the time that is not passed is young', () => {
		expect([950, 900, 899, undefined].map((edge) => mayStay(edge))).toEqual([
			true,
			true,
			false,
			false,
		]);
	});

	test('for three overlaps', () => {
		expect(mayStay(950, scanOf({ unproven: time(700) }))).toBe(true);
		expect(mayStay(950, scanOf({ unproven: time(699) }))).toBe(false);
	});

	test('where its rows can be counted', () => {
		expect(mayStay(950, scanOf({ isBaseline: true }))).toBe(false);
		expect(mayStay(950, timeless())).toBe(false);
	});
});
