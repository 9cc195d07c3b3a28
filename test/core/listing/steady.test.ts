import {
	NOT_TIED,
	sharePlaces,
	SHARED_ROWS,
	steadyOn,
} from '../../../nodes/RecordsDirectory/core/listing/steady';

const rows = (from: number, count: number) =>
	Array.from({ length: count }, (_, n) => `t ${from + n}`);
const page = rows(0, 20);

describe('two parts of a list share rows in the same positions', () => {
	it.each<[string, readonly string[], readonly string[], boolean]>([
		['they are the same', page, page, true],
		['the first begins earlier', page, rows(12, 20), true],
		['the second begins earlier', rows(12, 20), page, true],
		['the second is a part of the first', page, rows(5, 9), true],
		['the first is a part of the second', rows(5, 9), page, true],
		['they share eight rows', rows(0, 12), rows(4, 12), true],
		['they share seven rows: that may be chance', rows(0, 12), rows(5, 12), false],
		['they share no row', page, rows(20, 20), false],
		['one is empty', page, [], false],
		['both are empty', [], [], false],
		['they share rows in another order', page, [...rows(4, 16)].reverse(), false],
		['one row is gone', page, page.filter((row) => row !== 't 6'), false],
		['one row is new', page, [...rows(0, 6), 't 99', ...rows(6, 14)], false],
		['the last of the shared rows differs', rows(0, 12), [...rows(4, 7), 't 99'], false],
	])('%s', (_, one, other, share) => expect(sharePlaces(one, other)).toBe(share));
});

describe('what is known after a page of a steady walk', () => {
	const marks = rows(0, 20);
	const before = { tail: ['x 1'], firm: 7 };
	const after = (newer: number, length = 20, offset = 40) =>
		steadyOn(before, {
			page: { keys: marks.slice(0, length), marks: marks.slice(0, length) },
			newer,
			offset,
		});

	it('with more rows of one time than two pages share: the last ones, and where the time began', () => {
		expect(after(6)).toEqual({ tail: marks.slice(-SHARED_ROWS), firm: 46 });
		expect(after(7)).toEqual({ tail: marks.slice(-SHARED_ROWS), firm: 47 });
		expect(after(0)).toEqual({ tail: marks.slice(-SHARED_ROWS), firm: 40 });
	});

	it('with no more of them: times can join the pages', () => {
		expect(after(8)).toEqual(NOT_TIED);
		expect(after(18)).toEqual(NOT_TIED);
	});

	it('of a single time: an earlier page shows where the time began', () => {
		expect(after(-1)).toEqual({ tail: marks.slice(-SHARED_ROWS), firm: 7 });
		expect(after(-1, 12)).toEqual({ tail: marks.slice(0, 12), firm: 7 });
		expect(after(-1, 11)).toEqual(NOT_TIED);
	});

	it('that was not read: nothing is shared', () => {
		expect(steadyOn(before, { newer: -1, offset: 40 })).toEqual({ tail: [], firm: -1 });
	});
});
