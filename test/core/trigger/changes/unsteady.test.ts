import type { ChangeState } from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
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

test('values that always differ cost the first poll two requests, one where none does', () => {
	const [first, quiet] = told(undefined, [differing(OLD), differing(OLD)]);
	expect(first!.asked).toHaveLength(3);
	expect(quiet!.asked).toHaveLength(1);
	expect(poll(undefined, { list: OLD }).asked).toHaveLength(2);
	expect(poll(undefined, { list: [] }).asked).toHaveLength(1);
	expect(poll(undefined, { list: OLD }, { event: 'recordCreated' }).asked).toHaveLength(1);
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

describe('a formula that appears while the trigger runs', () => {
	const clock = () => differing([row(1, 900), row(2, 1_000)]);
	const steady = [row(1, 900), row(2, 1_000)];

	test('is asked for again by the next poll if this one may not', () => {
		const polls = told(undefined, [() => steady]);
		const { state } = polls[0]!;
		const list = clock();
		expect(poll(state, { list, now: 60 }, { maxRequests: 2 }).asked).toHaveLength(2);
	});
});
