import type { ChangeState } from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { differing as namesThatDiffer } from '../../../../nodes/RecordsDirectory/core/trigger/changes/event';
import { poll, row } from './polls';

let replies = 0;

/** Records of which some values differ with every reply: a formula, and the signed address of a file. */
const differing =
	(rows: readonly RecordRow[], { note = 'x', name = 'a.pdf' } = {}) =>
	(): readonly RecordRow[] =>
		rows.map((one) => {
			const file = { name, url: `https://x/?signature=${++replies}` };
			const record = { 'field-1': note, clock: ++replies, files: [file, file], empty: [] };
			return { ...one, raw: { ...one.raw, accessUrl: `https://x/?s=${replies}`, record } };
		});

const OLD = [row(1, 0), row(2, 700), row(3, 1_000)];

/** The events of polls a minute apart, each with its own list. */
function told(
	from: ChangeState | undefined,
	lists: ReadonlyArray<() => readonly RecordRow[]>,
	options = {},
) {
	let state = from;
	return lists.map((list, n) => {
		const done = poll(state, { list, now: 60 * n }, options);
		({ state } = done);
		return done;
	});
}
const idsOf = (polls: ReturnType<typeof told>) => polls.map((one) => one.told);

describe('values that differ with every reply', () => {
	test('are no event, from the first poll on', () => {
		const later = [...OLD, row(4, 1_030), row(1, 0, 1_031)];
		const polls = told(undefined, [differing(OLD), ...Array(8).fill(differing(later))]);
		expect(idsOf(polls)).toEqual([[], [4, 1], ...Array(7).fill([])]);
	});

	test('cost two requests more at the first poll, and one where nothing differs', () => {
		const [first, quiet] = told(undefined, [differing(OLD), differing(OLD)]);
		expect(first!.asked).toHaveLength(3);
		expect(quiet!.asked).toHaveLength(1);
		expect(poll(undefined, { list: OLD }).asked).toHaveLength(2);
		expect(poll(undefined, { list: [] }).asked).toHaveLength(1);
		expect(poll(undefined, { list: OLD }, { event: 'recordCreated' }).asked).toHaveLength(1);
	});

	test('hide no second edit within a second, unless only such a field shows it', () => {
		const edited = [...OLD.slice(1), row(1, 0, 1_031)];
		const polls = told(undefined, [
			differing(OLD),
			differing(edited),
			differing(edited, { note: 'y' }),
			differing(edited, { note: 'y', name: 'b.pdf' }),
		]);
		// Every record of the window has another note.
		expect(idsOf(polls)).toEqual([[], [1], [3, 1], []]);
		expect(new Set(polls.flatMap(({ events }) => events.map(({ eventId }) => eventId))).size).toBe(
			3,
		);
	});

	test('are found while polls continue, from a state that knows nothing of them', () => {
		const saved = poll(undefined, { list: OLD }).state;
		const later = [...OLD, row(4, 1_030)];
		const [, ...polls] = told(saved, [
			...Array(4).fill(differing(OLD)),
			...Array(3).fill(differing(later)),
		]);
		expect(idsOf(polls)).toEqual([[], [], [], [4], [], []]);
	});

	test('are found once a form has records that nobody can have edited', () => {
		const young = [row(1, 1_000), row(2, 1_000)];
		const quiet = told(undefined, Array(10).fill(differing(young)));
		const { state } = quiet.at(-1)!;
		const later = [...young, row(3, 1_700)];
		const polls = told(state, Array(3).fill(differing(later)));
		expect(idsOf(polls)).toEqual([[3], [], []]);
	});
});

describe('a value that differs', () => {
	const with1 = (value: unknown, rows: readonly RecordRow[] = OLD) =>
		rows.map((one) => ({ ...one, raw: { ...one.raw, record: { sum: value } } }));

	test('once is no reason to ignore it', () => {
		const later = [...OLD, row(4, 1_030)];
		const lists = [with1(1), with1(1), with1(2), with1(2, later), with1(3, later)];
		const polls = told(
			undefined,
			lists.map((list) => () => list),
		);
		expect(idsOf(polls)).toEqual([[], [], [3], [4], [3, 4]]);
	});

	test('while its record may still be edited is an edit', () => {
		const edited = [row(1, 0), row(2, 1_000)];
		const lists = [1, 2, 3, 4].map((value) => [row(1, 0), ...with1(value, [edited[1]!])]);
		expect(
			idsOf(
				told(
					undefined,
					lists.map((list) => () => list),
				),
			),
		).toEqual([[], [2], [2], [2]]);
	});
});

describe('a record that is edited before each reply of a poll', () => {
	let edits = 0;
	const counted = (rows: readonly RecordRow[]) => () => {
		const counter = { ...row(9, 1_000), raw: { ...row(9, 1_000).raw, record: { sum: ++edits } } };
		return [...rows, counter];
	};

	test('within the second in which a trigger begins, is still read for later edits', () => {
		const polls = told(undefined, Array(4).fill(counted([row(1, 0), row(2, 900)])));
		expect(polls[0]!.state.unsteady).toBeUndefined();
		// A minute later, its time shows that nobody edits it.
		expect(idsOf(polls)).toEqual([[], [], [], []]);
		expect(polls[1]!.state.unsteady).toEqual(['record.sum']);
	});

	test('within the second of the last poll, is an edit', () => {
		const { state } = poll(undefined, { list: counted([row(1, 0)])(), now: 0 });
		const { told: ids, state: next } = poll(state, { list: counted([row(1, 0)]), now: 1 });
		expect(ids).toEqual([9]);
		expect(next.unsteady).toBeUndefined();
	});
});

describe('a watched field', () => {
	test('whose value always differs is rejected at the first poll', () => {
		for (const name of ['clock', 'files'])
			expect(() =>
				poll(undefined, { list: differing(OLD) }, { watchedFields: ['field-1', name] }),
			).toThrow(
				expect.objectContaining({
					message: `'Watched Field Names or IDs' names ${name}, whose value is different every time the record is read`,
					advice: 'Choose only fields that change when a user edits the record.',
				}),
			);
		expect(() =>
			poll(undefined, { list: differing(OLD) }, { watchedFields: ['field-1', 'gone'] }),
		).not.toThrow();
	});

	test('is never ignored later on', () => {
		const saved = poll(undefined, { list: OLD }).state;
		const later = [...OLD, row(4, 1_030)];
		const lists = [...Array(4).fill(differing(OLD)), ...Array(2).fill(differing(later))];
		const polls = told(saved, lists, { watchedFields: ['clock'] });
		expect(idsOf(polls).slice(4)).toEqual([
			[3, 4],
			[3, 4],
		]);
	});
});

/** A record whose content is this. */
const holding = (content: object, recordId = 1, second = 500) => {
	const one = row(recordId, second);
	return { ...one, raw: { ...one.raw, ...content } };
};

test.each<[string, object, object, string[]]>([
	['a field', { record: { a: 1, b: 1 } }, { record: { a: 2, b: 1 } }, ['record.a']],
	['a part of a field', { record: { a: [{ b: 1 }] } }, { record: { a: [{ b: 2 }] } }, ['record.a']],
	['a field more', { record: {} }, { record: { toString: 1 } }, ['record.toString']],
	['a field less', { record: { a: 1 } }, {}, ['record.a']],
	['a system field', { status: 'A' }, { status: 'B' }, ['status']],
	['the order of names', { record: { a: 1, b: 1 } }, { record: { b: 1, a: 1 } }, []],
	['an address', { accessUrl: '/?s=1' }, { accessUrl: '/?s=2' }, []],
])('what differs between two replies: %s', (_, one, other, names) => {
	expect(namesThatDiffer([holding(one)], [holding(other)])).toEqual(names);
});

test('a record that was edited meanwhile, or is in one of two replies, shows nothing', () => {
	const one = holding({ status: 'A' });
	expect(namesThatDiffer([one], [holding({ status: 'B' }, 1, 501)])).toEqual([]);
	expect(namesThatDiffer([one], [holding({ status: 'B' }, 2)])).toEqual([]);
});

describe('a formula that appears while the trigger runs', () => {
	const clock = () => differing([row(1, 900), row(2, 1_000)]);
	const steady = [row(1, 900), row(2, 1_000)];

	test('is found at once, as two more replies show it, and starts nothing', () => {
		const polls = told(undefined, [() => steady, clock(), clock(), clock()]);
		expect(idsOf(polls)).toEqual([[], [], [], []]);
		expect(polls.map(({ asked }) => asked.length)).toEqual([2, 3, 1, 1]);
	});

	test('is asked for again by the next poll if this one may not', () => {
		const polls = told(undefined, [() => steady]);
		const { state } = polls[0]!;
		const list = clock();
		expect(poll(state, { list, now: 60 }, { maxRequests: 2 }).asked).toHaveLength(2);
	});
});
