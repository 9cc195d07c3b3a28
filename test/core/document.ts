import { entries, type Entry, type OperationKey } from '../../nodes/RecordsDirectory/api';
import type { Field } from '../../nodes/RecordsDirectory/api/define';
import { accepted, type Values } from '../../nodes/RecordsDirectory/core/values/validate';

/** Operations that the document does not have: each combines some that it has. */
const COMPOSED = /\.(upsert|sync|retire|restore|check)$/;
type Composed = `${string}.${'upsert' | 'sync' | 'retire' | 'restore' | 'check'}`;

/** The operations of the document. */
export const documented = entries.filter(({ key }) => !COMPOSED.test(key)) as ReadonlyArray<
	Entry & { readonly key: Exclude<OperationKey, Composed> }
>;

/** The documented routes (Endpoints), written by hand. */
export const ROUTES: { readonly [K in Exclude<OperationKey, Composed>]: string } = {
	'organization.getAll': 'GET /api/admin/organizations',
	'organization.create': 'POST /api/admin/organizations',
	'organization.get': 'GET /api/admin/organizations/{code}',
	'organization.update': 'PUT /api/admin/organizations/{code}',
	'organization.delete': 'DELETE /api/admin/organizations/{code}',
	'organization.import': 'POST /api/admin/organizations/import',
	'position.getAll': 'GET /api/admin/positions',
	'position.create': 'POST /api/admin/positions',
	'position.get': 'GET /api/admin/positions/{code}',
	'position.update': 'PUT /api/admin/positions/{code}',
	'position.delete': 'DELETE /api/admin/positions/{code}',
	'position.import': 'POST /api/admin/positions/import',
	'user.getAll': 'GET /api/admin/users',
	'user.create': 'POST /api/admin/users',
	'user.get': 'GET /api/admin/users/{code}',
	'user.update': 'PUT /api/admin/users/{code}',
	'user.delete': 'DELETE /api/admin/users/{code}',
	'user.import': 'POST /api/admin/users/import',
	'form.getAll': 'GET /api/apps/forms',
	'form.get': 'GET /api/apps/forms/{appsId}',
	'field.getAll': 'GET /api/apps/{appsId}/fields',
	'field.get': 'GET /api/apps/{appsId}/fields/{fieldId}',
	'record.getAll': 'GET /api/apps/{appsId}/records',
	'record.create': 'POST /api/apps/{appsId}/records',
	'record.get': 'GET /api/apps/{appsId}/records/{recordId}',
	'record.update': 'PUT /api/apps/{appsId}/records/{recordId}',
	'record.delete': 'DELETE /api/apps/{appsId}/records/{recordId}',
	'record.import': 'POST /api/apps/{appsId}/records/import',
	'comment.getAll': 'GET /api/apps/{appsId}/records/{recordId}/comments',
	'comment.create': 'POST /api/apps/{appsId}/records/{recordId}/comments',
	'comment.get': 'GET /api/apps/{appsId}/records/{recordId}/comments/{commentId}',
	'comment.delete': 'DELETE /api/apps/{appsId}/records/{recordId}/comments/{commentId}',
	'notice.getAll': 'GET /api/common/notices/{code}',
};

const USER = ['code', 'name', 'kana', 'loginId', 'organizationCode', 'expire', 'outsideAccess'];
const USER_MORE = [...USER, 'positionCode', 'subBelong'];
const ORGANIZATION = ['code', 'name', 'kana', 'alias', 'aliasKana', 'parentCode', 'note'];
const POSITION = ['code', 'name', 'kana', 'alias', 'aliasKana', 'note'];
const UPKEEP = ['loginPass', 'loginErrorCount', 'isRetired'];

/** The properties that each body may have besides those of the path (Resources, Endpoints). */
export const BODIES: { readonly [K in OperationKey]?: readonly string[] } = {
	'organization.create': ORGANIZATION,
	'organization.update': ORGANIZATION,
	'organization.import': ORGANIZATION,
	'position.create': POSITION,
	'position.update': POSITION,
	'position.import': POSITION,
	'user.create': [...USER_MORE, 'loginPass'],
	'user.update': [...USER_MORE, ...UPKEEP],
	'user.import': [...USER_MORE, ...UPKEEP],
	'record.create': ['record'],
	'record.update': ['record', 'status'],
	'record.import': ['record', 'recordId', 'status'],
	'comment.create': ['content', 'parentId', 'creatorCode', 'target', 'file'],
};

/** What each query may hold beside page and limit (Endpoints). */
type ListKey = Extract<OperationKey, `${string}.getAll`>;

export const QUERIES: Readonly<Record<ListKey, readonly string[]>> = {
	'organization.getAll': ['name'],
	'position.getAll': ['name'],
	'user.getAll': ['name'],
	'form.getAll': ['name'],
	'field.getAll': ['name'],
	'record.getAll': ['fields', 'order', 'keyword', 'query'],
	'comment.getAll': [],
	'notice.getAll': [],
};

export const UTC = { zone: 'UTC' };

export function entryOf(key: OperationKey): Entry {
	const found = entries.find((entry) => entry.key === key);
	if (!found) throw new Error(`no ${key}`);
	return found;
}

/** A value that n8n may return for a field. */
export function sampleOf(field: Field): unknown {
	switch (field.kind) {
		case 'integer':
			return '3';
		case 'boolean':
			return false;
		case 'date':
			return '2027-03-31';
		case 'rows':
			return field.label === 'Conditions'
				? [{ field: 'field-1', operator: 'empty' }]
				: [{ organizationCode: 'SALES' }];
		case 'record':
			return { 'field-1': 'a value' };
		case 'pick':
			return { mode: 'id', value: field.from?.name === 'sortField' ? 'recordId' : '12' };
		case 'dateTime':
			return '2027-03-31 09:30:00';
		case 'choice':
			return field.choices?.[0]?.value;
		default:
			return 'text';
	}
}

/** All fields of an operation filled in, as after the checks. */
export function allValues({ operation }: Entry): Values {
	const { params, filters = {}, additionalFields = {}, options = {} } = operation;
	const added = { ...additionalFields, ...options };
	const raw = Object.fromEntries(
		Object.entries({ ...params, ...filters, ...added }).map(([name, f]) => [name, sampleOf(f)]),
	);
	return {
		...accepted(params, raw, { reading: UTC, empty: 'required' }),
		...accepted(filters, raw, { reading: UTC, empty: 'added' }),
		...accepted(added, raw, { reading: UTC, empty: 'added' }),
	};
}
