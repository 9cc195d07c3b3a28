import type { OperationKey } from '../../../nodes/RecordsDirectory/api';
import { IMPORT_LIMIT, PAGE_LIMIT } from '../../../nodes/RecordsDirectory/core/limits';
import { accepted } from '../../../nodes/RecordsDirectory/core/values/validate';
import { allFields } from '../../../nodes/RecordsDirectory/core/request/request';
import { entryOf, UTC } from '../document';

/** The documented lengths (Resources), written by hand: name in the request, most characters. */
const LENGTHS = {
	organization: { code: 256, name: 256, kana: 512, alias: 256, aliasKana: 256, parentCode: 256 },
	position: { code: 256, name: 128, kana: 256, alias: 128, aliasKana: 256 },
	user: { code: 256, name: 256, kana: 512, loginId: 256, loginPass: 256 },
};
/** What the document requires (Resources: req; record and comment bodies). */
const REQUIRED: { readonly [K in OperationKey]?: readonly string[] } = {
	'organization.create': ['code', 'name', 'kana'],
	'organization.import': ['code', 'name', 'kana'],
	'position.create': ['code', 'name', 'kana'],
	'position.import': ['code', 'name', 'kana'],
	'user.create': ['code', 'name', 'kana', 'loginId', 'loginPass', 'organizationCode'],
	'user.import': ['code', 'name', 'kana', 'loginId', 'organizationCode'],
	'record.create': ['appsId', 'record'],
	'record.update': ['appsId', 'recordId', 'record'],
	'record.import': ['appsId', 'record'],
	'comment.create': ['appsId', 'recordId', 'content', 'creatorCode'],
	'notice.getAll': ['code'],
};
const WRITES = ['create', 'import', 'update'] as const;

const lengths = Object.entries(LENGTHS).flatMap(([resource, bounds]) =>
	WRITES.flatMap((verb) =>
		Object.entries(bounds).map(
			([wire, most]) => [`${resource}.${verb}` as OperationKey, wire, most] as const,
		),
	),
);
const inPath = (['organization', 'position', 'user'] as const).flatMap((resource) =>
	(['get', 'update', 'delete'] as const).map(
		(verb) => [`${resource}.${verb}`, 'code', 256] as const,
	),
);

/** The fields of an operation with a name in the request; a new code has that of the code. */
function fieldsNamed(key: OperationKey, wire: string) {
	const found = Object.entries(allFields(entryOf(key).operation)).filter(
		([name, field]) => (field.wire ?? name) === wire,
	);
	if (found.length === 0) throw new Error(`${key} has no ${wire}`);
	return found;
}

const accept = (key: OperationKey, wire: string, value: unknown, required = true) => {
	for (const field of fieldsNamed(key, wire)) {
		accepted(
			Object.fromEntries([field]),
			{ [field[0]]: value },
			{ reading: UTC, empty: required ? 'required' : 'added' },
		);
	}
};

describe('the length of every text is bounded as the document bounds it', () => {
	it.each([...lengths, ...inPath])(
		'%s: %s takes %i characters and not one more',
		(key, wire, most) => {
			expect(() => accept(key, wire, 'x'.repeat(most))).not.toThrow();
			for (const [name, field] of fieldsNamed(key, wire)) {
				const tooLong = () =>
					accepted(
						{ [name]: field },
						{ [name]: 'x'.repeat(most + 1) },
						{ reading: UTC, empty: 'required' },
					);
				expect(tooLong).toThrow(
					`'${field.label}' is ${most + 1} characters long; the service takes up to ${most}`,
				);
			}
		},
	);

	it.each([
		['organization.create', 'note'],
		['position.create', 'note'],
		['user.create', 'organizationCode'],
		['user.create', 'positionCode'],
		['comment.create', 'content'],
		['comment.create', 'creatorCode'],
		['notice.getAll', 'code'],
		['user.getAll', 'name'],
		['record.getAll', 'query'],
	] as const)('%s: %s has no bound, as the document gives none', (key, wire) => {
		expect(() => accept(key, wire, 'x'.repeat(100_000))).not.toThrow();
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

describe('what the document requires is asked for', () => {
	const required = Object.entries(REQUIRED) as ReadonlyArray<[OperationKey, readonly string[]]>;

	it.each(required)('%s requires %j', (key, wires) => {
		const { params } = entryOf(key).operation;
		const asked = Object.entries(params)
			.filter(([, { optional, place }]) => !optional && place !== 'local')
			.map(([name, { wire }]) => wire ?? name);
		expect(asked.sort()).toEqual([...wires].sort());
		for (const [name, field] of Object.entries(params)) {
			if (field.place === 'local') continue;
			const empty = () => accepted({ [name]: field }, {}, { reading: UTC, empty: 'required' });
			expect(empty).toThrow(`'${field.label}' is empty`);
		}
	});

	it('an update of the directory requires the code only', () => {
		for (const key of ['organization.update', 'position.update', 'user.update'] as const) {
			const { params } = entryOf(key).operation;
			const sent = Object.keys(params).filter((name) => params[name]?.place !== 'local');
			expect(sent).toEqual(['code']);
		}
	});

	it('a new user has no login errors and is not retired: the document has neither on create', () => {
		const fields = allFields(entryOf('user.create').operation);
		expect(fields).not.toHaveProperty('loginErrorCount');
		expect(fields).not.toHaveProperty('isRetired');
	});
});
