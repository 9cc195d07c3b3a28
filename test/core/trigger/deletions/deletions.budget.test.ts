import { DeletionPoll } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { DeletionState } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { packed, pageOf, poll, range, rowsOf, settings, stateOf, without } from './polls';

const thousand = range(1, 1_000);
const service = { listed: without(1_000, 437) };

/** Polls with these budgets, one after the other. */
function polls(from: DeletionState, budgets: readonly number[]) {
	let state = from;
	return budgets.map((maxRequests) => {
		const next = poll(state, service, { maxRequests });
		({ state } = next);
		return next;
	});
}

describe('a poll whose requests do not suffice to find what is gone', () => {
	test('is followed by another try, and then by a reading of the whole list', () => {
		const [first, second, ...rest] = polls(
			stateOf(thousand),
			range(1, 6).map(() => 3),
		);
		expect(first!.asked).toEqual(['page 1 of 20', 'page 11 of 95', 'page 5 of 100']);
		expect(second!.asked).toEqual(first!.asked);
		expect(rest.map(({ asked }) => asked)).toEqual([
			['page 1 of 100', 'page 2 of 99', 'page 3 of 98'],
			['page 4 of 97', 'page 5 of 96', 'page 6 of 95'],
			['page 7 of 94', 'page 8 of 93', 'page 9 of 92'],
			['page 10 of 91', 'page 10 of 100', 'record 437'],
		]);
		expect(rest.map(({ told }) => told.length)).toEqual([0, 0, 0, 1]);
		expect(poll(rest.at(-1)!.state, service).asked).toEqual(['page 1 of 20', 'page 11 of 94']);
	});

	/** Whether a poll with too few requests counts as the second one in a row. */
	const wasShort = (state: DeletionState) => {
		const more = { listed: without(1_000, 437, 800) };
		const short = poll(state, more, { maxRequests: 3 });
		expect(short.told).toEqual([]);
		return poll(short.state, more, { maxRequests: 1 }).asked[0] === 'page 1 of 100';
	};

	test('is not forgotten by one that gets through, but by one that was a patrol as well', () => {
		const stalled = stateOf(service.listed, { isStalled: true, leave: true });
		const after = (sincePatrol: number) => poll({ ...stalled, sincePatrol }, service).state;
		expect(wasShort(after(3))).toBe(true);
		expect(wasShort(after(9))).toBe(false);
	});

	test('and the next one, after some that got through, lead to a reading of the list', () => {
		const [, second] = polls(stateOf(thousand), [3, 30]);
		expect(second!.told).toEqual(['recordDeleted:4:437:1']);
		expect(wasShort(second!.state)).toBe(true);
	});

	test('is also one that leaves none for a patrol', () => {
		const due = stateOf(thousand, { leave: true, sincePatrol: 9 });
		const { asked, state } = poll(due, { listed: thousand }, { maxRequests: 2 });
		expect(asked).toEqual(['page 1 of 20', 'page 11 of 95']);
		expect(poll(state, { listed: thousand }).asked).toEqual([...asked, 'page 1 of 100']);
		expect(wasShort(state)).toBe(true);
	});

	test('is not one that has told something', () => {
		const before = stateOf(without(1_000, 50, 437), { hidden: packed(50), sincePatrol: 9 });
		const { told, state } = poll(before, { listed: without(1_000, 50) }, { maxRequests: 2 });
		expect(told).toEqual(['recordDeleted:4:50:1']);
		expect(wasShort(state)).toBe(false);
	});

	test('is not one that knows what to confirm', () => {
		const listed = without(60, 7);
		const first = poll(stateOf(range(1, 60)), { listed }, { maxRequests: 1 });
		const second = poll(first.state, { listed }, { maxRequests: 1 });
		expect(second.asked).toEqual(['record 7']);
		expect(second.told).toEqual(['recordDeleted:4:7:1']);
		const third = poll(second.state, { listed }, { maxRequests: 1 });
		expect(third.asked).toEqual(['page 1 of 79']);
	});

	test('is not one that has done all', () => {
		const { state } = poll(stateOf(thousand), { listed: thousand }, { maxRequests: 3 });
		expect(wasShort(state)).toBe(false);
	});
});

describe('what is suspected', () => {
	test('is weighed before it is confirmed, together with what positions say is missing', () => {
		const saved = stateOf(range(1, 200));
		const gone = [...range(100, 149), 190];
		const once = () => poll(saved, { listed: without(200, ...gone) }, { maxRequests: 2 });
		expect(once).toThrow('At least 51 of 200 records are missing at once');
		const few = poll(saved, { listed: without(200, ...gone.slice(1)) }, { maxRequests: 2 });
		expect(few.asked).toEqual(['page 1 of 20', 'page 3 of 74']);
	});

	test('and not weighed yet is not confirmed before head and tail were read', () => {
		const before = stateOf(without(1_000, 7), { pending: packed(7), leave: true });
		const { asked } = poll(before, { listed: without(1_000, 7) });
		expect(asked).toEqual(['page 1 of 20', 'page 11 of 94', 'record 7']);
	});

	test('and there when it is read singly, is asked for once', () => {
		const { asked, told } = poll(stateOf(range(1, 60)), {
			listed: without(60, 7),
			single: { 7: { isDeleted: false, raw: {} } },
		});
		expect(asked).toEqual(['page 1 of 80', 'record 7']);
		expect(told).toEqual([]);
	});
});

describe('a baseline', () => {
	test('says nothing of what goes away while it is taken, however much that is', () => {
		const listed = (requests: number) => (requests < 3 ? thousand : range(300, 1_000));
		const { asked, told, state } = poll(undefined, (requests) => ({ listed: listed(requests) }));
		expect(asked.every((request) => request.startsWith('page '))).toBe(true);
		expect(told).toEqual([]);
		const next = poll(state, { listed: range(301, 1_000) });
		expect(next.told).toEqual(['recordDeleted:4:300:1']);
	});

	test('forgets a record that went away between two of its polls', () => {
		const first = poll(undefined, { listed: thousand }, { maxRequests: 2 });
		const later = { listed: without(1_000, 803) };
		const second = poll(first.state, later);
		expect(second.asked[0]).toBe('page 3 of 98');
		expect(second.told).toEqual([]);
		expect(poll(second.state, later).told).toEqual([]);
	});
});

test('a request stays the same however often it is read', () => {
	const polling = new DeletionPoll(stateOf(thousand), settings);
	let replies = 0;
	const seen: string[] = [];
	for (let { request } = polling; request?.kind === 'page'; { request } = polling) {
		expect(polling.request).toEqual(request);
		seen.push(`${request.page} of ${request.limit}`);
		// Records are created after the top was read, so that it is read again.
		const listed = rowsOf(replies++ < 1 ? thousand : range(1, 1_003));
		polling.take({ kind: 'page', rows: pageOf(listed, request) });
	}
	expect(seen.filter((page) => page === '1 of 20')).toHaveLength(2);
});

describe('a poll rejects', () => {
	const start = () => new DeletionPoll(stateOf(thousand), settings);

	test('a reply that it has not asked for', () => {
		const spent = new DeletionPoll(stateOf(thousand), { ...settings, maxRequests: 0 });
		expect(spent.request).toBeUndefined();
		expect(() => spent.take({ kind: 'page', rows: [] })).toThrow('Nothing was asked for');
	});

	test('a record for a page, and a page for a record', () => {
		const paged = start();
		expect(paged.request).toMatchObject({ kind: 'page' });
		expect(() => paged.take({ kind: 'record' })).toThrow('A page was asked for');
		const pending = stateOf([1], { pending: packed(1), isWeighed: true });
		const single = new DeletionPoll(pending, settings);
		expect(single.request).toEqual({ kind: 'record', recordId: 1 });
		expect(() => single.take({ kind: 'page', rows: [] })).toThrow('A record was asked for');
	});
});
