import { editedAmong, latestOf, reachBack } from '../../../nodes/RecordsDirectory/core/form/edits';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';

const at = (clock: string) => `2026-03-02 09:${clock}`;
const row = (recordId: unknown, clock: string, record: unknown = { a: 1 }): JsonObject => ({
	recordId,
	updatedAt: at(clock),
	record,
});
const held = (...ids: string[]) => new Map(ids.map((id) => [id, { a: 1 }]));

describe('rows, the last edited first, reach back', () => {
	it.each<[string, JsonObject[], string, boolean]>([
		['to before that time', [row(1, '00:05'), row(2, '00:01')], at('00:02'), true],
		['to that second only, which may not have been over', [row(1, '00:02')], at('00:02'), false],
		['not so far', [row(1, '00:05')], at('00:02'), false],
		['as far as nobody knows: no rows', [], at('00:02'), false],
		['as far as nobody knows: no time', [{ recordId: 1 }], at('00:02'), false],
		['as far as nobody knows: the run has no time', [row(1, '00:05')], '', false],
		['as far as nobody knows: another spelling', [row(1, '00:05')], '2026/3/2 9:01:00', false],
	])('%s', (_, rows, since, expected) => expect(reachBack(rows, since)).toBe(expected));

	it('and tell the time of the last edit', () => {
		expect(latestOf([row(1, '00:05'), row(2, '00:01')])).toBe(at('00:05'));
		expect(latestOf([])).toBe('');
	});
});

describe('the records that were edited', () => {
	it.each<[string, JsonObject[], string[]]>([
		['are those that hold something else', [row('7', '00:09', { a: 2 }), row(9, '00:01')], ['7']],
		['may be spelled with numbers', [row(7, '00:09', { a: 2 }), row(9, '00:01')], ['7']],
		['are none where only the time differs', [row(7, '00:09'), row(9, '00:01')], []],
		[
			'may have been edited twice in one second',
			[row(7, '00:02', { a: 3 }), row(9, '00:01')],
			['7'],
		],
		['may be any that are not shown, where rows do not reach back', [row(7, '00:09')], ['8']],
		['are none that are not shown, where rows reach back', [row(9, '00:01')], []],
		[
			'hold something else where they hold nothing',
			[row(7, '00:09', null), row(9, '00:01')],
			['7'],
		],
	])('%s', (_, rows, expected) => {
		expect(editedAmong(held('7', '8'), rows, at('00:02'))).toEqual(expected);
	});
});
