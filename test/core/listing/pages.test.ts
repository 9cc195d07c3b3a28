import fc from 'fast-check';
import { pageCovering, SMALLEST_PAGE } from '../../../nodes/RecordsDirectory/core/listing/pages';

const reachesOn = (at: number, size: number) => {
	const { page, limit } = pageCovering(at, size);
	expect(limit).toBeLessThanOrEqual(size);
	expect((page - 1) * limit).toBeLessThanOrEqual(at);
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
