import {
	type ChangeState,
	type ChangeSettings,
} from '../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import { startRecords } from '../../../nodes/RecordsDirectory/core/trigger/existing';
import type { RecordRow } from '../../../nodes/RecordsDirectory/core/trigger/listed-record';
import { findProgress } from '../../../nodes/RecordsDirectory/core/trigger/field-history';
import { poll, polls, row, spaced, time } from './changes/polls';

const NEW_EVENTS_ONLY = { pageSize: 30 };
const ALL = { pageSize: 30, mostItems: 150, since: '' };
/** Seven pages of records, one per second: record 210 at second 1210. */
const FORM = spaced(1, 210, 1_001);
const downFrom = (to: number, from = 1) => Array.from({ length: to - from + 1 }, (_, i) => to - i);
const idsOf = (done: ReturnType<typeof polls>) => done.flatMap(({ told }) => told);
const byId = (asked: readonly string[]) => asked.filter((one) => one.endsWith('by recordId'));

/** Polls a minute apart. */
const often = (list: readonly RecordRow[], count: number, from = 2_000) =>
	Array.from({ length: count }, (_, n) => ({ list, now: from + 60 * n }));

/** Polls of records of which a value differs with every reply. */
function differing(...rows: readonly RecordRow[]) {
	let replies = 0;
	const list = () =>
		rows.map((one) => ({ ...one, raw: { ...one.raw, record: { clock: ++replies } } }));
	return [2_000, 2_060, 2_120].map((now) => ({ list, now }));
}

describe('a trigger that begins with everything that exists', () => {
	it.each([1, 2, 3, 40])('emits each record once, with %d requests per poll', (maxRequests) => {
		const done = polls(often(FORM, 12), { ...ALL, maxRequests });
		expect(done.every(({ asked }) => asked.length <= maxRequests)).toBe(true);
		expect(idsOf(done)).toEqual(downFrom(210));
		const events = done.flatMap((one) => one.events);
		expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['recordCreated']));
		expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(210);
	});

	it('emits at most five pages of records per poll', () => {
		const done = polls(often(FORM, 3), ALL);
		expect(done.map(({ asked }) => byId(asked).length)).toEqual([5, expect.any(Number), 0]);
		expect(done.map(({ told }) => told.length > 0)).toEqual([true, true, false]);
	});

	it('begins with one request for the newest time, as record IDs show the window', () => {
		const { asked } = poll(
			undefined,
			{ list: FORM, now: 2_000 },
			{ ...ALL, event: 'recordCreated' },
		);
		expect(asked.length - byId(asked).length).toBe(1);
	});

	it('notes what is left only as long as records are left', () => {
		const done = polls(often(FORM, 3), ALL);
		expect(done.map(({ state }) => findProgress(state).isStart)).toEqual([true, false, false]);
		expect(done.map(({ state }) => 'existing' in state)).toEqual([true, false, false]);
	});

	it('emits changes made meanwhile afterwards, and each version once', () => {
		// 5 is edited before it is read, 190 after it was emitted.
		const edited = FORM.map((one) =>
			[5, 190].includes(Number(one.recordId)) ? row(Number(one.recordId), 1, 2_010) : one,
		);
		const after = often([...edited, row(211, 2_020)], 4, 2_060);
		const done = polls([{ list: FORM, now: 2_000 }, ...after], ALL);
		expect(idsOf(done)).toEqual([...downFrom(210), 190, 211]);
		expect(done.map(({ told }) => told.includes(211))).toEqual([false, false, true, false, false]);
	});

	it.each(['recordCreated', 'recordCreatedOrUpdated'] as const)(
		'does not emit the newest records again: %s',
		(event) => {
			const list = [row(1, 10), row(2, 1_000, 1_090), row(3, 1_000), row(4, 0, 1_090)];
			const done = polls(often(list, 4), { ...ALL, event });
			expect(done.map(({ told }) => told)).toEqual([[4, 3, 2, 1], [], [], []]);
		},
	);

	it('skips records that are deleted already', () => {
		const list = [row(1, 10), { ...row(2, 20), isDeleted: 1 }, row(3, 30)];
		expect(idsOf(polls(often(list, 3), ALL))).toEqual([3, 1]);
	});

	it('misses no other record when some disappear between two pages', () => {
		const left = FORM.slice(0, 150);
		const during = { list: (n: number) => (n < 3 ? FORM : left), now: 2_000 };
		const told = idsOf(polls([during, ...often(left, 4)], ALL));
		expect(told).toHaveLength(new Set(told).size);
		expect(told).toEqual(expect.arrayContaining(downFrom(150)));
	});

	it('reads forms of any size', () => {
		const { state } = poll(undefined, { list: FORM, now: 2_000 }, ALL);
		const { existing } = state;
		const large = { ...state, ...(existing && { existing: { ...existing, records: 20_000 } }) };
		expect(poll(large, { list: FORM, now: 2_060 }, ALL).told.at(-1)).toBe(1);
	});

	it('learns first which values differ with every reply', () => {
		const done = polls(differing(row(9, 10), ...spaced(1, 3, 1_000)), ALL);
		expect(done.map(({ told }) => told)).toEqual([[9, 3, 2, 1], [], []]);
	});

	it('starts again with other settings', () => {
		const service = { list: FORM.slice(0, 3), now: 2_000 };
		const { state } = poll(undefined, service, ALL);
		expect(poll(state, service, { ...ALL, scope: 'other' }).told).toEqual([3, 2, 1]);
	});

	/** A poll after its first request, which reads the newest time of this record. */
	function readingOne() {
		const settings: ChangeSettings = {
			event: 'recordCreated',
			appsId: 1,
			scope: 's',
			overlapSeconds: 100,
			maxRequests: 40,
			...ALL,
		};
		const starting = startRecords(undefined, settings);
		starting.take({ rows: [row(1, 1_000)] });
		return starting;
	}

	it('counts the records that it emits', () => {
		const starting = readingOne();
		starting.take({ rows: [row(1, 1_000)] });
		expect(starting.request).toBeUndefined();
		expect(starting.end()).toMatchObject({ events: [{ row: { recordId: 1 } }], fresh: 1 });
	});

	it('fails for a record without a time', () => {
		const rows = [{ ...row(1, 1_000), updatedAt: '' }];
		expect(() => readingOne().take({ rows })).toThrow('Record 1 has no times YYYY-MM-DD hh:mm:ss');
	});
});

const TENS = { since: '', pageSize: 10 };
const byFallingId = (list: readonly RecordRow[]) => list.map(({ recordId }) => recordId).reverse();

describe('existing records, ten per page,', () => {
	it('of a form whose pages do not join are read again, and come once', () => {
		const list = spaced(1, 40, 0);
		const left = list.filter(({ recordId }) => Number(recordId) <= 31 && recordId !== 28);
		const during = (requests: number) => (requests < 3 ? list : left);
		let state: ChangeState | undefined;
		const found = [1, 2, 3].flatMap((nth) => {
			const next = poll(state, { list: nth === 1 ? during : left, now: 60 * nth }, TENS);
			({ state } = next);
			return next.told;
		});
		expect(found).toEqual([
			...byFallingId(list).slice(0, 10),
			...byFallingId(left).filter((id) => Number(id) < 31),
		]);
	});

	it('that were edited since the window began are known to the next polls', () => {
		const list = [row(1, 0), row(2, 0, 900), row(3, 0, 1_000)];
		const { told, state } = poll(undefined, { list, now: 1_000 }, TENS);
		expect(told).toEqual([3, 2, 1]);
		expect(Object.keys(state.seen)).toEqual(expect.arrayContaining([time(900), time(1_000)]));
		expect(poll(state, { list, now: 1_060 }, TENS).told).toEqual([]);
	});

	it.each([
		[{ ...row(2, 5), recordId: NaN }, 'without a record ID'],
		[{ ...row(2, 5), updatedAt: 'yesterday' }, 'has no times'],
	])('must have an ID and times: %#', (damaged, message) => {
		const list = [row(3, 1_000), row(1, 0)];
		const service = { list: (requests: number) => (requests === 0 ? list : [damaged, ...list]) };
		expect(() => poll(undefined, service, TENS)).toThrow(message);
	});
});

describe('a trigger that begins with everything since a time', () => {
	const since = { pageSize: 30, since: time(1_150) };
	const edited = FORM.map((one) => (one.recordId === 7 ? row(7, 1_007, 1_800) : one));

	it.each([1, 2, 40])('emits it once, with %d requests per poll', (maxRequests) => {
		const done = polls(often(edited, 12), { ...since, maxRequests });
		const events = done.flatMap((one) => one.events);
		const named = (event: string) =>
			events.filter((one) => one.event === event).map((one) => Number(one.row.recordId));
		expect(named('recordUpdated')).toEqual([7]);
		expect(named('recordCreated').sort((a, b) => b - a)).toEqual(downFrom(210, 150));
	});

	it('is at its start until the first scan has ended', () => {
		const done = polls(often(edited, 4), { ...since, maxRequests: 2 });
		expect(done.map(({ state }) => findProgress(state).isStart)).toEqual([
			true,
			false,
			false,
			false,
		]);
	});

	it('learns first which values differ with every reply', () => {
		const done = polls(differing(row(1, 1_501), row(2, 1_502), row(3, 1_700)), since);
		expect(done.map(({ told }) => told)).toEqual([[1, 2, 3], [], []]);
	});

	it('emits nothing that exists if a state of these settings is known', () => {
		const { state } = poll(undefined, { list: FORM, now: 2_000 });
		expect(poll(state, { list: FORM, now: 2_060 }, since).told).toEqual([]);
	});
});

it('a trigger without a time to begin with emits nothing that exists', () => {
	const done = polls(often(FORM, 3), NEW_EVENTS_ONLY);
	expect(idsOf(done)).toEqual([]);
	expect(done.map(({ state }) => findProgress(state).isStart)).toEqual([false, false, false]);
});
