import type { DeletionState } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import { packed, poll, range, stateOf, without } from './polls';

const thousand = range(1, 1_000);
const HEAD_AND_TAIL = ['page 1 of 20', 'page 11 of 95'];
const deleted = (recordId: number, isDeleted = true) => ({ recordId, isDeleted });

describe("a patrol's turn", () => {
	const listed = [1, 2];
	const here = { isDeleted: false, raw: {} };
	const service = { listed, single: { 20: here, 50: here, 70: here } };
	const state = (sincePatrol: number, hiddenAt?: number, ...hidden: number[]) =>
		stateOf(listed, {
			hidden: packed(...hidden),
			sincePatrol,
			...(hiddenAt !== undefined && { hiddenAt }),
		});
	const looks = (from: DeletionState, patrolEvery = 3) => {
		const { asked, state: next } = poll(from, service, { patrolEvery });
		return { state: next, at: asked.filter((request) => request.startsWith('record ')) };
	};

	test.each([
		[undefined, 20],
		[20, 50],
		[60, 70],
		[70, 20],
		[99, 20],
	])('looks at unlisted records by rising id: after %s at %s', (hiddenAt, next) => {
		expect(looks(state(2, hiddenAt, 20, 50, 70)).at).toEqual([`record ${next}`]);
	});

	test('is every third poll, at the next of them each time, and from the first again', () => {
		let saved = state(0, undefined, 20, 50, 70);
		const at = range(1, 12).map(() => {
			const turn = looks(saved);
			saved = turn.state;
			return turn.at.join();
		});
		const [first, second, third] = ['record 20', 'record 50', 'record 70'];
		expect(at).toEqual(['', '', first, '', '', second, '', '', third, '', '', first].map(String));
	});

	test('is every poll for who wants that, also after the baseline', () => {
		expect(looks(state(0, undefined, 20), 1).at).toEqual(['record 20']);
		expect(looks(state(3, 20, 50)).at).toEqual(['record 50']);
	});

	test('looks at none where all are listed, or before it has come', () => {
		expect(looks(state(2, 20)).at).toEqual([]);
		expect(looks(state(1, 20, 50)).at).toEqual([]);
	});

	test('is not over while it had no request', () => {
		const before = stateOf(thousand, { leave: true, sincePatrol: 9 });
		const cut = poll(before, { listed: thousand }, { maxRequests: 2 });
		expect(cut.asked).toEqual(HEAD_AND_TAIL);
		const next = poll(cut.state, { listed: thousand });
		expect(next.asked).toEqual([...HEAD_AND_TAIL, 'page 1 of 100']);
		expect(poll(next.state, { listed: thousand }).asked).toEqual(HEAD_AND_TAIL);
	});
});

describe('a patrol down a long list', () => {
	test('reads one more page each time, to the end, and begins again', () => {
		const listed = range(1, 160);
		let state = stateOf(listed, { leave: true });
		const pages = range(1, 8).map(() => {
			const next = poll(state, { listed }, { patrolEvery: 2 });
			({ state } = next);
			return next.asked.slice(2);
		});
		expect(pages).toEqual([
			...[[], ['page 1 of 100']],
			...[[], ['page 2 of 99']],
			...[[], ['page 1 of 100']],
			...[[], ['page 2 of 99']],
		]);
	});

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

	test('finds a record that is gone while another came back', () => {
		const before = stateOf(without(160, 90), { leave: true, sincePatrol: 9 });
		const { asked, told } = poll(before, { listed: without(160, 91) });
		expect(asked.slice(2)).toEqual(['page 1 of 100', 'record 91']);
		expect(told).toEqual(['recordDeleted:4:91:1']);
	});

	test('reports an unlisted record with the others, by rising id', () => {
		const before = stateOf(without(60, 50), { hidden: packed(50), sincePatrol: 9 });
		const { asked, told, state } = poll(before, { listed: without(60, 7, 50) });
		expect(asked).toEqual(['record 50', 'page 1 of 79', 'record 7']);
		expect(told).toEqual(['recordDeleted:4:7:1', 'recordDeleted:4:50:1']);
		expect(poll(state, { listed: without(60, 7, 50) }).asked).toEqual(['page 1 of 78']);
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

	test('is not made where every row was read', () => {
		expect(poll(stateOf(range(1, 80)), { listed: range(1, 80) }).asked).toEqual(['page 1 of 100']);
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
