import { idsAbove } from '../../../../nodes/RecordsDirectory/core/id';
import { orderTime } from '../../../../nodes/RecordsDirectory/core/trigger/changes/known-versions';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { polls, row, spaced, tied, type Service } from './polls';
import { sampled } from '../../../support/effort';
import { LARGE, OLD, STORIES } from './stories';

/** Characters of the versions that are remembered in any case. */
const OF_REMEMBERED = 200 * 26;

/** The rows that a service lists after this many requests. */
const listOf = ({ list }: Service, requests: number): readonly RecordRow[] =>
	typeof list === 'function' ? list(requests) : list;

const usual = (row: RecordRow) => row;
/** Consecutive numbers that would be equal as JavaScript numbers. */
const long = (row: RecordRow): RecordRow => {
	const recordId = `9007199254740993${String(row.recordId).padStart(6, '0')}`;
	return { ...row, recordId, raw: { ...row.raw, recordId } };
};

describe.each([
	['usual IDs', usual, Object.keys(STORIES)],
	['IDs beyond 2^53', long, sampled(Object.keys(STORIES), (name) => name, 1 / 4)],
])(
	'with %s a trigger makes these requests, and reports every change once, the oldest first',
	(_, named, names) => {
		test.each(names)('%s', (name) => {
			const { baseline: start = OLD, polls: given, asked, size, changed = {} } = STORIES[name]!;
			const baseline = start.map(named);
			const services = given.map((service) => ({
				...service,
				list: (requests: number) => listOf(service, requests).map(named),
			}));
			const { now } = services[0]!;
			const first = { list: baseline, ...(now !== undefined && { now: 0 }) };
			const [silent, ...done] = polls([first, ...services], changed);
			expect(silent!.told).toEqual([]);
			expect(done.map((one) => one.asked.join(', '))).toEqual(asked);

			const by = orderTime(changed.event ?? 'recordCreatedOrUpdated');
			const keyOf = (row: RecordRow) => `${row.recordId} of ${row[by]}`;
			const before = new Set(baseline.map(keyOf));
			const told = done.map(({ events }) => events.map(({ row }) => row));
			const keys = told.flat().map(keyOf);
			const changesIn = (rows: readonly RecordRow[]) =>
				rows.map(keyOf).filter((key) => !before.has(key));
			const listed = services.flatMap((service) => [listOf(service, 0), listOf(service, 99)]);
			expect(keys).toHaveLength(new Set(keys).size);
			expect(keys).toEqual(expect.arrayContaining(changesIn(listOf(services.at(-1)!, 99))));
			expect(changesIn(listed.flat())).toEqual(expect.arrayContaining(keys));
			const order = (a: RecordRow, b: RecordRow) =>
				a[by] === b[by] ? idsAbove(a.recordId, b.recordId) : a[by] < b[by] ? -1 : 1;
			for (const rows of told) expect(rows).toEqual([...rows].sort(order));

			const sizes = done.map(({ state }) => JSON.stringify(state).length);
			expect(Math.max(...sizes)).toBeLessThanOrEqual(
				(size + OF_REMEMBERED) * (named === long ? 3 : 1),
			);
		});
	},
);

test('where a list by record ID ends early, what was there before is not emitted', () => {
	const [crowd, later] = [
		tied(501, 750, 1_001),
		Array.from({ length: 39 }, (_, n) => row(800 + n, 1_061 + 60 * n)),
	];
	const services = Array.from({ length: 40 }, (_, n) => ({
		list: [...LARGE, ...crowd, ...later.slice(0, n)],
		now: 60 * (n + 1),
		cap: 50,
		depth: 450,
		most: 8,
	}));
	const [, ...done] = polls([{ list: LARGE, now: 0 }, ...services]);
	const told = done.flatMap((one) => one.told.map(Number));
	expect([...told].sort((a, b) => a - b)).toEqual(
		[...crowd, ...later].map(({ recordId }) => recordId),
	);
});

test('an older state of a record that a poll has just read is not emitted', () => {
	const others = spaced(21, 170, 1_001);
	const edited = [...OLD.slice(0, 19), row(20, 1_000, 1_200), ...others];
	const list = (requests: number) => (requests < 2 ? edited : [...OLD, ...others]);
	const [, first, second] = polls([
		{ list: OLD, now: 0 },
		{ list, now: 60 },
		{ list: edited, now: 120 },
	]);
	expect(first!.asked.length).toBeGreaterThan(1);
	expect(first!.told).toEqual([...others.map(({ recordId }) => recordId), 20]);
	expect(second!.told).toEqual([]);
});
