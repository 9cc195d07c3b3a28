import { DeletionPoll } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { DeletionState } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { packed, poll, range, settings, stateOf, without } from './polls';

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
	/** Whether a poll with too few requests counts as the second one in a row. */
	const wasShort = (state: DeletionState) => {
		const more = { listed: without(1_000, 437, 800) };
		const short = poll(state, more, { maxRequests: 3 });
		expect(short.told).toEqual([]);
		return poll(short.state, more, { maxRequests: 1 }).asked[0] === 'page 1 of 100';
	};

	test('and the next one, after some that got through, lead to a reading of the list', () => {
		const [, second] = polls(stateOf(thousand), [3, 30]);
		expect(second!.told).toEqual(['recordDeleted:4:437:1']);
		expect(wasShort(second!.state)).toBe(true);
	});

	test('is not one that has told something', () => {
		const before = stateOf(without(1_000, 50, 437), { hidden: packed(50), sincePatrol: 9 });
		const { told, state } = poll(before, { listed: without(1_000, 50) }, { maxRequests: 2 });
		expect(told).toEqual(['recordDeleted:4:50:1']);
		expect(wasShort(state)).toBe(false);
	});
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
