import {
	ChangePoll,
	type ChangeSettings,
} from '../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { polls, row, spaced, tied, time } from './changes/polls';

const ALL = { pageSize: 30, mostItems: 150, since: time(-10_000_000) };
/** Seven pages of records, one per second: record 210 at second 1210. */
const FORM = spaced(1, 210, 1_001);
const upTo = (to: number, from = 1) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const idsOf = (done: ReturnType<typeof polls>) => done.flatMap(({ told }) => told);
const inOrder = (ids: readonly unknown[]) => ids.map(Number).sort((a, b) => a - b);

/** Polls a minute apart. */
const often = (list: readonly RecordRow[], count: number, from = 2_000) =>
	Array.from({ length: count }, (_, n) => ({ list, now: from + 60 * n }));

describe('a trigger that begins with all existing records', () => {
	it('of one second are read by record ID, and the state keeps none that was read', () => {
		const list = [...tied(1, 2_000, 1_000), row(2_001, 1_500)];
		const done = polls(often(list, 20), ALL);
		expect(inOrder(idsOf(done))).toEqual(upTo(2_001));
		expect(idsOf(done.slice(0, 9)).length).toBeGreaterThan(1_000);
		const kept = done.map(({ state: { seen } }) => Object.values(seen).flatMap(Object.keys).length);
		expect(Math.max(...kept)).toBeLessThan(250);
	});

	it('counts the records that it emits', () => {
		const settings: ChangeSettings = {
			event: 'recordCreated',
			appsId: 1,
			overlapSeconds: 100,
			maxRequests: 40,
			...ALL,
		};
		const starting = new ChangePoll(undefined, settings);
		starting.take({ rows: [row(1, 1_000)] });
		expect(starting.request).toBeUndefined();
		expect(starting.end()).toMatchObject({ events: [{ row: { recordId: 1 } }], fresh: 1 });
	});
});

describe('a trigger that begins with existing records since a time', () => {
	const since = { pageSize: 30, since: time(1_150) };
	const edited = FORM.map((one) => (one.recordId === 7 ? row(7, 1_007, 1_800) : one));

	it('is at its start until the first scan has ended', () => {
		const done = polls(often(edited, 4), { ...since, maxRequests: 2 });
		expect(done.map(({ state }) => state.scan?.purpose === 'existing')).toEqual([
			true,
			false,
			false,
			false,
		]);
	});
});
