import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import type { FormField } from '../../../nodes/RecordsDirectory/core/form/field';
import { recordToSend } from '../../../nodes/RecordsDirectory/core/form/record-writer';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';

const REMEDY = 'Choose the column of each cell from the list; a row has columns of one table only.';
const cell = (column: unknown, value: unknown) => ({ column, value });
const rows = (...all: unknown[][]) => all.map((cells) => ({ cells }));
const problem = (message: string, advice: string) => expect.objectContaining({ message, advice });

const detailsIn = (fields: readonly FormField[], detailRows: readonly JsonObject[]) =>
	recordToSend(fields, [], { zone: 'UTC', detailRows }).record;
const subTable = (...ids: string[]) =>
	ids.map((uniqueId) => ({ uniqueId, caption: `C ${uniqueId}` }));
const fields = parseForm([
	{ uniqueId: 'f-1', caption: 'Name' },
	{ uniqueId: 't-1', caption: 'Lines', subTable: subTable('a', 'b') },
	{ uniqueId: 't-2', caption: 'Costs', subTable: subTable('b', 'c') },
]);

it.each<[string, unknown[], string]>([
	[
		'two tables',
		[cell('["t-1","a"]', 1), cell('["t-2","b"]', 2)],
		' has columns of several tables',
	],
	['a column twice', [cell('["t-1","a"]', 1), cell('["t-1","a"]', 2)], ' has a column twice'],
	['a column of blanks', [cell('  ', 1)], ' has a cell without a column'],
	['a column that is no text', [cell(['a'], 1)], ' has a cell without a column'],
])('a row of detail tables with %s is rejected by its number', (_, cells, what) => {
	const given = rows([cell('["t-1","a"]', 1)], cells);
	expect(() => detailsIn(fields, given)).toThrow(problem(`'Detail Rows', row 2${what}`, REMEDY));
});

describe('the table of rows that name only their columns', () => {
	it('is the only one that has all of them, and the rows keep their order', () => {
		const given = rows(
			[cell(' a ', 1), cell('C b', 2)],
			[cell('C c', 3)],
			[cell('["t-1","a"]', 0), cell('b', 4)],
		);
		expect(detailsIn(fields, given)).toEqual({
			't-1': [
				{ a: '1', b: '2' },
				{ a: '0', b: '4' },
			],
			't-2': [{ c: '3' }],
		});
	});

	it('is unknown if several have the column', () => {
		expect(() => detailsIn(fields, rows([cell('b', 1)]))).toThrow(
			problem(
				"'Detail Rows' has a row with 'b', which fits several tables: 'Lines' (t-1) and 'Costs' (t-2)",
				'Choose the column from the list, or enter its table and its caption: ["t-1","a"], ["t-1","b"], ["t-2","b"] and ["t-2","c"].',
			),
		);
	});

	it('is unknown if none has all columns', () => {
		expect(() => detailsIn(fields, rows([cell('a', 1), cell('c', 1)]))).toThrow(
			"'Detail Rows' has a row with 'a', 'c', which fits no detail table of the form",
		);
	});

	it('is unknown if the form has no table', () => {
		const none = parseForm([{ uniqueId: 'f-1', caption: 'Name' }]);
		expect(() => detailsIn(none, rows([cell('x'.repeat(200), 1)]))).toThrow(
			problem(
				`'Detail Rows' has a row with '${'x'.repeat(100)}', which fits no detail table of the form`,
				'The form has no detail table. Remove the rows.',
			),
		);
	});
});
