import { newestOnly } from '../../../nodes/RecordsDirectory/core/trigger/newest-only';
import { row } from './changes/polls';

const changes = [1, 2, 3, 4, 5].map((second) => ({ row: row(second, second) }));
const of = (until: number, left: number) => {
	const found = newestOnly(changes, { by: 'createdAt', until: row(0, until).createdAt, left });
	return [found.kept.map((one) => one.row.recordId), found.left];
};

it('keeps the newest of what was missed, and says how many more are wanted', () => {
	expect(of(5, 2)).toEqual([[4, 5], 0]);
	expect(of(5, 9)).toEqual([[1, 2, 3, 4, 5], 4]);
	expect(of(5, 0)).toEqual([[], 0]);
});

it('keeps all that came later, however many are wanted', () => {
	expect(of(3, 1)).toEqual([[3, 4, 5], 0]);
	expect(of(3, 0)).toEqual([[4, 5], 0]);
	expect(of(0, 7)).toEqual([[1, 2, 3, 4, 5], 7]);
});
