import { packed, poll, range, stateOf, without } from './polls';

const thousand = range(1, 1_000);
const HEAD_AND_TAIL = ['page 1 of 20', 'page 11 of 95'];
const deleted = (recordId: number, isDeleted = true) => ({ recordId, isDeleted });

test("a patrol's turn is not over while it had no request", () => {
	const before = stateOf(thousand, { leave: true, sincePatrol: 9 });
	const cut = poll(before, { listed: thousand }, { maxRequests: 2 });
	expect(cut.asked).toEqual(HEAD_AND_TAIL);
	const next = poll(cut.state, { listed: thousand });
	expect(next.asked).toEqual([...HEAD_AND_TAIL, 'page 1 of 100']);
	expect(poll(next.state, { listed: thousand }).asked).toEqual(HEAD_AND_TAIL);
});

describe('a patrol down a long list', () => {
	test('is every tenth poll unless something else is wished', () => {
		const at = (sincePatrol: number) => stateOf(thousand, { leave: true, sincePatrol });
		expect(poll(at(8), { listed: thousand }).asked).toEqual(HEAD_AND_TAIL);
		const tenth = poll(at(9), { listed: thousand });
		expect(tenth.asked).toEqual([...HEAD_AND_TAIL, 'page 1 of 100']);
		expect(poll(tenth.state, { listed: thousand }).asked).toEqual(HEAD_AND_TAIL);
	});

	test('is not needed where the whole list was read, and its turn is over', () => {
		const before = stateOf(range(1, 60), { leave: true, sincePatrol: 9 });
		const { asked, state } = poll(before, { listed: range(1, 60) });
		expect(asked).toEqual(['page 1 of 80']);
		const grown = poll(state, { listed: thousand });
		expect(poll(grown.state, { listed: thousand }).asked.slice(0, 3)).toEqual(HEAD_AND_TAIL);
	});
});

describe('a probe for rows listed as deleted', () => {
	const probes = ({ asked }: ReturnType<typeof poll>) =>
		asked.filter((request) => request.endsWith(' by isDeleted:desc'));

	test('asks once for those that are known and ten more', () => {
		const before = stateOf(thousand, { dead: packed(7, 8) });
		const rest = without(1_000, 7, 8, 500);
		const { asked, told, state } = poll(before, {
			listed: [...rest, deleted(7), deleted(8), deleted(500)],
		});
		expect(asked).toEqual([...HEAD_AND_TAIL, 'page 1 of 12 by isDeleted:desc', 'record 500']);
		expect(told).toEqual(['recordDeleted:4:500:1']);
		const again = poll(state, { listed: [...rest, deleted(7), deleted(8), deleted(500)] });
		expect(again.asked).toEqual([...HEAD_AND_TAIL, 'page 1 of 13 by isDeleted:desc']);
	});

	test.each<[number, string, object]>([
		[1, 'not yet known whether deleted records leave the list', {}],
		[0, 'known that they leave it', { leave: true }],
		[1, 'known that they do, and that some stay all the same', { leave: true, dead: packed(7) }],
	])('is made %i times where it is %s', (times, _, known) => {
		const listed = [...without(1_000, 7), deleted(7, 'dead' in known)];
		expect(probes(poll(stateOf(thousand, known), { listed }))).toHaveLength(times);
	});

	test.each([
		[90, ['page 1 of 100 by isDeleted:desc']],
		[91, ['page 1 of 100']],
	])('with %i of them known, one page of 100 is asked for as %s', (dead, page) => {
		const ids = range(201, 200 + dead);
		const listed = [...without(1_000, ...ids), ...ids.map((id) => deleted(id))];
		const { asked } = poll(stateOf(thousand, { dead: packed(...ids) }), { listed });
		expect(asked).toEqual([...HEAD_AND_TAIL, ...page]);
	});
});
