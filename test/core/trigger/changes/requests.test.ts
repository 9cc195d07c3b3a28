import { timeOf } from '../../../../nodes/RecordsDirectory/core/trigger/changes/event';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/listed-record';
import { polls, type Service } from './polls';
import { OLD, STORIES } from './stories';

/** Characters of the fingerprints of three settled records. */
const OF_SETTLED = 100;

/** The rows that a service lists after so many requests. */
const listOf = ({ list }: Service, requests: number): readonly RecordRow[] =>
	typeof list === 'function' ? list(requests) : list;

describe('a trigger makes these requests, and tells every change once, the oldest first', () => {
	test.each(Object.entries(STORIES))(
		'%s',
		(_, { baseline = OLD, polls: services, asked, size, changed = {} }) => {
			const { now } = services[0]!;
			const first = { list: baseline, ...(now !== undefined && { now: 0 }) };
			const [silent, ...done] = polls([first, ...services], changed);
			expect(silent!.told).toEqual([]);
			expect(done.map((one) => one.asked.join(', '))).toEqual(asked);

			const by = timeOf(changed.event ?? 'recordCreatedOrUpdated');
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
				a[by] === b[by] ? a.recordId - b.recordId : a[by] < b[by] ? -1 : 1;
			for (const rows of told) expect(rows).toEqual([...rows].sort(order));

			const sizes = done.map(({ state }) => JSON.stringify(state).length);
			expect(Math.max(...sizes)).toBeLessThanOrEqual(size + OF_SETTLED);
		},
	);
});
