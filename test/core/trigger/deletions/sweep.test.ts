import { DeletionPoll } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import { startSweep } from '../../../../nodes/RecordsDirectory/core/trigger/sweep';
import { packed, poll, range, settings, stateOf, without } from './polls';

/** A trigger that is about to read the whole list, in pages of 30. */
const sweeping = (known: readonly number[], records = 0) =>
	stateOf(known, { leave: true, sweep: { kind: 'urgent', ...startSweep(30), records } });
const deleted = (recordId: number) => ({ recordId, isDeleted: true });
const told = (...ids: readonly number[]) => ids.map((id) => `recordDeleted:4:${id}:1`);

describe('a sweep over the list', () => {
	test('reads every record once, page by page, and ends', () => {
		const all = range(1, 95);
		const first = poll(undefined, { listed: all }, { pageSize: 30 });
		expect(first.asked).toEqual(['page 1 of 30', 'page 2 of 29', 'page 3 of 28', 'page 4 of 27']);
		const next = poll(first.state, { listed: without(95, 1, 44, 95) });
		expect(next.told).toEqual(told(1, 44, 95));
	});

	test.each<[string, number[], number[], number[]]>([
		['between two rows of a reply', [6, 7, 8, 9], [6, 9], [7, 8]],
		['above the first row of the list', [7, 8, 9], [7, 8], [9]],
		['below the last row of the list', [7, 8, 9], [9], [7, 8]],
		['in an empty list', [1, 2], [], [1, 2]],
		['above the last row of a page that is not the last', range(1, 99), without(99, 70), [70]],
	])('finds what is missing %s', (_, before, listed, missing) => {
		expect(poll(sweeping(before), { listed }).told).toEqual(told(...missing));
	});

	test('says nothing of what lies below a page that may have been cut', () => {
		const known = [1, 2, ...range(60, 99)];
		const { asked, told: nothing } = poll(sweeping(known), { listed: known, cap: 21 });
		expect(asked.length).toBeGreaterThan(1);
		expect(nothing).toEqual([]);
	});

	test('suspects what is listed as deleted, and only if it was alive', () => {
		const listed = [9, deleted(8)];
		const first = poll(sweeping([8, 9]), { listed });
		expect(first.asked.slice(1)).toEqual(['record 8']);
		expect(first.told).toEqual(told(8));
		const known = { ...first.state, sweep: { kind: 'urgent' as const, ...startSweep(30) } };
		expect(poll(known, { listed: [...listed, deleted(7)] }).asked).toHaveLength(1);
	});

	test.each<[string, number[], string]>([
		['rising ids', [3, 5], 'does not sort'],
		['an id twice', [5, 5], 'does not sort'],
	])('rejects %s', (_, ids, message) => {
		const polling = new DeletionPoll(sweeping([5]), settings);
		expect(polling.request).toMatchObject({ page: 1, limit: 30 });
		const rows = ids.map((recordId) => ({ recordId }));
		expect(() => polling.take({ kind: 'page', rows })).toThrow(
			expect.objectContaining({ name: 'ScanError', message: expect.stringContaining(message) }),
		);
	});
});

test('what is missing is counted over all polls of a sweep, and none of it is reported', () => {
	const listed = range(1, 200).filter((id) => id < 20 || (id > 60 && id < 150) || id > 190);
	let { state, told: found } = poll(sweeping(range(1, 200)), { listed }, { maxRequests: 2 });
	const go = () => {
		for (let polls = 0; polls < 9; polls++)
			({ state, told: found } = poll(state, { listed }, { maxRequests: 2 }));
	};
	expect(go).toThrow(/^At least \d+ of 200 records are missing at once/);
	expect(found).toEqual([]);
});

test('the state of a list without peculiarities is short', () => {
	expect(poll(undefined, { listed: range(1, 60) }).state).toEqual({
		listed: packed(...range(1, 60)),
		largestPage: 60,
		sincePatrol: 1,
	});
});
