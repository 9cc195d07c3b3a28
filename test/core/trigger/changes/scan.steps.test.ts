import {
	scanOn,
	scanRequest,
	startScan,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan';
import { startWalk } from '../../../../nodes/RecordsDirectory/core/listing/walk';
import { knowing, LIMITS, OVERLAP, row, scanOf, time, walkedTo } from './scans';

const start = (changes: Partial<Parameters<typeof startScan>[0]> = {}) =>
	startScan(
		{ by: 'updatedAt', isBaseline: false, bound: time(500), newest: time(1_000), ...changes },
		10,
	);
/** The scan after a first page, whose reply came so many seconds into the server's time. */
const first = (scan: ReturnType<typeof start>, seconds: readonly number[], date?: number) => {
	const rows = seconds.map((second, i) => row(9 - i, second));
	const reply = date === undefined ? { rows } : { rows, date: date * 1_000 };
	return scanOn(scan, reply, LIMITS, knowing()).scan;
};

test('a scan begins with a small page, and believes in none larger than every service gives', () => {
	expect(start({ newestReadAt: 5, unproven: time(900) })).toEqual({
		by: 'updatedAt',
		isBaseline: false,
		bound: time(500),
		top: null,
		calm: time(1_000),
		newestReadAt: 5,
		unproven: time(900),
		walk: startWalk('updatedAt', 10),
		largestPage: 20,
		requests: 0,
	});
	expect(scanRequest(start())).toEqual({ order: 'updatedAt:desc', page: 1, limit: 10 });
});

describe('the first page', () => {
	test.each([
		['a newer row', [1_200, 499], 1_200],
		['the row that was the newest', [1_000, 499], 1_000],
		['only older rows: the newest was deleted', [700, 499], 1_000],
		['no rows', [], 1_000],
	])('sets the newest time: %s', (_, seconds, newest) => {
		expect(first(start(), seconds)).toMatchObject({
			top: time(newest),
			calm: time(newest - OVERLAP),
			bound: time(500),
		});
	});

	test('makes the window of a baseline two overlaps long', () => {
		const baseline = start({ isBaseline: true, bound: '', newest: '' });
		expect(first(baseline, [1_000, 499])).toMatchObject({
			top: time(1_000),
			calm: time(900),
			bound: time(800),
		});
		expect(first(baseline, [])).toMatchObject({ top: '', calm: '', bound: '' });
	});

	test("keeps the server's time, where it comes with one", () => {
		expect(first(start(), [1_000, 499], 7).startedAt).toBe(7_000);
		expect(first(start(), [1_000, 499])).not.toHaveProperty('startedAt');
		expect(first(scanOf(), [1_000, 499], 7).startedAt).toBe(0);
	});

	// Twice the overlap of 100 seconds, and half a minute.
	test.each([
		['closes the window', 1_000, 10, 240, 1_001],
		['is too early to close it', 1_000, 10, 239, 900],
		['has something newer', 1_001, 10, 240, 901],
		['comes without a time', 1_000, 10, undefined, 900],
		['is of a trigger that never had a time', 1_000, undefined, 240, 900],
	])('%s', (_, newest, readAt, date, calm) => {
		const scan = start(readAt === undefined ? {} : { newestReadAt: readAt * 1_000 });
		expect(first(scan, [newest, 499], date).calm).toBe(time(calm));
	});
});

test('every page counts, and the largest is remembered', () => {
	const scan = first(scanOf({ requests: 4, largestPage: 2 }), [1_000, 900, 800]);
	expect(scan).toMatchObject({ requests: 5, largestPage: 3 });
	expect(first(scan, [1_000])).toMatchObject({ requests: 6, largestPage: 3 });
});

test('twenty thousand pages are no list of a form', () => {
	expect(first(scanOf({ requests: 19_999 }), [1_000, 499]).requests).toBe(20_000);
	expect(() => first(scanOf({ requests: 20_000 }), [1_000, 499])).toThrow(
		expect.objectContaining({
			fault: 'endless',
			message: 'The record list of the service does not come to an end',
		}),
	);
});

describe('what is asked for next', () => {
	const pages = { next: 3, read: [] };
	const tally = { found: 0, sure: null };

	test('is the end of the window, then a page as it comes, then one of the walk', () => {
		const limit = 100;
		const order = 'updatedAt:desc';
		const next = (more: object) => scanRequest(scanOf({ tally: { ...tally, ...more } }));
		expect(next({ probe: 40, pages })).toEqual({ order, page: 1, limit });
		expect(next({ pages })).toEqual({ order, page: 3, limit });
		expect(next({})).toEqual({ order, page: 1, limit });
	});

	test('is what its reply is taken for', () => {
		const scan = scanOf({ walk: walkedTo(950), timeEdge: time(950) });
		const after = (more: object) => first({ ...scan, tally: { ...tally, ...more } }, [960, 499]);
		expect(after({ probe: 40 }).tally).toEqual({ count: 1, found: 0, sure: 0 });
		expect(after({ pages: { next: 1, read: [] } }).tally).toMatchObject({ count: 1, found: 1 });
		expect(after({}).tally).toEqual(tally);
	});
});
