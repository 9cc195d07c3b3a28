import {
	FieldHistoryPoll,
	propertyReader,
	type FieldHistoryState,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';
import type { RecordRow } from '../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { startSweep } from '../../../nodes/RecordsDirectory/core/trigger/sweep';

const statusIn = propertyReader('status');

type SavedState = FieldHistoryState & { readonly ledger: Readonly<Record<string, string>> };

type FieldHistorySettings = ConstructorParameters<typeof FieldHistoryPoll>[1];

const settings = (changes: Partial<FieldHistorySettings> = {}): FieldHistorySettings => ({
	event: 'recordStatusChanged',
	appsId: 4,
	overlapSeconds: 120,
	maxRequests: 30,
	pageSize: 1_000,
	watched: statusIn,
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
	let asked = 0;
	for (let ask = running.request; ask && asked < most; ask = running.request, asked++) {
		const by = ask.order.split(':')[0] as 'recordId' | 'updatedAt';
		const now = typeof rows === 'function' ? rows(asked) : rows;
		const list = [...now].sort((a, b) => (a[by] < b[by] ? 1 : a[by] > b[by] ? -1 : 0));
		running.take({ rows: list.slice((ask.page - 1) * ask.limit, ask.page * ask.limit) });
	}
	const { events, state } = running.end();
	return { events, state: JSON.parse(JSON.stringify(state)) as SavedState, asked };
}

const told = ({ events }: ReturnType<typeof poll>) =>
	events.map(({ event, row: { recordId }, previous }) => [event, recordId, previous]);

/** The IDs of the known records that the last sweep has listed. */
const listedIn = ({ ledger, unlisted = [] }: SavedState) =>
	Object.keys(ledger).filter((id) => !unlisted.includes(id));

describe('changes of what is watched', () => {
	const before = () => poll(undefined, [row(1, 'Open'), row(2, 'Open')]).state;

	it('are reported with what was before, once', () => {
		const after = poll(before(), [row(1, 'Done', 30), row(2, 'Open', 31), row(3, 'New', 32, 32)]);
		expect(told(after)).toEqual([['recordStatusChanged', 1, 'Open']]);
		expect(after.events[0]?.eventId).toMatch(
			/^recordStatusChanged:4:1:2026-05-01 08:30:00:[0-9a-f]{8}$/,
		);
		expect(told(poll(after.state, [row(1, 'Done', 33), row(3, 'New', 32, 32)]))).toEqual([]);
		const last = poll(after.state, [row(1, 'Late', 34), row(2, 'Late', 34), row(3, 'Late', 34)]);
		expect(told(last)).toEqual([
			['recordStatusChanged', 1, 'Done'],
			['recordStatusChanged', 2, 'Open'],
			['recordStatusChanged', 3, 'New'],
		]);
	});

	it('creations are, where they are asked for', () => {
		const chosen = settings({ event: 'recordCreatedOrUpdated' });
		const start = poll(undefined, [row(1, 'Open')], chosen).state;
		const after = poll(start, [row(1, 'Done', 30), row(2, 'Open', 31, 31)], chosen);
		expect(told(after)).toEqual([
			['recordUpdated', 1, 'Open'],
			['recordCreated', 2, undefined],
		]);
		expect(after.events.map(({ cause }) => cause)).toEqual([
			'the value differs from the last one',
			'created since the start',
		]);
		expect(after.events[1]).not.toHaveProperty('previous');
		expect(after.events[1]?.eventId).toMatch(/^recordCreatedOrUpdated:4:2:/);
	});

	it('of a known record are updates, also of one that is new to the changes', () => {
		const chosen = settings({ event: 'recordCreatedOrUpdated' });
		const state = { ...poll(undefined, [row(1, 'Open')], chosen).state };
		const known = { ...state, ledger: { ...state.ledger, 2: 'Open' } };
		const after = poll(known, [row(1, 'Open'), row(2, 'Done', 31, 30)], chosen);
		expect(told(after)).toEqual([['recordUpdated', 2, 'Open']]);
	});

	it('updates are, where they are asked for', () => {
		const chosen = settings({ event: 'recordUpdated' });
		const start = poll(undefined, [row(1, 'Open')], chosen).state;
		const after = poll(start, [row(1, 'Done', 30), row(2, 'Open', 31, 31)], chosen);
		expect(told(after)).toEqual([['recordUpdated', 1, 'Open']]);
	});

	it.each(['recordStatusChanged', 'recordUpdated', 'recordCreatedOrUpdated'] as const)(
		'of a record that was never seen are not, for %s',
		(event) => {
			// It is as old as the others, but matches the trigger's query only now.
			const { state } = poll(undefined, [row(2, 'Open', 10, 10)]);
			expect(told(poll(state, [row(1, 'Done', 30)], settings({ event })))).toEqual([]);
		},
	);

	it('in one second are distinguished, by what is held and by what was', () => {
		const changed = (previous: string, status: string) => {
			const state = poll(undefined, [row(1, previous)]).state;
			return poll(state, [row(1, status, 30)]).events[0]?.eventId;
		};
		const all = [changed('Open', 'Done'), changed('Open', 'Lost'), changed('Late', 'Done')];
		expect(new Set(all).size).toBe(3);
		expect(changed('Open', 'Done')).toBe(all[0]);
	});
});

describe('the first reading', () => {
	const many = (count: number) => Array.from({ length: count }, (_, i) => row(count - i, 'Open'));
	/** Of which the newest has been edited some time after all others. */
	const settled = (count: number) =>
		many(count).map((one, i) => (i === 0 ? row(count, 'Open', 10) : one));

	it('knows every record of the form', () => {
		const { events, state } = poll(undefined, many(2_100));
		expect(events).toEqual([]);
		expect(Object.keys(state.ledger)).toHaveLength(2_100);
	});

	it.each([1, 3, 30])('continues where the last poll had to stop: %d requests per poll', (most) => {
		let list = settled(12_000);
		let state: SavedState | undefined;
		let polls = 0;
		do {
			const next = poll(state, list, settings({ maxRequests: Math.max(2, most) }), most);
			expect(next.events).toEqual([]);
			({ state } = next);
			expect(++polls).toBeLessThan(40);
		} while (Object.keys(state.ledger).length < 12_000);
		list = list.map((one) => (one.recordId === 1 ? row(1, 'Done', 40) : one));
		const events = Array.from({ length: 3 }, () => {
			const next = poll(state, list, settings({ maxRequests: Math.max(2, most) }), most);
			({ state } = next);
			return told(next);
		});
		expect(events.flat()).toEqual([['recordStatusChanged', 1, 'Open']]);
	});

	it('reports changes to what it has read when it has read all', () => {
		const list = settled(3_000);
		const { state } = poll(undefined, list, settings(), 3);
		expect(Object.keys(state.ledger).length).toBeLessThan(3_000);
		const changed = list.map((one) =>
			[1, 3_000].includes(Number(one.recordId)) ? row(Number(one.recordId), 'Done', 40) : one,
		);
		const after = poll(state, changed, settings());
		expect(told(after)).toEqual([]);
		const next = poll(after.state, changed, settings());
		// The lowest one was not read before: its history begins here.
		expect(told(next)).toEqual([['recordStatusChanged', 3_000, 'Open']]);
		expect(told(poll(next.state, changed, settings()))).toEqual([]);
	});

	/** The requests of the first poll by record ID; by time it sees only one record. */
	function firstReading(list: readonly RecordRow[]) {
		const running = new FieldHistoryPoll(undefined, settings());
		let pages = 0;
		for (let ask = running.request; ask; ask = running.request) {
			const byId = ask.order === 'recordId:desc';
			if (byId) pages++;
			const rows = byId
				? list.slice((ask.page - 1) * ask.limit, ask.page * ask.limit)
				: [row(1, '', 10)];
			running.take({ rows });
		}
		return { pages, state: running.end().state };
	}

	it('is one request for each page, of which the next begins in the one before', () => {
		const counts = [19, 1_000, 1_500, 1_999];
		// If a form fills a page, the poll also checks whether it is too large.
		expect(counts.map((count) => firstReading(many(count)).pages)).toEqual([1, 2, 2, 3]);
	});

	it('does not take what is created meanwhile for what was there', () => {
		const chosen = settings({ event: 'recordCreatedOrUpdated' });
		const list = [row(2, 'New', 30, 30), row(1, '')];
		// A baseline reads its first page twice, and the second reply counts.
		const { state } = poll(undefined, (request) => (request < 2 ? [row(1, '')] : list), chosen);
		const next = poll(state, list, chosen);
		expect(told(next)).toEqual([['recordCreated', 2, undefined]]);
		expect(told(poll(next.state, list, chosen))).toEqual([]);
	});

	it('knows what is created meanwhile where creations are not emitted', () => {
		const list = [row(2, 'New', 30, 30), row(1, '')];
		const { state } = poll(undefined, (request) => (request === 0 ? [row(1, '')] : list));
		const next = poll(state, [row(2, 'Done', 31, 30), row(1, '')]);
		expect(told(next)).toEqual([['recordStatusChanged', 2, 'New']]);
	});

	it.each([1, 2, 3])('hides no creation: %d requests a poll', (most) => {
		const chosen = settings({ event: 'recordCreatedOrUpdated', pageSize: 100 });
		const before = settled(300);
		const after = [row(301, 'New', 30, 30), ...before];
		for (let quiet = 1; quiet < 12; quiet++) {
			let state: SavedState | undefined;
			const events: unknown[] = [];
			for (let n = 0; n < 20; n++) {
				const next = poll(state, n < quiet ? before : after, chosen, most);
				({ state } = next);
				events.push(...told(next));
			}
			expect([quiet, events]).toEqual([quiet, [['recordCreated', 301, undefined]]]);
		}
	});

	it.each([1, 2])(
		'hides no creation that is edited before it was read: %d requests a poll',
		(most) => {
			const chosen = settings({
				event: 'recordCreatedOrUpdated',
				pageSize: 12,
				overlapSeconds: 10,
			});
			const all = Array.from({ length: 15 }, (_, i) => i + 1);
			for (const moved of all)
				for (let after = 1; after < 10; after++) {
					let state: SavedState | undefined;
					const created: unknown[] = [];
					for (let n = 0; n < 16; n++) {
						// Some are edited at the same time, so that a page with equal times begins above them.
						const minute = (id: number) => (id === moved && n > after ? 9 : id < 9 ? 3 : 1);
						const rows = n === 0 ? [] : all.map((id) => row(id, 'New', minute(id), 1));
						const { events, state: next } = poll(state, rows, chosen, most);
						state = next;
						for (const { event, row: one } of events)
							if (event === 'recordCreated') created.push(one.recordId);
					}
					const sorted = [...created].sort((one, other) => Number(one) - Number(other));
					expect([moved, after, sorted]).toEqual([moved, after, all]);
				}
		},
	);

	const tooLarge = expect.objectContaining({
		message: 'The form has more than 20,000 records, more than the trigger can watch',
		advice:
			'Watch fewer records by a keyword or by a query on other fields, or watch Record Updated without chosen fields.',
	}) as Error;

	it('rejects a form that is too large', () => {
		expect(() => firstReading(many(20_001))).toThrow(tooLarge);
		expect(Object.keys(firstReading(many(20_000)).state.ledger ?? {})).toHaveLength(20_000);
	});

	it.each([1, 2, 3])('hides no later change of what it has read: %d requests a poll', (most) => {
		// The newest second has more records than a page, and records edited later may get this time, too.
		const chosen = settings({ maxRequests: Math.max(2, most), pageSize: 100 });
		const open = Array.from({ length: 300 }, (_, i) => row(300 - i, 'Open', 10));
		const told = (id: number, after: number) => {
			let state: SavedState | undefined;
			let isRead = false;
			const events: unknown[] = [];
			for (let polls = 0; polls < 25; polls++) {
				if (polls === after) isRead = state?.ledger[id] === 'Open';
				const list = open.map((one) =>
					one.recordId === id && polls >= after ? row(id, 'Done', 10) : one,
				);
				const next = poll(state, list, chosen, most);
				({ state } = next);
				events.push(...next.events.map(({ row: { recordId } }) => recordId));
			}
			return isRead ? [events, [id]] : [events, []];
		};
		for (const id of [1, 300])
			for (let after = 1; after < 16; after++) {
				const [events, expected] = told(id, after);
				expect([id, after, events]).toEqual([id, after, expected]);
			}
	});

	it('leaves room for as many again, and no more', () => {
		const { state } = firstReading([row(1, '')]);
		const grown = (count: number) => {
			const ids = Array.from({ length: count }, (_, i) => [i + 1, 'Open'] as const);
			return { ...state, ledger: Object.fromEntries(ids) };
		};
		// Two polls, as one may not request as much.
		const read = (count: number) => {
			const begun = poll(grown(count), many(count)).state;
			return Object.keys(poll(begun, many(count)).state.ledger);
		};
		expect(read(40_000)).toHaveLength(40_000);
		expect(() => read(41_001)).toThrow(tooLarge);
	});
});

describe('what is gone', () => {
	const live = (from: number, status = 'Open', minute = 0) =>
		Array.from({ length: 1_000 }, (_, i) => row(from + i, status, minute, minute));

	it('is forgotten, however many records a small form has had', () => {
		let { state } = poll(undefined, live(1));
		let most = 0;
		let requests = 0;
		for (let round = 1; round < 55; round++) {
			const rows = live(1 + 1_000 * round, 'Open', round);
			const next = poll(state, rows);
			expect(next.events).toEqual([]);
			({ state } = next);
			requests += next.asked;
			most = Math.max(most, JSON.stringify(state).length);
		}
		expect(most).toBeLessThan(250_000);
		// Most are needed for a thousand changes in one second.
		expect(requests).toBeLessThan(5 * 54);
		const after = poll(state, [row(54_007, 'Done', 56, 54), ...live(54_001, 'Open', 54)]);
		expect(told(after)).toEqual([['recordStatusChanged', 54_007, 'Open']]);
		expect(after.asked).toBeLessThan(8);
	});

	const full = (count: number) => {
		const ids = Array.from({ length: count }, (_, i) => [i + 1, 'Open'] as const);
		return { ...poll(undefined, live(1)).state, ledger: Object.fromEntries(ids) };
	};

	it('for a moment only is remembered', () => {
		const late = poll(full(5_000), live(1).slice(10)).state;
		const back = poll(late, [row(5, 'Done', 30), ...live(1).slice(10)]);
		expect(told(back)).toEqual([['recordStatusChanged', 5, 'Open']]);
		const quiet = poll(back.state, [row(5, 'Done', 30), ...live(1).slice(10)]);
		expect(quiet.asked).toBe(1);
	});

	it.each([1, 2, 3])('is looked for over several polls: %d requests a poll', (most) => {
		const page = settings({ pageSize: 100 });
		// Every second one of the lowest thousand of 5,000 known records is left.
		const rows = live(1).filter(({ recordId }) => Number(recordId) % 2 === 0);
		let state: SavedState = full(5_000);
		let polls = 0;
		do {
			const next = poll(state, rows, page, most);
			expect([next.events, next.asked <= most]).toEqual([[], true]);
			({ state } = next);
			expect(++polls).toBeLessThan(15);
		} while (state.counted?.records !== 500);
		expect(listedIn(state)).toEqual(rows.map(({ recordId }) => String(recordId)));
		const changed = rows.map((one) => (one.recordId === 8 ? row(8, 'Done', 40) : one));
		const after = [1, 2].flatMap(() => {
			const next = poll(state, changed, page, most);
			({ state } = next);
			return told(next);
		});
		expect(after).toEqual([['recordStatusChanged', 8, 'Open']]);
	});

	it('does not hide what is created and changed while it is looked for', () => {
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

	it('is known by IDs that no number can hold', () => {
		const huge = (n: number) => `9007199254741${String(n).padStart(4, '0')}`;
		const one = (n: number) => ({ ...row(1, 'Open'), recordId: huge(n) });
		const ids = Array.from({ length: 3_000 }, (_, i) => [huge(i), 'Open'] as const);
		const rows = Array.from({ length: 250 }, (_, i) => one(2_995 - 10 * i));
		const start = poll(undefined, rows.slice(0, 1)).state;
		const state = { ...start, ledger: Object.fromEntries(ids) };
		const next = poll(state, rows, settings({ pageSize: 100 }));
		const left = rows.map(({ recordId }) => String(recordId)).sort();
		expect(listedIn(next.state).sort()).toEqual(left);
	});
});

describe('a first reading that emits records', () => {
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
	const idsOf = (done: ReturnType<typeof polls>) =>
		done.flatMap(({ events }) => events.map((one) => Number(one.row.recordId)));
	const downFrom = (count: number) => Array.from({ length: count }, (_, i) => count - i);

	it('names a record by whether it was created since', () => {
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

	it.each([
		['', [3, 2, 1]],
		[undefined, []],
	])('emits the records from %j on', (emitsSince, ids) => {
		const list = [row(1, 'Open', 4), row(2, 'Open', 5), row(3, 'Open', 6)];
		expect(idsOf(polls([list, list], since({ emitsSince })))).toEqual(ids);
	});

	it('takes at most five pages per poll, and emits changes made meanwhile afterwards', () => {
		const before = many(210, 8);
		const after = before.map((one) =>
			[4, 209].includes(Number(one.recordId)) ? row(Number(one.recordId), 'Done', 30) : one,
		);
		const done = polls([before, after, after, after], since());
		expect(idsOf(done)).toEqual([...downFrom(210), 209]);
		expect(done.map(({ state }) => [state.sweep !== undefined, state.emitsSince])).toEqual([
			[true, at(5)],
			[false, undefined],
			[false, undefined],
			[false, undefined],
		]);
		expect(done[2]?.events.at(-1)).toMatchObject({ event: 'recordUpdated', previous: 'Open' });
	});

	it('reads only records until all are read', () => {
		const before = many(300, 8);
		const { state } = poll(undefined, before, since());
		const asked = requestsOf(state, before, since());
		expect(new Set(asked)).toEqual(new Set(['recordId']));
	});

	it('keeps its time if the settings name another one later', () => {
		const list = many(300, 8);
		const { state } = poll(undefined, list, since());
		const next = poll(state, list, since({ emitsSince: undefined }));
		expect(next.events.length).toBeGreaterThan(0);
	});
});

/** The lists that one poll reads: by time or by record ID. */
function requestsOf(
	saved: SavedState | undefined,
	rows: readonly RecordRow[],
	chosen: FieldHistorySettings,
) {
	const orders: string[] = [];
	const running = new FieldHistoryPoll(saved, chosen);
	for (let ask = running.request; ask; ask = running.request) {
		const by = ask.order.split(':')[0] as 'recordId' | 'updatedAt';
		orders.push(by);
		const list = [...rows].sort((a, b) => (a[by] < b[by] ? 1 : a[by] > b[by] ? -1 : 0));
		running.take({ rows: list.slice((ask.page - 1) * ask.limit, ask.page * ask.limit) });
	}
	return orders;
}

describe('the requests of a reading', () => {
	const chosen = settings({ pageSize: 30, maxRequests: 3 });
	const list = () => Array.from({ length: 300 }, (_, i) => row(i + 1, 'Open', i === 299 ? 10 : 0));

	it('are what the baseline has left', () => {
		expect(requestsOf(undefined, list(), chosen)).toEqual(['updatedAt', 'updatedAt', 'recordId']);
	});

	it('are all of a poll, so that one of one request makes progress', () => {
		const { state } = poll(undefined, list(), chosen);
		expect(requestsOf(state, list(), chosen)).toEqual(['recordId', 'recordId', 'recordId']);
	});

	it.each([
		[1_002, ['updatedAt']],
		[1_003, ['recordId', 'recordId', 'recordId']],
	])('are those of another reading if %d are known of 1 counted record: %j', (known, asked) => {
		const ids = Array.from({ length: known }, (_, i) => [i + 1, 'Open'] as const);
		const saved: SavedState = {
			...poll(undefined, list()).state,
			ledger: Object.fromEntries(ids),
			counted: { records: 1, newest: at(1) },
		};
		expect(requestsOf(saved, list(), chosen)).toEqual(asked);
	});
});

describe('a later reading', () => {
	const list = () => [row(1, 'Open', 1), row(2, 'Open', 10)];
	/** A state in the midst of a reading, after one that ended at this time. */
	const saved = (newest: string, records = 0): SavedState => {
		const { state } = poll(undefined, list());
		return {
			...state,
			sweep: { ...startSweep(1_000), records },
			ledger: { ...state.ledger, 9: 'Open' },
			unlisted: ['9'],
			counted: { records: 2, newest },
		};
	};

	it.each([
		[at(7), undefined],
		[at(8), ['9']],
		[at(9), ['9']],
	])('forgets a record that was missing at %s, too, if it is overdue', (newest, unlisted) => {
		// The newest time is minute 10, and late records may show up for two minutes.
		expect(poll(saved(newest), list()).state.unlisted).toEqual(unlisted);
	});

	it('emits no record that is listed as deleted', () => {
		const deleted = { ...row(1, 'Done', 1), isDeleted: true };
		expect(told(poll(saved(at(1)), [deleted, row(2, 'Open', 10)]))).toEqual([]);
	});

	it('knows a record that it did not list from when it changes', () => {
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

describe('for the log', () => {
	const chosen = settings({ event: 'recordCreatedOrUpdated' });
	const start = () => poll(undefined, [row(1, 'Open')], chosen).state;

	it.each<[Parameters<typeof row>[], number]>([
		[[[1, 'Open']], 0],
		[
			[
				[2, 'Open', 31, 31],
				[1, 'Open', 30],
			],
			2,
		],
	])('a poll of %j counts the rows that it did not read before', (rows, fresh) => {
		const running = new FieldHistoryPoll(start(), chosen);
		running.take({ rows: rows.map((one) => row(...one)) });
		expect(running.end().fresh).toBe(fresh);
	});
});
