import type { DeletionState } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { poll, range, without as all, type Service } from './polls';

const known = (listed: Service['listed'] = range(1, 60)) => poll(undefined, { listed }).state;
const without = (...gone: number[]) => all(60, ...gone);

describe('what a missing record is', () => {
	const read = (isDeleted: boolean) => ({ isDeleted, raw: { name: 'x' } });

	test.each<[string, Service, string[]]>([
		['nothing is missing', { listed: without() }, []],
		['gone for good', { listed: without(7) }, ['recordDeleted:4:7:1']],
		[
			'two, by rising id',
			{ listed: without(60, 1) },
			['recordDeleted:4:1:1', 'recordDeleted:4:60:1'],
		],
		[
			'readable as deleted',
			{ listed: without(7), single: { 7: read(true) } },
			['recordDeleted:4:7:1'],
		],
		['there, when read singly', { listed: without(7), single: { 7: read(false) } }, []],
		[
			'listed as deleted',
			{ listed: [...without(7), { recordId: 7, isDeleted: true }], single: { 7: read(true) } },
			['recordDeleted:4:7:1'],
		],
		[
			'listed as deleted, and yet there',
			{ listed: [...without(7), { recordId: 7, isDeleted: true }], single: { 7: read(false) } },
			[],
		],
	])('%s', (_, service, told) => {
		const first = poll(known(), service);
		expect(first.told).toEqual(told);
		expect(poll(first.state, service).told).toEqual([]);
	});

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

	test('an unlisted record that was there is looked at again in its turn', () => {
		let { state } = poll(known(), { listed: without(7), single: { 7: read(false) } });
		const told: string[] = [];
		for (let polls = 0; polls < 10; polls++) {
			const next = poll(state, { listed: without(7) });
			({ state } = next);
			told.push(...next.told);
		}
		expect(told).toEqual(['recordDeleted:4:7:1']);
	});
});

describe('a poll', () => {
	test('takes a baseline in silence', () => {
		expect(poll(undefined, { listed: [] }).told).toEqual([]);
	});

	test('reads a long form over several polls, with no more requests than it may', () => {
		let state: DeletionState | undefined;
		const listed = range(1, 950);
		for (let polls = 0; polls === 0 || state?.sweep; polls++) {
			const next = poll(state, { listed }, { maxRequests: 3 });
			expect(next.asked.length).toBeLessThanOrEqual(3);
			expect(polls).toBeLessThan(6);
			({ state } = next);
		}
		expect(poll(state, { listed: listed.slice(1) }).told).toEqual(['recordDeleted:4:1:1']);
	});

	test('leaves to the next what it may not ask any more', () => {
		const service = { listed: without(...range(10, 19)) };
		const first = poll(known(), service, { maxRequests: 5 });
		expect(first.told).toHaveLength(4);
		const second = poll(first.state, service, { maxRequests: 5 });
		const third = poll(second.state, service, { maxRequests: 5 });
		expect([first, second, third].flatMap(({ told }) => told)).toHaveLength(10);
	});

	test('counts the deletions of a record that comes back', () => {
		let state = known();
		const told: string[] = [];
		for (const listed of [without(7), without(), without(7), without(), without(7)]) {
			const next = poll(state, { listed });
			({ state } = next);
			told.push(...next.told);
		}
		expect(told).toEqual([1, 2, 3].map((nth) => `recordDeleted:4:7:${nth}`));
	});
});
