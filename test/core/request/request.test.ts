import { entries, type OperationKey } from '../../../nodes/RecordsDirectory/api';
import {
	toAddress,
	restValues,
	inputColumns,
	allFields,
	mustBeSendable,
	mustChange,
	pageRequest,
	toRequest,
	pathFields,
} from '../../../nodes/RecordsDirectory/core/request/request';
import { SYSTEM_FIELDS } from '../../../nodes/RecordsDirectory/core/values/record-properties';
import { contractRoutes, describedRequest } from '../../support/contract';
import { allValues, entryOf } from '../../support/entries';

const LISTS = entries.filter(({ operation }) => operation.returns.kind === 'many');
const keyed = entries.map((entry) => [entry.key, entry] as const);
/** All but those that send an entry as it was read. */
const whole = keyed.filter(([, { operation }]) => operation.runs.kind !== 'rewrite');

/** What the node leaves to the service, though the document names it in the body of a record (Resources, Record). */
const SET_BY_SERVICE = [
	...['accessEditUrl', 'accessUrl', 'appsId', 'createdAt', 'creator', 'creatorCode', 'isDeleted'],
	...['uniqueId', 'updatedAt', 'updater', 'updaterCode'],
];
/** Properties of the contract that an operation does not send. */
const NOT_SENT: { readonly [K in OperationKey]?: readonly string[] } = {
	'record.import': SET_BY_SERVICE,
	'record.update': ['recordId', ...SET_BY_SERVICE],
	'record.upsert': ['recordId', 'status', ...SET_BY_SERVICE],
};

it('the table has the routes of openapi.yaml and no other', () => {
	const routes = entries.map(({ operation: { method, path } }) => `${method} ${path}`);
	expect([...new Set(routes)].sort()).toEqual([...contractRoutes].sort());
});

describe('every value goes to the part of the request that openapi.yaml gives it', () => {
	it.each(keyed)('%s: the path has a value in every slot', (_, entry) => {
		const { path } = toRequest(entry.operation, allValues(entry));
		expect(path).toBe(entry.operation.path.replace(/\{\w+\}/g, '12'));
		const slots = [...entry.operation.path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot);
		expect(Object.keys(describedRequest(entry.operation).path).sort()).toEqual(slots.sort());
	});

	it.each(keyed)('%s: the query has what openapi.yaml lists, no more', (_, entry) => {
		const { query } = toRequest(entry.operation, allValues(entry));
		const described = describedRequest(entry.operation).query;
		expect(Object.keys(query).sort()).toEqual(Object.keys(described).sort());
	});

	it.each(whole)('%s: the body has what openapi.yaml lists, no more', (key, entry) => {
		const { body } = toRequest(entry.operation, allValues(entry));
		const described = describedRequest(entry.operation).body;
		const sent = [...Object.keys(body ?? {}), ...(NOT_SENT[key] ?? [])];
		expect(sent.sort()).toEqual(Object.keys(described).sort());
	});

	it.each(keyed)('%s: a body goes along with POST and PUT only', (_, entry) => {
		const { method, body } = toRequest(entry.operation, allValues(entry));
		expect(body !== undefined).toBe(method === 'POST' || method === 'PUT');
	});

	it('the code of an update stands in the path and in the body', () => {
		const request = toRequest(entryOf('position.update').operation, { code: 'CHIEF', name: 'x' });
		expect(request).toEqual({
			method: 'PUT',
			path: '/api/admin/positions/CHIEF',
			query: {},
			body: { code: 'CHIEF', name: 'x' },
		});
	});

	it.each(['organization.update', 'position.update', 'user.update'] as const)(
		'%s: a new code goes to the body, the present one stays in the path',
		(key) => {
			const request = toRequest(entryOf(key).operation, { code: 'OLD', newCode: 'NEW' });
			expect(request.path).toMatch(/\/OLD$/);
			expect(request.body).toEqual({ code: 'NEW' });
		},
	);

	it('an entry of an import names no form: the path does', () => {
		const { operation } = entryOf('record.import');
		expect(restValues(operation, { form: 3, record: { a: 1 } })).toEqual({ record: { a: 1 } });
	});

	it.each([
		['false', { outsideAccess: false }],
		['0', { loginErrorCount: 0 }],
		['an empty text', { positionCode: '' }],
		['an empty list', { subBelong: [] }],
	])('%s is sent; undefined is not', (_, values) => {
		const { operation } = entryOf('user.update');
		const request = toRequest(operation, { code: 'E1', name: undefined, ...values });
		expect(request.body).toStrictEqual({ code: 'E1', ...values });
	});
});

describe('lists', () => {
	it.each(LISTS.map((entry) => [entry.key, entry] as const))(
		'%s: page and limit are always sent',
		(_, entry) => {
			const request = pageRequest(toRequest(entry.operation, allValues(entry)), 2, 50);
			expect(request.query).toMatchObject({ page: 2, limit: 50 });
			expect(toAddress(request)).toMatch(/[?&]page=2&limit=50$/);
		},
	);

	it('no page is larger than the document permits', () => {
		const request = toRequest(entryOf('form.getAll').operation, {});
		expect(pageRequest(request, 1, 1_000).query.limit).toBe(1_000);
		expect(pageRequest(request, 1, 1_001).query.limit).toBe(1_000);
		expect(pageRequest(request, 1, Infinity).query.limit).toBe(1_000);
	});

	it.each([
		[' updatedAt ', 'updatedAt:desc'],
		['a:asc', 'a:asc'],
	])('sorted by "%s" is %s', (order, sent) => {
		expect(toRequest(entryOf('record.getAll').operation, { form: 3, order }).query.order).toBe(
			sent,
		);
	});

	it('records come in an order without ties when no order is wanted', () => {
		const { operation } = entryOf('record.getAll');
		expect(toRequest(operation, { form: 3 }).query.order).toBe('recordId:desc');
	});

	it.each(['form.getAll', 'user.getAll', 'comment.getAll', 'field.getAll'] as const)(
		'%s: nothing is sorted, as the document gives it no order',
		(key) => {
			const { query } = toRequest(entryOf(key).operation, { form: 3, recordId: 4 });
			expect(query).not.toHaveProperty('order');
		},
	);
});

describe('sorting by what is not output is rejected before the service does it', () => {
	const { operation } = entryOf('record.getAll');
	const sorted = (fields: string | undefined, order: string) => () =>
		toRequest(operation, { form: 3, fields, order });

	it.each([
		['a field when all are output', undefined, 'field-9:desc'],
		['a listed field', 'field-1,field-9', 'field-9:desc'],
		['a field listed with a related code', 'field-9[2]', 'field-9:desc'],
		['a system field', 'field-1', 'updatedAt:desc'],
		['listed fields in two directions', 'field-1,field-2', 'field-1:asc,field-2:desc'],
		['a listed field without a direction', 'field-1', 'field-1'],
	])('accepted: %s', (_, fields, order) => {
		expect(sorted(fields, order)().query.order).toBe(order.includes(':') ? order : `${order}:desc`);
	});

	it.each([
		['an unlisted field', 'field-1', 'field-9:desc', 'field-9'],
		['a field that only begins like a listed one', 'field-10', 'field-1:desc', 'field-1'],
		['the second of two', 'field-1', 'field-1:desc,field-9:desc', 'field-9'],
	])('rejected: %s', (_, fields, order, named) => {
		expect(sorted(fields, order)).toThrow(`'Sort By' names "${named}"`);
	});
});

it('a switch that sends a value of its own sends it where it is on, and nothing where it is off', () => {
	const { operation } = entryOf('user.update');
	const body = (noSubBelong?: boolean) => restValues(operation, { code: 'E1', noSubBelong });
	expect(body(true)).toMatchObject({ subBelong: [] });
	for (const off of [false, undefined]) expect(body(off)).not.toHaveProperty('subBelong');
});

it('the system fields are those of the document, each with a name that a person knows', () => {
	expect([...SYSTEM_FIELDS.keys()]).toEqual([
		...['recordId', 'uniqueId', 'status', 'isDeleted', 'createdAt', 'creatorCode', 'creator'],
		...['updatedAt', 'updaterCode', 'updater', 'accessUrl', 'accessEditUrl'],
	]);
	const names = [...SYSTEM_FIELDS.values()];
	expect(names.every((name) => /^[A-Z]\w+/.test(name))).toBe(true);
	expect(new Set(names).size).toBe(names.length);
});

describe('what is checked before anything is sent', () => {
	const problem = (message: string, advice: string) => expect.objectContaining({ message, advice });
	const list = entryOf('record.getAll').operation;
	const day = '2026-01-01 00:00:00';

	it.each([
		[{ order: 'f-1:desc' }],
		[{ changedAfter: day }],
		[{ changedAfter: day, order: 'updatedAt:desc' }],
		[{ createdAfter: day, order: 'createdAt' }],
	])('a list may be read with %j', (values) => {
		expect(() => mustBeSendable(list, { form: 3, ...values })).not.toThrow();
	});

	it.each([
		[{ changedAfter: day, order: 'createdAt:desc' }, 'Changed After'],
		[{ changedAfter: day, order: 'updatedAt:asc' }, 'Changed After'],
		[{ createdAfter: day, order: 'updatedAt:desc' }, 'Created After'],
	])('a list with %j cannot stop at the time', (values, label) => {
		expect(() => mustBeSendable(list, { form: 3, ...values })).toThrow(
			problem(
				`'Sort By' cannot be used together with '${label}', which gives the newest records first`,
				"Remove 'Sort By', and add a Sort node after this one.",
			),
		);
	});

	it('a list is checked like its request, anything else by its path', () => {
		expect(() => mustBeSendable(list, { form: 3, fields: 'a', order: 'b' })).toThrow(/^'Sort By'/);
		const { operation } = entryOf('user.update');
		expect(() => mustBeSendable(operation, { code: '..' })).toThrow(/^'User' is "\.\."/);
		expect(() => mustBeSendable(operation, { code: 'E1' })).not.toThrow();
	});

	it('an update has something to change', () => {
		const { operation } = entryOf('user.update');
		const advice = 'Add a field with a value, or check that the expressions return a value.';
		expect(() => mustChange(operation, { code: 'E1', name: 'A' })).not.toThrow();
		expect(() => mustChange(operation, { code: 'E1', name: undefined })).toThrow(
			expect.objectContaining({
				message: "'Update Fields' has no value in it",
				advice,
				subject: "'Update Fields'",
			}),
		);
		expect(() => mustChange(operation, { code: 'E1', unmatched: ['x'] })).toThrow(
			problem(
				'No property of the input item matches a field of the operation',
				'Give its properties the names of the fields, or map each column manually.',
			),
		);
	});
});

describe('the fields of an operation', () => {
	it('have the parameters of the path among them', () => {
		const names = (key: OperationKey) => pathFields(entryOf(key).operation).map(({ name }) => name);
		expect(names('comment.get')).toEqual(['form', 'recordId', 'commentId']);
		expect(names('user.getAll')).toEqual([]);
	});

	it('are those of all places', () => {
		const names = Object.keys(allFields(entryOf('record.getAll').operation));
		expect(names).toEqual(expect.arrayContaining(['form', 'keyword', 'order', 'fields']));
	});

	it('that an item can have are those of the body', () => {
		const columns = inputColumns(entryOf('user.update').operation);
		expect(columns).toContainEqual({ name: 'loginId', id: 'loginId', caption: 'Login ID' });
		// The body of an update calls it `code`, which is already the name of another parameter.
		expect(columns).toContainEqual({ name: 'newCode', id: 'newCode', caption: 'New Code' });
		expect(columns.map(({ id }) => id)).toEqual(expect.arrayContaining(['name', 'isRetired']));
	});

	it.each(['organization.update', 'position.update', 'user.update'] as const)(
		'%s: that an item can have are all of its body, each once',
		(key) => {
			const ids = inputColumns(entryOf(key).operation).map(({ id }) => id);
			const { body } = describedRequest(entryOf(key).operation);
			const inBody = Object.keys(body).map((name) => (name === 'code' ? 'newCode' : name));
			expect(ids.sort()).toEqual([...inBody].sort());
		},
	);
});
