import {
	FieldHistoryPoll,
	type FieldHistoryState,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';
import type { RecordRow } from '../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { startSweep } from '../../../nodes/RecordsDirectory/core/trigger/sweep';

type SavedState = FieldHistoryState & { readonly values: Readonly<Record<string, string>> };

const OPEN = '["Open"]';

type FieldHistorySettings = ConstructorParameters<typeof FieldHistoryPoll>[1];

const settings = (changes: Partial<FieldHistorySettings> = {}): FieldHistorySettings => ({
	event: 'recordStatusChanged',
	appsId: 4,
	overlapSeconds: 120,
	maxRequests: 30,
	pageSize: 1_000,
	watched: ['status'],
	...changes,
});
const at = (minute: number) => `2026-05-01 08:${String(minute).padStart(2, '0')}:00`;
const row = (recordId: number, status: string, updated = 0, created = 0): RecordRow => ({
	...{ recordId, createdAt: at(created), updatedAt: at(updated) },
	raw: { status },
});

function poll(
	saved: FieldHistoryState | undefined,
	rows: readonly RecordRow[] | ((request: number) => readonly RecordRow[]),
	chosen = settings(),
	most = 99,
) {
	const running = new FieldHistoryPoll(saved, chosen);
	/** The lists that it reads: by time or by record ID. */
	const asked: string[] = [];
	for (let ask = running.request; ask && asked.length < most; ask = running.request) {
		const by = ask.order.split(':')[0] as 'recordId' | 'updatedAt';
		const now = typeof rows === 'function' ? rows(asked.length) : rows;
		asked.push(by);
		const list = [...now].sort((a, b) => (a[by] < b[by] ? 1 : a[by] > b[by] ? -1 : 0));
		running.take({ rows: list.slice((ask.page - 1) * ask.limit, ask.page * ask.limit) });
	}
	const { events, state } = running.end();
	return { events, state: JSON.parse(JSON.stringify(state)) as SavedState, asked };
}

const told = ({ events }: ReturnType<typeof poll>) =>
	events.map(({ event, row: { recordId }, earlier }) => [event, recordId, earlier?.status]);

/** The IDs of the known records that the last sweep has listed. */
const listedIn = ({ values, unlisted = [] }: SavedState) =>
	Object.keys(values).filter((id) => !unlisted.includes(id));

describe('changes of watched values', () => {
	it('of a known record are updates, even if it was created after the last poll', () => {
		const chosen = settings({ event: 'recordCreatedOrUpdated' });
		const state = { ...poll(undefined, [row(1, 'Open')], chosen).state };
		const known = { ...state, values: { ...state.values, 2: OPEN } };
		const after = poll(known, [row(1, 'Open'), row(2, 'Done', 31, 30)], chosen);
		expect(told(after)).toEqual([['recordUpdated', 2, 'Open']]);
	});

	it.each(['recordStatusChanged', 'recordUpdated', 'recordCreatedOrUpdated'] as const)(
		'of an unknown record are not emitted: %s',
		(event) => {
			// It is as old as the others, but matches the trigger's query only now.
			const { state } = poll(undefined, [row(2, 'Open', 10, 10)]);
			expect(told(poll(state, [row(1, 'Done', 30)], settings({ event })))).toEqual([]);
		},
	);

	it('in the same second have different event IDs if old or new values differ', () => {
		const changed = (previous: string, status: string) => {
			const state = poll(undefined, [row(1, previous)]).state;
			return poll(state, [row(1, status, 30)]).events[0]?.eventId;
		};
		const all = [changed('Open', 'Done'), changed('Open', 'Lost'), changed('Late', 'Done')];
		expect(new Set(all).size).toBe(3);
		expect(changed('Open', 'Done')).toBe(all[0]);
	});
});

describe('deleted records', () => {
	const live = (from: number, status = 'Open', minute = 0) =>
		Array.from({ length: 1_000 }, (_, i) => row(from + i, status, minute, minute));

	it('are forgotten, however many records a small form has had', () => {
		let { state } = poll(undefined, live(1));
		let most = 0;
		let requests = 0;
		for (let round = 1; round < 55; round++) {
			const rows = live(1 + 1_000 * round, 'Open', round);
			const next = poll(state, rows);
			expect(next.events).toEqual([]);
			({ state } = next);
			requests += next.asked.length;
			most = Math.max(most, JSON.stringify(state).length);
		}
		expect(most).toBeLessThan(260_000);
		// Most are needed for a thousand changes in one second.
		expect(requests).toBeLessThan(5 * 54);
		const after = poll(state, [row(54_007, 'Done', 56, 54), ...live(54_001, 'Open', 54)]);
		expect(told(after)).toEqual([['recordStatusChanged', 54_007, 'Open']]);
		expect(after.asked.length).toBeLessThan(8);
	});

	const full = (count: number) => {
		const ids = Array.from({ length: count }, (_, i) => [i + 1, OPEN] as const);
		return { ...poll(undefined, live(1)).state, values: Object.fromEntries(ids) };
	};

	it('do not hide created and changed records while a scan looks for them', () => {
		const page = settings({ pageSize: 100, event: 'recordCreatedOrUpdated' });
		let rows = live(1);
		let state: SavedState = full(5_000);
		const events: unknown[] = [];
		for (let minute = 10; minute < 40; minute++) {
			const id = 40 * (40 - minute);
			const edited = rows.map((one) => (one.recordId === id ? row(id, 'Done', minute) : one));
			rows = minute < 34 ? [...edited, row(6_000 + minute, 'New', minute, minute)] : rows;
			const next = poll(state, rows, page, 1);
			({ state } = next);
			events.push(...next.events.map(({ row: { recordId } }) => recordId));
		}
		const minutes = Array.from({ length: 24 }, (_, i) => 10 + i);
		const edited = minutes.map((minute) => 40 * (40 - minute)).filter((id) => id <= 1_000);
		const created = minutes.map((minute) => 6_000 + minute);
		expect([...events].sort()).toEqual([...edited, ...created].sort());
		expect(listedIn(state)).toHaveLength(1_024);
	});
});

describe('an initial scan that emits records', () => {
	const since = (changes: Partial<FieldHistorySettings> = {}) =>
		settings({
			event: 'recordCreatedOrUpdated',
			emitsSince: at(5),
			pageSize: 30,
			mostItems: 150,
			...changes,
		});
	const many = (count: number, minute: number) =>
		Array.from({ length: count }, (_, i) => row(i + 1, 'Open', minute, 0));
	/** Polls one after the other, each with the state that the last one saved. */
	function polls(lists: ReadonlyArray<readonly RecordRow[]>, chosen: FieldHistorySettings) {
		let state: SavedState | undefined;
		return lists.map((list) => {
			const done = poll(state, list, chosen);
			({ state } = done);
			return done;
		});
	}

	it('emits a record as created or updated by its time of creation', () => {
		const list = [
			row(1, 'Open', 4, 4),
			row(2, 'Open', 5, 4),
			row(3, 'Open', 5, 5),
			row(4, 'Open', 9, 6),
			{ ...row(5, 'Open', 9, 6), isDeleted: true },
		];
		const [first, second] = polls([list, list], since());
		expect(first?.events.map(({ event, row: { recordId } }) => [event, recordId])).toEqual([
			['recordCreated', 4],
			['recordCreated', 3],
			['recordUpdated', 2],
		]);
		expect(second?.events).toEqual([]);
	});

	it('keeps its start time if the settings change later', () => {
		const list = many(300, 8);
		const { state } = poll(undefined, list, since());
		const next = poll(state, list, since({ emitsSince: undefined }));
		expect(next.events.length).toBeGreaterThan(0);
	});
});

describe('the requests of a scan', () => {
	const chosen = settings({ pageSize: 30, maxRequests: 3 });
	const list = () => Array.from({ length: 300 }, (_, i) => row(i + 1, 'Open', i === 299 ? 10 : 0));

	it.each([
		[1_002, ['updatedAt']],
		[1_003, ['recordId', 'recordId', 'recordId']],
	])('with %d known records and 1 counted record: %j', (known, asked) => {
		const ids = Array.from({ length: known }, (_, i) => [i + 1, OPEN] as const);
		const saved: SavedState = {
			...poll(undefined, list()).state,
			values: Object.fromEntries(ids),
			counted: { records: 1, newest: at(1) },
		};
		expect(poll(saved, list(), chosen).asked).toEqual(asked);
	});
});

describe('a later scan', () => {
	const list = () => [row(1, 'Open', 1), row(2, 'Open', 10)];
	/** A state in the midst of a reading, after one that ended at this time. */
	const saved = (newest: string, records = 0): SavedState => {
		const { state } = poll(undefined, list());
		return {
			...state,
			sweep: { ...startSweep(1_000), records },
			values: { ...state.values, 9: OPEN },
			unlisted: ['9'],
			counted: { records: 2, newest },
		};
	};

	it.each([
		[at(7), undefined],
		[at(8), ['9']],
		[at(9), ['9']],
	])('forgets a record that was missing at %s if it is overdue', (newest, unlisted) => {
		// The newest time is minute 10, and late records may show up for two minutes.
		expect(poll(saved(newest), list()).state.unlisted).toEqual(unlisted);
	});

	it('emits no record that is listed as deleted', () => {
		const deleted = { ...row(1, 'Done', 1), isDeleted: true };
		expect(told(poll(saved(at(1)), [deleted, row(2, 'Open', 10)]))).toEqual([]);
	});

	it('still knows a record that it did not list when the record changes', () => {
		const { sweep: _, ...state } = saved(at(1));
		const next = poll(state, [...list(), row(9, 'Done', 30)]);
		expect(told(next)).toEqual([['recordStatusChanged', 9, 'Open']]);
		expect(next.state.unlisted).toBeUndefined();
	});

	it('rejects a form that has grown too large', () => {
		expect(poll(saved(at(1), 39_998), list()).state.sweep).toBeUndefined();
		expect(() => poll(saved(at(1), 39_999), list())).toThrow(
			'The form has more than 20,000 records',
		);
	});
});
