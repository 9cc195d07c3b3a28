import { entries, type OperationKey } from '../../../nodes/RecordsDirectory/api';
import type { Field } from '../../../nodes/RecordsDirectory/api/define';
import { IMPORT_LIMIT, PAGE_LIMIT } from '../../../nodes/RecordsDirectory/core/limits';
import { accepted } from '../../../nodes/RecordsDirectory/core/values/validate';
import { allFields } from '../../../nodes/RecordsDirectory/core/request/request';
import { describedRequest } from '../../support/contract';
import { entryOf, UTC } from '../../support/entries';

/** Each text that is sent, with its length in openapi.yaml. */
const texts = entries.flatMap(({ key, operation }) => {
	const { path, query, body } = describedRequest(operation);
	const described = { ...query, ...body, ...path };
	return Object.entries(allFields(operation)).flatMap(([name, field]) => {
		const { type, maxLength } = described[field.wire ?? name] ?? {};
		const isText = type === 'string' && (field.kind === 'text' || field.kind === 'pick');
		return isText ? [{ at: `${key}: ${field.label}`, field, maxLength }] : [];
	});
});
/** What sends an entry as it was read asks only for what has to be changed. */
const READ_FIRST = ['update', 'rewrite'];

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

describe('every text has the length that openapi.yaml gives it', () => {
	it.each(texts)('$at: $maxLength', ({ field, maxLength }) => {
		const most = maxLength ?? 100_000;
		expect(() => acceptField(field, 'x'.repeat(most))).not.toThrow();
		const oneMore = () => acceptField(field, 'x'.repeat(most + 1));
		if (maxLength === undefined) expect(oneMore).not.toThrow();
		else
			expect(oneMore).toThrow(
				`'${field.label}' is ${most + 1} characters long; the service takes up to ${most}`,
			);
	});

	it('characters are code points, however many units they take', () => {
		expect(() => accept('position.create', 'name', '👍'.repeat(128))).not.toThrow();
		expect(() => accept('position.create', 'name', '👍'.repeat(129))).toThrow('129 characters');
		expect(() => accept('position.create', 'name', '部'.repeat(128))).not.toThrow();
	});
});

describe('numbers', () => {
	it.each([
		['comment.create', 'parentId', -1],
		['record.import', 'recordId', 1],
		['record.get', 'recordId', 1],
		['record.get', 'appsId', 1],
		['field.get', 'fieldId', 1],
		['comment.get', 'commentId', 1],
	] as const)('%s: the minimum %s is %i', (key, wire, least) => {
		const label = fieldsNamed(key, wire)[0]?.[1].label;
		expect(() => accept(key, wire, least)).not.toThrow();
		expect(() => accept(key, wire, least - 1)).toThrow(
			`'${label}' is ${least - 1}; the minimum is ${least}`,
		);
	});

	it('an import takes 100 items and a page 1,000 rows', () => {
		expect([IMPORT_LIMIT, PAGE_LIMIT]).toEqual([100, 1_000]);
	});
});

describe('what openapi.yaml requires is a required parameter', () => {
	it.each(entries)('$key', ({ operation }) => {
		const { params, runs } = operation;
		const { path, required } = describedRequest(operation);
		const asked = Object.entries(params)
			.filter(([, { optional, place }]) => !optional && place !== 'local')
			.map(([name, { wire }]) => wire ?? name);
		const inBody = READ_FIRST.includes(runs.kind) ? [] : required;
		expect(asked.sort()).toEqual([...Object.keys(path), ...inBody].sort());
		for (const field of Object.values(params)) {
			if (field.place === 'local') continue;
			const empty = () => acceptField(field, undefined);
			expect(empty).toThrow(`'${field.label}' is empty`);
		}
	});

	it('a new user has no login errors and is not retired: the document has neither on create', () => {
		const fields = allFields(entryOf('user.create').operation);
		expect(fields).not.toHaveProperty('loginErrorCount');
		expect(fields).not.toHaveProperty('isRetired');
	});
});
