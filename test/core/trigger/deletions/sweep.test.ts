import { Known } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known';
import {
	startSweep,
	sweepOn,
	sweepRequest,
} from '../../../../nodes/RecordsDirectory/core/trigger/deletions/sweep';

const rows = (...ids: number[]) => ids.map((recordId) => ({ recordId }));
const range = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, i) => ({ recordId: from - i }));

const knowing = (...ids: number[]) => {
	const known = new Known(undefined);
	known.see(rows(...ids));
	return known;
};

describe('a sweep over the list', () => {
	test('reads every record once, page by page, and ends', () => {
		const known = new Known(undefined);
		const all = range(95, 1);
		let sweep = startSweep('baseline', 30);
		for (let isDone = false; !isDone; ) {
			const { page, limit, order } = sweepRequest(sweep);
			expect(order).toBe('recordId:desc');
			({ sweep, isDone } = sweepOn(sweep, all.slice((page - 1) * limit, page * limit), known));
		}
		expect([...known.alive]).toHaveLength(95);
		expect(sweep.requests).toBeLessThanOrEqual(5);
		expect(known.largestPage).toBe(30);
	});

	test.each<[string, number[], number[], number[]]>([
		['between two rows of a reply', [9, 8, 7, 6], [9, 6], [7, 8]],
		['above the first row of the list', [9, 8, 7], [8, 7], [9]],
		['below the last row of the list', [9, 8, 7], [9], [7, 8]],
		['in an empty list', [2, 1], [], [1, 2]],
	])('finds what is missing %s', (_, before, now, missing) => {
		const known = knowing(...before);
		expect(sweepOn(startSweep('urgent', 30), rows(...now), known).isDone).toBe(true);
		expect([...known.pending]).toEqual(missing);
		expect([...known.listed]).toEqual([...now].reverse());
	});

	test('says nothing of what lies below a page that may have been cut', () => {
		const known = knowing(1, 2, ...range(99, 60).map(({ recordId }) => recordId));
		const { isDone } = sweepOn(startSweep('urgent', 30), range(99, 79), known);
		expect(isDone).toBe(false);
		expect([...known.pending]).toEqual([]);
	});

	test('suspects what is listed as deleted, and only if it was alive', () => {
		const known = knowing(9, 8);
		sweepOn(startSweep('urgent', 30), [...rows(9), { recordId: 8, isDeleted: 1 }], known);
		expect([...known.pending]).toEqual([8]);
		sweepOn(startSweep('urgent', 30), [...rows(9, 8), { recordId: 7, isDeleted: 2 }], known);
		expect([...known.pending]).toEqual([]);
		expect(known.deadSize).toBe(1);
	});

	test('finds what is missing above the last row of a page that is not the last', () => {
		const known = knowing(...range(99, 1).map(({ recordId }) => recordId));
		const page = range(99, 69).filter(({ recordId }) => recordId !== 70);
		const { sweep, isDone } = sweepOn(startSweep('urgent', 30), page, known);
		expect(isDone).toBe(false);
		expect([...known.pending]).toEqual([70]);
		expect(sweep).toMatchObject({ kind: 'urgent', largestPage: 30, requests: 1 });
	});

	test('ends after so many requests that no form can have the rows', () => {
		const late = (requests: number) => ({ ...startSweep('urgent', 30), requests });
		expect(sweepOn(late(19_999), rows(1), new Known(undefined)).isDone).toBe(true);
		expect(() => sweepOn(late(20_000), rows(1), new Known(undefined))).toThrow(
			expect.objectContaining({
				fault: 'endless',
				message: 'The list of the service does not come to an end',
			}),
		);
	});

	test.each<[string, number[], string, string]>([
		['rising ids', [3, 5], 'order', 'did not sort'],
		['an id twice', [5, 5], 'order', 'did not sort'],
		['an id that is none', [5, NaN], 'row', 'without a record ID'],
		['id 0', [5, 0], 'row', 'without a record ID'],
	])('refuses %s', (_, ids, fault, message) => {
		const sweep = startSweep('baseline', 30);
		expect(() => sweepOn(sweep, rows(...ids), new Known(undefined))).toThrow(
			expect.objectContaining({ fault, message: expect.stringContaining(message) }),
		);
	});
});
