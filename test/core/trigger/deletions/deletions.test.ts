import { poll, range, without as all, type Service } from './polls';

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

describe('a poll', () => {
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
