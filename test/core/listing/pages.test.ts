import fc from 'fast-check';
import {
	isRound,
	pageCovering,
	SMALLEST_PAGE,
} from '../../../nodes/RecordsDirectory/core/listing/pages';

const reachesOn = (at: number, size: number) => {
	const { page, limit } = pageCovering(at, size);
	if (limit > size || (page - 1) * limit > at) throw new Error(`Not ${page} of ${limit} at ${at}`);
	return page * limit > at + 1;
};

it('pages of at least the minimum size overlap any row and continue after it', () => {
	const at = fc.integer({ min: SMALLEST_PAGE - 1, max: 20_000_000 });
	fc.assert(fc.property(at, fc.integer({ min: SMALLEST_PAGE, max: 1_000 }), reachesOn));
	for (let row = SMALLEST_PAGE - 1; row < 30_000; row++)
		if (!reachesOn(row, SMALLEST_PAGE)) throw new Error(`None goes on after row ${row}`);
});

it('smaller pages may not continue after a row', () => {
	expect(reachesOn(2_519, 10)).toBe(false);
	expect(reachesOn(11, 4)).toBe(false);
});

it('some numbers of rows are more likely to be the limit of a site than others', () => {
	const rows = [20, 25, 30, 33, 37, 64, 75, 99, 100, 128, 130, 192, 250, 333, 999];
	expect(rows.filter((one) => !isRound(one))).toEqual([33, 37, 99, 192, 333, 999]);
});
