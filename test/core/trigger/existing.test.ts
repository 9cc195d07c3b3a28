import {
	ChangePoll,
	type ChangeSettings,
} from '../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { poll, polls, row, spaced, tied, time } from './changes/polls';

const NEW_EVENTS_ONLY = { pageSize: 30 };
const ALL = { pageSize: 30, mostItems: 150, since: time(-10_000_000) };
/** Seven pages of records, one per second: record 210 at second 1210. */
const FORM = spaced(1, 210, 1_001);
const upTo = (to: number, from = 1) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const idsOf = (done: ReturnType<typeof polls>) => done.flatMap(({ told }) => told);
const inOrder = (ids: readonly unknown[]) => ids.map(Number).sort((a, b) => a - b);

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

describe('a trigger that begins with all existing records', () => {
	it.each([1, 2, 3, 40])('emits each record once, with %d requests per poll', (maxRequests) => {
		const done = polls(often(FORM, 12), { ...ALL, maxRequests });
		expect(done.every(({ asked }) => asked.length <= maxRequests)).toBe(true);
		expect(inOrder(idsOf(done))).toEqual(upTo(210));
		const events = done.flatMap((one) => one.events);
		expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['recordCreated']));
		expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(210);
	});

	it('emits at most five pages of records per poll, the newest first, each poll from old to new', () => {
		const [first, second, third] = polls(often(FORM, 3), ALL);
		const emitted = first!.told.length;
		expect(emitted).toBeGreaterThan(120);
		expect(emitted).toBeLessThanOrEqual(150);
		expect(first!.told).toEqual(upTo(210, 211 - emitted));
		expect(second!.told).toEqual(upTo(210 - emitted));
		expect(third!.told).toEqual([]);
	});

	it('notes what is left only as long as records are left', () => {
		const done = polls(often(FORM, 3), ALL);
		expect(done.map(({ state }) => state.scan?.purpose === 'existing')).toEqual([
			true,
			false,
			false,
		]);
	});

	it('emits changes made meanwhile afterwards, and each version once', () => {
		// 5 is edited before it is read, 190 after it was emitted.
		const edited = FORM.map((one) =>
			[5, 190].includes(Number(one.recordId)) ? row(Number(one.recordId), 1, 2_010) : one,
		);
		const after = often([...edited, row(211, 2_020)], 4, 2_060);
		const [first, second, ...later] = polls([{ list: FORM, now: 2_000 }, ...after], ALL);
		expect(inOrder([...first!.told, ...second!.told, 5])).toEqual(upTo(210));
		expect(idsOf(later)).toEqual([5, 190, 211]);
	});

	it.each(['recordCreated', 'recordCreatedOrUpdated'] as const)(
		'does not emit the newest records again: %s',
		(event) => {
			const list = [row(1, 10), row(2, 1_000, 1_090), row(3, 1_000), row(4, 0, 1_090)];
			const done = polls(often(list, 4), { ...ALL, event });
			expect(done.map(({ told }) => inOrder(told))).toEqual([[1, 2, 3, 4], [], [], []]);
		},
	);

	it('skips records that are deleted already', () => {
		const list = [row(1, 10), { ...row(2, 20), isDeleted: true }, row(3, 30)];
		expect(idsOf(polls(often(list, 3), ALL))).toEqual([1, 3]);
	});

	it('misses no other record when some disappear between two pages', () => {
		const left = FORM.slice(0, 150);
		const during = { list: (n: number) => (n < 3 ? FORM : left), now: 2_000 };
		const told = idsOf(polls([during, ...often(left, 4)], ALL));
		expect(told).toHaveLength(new Set(told).size);
		expect(told).toEqual(expect.arrayContaining(upTo(150)));
	});

	it('of one second are read by record ID, and the state keeps none that was read', () => {
		const list = [...tied(1, 2_000, 1_000), row(2_001, 1_500)];
		const done = polls(often(list, 20), ALL);
		expect(inOrder(idsOf(done))).toEqual(upTo(2_001));
		expect(idsOf(done.slice(0, 9)).length).toBeGreaterThan(1_000);
		const kept = done.map(({ state: { seen } }) => Object.values(seen).flatMap(Object.keys).length);
		expect(Math.max(...kept)).toBeLessThan(250);
	});

	it('learns first which values differ with every reply', () => {
		const done = polls(differing(row(9, 10), ...spaced(1, 3, 1_000)), ALL);
		expect(done.map(({ told }) => told)).toEqual([[9, 1, 2, 3], [], []]);
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

	it.each([1, 2, 40])('emits each once, with %d requests per poll', (maxRequests) => {
		const done = polls(often(edited, 12), { ...since, maxRequests });
		const events = done.flatMap((one) => one.events);
		const named = (event: string) =>
			events.filter((one) => one.event === event).map((one) => Number(one.row.recordId));
		expect(named('recordUpdated')).toEqual([7]);
		expect(inOrder(named('recordCreated'))).toEqual(upTo(210, 150));
	});

	it('is at its start until the first scan has ended', () => {
		const done = polls(often(edited, 4), { ...since, maxRequests: 2 });
		expect(done.map(({ state }) => state.scan?.purpose === 'existing')).toEqual([
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
	expect(done.map(({ state }) => state.scan?.purpose === 'existing')).toEqual([
		false,
		false,
		false,
	]);
});
