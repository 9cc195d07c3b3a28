import { Ids } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/id-set';
import { Known } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known';
import { Patrol } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/patrol';
import { packed, poll, range, stateOf, without } from './polls';

const thousand = range(1, 1_000);
const HEAD_AND_TAIL = ['page 1 of 20', 'page 11 of 95'];
const deleted = (recordId: number, isDeleted = 1) => ({ recordId, isDeleted });

/** The patrol of every third poll, with three unlisted records. */
function patrol(sincePatrol: number, hiddenAt?: number, hidden = [20, 50, 70]) {
	const state = stateOf([1, 2], {
		hidden: packed(...hidden),
		sincePatrol,
		...(hiddenAt === undefined ? {} : { hiddenAt }),
	});
	return new Patrol(state, new Known(state), 3);
}

describe("a patrol's turn", () => {
	test('is every third poll', () => {
		expect([0, 1, 2, 3].map((since) => patrol(since).isDue)).toEqual([false, false, true, true]);
		expect(new Patrol(undefined, new Known(undefined), 1).isDue).toBe(true);
		expect(new Patrol(undefined, new Known(undefined), 2).isDue).toBe(false);
	});

	test.each([
		[undefined, 20],
		[20, 50],
		[60, 70],
		[70, 20],
		[99, 20],
	])('looks at unlisted records by rising id: after %s at %s', (hiddenAt, next) => {
		expect(patrol(2, hiddenAt).recheck).toBe(next);
	});

	test('looks at none where all are listed, or before it has come', () => {
		expect(patrol(2, 20, []).recheck).toBeUndefined();
		expect(patrol(1, 20).recheck).toBeUndefined();
	});

	test('looks at one of them', () => {
		const turn = patrol(2, 20);
		turn.wasRead(7);
		expect(turn.recheck).toBe(50);
		turn.wasRead(50);
		expect(turn.recheck).toBeUndefined();
		turn.wasRead(7);
		expect(turn.pack(false)).toEqual({ sincePatrol: 0, hiddenAt: 50 });
	});

	test('is over once anything of it was done, or nothing was left to do', () => {
		expect(patrol(2).pack(false)).toEqual({ sincePatrol: 3 });
		expect(patrol(2).pack(true)).toEqual({ sincePatrol: 0 });
		const turn = patrol(2);
		turn.hasReadPage = true;
		expect(turn.pack(false)).toEqual({ sincePatrol: 0 });
		expect(patrol(1, 20).pack(true)).toEqual({ sincePatrol: 2, hiddenAt: 20 });
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
		expect(tenth.state).toMatchObject({ sincePatrol: 0, sweep: { kind: 'patrol', requests: 1 } });
	});

	test('is not needed where the whole list was read, and its turn is over', () => {
		const { asked, state } = poll(stateOf(range(1, 60), { sincePatrol: 9 }), {
			listed: range(1, 60),
		});
		expect(asked).toEqual(['page 1 of 80']);
		expect(state).toEqual(stateOf(range(1, 60)));
	});

	test('finds a record that is gone while another came back', () => {
		const before = stateOf(without(160, 90), { leave: true, sincePatrol: 9 });
		const { asked, told } = poll(before, { listed: without(160, 91) });
		expect(asked.slice(2)).toEqual(['page 1 of 100', 'record 91']);
		expect(told).toEqual(['recordDeleted:4:91:1']);
	});

	test('tells an unlisted record with the others, by rising id', () => {
		const before = stateOf(without(60, 50), { hidden: packed(50), sincePatrol: 9 });
		const { asked, told, state } = poll(before, { listed: without(60, 7, 50) });
		expect(asked).toEqual(['record 50', 'page 1 of 79', 'record 7']);
		expect(told).toEqual(['recordDeleted:4:7:1', 'recordDeleted:4:50:1']);
		expect(state).toMatchObject({ hiddenAt: 50, sincePatrol: 0 });
	});
});

describe('a probe for rows listed as deleted', () => {
	const probes = ({ asked }: ReturnType<typeof poll>) =>
		asked.filter((request) => request.endsWith(' by isDeleted:desc'));

	test('asks once for those that are known and ten more', () => {
		const before = stateOf(thousand, { dead: packed(7, 8) });
		const rest = without(1_000, 7, 8, 500);
		const { asked, told, state } = poll(before, {
			listed: [...rest, deleted(7), deleted(8), deleted(500, 2)],
		});
		expect(asked).toEqual([...HEAD_AND_TAIL, 'page 1 of 12 by isDeleted:desc', 'record 500']);
		expect(told).toEqual(['recordDeleted:4:500:1']);
		expect([...Ids.unpack(state.dead)]).toEqual([7, 8, 500]);
		expect(state.leave).toBeUndefined();
	});

	test.each<[number, string, object]>([
		[1, 'not yet known whether deleted records leave the list', {}],
		[0, 'known that they leave it', { leave: true }],
		[1, 'known that they do, and that some stay all the same', { leave: true, dead: packed(7) }],
	])('is made %i times where it is %s', (times, _, known) => {
		const listed = [...without(1_000, 7), deleted(7, 'dead' in known ? 1 : 0)];
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
