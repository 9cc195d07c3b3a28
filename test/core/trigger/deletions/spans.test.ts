import { Known } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/known';
import { Spans, type Span } from '../../../../nodes/RecordsDirectory/core/trigger/deletions/spans';
import { range, stateOf } from './polls';

/** Of records 1 to 100, record 100 stands at 0 and record 1 at 99. */
function reading(...read: readonly Span[]) {
	const spans = new Spans(new Known(stateOf(range(1, 100))));
	for (const span of read) spans.add(span);
	return spans;
}
const span = (offset: number, first: number, last: number): Span => ({ offset, first, last });
const all = (spans: Spans) => [spans.count, spans.highest, spans.lowest];

describe('what has been read of a list', () => {
	test('is nothing at first, which lies above nothing', () => {
		const spans = reading();
		expect(spans.count).toBe(0);
		expect(spans.shift(spans.lowest)).toBe(0);
		expect(spans.highest.last).toBeGreaterThan(100);
	});

	test('is kept by falling ids, in whatever order it was read', () => {
		const [head, middle, tail] = [span(0, 100, 91), span(40, 60, 51), span(90, 10, 1)];
		expect(all(reading(tail, head, middle))).toEqual([3, head, tail]);
		expect(all(reading(middle, tail))).toEqual([2, middle, tail]);
	});

	test.each<[string, Span, Span, Span]>([
		['one that ends with the first of it', span(20, 80, 71), span(29, 71, 61), span(20, 80, 61)],
		['one that begins with the last of it', span(29, 71, 61), span(20, 80, 71), span(20, 80, 61)],
		['one inside of it', span(20, 80, 61), span(25, 75, 70), span(20, 80, 61)],
		['one around it', span(25, 75, 70), span(20, 80, 61), span(20, 80, 61)],
	])('joins %s', (_, one, other, joined) => {
		expect(all(reading(one, other))).toEqual([1, joined, joined]);
	});

	test('joins two by what was read between them', () => {
		const spans = reading(span(20, 80, 71), span(40, 60, 51), span(5, 95, 91), span(28, 72, 60));
		expect(all(spans)).toEqual([2, span(5, 95, 91), span(20, 80, 51)]);
	});

	test('stands where the newest page says', () => {
		const spans = reading(span(20, 80, 71), span(25, 73, 61));
		expect(spans.lowest).toEqual(span(18, 80, 61));
		expect(spans.shift(spans.lowest)).toBe(-2);
		expect(spans.endOf(spans.lowest)).toBe(38);
	});

	test('does not join records that are neighbours', () => {
		expect(reading(span(20, 80, 71), span(30, 70, 61)).count).toBe(2);
	});
});

describe('between two pages', () => {
	const head = span(0, 100, 91);

	test.each<[string, Span, object[]]>([
		['as many rows as known records are no gap', span(30, 70, 61), []],
		['fewer rows are one', span(27, 70, 61), [{ from: 10, to: 27, ids: 20 }]],
		['more rows are one', span(31, 70, 61), [{ from: 10, to: 31, ids: 20 }]],
		['no rows are one', span(10, 70, 61), [{ from: 10, to: 10, ids: 20 }]],
		['a row where none is known is one', span(11, 90, 81), [{ from: 10, to: 11, ids: 0 }]],
		['neither a row nor a record is no gap', span(10, 90, 81), []],
		['less than nothing is no gap: rows moved', span(9, 90, 81), []],
	])('%s', (_, below, gaps) => {
		expect(reading(head, below).gaps()).toEqual(gaps);
	});

	test('each gap is told, the highest first', () => {
		const spans = reading(head, span(27, 70, 61), span(48, 50, 41), span(88, 10, 1));
		expect(spans.gaps()).toEqual([
			{ from: 10, to: 27, ids: 20 },
			{ from: 37, to: 48, ids: 10 },
		]);
	});
});
