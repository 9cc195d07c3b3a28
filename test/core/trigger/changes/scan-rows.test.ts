import { mayComeAgain } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan';
import type { Scan } from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-state';
import {
	freshOf,
	idEdgeOf,
	timeEdgeOf,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/scan-rows';
import { startWalk } from '../../../../nodes/RecordsDirectory/core/listing/walk';
import { OVERLAP, row, scanOf, sweptTo, time, timeless, walkedTo } from './scans';

/** By record id down to 50, after the times down to 700. */
const sweeping = scanOf({ walk: sweptTo(50), timeEdge: time(700) });
const byTime = scanOf({ walk: walkedTo(700) });
const beginning = scanOf();

test.each<[string, Scan, number | undefined, number]>([
	['no page', beginning, undefined, Infinity],
	['pages by time', byTime, 700, Infinity],
	['pages by record id after those by time', sweeping, 700, 50],
	['pages by time once more', { ...byTime, timeEdge: time(800) }, 800, Infinity],
])('%s: how far a scan has read', (_, scan, seconds, id) => {
	expect(timeEdgeOf(scan)).toBe(seconds === undefined ? undefined : time(seconds));
	expect(idEdgeOf(scan)).toBe(id);
});

describe('rows that a scan wants and has not read', () => {
	const fresh = (scan: Scan, rows: readonly (readonly [number, number])[]) =>
		freshOf(
			scan,
			rows.map(([id, seconds]) => row(id, seconds)),
		).map(({ recordId }) => recordId);

	test('are those of the window, while nothing is read', () => {
		const rows = [
			[4, 1_001],
			[3, 800],
			[2, 500],
			[1, 499],
		] as const;
		expect(fresh(beginning, rows)).toEqual([4, 3, 2]);
		const { timeEdge: _, ...first } = { ...sweeping, walk: startWalk('recordId', 100) };
		expect(fresh({ ...first, timeEdge: time(900) }, rows)).toEqual([4, 3, 2]);
	});

	test('are by time those of the second read last, older ones, and those that may have come since', () => {
		const rows = [
			[5, 900],
			[4, 899],
			[3, 701],
			[2, 700],
			[1, 600],
		] as const;
		expect(fresh(byTime, rows)).toEqual([5, 2, 1]);
	});

	test('are by record id those below the last, unless they were read by time', () => {
		const rows = [
			[52, 900],
			[51, 600],
			[50, 600],
			[49, 701],
			[48, 700],
			[47, 600],
		] as const;
		expect(fresh(sweeping, rows)).toEqual([52, 48, 47]);
	});

	test('are for a baseline no newer than its first row', () => {
		const rows = [
			[2, 1_001],
			[1, 1_000],
		] as const;
		expect(fresh({ ...beginning, isBaseline: true }, rows)).toEqual([1]);
	});
});

describe('a version may come again', () => {
	const may = (scan: Scan, recordId: number, seconds: number) =>
		mayComeAgain(scan, recordId, time(seconds), OVERLAP);

	test('while nothing is read, and when it is as new as rows that come late', () => {
		expect(may(beginning, 1, 600)).toBe(true);
		expect(may(byTime, 1, 900)).toBe(true);
		expect(may(byTime, 1, 899)).toBe(false);
	});

	test('by time where its second is not passed, by an overlap more for its creation', () => {
		expect([600, 800, 801].map((seconds) => may(byTime, 1, seconds))).toEqual([true, true, false]);
	});

	test('by record id below the last, unless it was read by time', () => {
		const scan = timeless({ walk: sweptTo(50), timeEdge: time(700) });
		expect([51, 50, 49].map((id) => may(scan, id, 600))).toEqual([false, false, true]);
		expect(may(scan, 49, 801)).toBe(false);
	});

	test('wherever counting may make the scan begin anew', () => {
		expect(may(sweeping, 51, 600)).toBe(true);
		expect(may({ ...byTime, tally: { found: 0, sure: null, probe: 5 } }, 1, 899)).toBe(true);
	});
});
