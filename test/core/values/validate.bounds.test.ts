import type { Field } from '../../../nodes/RecordsDirectory/api/define';
import { accepted } from '../../../nodes/RecordsDirectory/core/values/validate';
import { allFields } from '../../../nodes/RecordsDirectory/core/request/request';
import { entryOf, UTC, type OperationKey } from '../../support/entries';

/** The fields of an operation with a name in the request; a new code has that of the code. */
function fieldsNamed(key: OperationKey, wire: string) {
	const found = Object.entries(allFields(entryOf(key).operation)).filter(
		([name, field]) => (field.wire ?? name) === wire,
	);
	if (found.length === 0) throw new Error(`${key} has no ${wire}`);
	return found;
}

const accept = (key: OperationKey, wire: string, value: unknown) => {
	for (const [, field] of fieldsNamed(key, wire)) acceptField(field, value);
};

const acceptField = (field: Field, value: unknown) =>
	accepted({ it: field }, { it: value }, { reading: UTC, empty: 'required' });

it('characters are code points, however many units they take', () => {
	expect(() => accept('position.create', 'name', '👍'.repeat(128))).not.toThrow();
	expect(() => accept('position.create', 'name', '👍'.repeat(129))).toThrow('129 characters');
	expect(() => accept('position.create', 'name', '部'.repeat(128))).not.toThrow();
});

it('the lowest comment ID is 1', () => {
	const label = fieldsNamed('comment.get', 'commentId')[0]?.[1].label;
	expect(() => accept('comment.get', 'commentId', 1)).not.toThrow();
	expect(() => accept('comment.get', 'commentId', 0)).toThrow(`'${label}' is 0; the minimum is 1`);
});
