import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import { unwrapCells } from '../../../../nodes/RecordsDirectory/core/form/kinds/table';
import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';

const plain = parseForm([{ uniqueId: 'a', caption: 'A' }, { uniqueId: 'b' }]);
const called = parseForm([{ uniqueId: 'record' }, { uniqueId: 'b', caption: 'B' }]);

it.each<[string, typeof plain, JsonObject, JsonObject]>([
	['wrapped cells', plain, { record: { a: 1, new: 2 } }, { a: 1, new: 2 }],
	['a record beside an identifier', plain, { a: 1, record: { x: 1 } }, { a: 1, record: { x: 1 } }],
	['a record beside a caption', plain, { A: 1, record: { x: 1 } }, { A: 1, record: { x: 1 } }],
	['a column called record', called, { record: { id: 1, b: 1 } }, { record: { id: 1, b: 1 } }],
])('%s', (_, columns, row, cells) => expect(unwrapCells(row, columns)).toEqual(cells));
