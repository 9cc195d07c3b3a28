import { packed, poll, range, stateOf, without as all, type Service } from './polls';

const known = (listed: Service['listed'] = range(1, 60)) => poll(undefined, { listed }).state;
const without = (...gone: number[]) => all(60, ...gone);

describe('what a missing record is', () => {
	const read = (isDeleted: boolean) => ({ isDeleted, raw: { name: 'x' } });

	test('gives the record that the single read still gave', () => {
		const { events } = poll(known(), { listed: without(7), single: { 7: read(true) } });
		expect(events).toEqual([
			{
				event: 'recordDeleted',
				eventId: 'recordDeleted:4:7:1',
				recordId: 7,
				cause: 'listed as deleted',
				record: read(true),
			},
		]);
	});
});

test('a new record is not deleted because a later page and its own read are of an older state', () => {
	const state = stateOf(range(1, 300), { sincePatrol: 9 });
	const first = poll(state, (requests) => ({ listed: range(1, requests === 0 ? 301 : 300) }));
	expect([first.asked.length > 1, first.told]).toEqual([true, []]);
	const single = { 301: { isDeleted: false, raw: {} } };
	const second = poll(first.state, { listed: range(1, 301), single });
	expect([second.told, second.state.pending]).toEqual([[], undefined]);
	expect(poll(second.state, { listed: range(1, 300) }).told).toEqual(['recordDeleted:4:301:1']);
});

test('a record that the last poll was the first to find is not deleted before the next one', () => {
	const found = poll(known(), { listed: range(1, 61) });
	const older = poll(found.state, { listed: range(1, 60) });
	expect(older.told).toEqual([]);
	const single = { 61: { isDeleted: false, raw: {} } };
	const listed = poll(older.state, { listed: range(1, 61), single });
	expect([listed.told, listed.state.pending]).toEqual([[], undefined]);
	const gone = poll(older.state, { listed: range(1, 60) });
	expect(gone.told).toEqual(['recordDeleted:4:61:1']);
});

test('a poll counts the deletions of a record that comes back', () => {
	let state = known();
	const told: string[] = [];
	for (const listed of [without(7), without(), without(7), without(), without(7)]) {
		const next = poll(state, { listed });
		({ state } = next);
		told.push(...next.told);
	}
	expect(told).toEqual([1, 2, 3].map((nth) => `recordDeleted:4:7:${nth}`));
});

it('three records in a row that cannot be read leave the others to the next poll', () => {
	const listed = range(11, 60);
	const first = poll(known(), { listed, failure: 'Forbidden' });
	const reads = ({ asked }: typeof first) => asked.filter((words) => words.startsWith('record'));
	expect(reads(first)).toEqual(['record 1', 'record 2', 'record 3']);
	const second = poll(first.state, { listed, failure: 'Forbidden' });
	expect(reads(second)).toEqual(['record 4', 'record 5', 'record 6']);
	const third = poll(second.state, { listed });
	expect(third.told).toHaveLength(10);
});

describe('a site whose lists cannot be paged further than 2,000 rows', () => {
	const deep = (
		count: number,
		listed: number[],
		state = stateOf(range(1, count), { largestPage: 1_000 }),
		deepPages: 'refused' | 'empty' | 'first' = 'refused',
	) => poll(state, { listed, deepest: 2_000, deepPages }, { pageSize: 1_000 });

	it.each(['refused', 'empty', 'first'] as const)(
		'is read in pages that begin higher, which is learnt once (%s)',
		(by) => {
			const listed = range(1, 2_500).filter((id) => id !== 2);
			const first = deep(2_500, listed, undefined, by);
			expect(first.asked.slice(0, 3)).toEqual(['page 1 of 20', 'page 26 of 98', 'page 3 of 999']);
			expect(first.told).toEqual(['recordDeleted:4:2:1']);
			const second = deep(2_500, listed, first.state, by);
			const begins = second.asked.map((words) => /page (\d+) of (\d+)$/.exec(words)!);
			for (const [, page, limit] of begins)
				expect((Number(page) - 1) * Number(limit)).toBeLessThan(2_000);
		},
	);

	it.each([
		[2_400, 500, 'first'],
		[2_200, 250, 'refused'],
	] as const)('is read to the end: %d records, pages of %d (%s)', (count, cap, deepPages) => {
		const at = { cap, deepest: 2_000, deepPages };
		const all = range(1, count);
		let { state, told } = poll(undefined, { ...at, listed: all }, { pageSize: 1_000 });
		expect(told).toEqual([]);
		const gone = [count - 30, count, 3, 20];
		for (const [n, id] of gone.entries()) {
			const listed = all.filter((one) => !gone.slice(0, n + 1).includes(one));
			({ state, told } = poll(state, { ...at, listed }, { pageSize: 1_000 }));
			expect(told).toEqual([`recordDeleted:4:${id}:1`]);
			const quiet = poll(state, { ...at, listed }, { pageSize: 1_000 });
			expect(quiet.told).toEqual([]);
			expect(quiet.asked.length).toBeLessThanOrEqual(3);
			({ state } = quiet);
		}
	});

	it('asks for the whole list where a page is rejected and no other one reaches as far', () => {
		const listed = range(1, 2_500).filter((id) => id !== 2);
		const state = stateOf(range(1, 2_500), { largestPage: 200 });
		const rejected = (requests: number) => ({ listed, deepest: requests === 1 ? 100 : Infinity });
		const { told, asked } = poll(state, rejected, { pageSize: 200 });
		expect(told).toEqual(['recordDeleted:4:2:1']);
		expect(asked.length).toBeLessThanOrEqual(30);
	});

	it('fails where no page reaches the end', () => {
		const { state } = deep(2_500, range(1, 2_499));
		expect(() =>
			deep(3_500, range(1, 3_500), { ...state, listed: packed(...range(1, 3_500)) }),
		).toThrow('Too deep');
		expect(() => deep(3_500, range(1, 3_500))).toThrow('Too deep');
	});
});
