import {
	fieldsIn,
	startLedger,
	statusIn,
	type LedgerSettings,
	type LedgerState,
} from '../../nodes/RecordsDirectory/core/trigger/ledger';
import { recordRow } from '../../nodes/RecordsDirectory/core/trigger/record-row';

const settings = (changes: Partial<LedgerSettings> = {}): LedgerSettings => ({
	event: 'recordStatusChanged',
	appsId: 4,
	scope: 's',
	overlapSeconds: 120,
	maxRequests: 30,
	pageSize: 1_000,
	watched: statusIn,
	...changes,
});
const at = (minute: number) => `2026-05-01 08:${String(minute).padStart(2, '0')}:00`;
const row = (recordId: number, status: string, updated = 0, created = 0) =>
	recordRow({ recordId, status, createdAt: at(created), updatedAt: at(updated) });

type Row = ReturnType<typeof row>;

function poll(
	saved: LedgerState | undefined,
	rows: readonly Row[],
	chosen = settings(),
	most = 99,
) {
	const running = startLedger(saved, chosen);
	for (let ask = running.ask; ask && most-- > 0; ask = running.ask) {
		const by = ask.order.split(':')[0] as 'recordId' | 'updatedAt';
		const list = [...rows].sort((a, b) => (a[by] < b[by] ? 1 : a[by] > b[by] ? -1 : 0));
		running.take({ rows: list.slice((ask.page - 1) * ask.limit, ask.page * ask.limit) });
	}
	return running.end();
}

const told = ({ events }: ReturnType<typeof poll>) =>
	events.map(({ event, row: { recordId }, previous }) => [event, recordId, previous]);

describe('changes of what is watched', () => {
	const before = poll(undefined, [row(1, 'Open'), row(2, 'Open')]).state;

	it('are told with what was before, once', () => {
		const after = poll(before, [row(1, 'Done', 30), row(2, 'Open', 31), row(3, 'New', 32, 32)]);
		expect(told(after)).toEqual([['recordStatusChanged', 1, 'Open']]);
		expect(after.events[0]?.eventId).toMatch(
			/^recordStatusChanged:4:1:2026-05-01 08:30:00:[0-9a-f]{8}$/,
		);
		expect(told(poll(after.state, [row(1, 'Done', 33), row(3, 'New', 32, 32)]))).toEqual([]);
		expect(after.state.ledger).toEqual({ 1: 'Done', 2: 'Open', 3: 'New' });
	});

	it('creations are, where they are asked for', () => {
		const chosen = settings({ event: 'recordCreatedOrUpdated' });
		const start = poll(undefined, [row(1, 'Open')], chosen).state;
		const after = poll(start, [row(1, 'Done', 30), row(2, 'Open', 31, 31)], chosen);
		expect(told(after)).toEqual([
			['recordUpdated', 1, 'Open'],
			['recordCreated', 2, undefined],
		]);
		expect(after.events[1]).not.toHaveProperty('previous');
		expect(after.events[1]?.eventId).toMatch(/^recordCreatedOrUpdated:4:2:/);
	});

	it('updates are, where they are asked for', () => {
		const chosen = settings({ event: 'recordUpdated' });
		const start = poll(undefined, [row(1, 'Open')], chosen).state;
		const after = poll(start, [row(1, 'Done', 30), row(2, 'Open', 31, 31)], chosen);
		expect(told(after)).toEqual([['recordUpdated', 1, 'Open']]);
	});

	it('of a record that was never seen are not', () => {
		const state = { ...before, ledger: {} };
		expect(told(poll(state, [row(1, 'Done', 30)]))).toEqual([]);
	});
});

describe('the first reading', () => {
	const many = (count: number) => Array.from({ length: count }, (_, i) => row(count - i, 'Open'));

	it('knows every record of the form', () => {
		const { events, state } = poll(undefined, many(2_100));
		expect(events).toEqual([]);
		expect(Object.keys(state.ledger)).toHaveLength(2_100);
	});

	it('must end in one poll', () => {
		expect(() => poll(undefined, many(2_100), settings(), 2)).toThrow(
			expect.objectContaining({
				kind: 'service',
				message: 'The first reading of the form did not end in the time of one poll',
			}),
		);
	});

	it('refuses a form that is too large', () => {
		expect(() => poll(undefined, many(20_001))).toThrow(
			expect.objectContaining({
				message: 'The form has more than 20,000 records, too many to remember each',
				advice:
					'Narrow the trigger by a keyword or query, or watch Record Updated without chosen fields.',
			}),
		);
		expect(Object.keys(poll(undefined, many(20_000)).state.ledger)).toHaveLength(20_000);
	});
});

describe('what is watched', () => {
	const watched = fieldsIn(['a', 'b']);
	const text = (record: unknown) => watched(recordRow({ recordId: 1, record }));

	it.each([{}, { a: null }, { a: '', b: [] }, { a: false, c: 1 }, undefined, 'x', []])(
		'%j is nothing',
		(record) => expect(text(record)).toBe(text({})),
	);

	it.each([{ a: 0 }, { a: true }, { a: ['x'] }, { b: 'x' }, { a: 'x' }, { a: ' ' }])(
		'%j is something, and its own',
		(record) => {
			expect(text(record)).not.toBe(text({}));
			expect(text({ ...record, c: 1 })).toBe(text(record));
			expect(text({ a: 'other', ...record, b: 'other' })).not.toBe(text(record));
		},
	);

	it.each([
		[{ status: 'Open' }, 'Open'],
		[{ status: 3 }, '3'],
		[{ status: null }, ''],
		[{}, ''],
	])('the status of %j is %j', (raw, status) => expect(statusIn(recordRow(raw))).toBe(status));
});

it('a record of the list, however the service spells its numbers', () => {
	const raw = { recordId: '7', createdAt: at(1), updatedAt: at(2), isDeleted: '1', more: {} };
	expect(recordRow(raw)).toEqual({
		recordId: 7,
		createdAt: at(1),
		updatedAt: at(2),
		isDeleted: 1,
		raw,
	});
	expect(recordRow({ recordId: 7 })).toMatchObject({ createdAt: '', updatedAt: '', isDeleted: 0 });
	expect(recordRow({ recordId: 7, isDeleted: null }).isDeleted).toBe(0);
});
