import { fingerprint } from '../../../nodes/RecordsDirectory/core/json';
import {
	FieldHistoryPoll,
	type FieldHistoryState,
} from '../../../nodes/RecordsDirectory/core/trigger/field-history';

type Raw = Readonly<Record<string, unknown>>;

/** Polls a form of these records, all edited since the last poll. */
function poll(saved: FieldHistoryState | undefined, raws: readonly Raw[], watched: string[]) {
	const settings = { appsId: 4, overlapSeconds: 120, maxRequests: 30, pageSize: 1_000, watched };
	const running = new FieldHistoryPoll(saved, { ...settings, event: 'recordUpdated' });
	const updatedAt = saved ? '2026-05-01 08:30:00' : '2026-05-01 08:00:00';
	const createdAt = '2026-05-01 08:00:00';
	const rows = raws.map((raw, i) => ({ recordId: i + 1, createdAt, updatedAt, raw })).reverse();
	for (let ask = running.request; ask; ask = running.request)
		running.take({ rows: rows.slice((ask.page - 1) * ask.limit, ask.page * ask.limit) });
	const { events, state, warnings } = running.end();
	return { events, warnings, state: JSON.parse(JSON.stringify(state)) as FieldHistoryState };
}

const asRaw = (record: unknown): Raw => ({ record });
const long = (end: string) => `${'x'.repeat(200)}${end}`;

/** The event of an edit of one record. */
const eventOf = (
	before: Raw,
	after: Raw,
	watched = ['a', 'b'],
	kept = (state: FieldHistoryState) => state,
) => poll(kept(poll(undefined, [before], watched).state), [after], watched).events[0];
const earlierOf = (...edit: Parameters<typeof eventOf>) => eventOf(...edit)?.earlier;

describe('what is watched', () => {
	it.each([{}, { a: null }, { a: '', b: [] }, { a: false, c: 1 }, undefined, 'x', []])(
		'%j is nothing',
		(record) => expect(earlierOf(asRaw({}), asRaw(record))).toBeUndefined(),
	);

	it.each([{ a: 0 }, { a: true }, { a: ['x'] }, { b: 'x' }, { a: 'x' }, { a: ' ' }])(
		'%j is something, and its own',
		(record) => {
			const is = asRaw(record);
			expect(earlierOf(is, asRaw({}))).toEqual(record);
			expect(earlierOf(is, asRaw({ ...record, c: 1 }))).toBeUndefined();
			expect(earlierOf(is, asRaw({ a: 'other', ...record, b: 'other' }))).toBeDefined();
		},
	);

	it.each([
		[{ status: 'Open' }, 'Open'],
		[{ status: 3 }, '3'],
		[{ status: null }, ''],
		[{}, ''],
	])('the status of %j is %j', (raw, status) =>
		expect(earlierOf(raw, { status: 'Done' }, ['status'])).toEqual({ status }),
	);
});

describe('what is kept', () => {
	it('is each short value, whatever its shape and its ID', () => {
		const before = { 12: 'B', 7: [{ code: 'E1', name: 'Ann' }], a: { '#': 'x' }, constructor: 1 };
		const [is, same] = [asRaw({ ...before, same: 'x' }), asRaw({ same: 'x' })];
		const earlier = earlierOf(is, same, ['12', 'a', '7', 'constructor', 'same']);
		expect(earlier).toEqual({ ...before, a: undefined });
	});

	it.each([
		['a long text', long('')],
		['the content of a file', [{ name: 'a.txt', content: 'c2VjcmV0' }]],
	])('is a fingerprint of %s, which still shows a change', (_, value) => {
		const { state } = poll(undefined, [asRaw({ a: value, b: 'x' })], ['a', 'b']);
		expect(JSON.stringify(state)).not.toMatch(/c2VjcmV0|xxx/);
		const before = asRaw({ a: value, b: 'x' });
		expect(eventOf(before, before)).toBeUndefined();
		expect(eventOf(before, asRaw({ a: long('y'), b: 'x' }))).toMatchObject({ earlier: {} });
		const earlier = earlierOf(before, asRaw({ a: null, b: 'y' }));
		expect(Object.entries(earlier ?? {}).flat()).toEqual(['a', undefined, 'b', 'x']);
	});

	it('is what fits a million characters; of older records only a change shows, which is logged', () => {
		const watched = Array.from({ length: 10 }, (_, n) => `field-${n}`);
		const filled = asRaw(Object.fromEntries(watched.map((id) => [id, 'x'.repeat(190)])));
		const many = (raw: Raw) => Array.from({ length: 600 }, () => raw);
		const { state, warnings } = poll(undefined, many(filled), watched);
		expect(warnings).toEqual([expect.stringContaining('too long to keep in full')]);
		expect(JSON.stringify(state).length).toBeLessThan(1_050_000);
		expect(poll(state, many(filled), watched).events).toEqual([]);
		const { events } = poll(state, many(asRaw({ ...filled.record!, 'field-1': 'new' })), watched);
		const named = events.map(({ earlier = {} }) => Object.keys(earlier).length);
		// What is kept of a record is 1,931 characters.
		expect(named).toEqual([...Array<number>(83).fill(10), ...Array<number>(517).fill(1)]);
	});
});

describe('a state with a fingerprint only', () => {
	/** Empty values have one spelling. */
	const ofFields =
		(...values: unknown[]) =>
		({ values: _, ...state }: FieldHistoryState) => ({
			...state,
			values: { 1: fingerprint(values) },
		});

	it.each([
		[{ a: 'x', b: 'y' }, ['x', 'y', null]],
		[{ a: '', b: false }, [null, null, null]],
	])('knows that %j has not changed, and that it has', (record, values) => {
		const watched = ['a', 'b', 'status'];
		const kept = ofFields(...values);
		expect(eventOf(asRaw(record), asRaw(record), watched, kept)).toBeUndefined();
		const event = eventOf(asRaw(record), { record: { a: 'new' }, status: 'Done' }, watched, kept);
		expect(event?.earlier).toMatchObject({ a: undefined, status: undefined });
	});

	it('gives an event the ID that a state with the values gives it', () => {
		const [x, y] = [asRaw({ a: 'x' }), asRaw({ a: 'y' })];
		expect(eventOf(x, y, ['a'], ofFields('x'))?.eventId).toBe(eventOf(x, y, ['a'])?.eventId);
	});
});
