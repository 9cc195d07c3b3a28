import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import { unwrapCells } from '../../../../nodes/RecordsDirectory/core/form/kinds/table';
import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';

const plain = parseForm([{ uniqueId: 'a', caption: 'A' }, { uniqueId: 'b' }]);
const called = parseForm([{ uniqueId: 'record' }, { uniqueId: 'b', caption: 'B' }]);
const captioned = parseForm([{ uniqueId: 'c', caption: 'record' }]);

it.each<[string, typeof plain, JsonObject, JsonObject]>([
	['cells', plain, { a: 1 }, { a: 1 }],
	['wrapped cells', plain, { record: { a: 1, new: 2 } }, { a: 1, new: 2 }],
	['no cells', plain, { record: {} }, {}],
	['what stands beside the wrapping', plain, { rowId: 7, record: { a: 1 } }, { a: 1 }],
	['a record beside cells', plain, { b: 1, record: { x: 1 } }, { b: 1, record: { x: 1 } }],
	['a record beside an identifier', plain, { a: 1, record: { x: 1 } }, { a: 1, record: { x: 1 } }],
	['a record beside a caption', plain, { A: 1, record: { x: 1 } }, { A: 1, record: { x: 1 } }],
	['no wrapping', plain, { record: 'x' }, { record: 'x' }],
	['a column called record', called, { record: { id: 1, b: 1 } }, { record: { id: 1, b: 1 } }],
	[
		'cells wrapped beside such a column',
		called,
		{ record: { record: 'x', B: 1 } },
		{ record: 'x', B: 1 },
	],
	[
		'a caption called record',
		captioned,
		{ record: { selectName: 'x' } },
		{ record: { selectName: 'x' } },
	],
])('%s', (_, columns, row, cells) => expect(unwrapCells(row, columns)).toEqual(cells));
