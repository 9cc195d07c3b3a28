import {
	complete,
	emptyState,
	pause,
	type ChangeState,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/state';
import {
	startChanges,
	type ChangeSettings,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/listed-record';
import { LIMITS, row, scanOf, sweptTo, tied, time, walkedTo } from './scans';

const settings: ChangeSettings = {
	event: 'recordUpdated',
	appsId: 1,
	scope: 's',
	maxRequests: 3,
	...LIMITS,
};
const state = (changes: Partial<ChangeState> = {}): ChangeState => ({
	...emptyState('s'),
	newest: time(1_000),
	bound: time(500),
	...changes,
});
/** Versions by record id, each with its second. */
const seen = (versions: Readonly<Record<number, number>>) =>
	new Map(
		Object.entries(versions).map(([id, second]) => [
			Number(id),
			{ time: time(second), fingerprint: `v${id}` },
		]),
	);

describe('a scan to the end', () => {
	const after = (before: Partial<ChangeState>, scan = {}, isOpen = false) =>
		complete(state(before), scanOf(scan), seen({}), { isOpen });

	test('moves the window, and remembers the versions in it', () => {
		const versions = seen({ 1: 899, 2: 900, 3: 950 });
		expect(complete(state({ unproven: time(700) }), scanOf(), versions, { isOpen: false })).toEqual(
			{
				version: 1,
				scope: 's',
				newest: time(1_000),
				newestReadAt: 0,
				bound: time(900),
				seen: { [time(900)]: { 2: 'v2' }, [time(950)]: { 3: 'v3' } },
			},
		);
	});

	test('never moves the window back', () => {
		expect(after({ bound: time(901) }).bound).toBe(time(901));
	});

	test('that is to be proven later leaves the window, and tells since when', () => {
		expect(after({}, {}, true)).toMatchObject({ bound: time(500), unproven: time(1_000) });
		expect(after({ unproven: time(700) }, {}, true).unproven).toBe(time(700));
	});

	test.each([
		['a newer time, now', 900, 5, 60, 60],
		['the same time, when it was first read', 1_000, 5, 60, 5],
		["a server's time that was set back", 1_000, 60, 5, 5],
		["without the server's time, when it was known", 1_000, 5, undefined, 5],
		["the first of the server's times", 1_000, undefined, 60, 60],
		["a newer time without the server's", 900, 5, undefined, undefined],
	])('knows when the newest time was read: %s', (_, newest, readAt, startedAt, expected) => {
		const before = {
			newest: time(newest),
			...(readAt === undefined ? {} : { newestReadAt: readAt }),
		};
		const { newestReadAt, ...rest } = after(before, { startedAt });
		expect(newestReadAt).toBe(expected);
		if (expected === undefined) expect('newestReadAt' in after(before, { startedAt })).toBe(false);
		expect(rest.newest).toBe(time(1_000));
	});
});

test('a scan that is not at its end is kept, with the versions that may come again', () => {
	const before = state({ newestReadAt: 5, unproven: time(700) });
	const scan = scanOf({ walk: walkedTo(700) });
	expect(pause(before, scan, seen({ 1: 800, 2: 801, 3: 900 }), settings)).toEqual({
		...before,
		seen: { [time(800)]: { 1: 'v1' }, [time(900)]: { 3: 'v3' } },
		scan,
	});
});

test('a state without its versions is damaged', () => {
	const { seen: _, ...damaged } = state();
	expect(() => startChanges(damaged as ChangeState, settings)).toThrow(
		'The saved state of this trigger is damaged',
	);
});

describe('a poll', () => {
	const asked = (versions: number, pageSize: number) => {
		const many = Object.fromEntries(Array.from({ length: versions }, (_, i) => [i + 1, 'v']));
		const saved = state({ seen: { [time(900)]: many } });
		return startChanges(saved, { ...settings, pageSize }).ask?.limit;
	};

	test.each([
		['a few rows for a quiet form', 0, 100, 10],
		['those of the window and a few more', 42, 100, 52],
		['no more than a page', 95, 100, 100],
		['no more than a small page', 0, 7, 7],
		['a few rows where the window takes several pages anyway', 100, 100, 10],
	])('first asks for %s', (_, versions, pageSize, limit) => {
		expect(asked(versions, pageSize)).toBe(limit);
	});

	/** Polls until a scan is complete, of a service that has this list and, maybe, tells its time. */
	function polls(list: readonly RecordRow[], saved: ChangeState, chosen: ChangeSettings) {
		const requests: number[] = [];
		const told: number[] = [];
		for (let after = saved; requests.length < 50; ) {
			const polling = startChanges(after, chosen);
			let count = 0;
			for (let { ask } = polling; ask && count < 50; ask = polling.ask, count++) {
				const rows = list.slice((ask.page - 1) * ask.limit, ask.page * ask.limit);
				polling.take({ rows, date: 5_000 });
			}
			const { events, state: next } = polling.end();
			requests.push(count);
			told.push(...events.map(({ row: { recordId } }) => recordId));
			after = next;
			if (!after.scan) return { requests, told, state: after };
		}
		throw new Error('the scan does not end');
	}

	test('makes no more requests than it may, and the next one goes on', () => {
		// A second apart, so that each page joins the one before.
		const list = Array.from({ length: 900 }, (_, i) => row(900 - i, 1_900 - i));
		const before = state({ bound: time(1_001) });
		const { requests, told } = polls(list, before, { ...settings, event: 'recordCreated' });
		expect(requests).toEqual([3, 3, 3, 3]);
		expect(told.sort((a, b) => b - a)).toEqual(list.map(({ recordId }) => recordId));
	});

	test('tells what a walk by record id found from the oldest time on', () => {
		const scan = scanOf({ walk: sweptTo(90), timeEdge: time(800) });
		const polling = startChanges(state({ scan }), settings);
		const found = [
			[90, 700],
			[9, 600],
			[8, 800],
			[7, 550],
			[6, 700],
		] as const;
		polling.take({ rows: found.map(([id, second]) => row(id, 1, second)) });
		const { events } = polling.end();
		expect(events.map(({ row: { recordId } }) => recordId)).toEqual([7, 9, 6, 8]);
	});

	test('that counts all rows of a young second leaves their proof to a later one', () => {
		const list = [...tied(250, 1, 1_000), row(999, 300)];
		const { state: saved } = polls(list, state({ bound: time(900) }), settings);
		expect(saved).toMatchObject({ bound: time(900), unproven: time(1_000) });
		expect(Object.keys(saved.seen[time(1_000)] ?? {})).toHaveLength(250);
	});
});
