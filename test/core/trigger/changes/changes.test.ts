import {
	ChangePoll,
	type ChangeSettings,
	type ChangeState,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { momentAt } from '../../../support/moment';

type ChosenEvent = ChangeSettings['event'];

const settings = (event: ChosenEvent): ChangeSettings => ({
	event,
	appsId: 12,
	overlapSeconds: 120,
	maxRequests: 10,
	pageSize: 1_000,
});

const MORNING = Date.UTC(2026, 4, 1, 12);

const at = (clock: string): string => `2026-05-01 ${clock}`;

const row = (recordId: number, created: string, updated = created, content = ''): RecordRow => {
	const [createdAt, updatedAt] = [at(created), at(updated)];
	return { recordId, createdAt, updatedAt, raw: { recordId, createdAt, updatedAt, content } };
};

/** One poll of a list that fits in a page; rows are sorted as the service would. */
function poll(
	event: ChosenEvent,
	saved: ChangeState | undefined,
	rows: RecordRow[],
	seconds?: number,
) {
	const polling = new ChangePoll(saved, settings(event));
	const by = event === 'recordCreated' ? 'createdAt' : 'updatedAt';
	const list = [...rows].sort((a, b) => (a[by] < b[by] ? 1 : -1));
	while (polling.request) {
		const { page, limit } = polling.request;
		const part = list.slice((page - 1) * limit, page * limit);
		const moment = seconds === undefined ? undefined : momentAt(MORNING + seconds * 1_000);
		polling.take({ rows: part, moment });
	}
	const { events, state } = polling.end();
	return {
		told: events.map(({ event: name, row: { recordId } }) => `${name} ${recordId}`),
		events,
		state,
	};
}

const OLD = row(1, '08:00:00');

describe('what a row is', () => {
	test.each<[string, ChosenEvent, RecordRow, string[]]>([
		['a new record', 'recordCreated', row(2, '09:00:00'), ['recordCreated 2']],
		['a new record', 'recordUpdated', row(2, '09:00:00'), []],
		['a new record', 'recordCreatedOrUpdated', row(2, '09:00:00'), ['recordCreated 2']],
		[
			'a new one, edited since',
			'recordCreated',
			row(2, '09:00:00', '09:01:00'),
			['recordCreated 2'],
		],
		[
			'a new one, edited since',
			'recordUpdated',
			row(2, '09:00:00', '09:01:00'),
			['recordUpdated 2'],
		],
		[
			'a new one, edited since',
			'recordCreatedOrUpdated',
			row(2, '09:00:00', '09:01:00'),
			['recordCreated 2'],
		],
		['an edited old record', 'recordCreated', row(1, '08:00:00', '09:00:00'), []],
		['an edited old record', 'recordUpdated', row(1, '08:00:00', '09:00:00'), ['recordUpdated 1']],
		[
			'an edited old record',
			'recordCreatedOrUpdated',
			row(1, '08:00:00', '09:00:00'),
			['recordUpdated 1'],
		],
		[
			'a deleted record that is listed',
			'recordUpdated',
			{ ...row(1, '08:00:00', '09:00:00'), isDeleted: true },
			[],
		],
		[
			'a deleted record that is listed',
			'recordCreated',
			{ ...row(2, '09:00:00'), isDeleted: true },
			[],
		],
	])('%s, for %s', (_, event, changed, told) => {
		const baseline = poll(event, undefined, [OLD]);
		expect(baseline.told).toEqual([]);
		const list = changed.recordId === 1 ? [changed] : [OLD, changed];
		const next = poll(event, baseline.state, list);
		expect(next.told).toEqual(told);
		expect(poll(event, next.state, list).told).toEqual([]);
	});

	test('a second edit within a second is an event; the same content is none', () => {
		const first = poll('recordUpdated', poll('recordUpdated', undefined, [OLD]).state, [
			row(1, '08:00:00', '09:00:00', 'a'),
		]);
		const again = poll('recordUpdated', first.state, [row(1, '08:00:00', '09:00:00', 'a')]);
		const second = poll('recordUpdated', again.state, [row(1, '08:00:00', '09:00:00', 'b')]);
		expect([first.told, again.told, second.told]).toEqual([
			['recordUpdated 1'],
			[],
			['recordUpdated 1'],
		]);
		expect(second.events[0]?.eventId).not.toBe(first.events[0]?.eventId);
	});

	test('addresses are not content', () => {
		const withAddress = (accessUrl: string): RecordRow => ({
			...OLD,
			raw: { ...OLD.raw, accessUrl },
		});
		const { state } = poll('recordUpdated', undefined, [withAddress('https://a/?session=1')]);
		expect(poll('recordUpdated', state, [withAddress('https://a/?session=2')]).told).toEqual([]);
	});
});

test('of creations less is remembered than of edits, as they cannot change', () => {
	const rows = Array.from({ length: 50 }, (_, i) => row(i + 2, '09:00:00', '09:30:00'));
	const sizeOf = (event: ChosenEvent) =>
		JSON.stringify(poll(event, poll(event, undefined, [OLD]).state, rows).state.seen).length;
	expect(sizeOf('recordUpdated') - sizeOf('recordCreated')).toBe(51 * '1a2b3c4d'.length);
});

test('events are in the order of their times, oldest first', () => {
	const { state } = poll('recordCreatedOrUpdated', undefined, [OLD]);
	const at9 = [3, 7, 4].map((id) => row(id, '09:00:00'));
	const at10 = [8, 2, 5].map((id) => row(id, '10:00:00'));
	const told = [3, 4, 7, 2, 5, 8].map((id) => `recordCreated ${id}`);
	expect(poll('recordCreatedOrUpdated', state, [OLD, ...at9, ...at10]).told).toEqual(told);
	expect(poll('recordCreatedOrUpdated', state, [...at10, OLD, ...at9]).told).toEqual(told);
});

test('an event id names form, record and version, and is the same from an older state', () => {
	const { state } = poll('recordCreatedOrUpdated', undefined, [OLD]);
	const created = poll('recordCreatedOrUpdated', state, [OLD, row(2, '09:00:00')]);
	const list = [OLD, row(2, '09:00:00', '09:00:30')];
	const known = poll('recordCreatedOrUpdated', created.state, list).events[0];
	const unknown = poll('recordCreatedOrUpdated', state, list).events[0];
	expect([known?.event, unknown?.event]).toEqual(['recordUpdated', 'recordCreated']);
	expect(known?.eventId).toMatch(/^recordCreatedOrUpdated:12:2:2026-05-01 09:00:30:[0-9a-f]{8}$/);
	expect(unknown?.eventId).toBe(known?.eventId);
	const early = poll('recordCreated', poll('recordCreated', undefined, [OLD]).state, list)
		.events[0];
	expect(early?.eventId).toBe('recordCreated:12:2:2026-05-01 09:00:00');
});

test('the state given is never changed, and the new one is plain JSON', () => {
	const freeze = <T>(value: T): T => {
		if (value !== null && typeof value === 'object')
			Object.values(Object.freeze(value)).forEach(freeze);
		return value;
	};
	const saved = freeze(poll('recordUpdated', undefined, [OLD]).state);
	const { state } = poll('recordUpdated', saved, [row(1, '08:00:00', '09:00:00')]);
	expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});

describe('the window', () => {
	/** An edit that shows up a minute after a newer one. */
	const late = row(2, '06:00:00', '07:59:00');

	test.each([
		['no Date header', undefined, undefined, true],
		['too little server time', 1_000, 1_269, true],
		['twice the overlap and a little more of server time', 1_000, 1_270, false],
		['a Date header set back', 1_000, 900, true],
	])('with %s: a row that shows up late is reported: %s', (_, first, second, isTold) => {
		const { state } = poll('recordUpdated', undefined, [OLD], first);
		const next = poll('recordUpdated', state, [OLD], second);
		const told = isTold ? ['recordUpdated 2'] : [];
		expect(poll('recordUpdated', next.state, [OLD, late], second).told).toEqual(told);
	});

	test('never opens again behind what it was closed on, whatever overlap is chosen later', () => {
		const open = poll('recordUpdated', undefined, [OLD], 0);
		let { state } = poll('recordUpdated', open.state, [OLD], 300);
		const wide = { ...settings('recordUpdated'), overlapSeconds: 86_400 };
		for (let polls = 0; polls < 3; polls++) {
			const polling = new ChangePoll(state, wide);
			polling.take({ rows: [OLD, late] });
			const { events, state: next } = polling.end();
			expect(events).toEqual([]);
			state = next;
		}
	});
});

test('a poll that was not given any time changes nothing that matters', () => {
	const { state } = poll('recordCreated', undefined, [OLD]);
	const idle = new ChangePoll(state, settings('recordCreated')).end();
	expect(idle.events).toEqual([]);
	expect(poll('recordCreated', idle.state, [OLD, row(2, '09:00:00')]).told).toEqual([
		'recordCreated 2',
	]);
});

describe('the first request', () => {
	const sizeFor = (known: number, pageSize: number) => {
		const versions = Array.from({ length: known }, (_, i) => [i + 1, ''] as const);
		const saved: ChangeState = {
			newest: at('09:00:00'),
			windowStart: at('08:00:00'),
			seen: { [at('09:00:00')]: Object.fromEntries(versions) },
		};
		return new ChangePoll(saved, { ...settings('recordUpdated'), pageSize }).request?.limit;
	};

	test.each([
		[0, 10],
		[50, 60],
		[90, 100],
		[99, 100],
		[100, 10],
		[150, 10],
	])('with %d known records in the window is for %d rows in pages of 100', (known, limit) => {
		expect(sizeFor(known, 100)).toBe(limit);
	});
});

test('while the clock repeats an hour, the window is that much longer', () => {
	const windowAfter = (repeatedSeconds?: number) => {
		const polling = new ChangePoll(undefined, settings('recordCreated'));
		polling.take({ rows: [OLD], ...(repeatedSeconds !== undefined && { repeatedSeconds }) });
		return polling.end().state.windowStart;
	};
	// The overlap of two minutes, and the hour.
	expect([windowAfter(), windowAfter(0), windowAfter(3_600)]).toEqual([
		at('07:58:00'),
		at('07:58:00'),
		at('06:58:00'),
	]);
});
