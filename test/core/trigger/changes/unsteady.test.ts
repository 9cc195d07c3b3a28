import type { ChangeState } from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/listed-record';
import {
	differencesInField,
	isUnsteady,
	learnUnsteady,
	mayShowMore,
	NOTHING_UNSTEADY,
	withoutFields,
	withoutUnsteady,
	type Differences,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/unsteady';
import { poll, row, time } from './polls';

let replies = 0;

/** Records of which some values differ with every reply: a formula, and the signed address of a file. */
const differing =
	(rows: readonly RecordRow[], fileOf: (id: number) => string = () => 'a.pdf') =>
	(): readonly RecordRow[] =>
		rows.map((one) => {
			const file = { name: fileOf(Number(one.recordId)), url: `https://x/?signature=${++replies}` };
			const record = { 'field-1': 'x', clock: ++replies, files: [file, file], empty: [] };
			return { ...one, raw: { ...one.raw, accessUrl: `https://x/?s=${replies}`, record } };
		});

const OLD = [row(1, 0), row(2, 700), row(3, 1_000)];
const asSaved = (state: ChangeState): ChangeState => {
	const { unsteady, ...others } = state;
	expect(unsteady).toBeDefined();
	return others;
};

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

	test('cost three requests more at the first poll, and none where nothing differs', () => {
		const [first, quiet] = told(undefined, [differing(OLD), differing(OLD)]);
		expect(first!.asked).toHaveLength(4);
		expect(quiet!.asked).toHaveLength(1);
		expect(poll(undefined, { list: OLD }).asked).toHaveLength(2);
		expect(poll(undefined, { list: [row(1, 0)] }).asked).toHaveLength(1);
		expect(poll(undefined, { list: OLD }, { event: 'recordCreated' }).asked).toHaveLength(1);
	});

	test('hide no second edit within a second, not even in another part of such a field', () => {
		const edited = [...OLD.slice(1), row(1, 0, 1_031)];
		const polls = told(undefined, [
			differing(OLD),
			differing(edited),
			differing(edited, (id) => (id === 1 ? 'b.pdf' : 'a.pdf')),
			differing(edited, (id) => (id === 1 ? 'b.pdf' : 'a.pdf')),
		]);
		expect(idsOf(polls)).toEqual([[], [1], [1], []]);
		expect(new Set(polls.flatMap(({ events }) => events.map(({ eventId }) => eventId))).size).toBe(
			2,
		);
	});

	test('are found while polls continue, from a state that knows nothing of them', () => {
		const saved = asSaved(poll(undefined, { list: OLD }).state);
		const later = [...OLD, row(4, 1_030)];
		const [, ...polls] = told(saved, [
			...Array(4).fill(differing(OLD)),
			...Array(3).fill(differing(later)),
		]);
		expect(idsOf(polls)).toEqual([[3], [3], [3], [4], [], []]);
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
		const saved = asSaved(poll(undefined, { list: OLD }).state);
		const later = [...OLD, row(4, 1_030)];
		const lists = [...Array(4).fill(differing(OLD)), ...Array(2).fill(differing(later))];
		const polls = told(saved, lists, { watchedFields: ['clock'] });
		expect(idsOf(polls).slice(4)).toEqual([
			[3, 4],
			[3, 4],
		]);
	});
});

/** What is known after looks at one settled record, each with one of these values. */
function learnt(name: string, ...values: readonly unknown[]) {
	let known = NOTHING_UNSTEADY;
	for (const value of values) {
		const one = row(1, 0);
		const raw = { ...one.raw, [name]: value };
		known = learnUnsteady(known, [{ ...one, raw }], time(100));
	}
	return known.differences;
}

test.each([
	['note', [1, 1, 1, 1], undefined],
	['note', [1, 2], 1],
	['note', [1, 2, 3], { note: 1 }],
	['note', [1, 2, 3, 4], { note: 2 }],
	['note', [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }], { note: { a: 2 } }],
	['note', [{ a: 1 }, { a: 2 }, { a: 3 }, 4], { note: 1 }],
	['note', [[1], [2], [3], [4]], { note: 2 }],
	['note', [[1], [2], [3], [3, 3]], { note: 2 }],
	['note', [[{ a: 1 }], [{ a: 2 }], [{ a: 3 }], [{ a: 4 }]], { note: { a: 2 } }],
	['accessUrl', [1, 2, 3], undefined],
	['accessEditUrl', [1, 2, 3], undefined],
	['isDeleted', [0, 1, 2], undefined],
	['status', [1, 2, 3], undefined],
] as const)('of %s with the values %j is known: %j', (name, values, differences) => {
	expect(learnt(name, ...values)).toEqual(differences);
});

test('only settled records are looked at', () => {
	const { samples } = learnUnsteady(NOTHING_UNSTEADY, [row(2, 100), row(1, 99)], time(100));
	expect(Object.keys(samples)).toEqual([time(99)]);
});

test.each<[unknown, Differences | undefined, unknown]>([
	[5, undefined, 5],
	[5, 1, 5],
	[5, 2, undefined],
	['text', { a: 2 }, 'text'],
	[null, { a: 2 }, null],
	[{ a: 1 }, {}, { a: 1 }],
	[{ a: 1, b: { c: 1, d: 2 } }, { b: { c: 3 } }, { a: 1, b: { d: 2 } }],
	[{ a: 1, toString: 2 }, { a: 2 }, { toString: 2 }],
	[[{ a: 1, b: 2 }, 'x'], { a: 2 }, [{ b: 2 }, 'x']],
])('%j without what differs, %j, is %j', (value, differences, steady) => {
	expect(withoutUnsteady(value, differences)).toEqual(steady);
});

test.each<[Differences | undefined, boolean]>([
	[undefined, false],
	[1, false],
	[2, true],
	[{}, false],
	[{ a: { b: 1 } }, false],
	[{ a: 1, c: { b: 2 } }, true],
])('the differences %j are too many: %s', (differences, expected) => {
	expect(isUnsteady(differences)).toBe(expected);
});

test.each<[Differences | undefined, Differences | undefined, Differences | undefined]>([
	[undefined, undefined, undefined],
	[3, undefined, 3],
	[{ x: 2 }, undefined, { x: 2 }],
	[{ record: 2, x: 1 }, undefined, { record: 2, x: 1 }],
	[{ record: { a: 2, b: 1 }, x: 1 }, 2, { record: { b: 1 }, x: 1 }],
])('of the differences %j the field has %j, and the others have %j', (all, ofField, others) => {
	expect(differencesInField(all, 'a')).toEqual(ofField);
	expect(withoutFields(all, ['a'])).toEqual(others);
});

test.each([
	[{ samples: {} }, { samples: {} }, false],
	[{ samples: {} }, { samples: { t: {} } }, true],
	[{ samples: { t: {} } }, { samples: { t: {} } }, false],
	[{ samples: { t: {} } }, { samples: { t: {} }, differences: 1 }, true],
	[{ samples: { t: {} }, differences: { a: 1 } }, { samples: {}, differences: { a: 2 } }, false],
])('after %j and %j another look may show more: %s', (before, after, expected) => {
	expect(mayShowMore(before, after)).toBe(expected);
});
