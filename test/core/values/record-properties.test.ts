import { record } from '../../../nodes/RecordsDirectory/api/record';
import { RECORD_PROPERTIES } from '../../../nodes/RecordsDirectory/core/values/record-properties';

it('a record has the same properties in the table of operations and where its items are read', () => {
	expect([...RECORD_PROPERTIES].sort()).toEqual(Object.keys(record.entity).sort());
});
