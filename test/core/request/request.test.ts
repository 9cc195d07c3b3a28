import { entries } from '../../../nodes/RecordsDirectory/api';
import {
	toAddress,
	restValues,
	inputColumns,
	mustBeSendable,
	mustChange,
	pageRequest,
	toRequest,
} from '../../../nodes/RecordsDirectory/core/request/request';
import { SYSTEM_FIELDS } from '../../../nodes/RecordsDirectory/core/values/record-properties';
import { describedRequest } from '../../support/contract';
import { allValues, entryOf, type OperationKey } from '../../support/entries';

const LISTS = entries.filter(({ operation }) => operation.returns.kind === 'many');
const keyed = entries.map((entry) => [entry.key, entry] as const);
/** All but those that send an entry as it was read. */
const whole = keyed.filter(([, { operation }]) => operation.runs.kind !== 'rewrite');
/** All but those that read a list as a whole. */
const chosen = keyed.filter(([, { operation }]) => operation.runs.kind !== 'lookUp');

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

describe('every value goes to the part of the request that openapi.yaml gives it', () => {
	it.each(chosen)('%s: the query has what openapi.yaml lists, no more', (_, entry) => {
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

	it.each([
		['false', { outsideAccess: false }],
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
});

describe('sorting by what is not output is rejected before the service does it', () => {
	const { operation } = entryOf('record.getAll');
	const sorted = (fields: string | undefined, order: string) => () =>
		toRequest(operation, { form: 3, fields, order });

	it.each([
		['a field listed with a related code', 'field-9[2]', 'field-9:desc'],
		['a listed field without a direction', 'field-1', 'field-1'],
	])('accepted: %s', (_, fields, order) => {
		expect(sorted(fields, order)().query.order).toBe(order.includes(':') ? order : `${order}:desc`);
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
		[{ changedAfter: day, order: 'updatedAt:asc' }, 'Changed After'],
		[{ createdAfter: day, order: 'updatedAt:desc' }, 'Created After'],
	])('a list with %j cannot stop at the time', (values, label) => {
		expect(() => mustBeSendable(list, { form: 3, ...values })).toThrow(
			problem(
				`'Sort By (Largest First)' cannot be used together with '${label}', which gives the newest records first`,
				"Remove 'Sort By (Largest First)', and add a Sort node after this one.",
			),
		);
	});

	it('a list is checked like its request, anything else by its path', () => {
		expect(() => mustBeSendable(list, { form: 3, fields: 'a', order: 'b' })).toThrow(
			"'Sort By (Largest First)'",
		);
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
				message: "'Update Fields' contains no value",
				advice,
				subject: "'Update Fields'",
			}),
		);
		expect(() => mustChange(operation, { code: 'E1', unmatched: ['x'] })).toThrow(
			problem(
				'No property of the input item matches a field of the operation',
				'Name its properties after the fields, or map each field manually.',
			),
		);
	});
});

it('the fields that an item can have for an operation are all of its body, each once', () => {
	const { operation } = entryOf('user.update');
	const ids = inputColumns(operation).map(({ id }) => id);
	const { body } = describedRequest(operation);
	const inBody = Object.keys(body).map((name) => (name === 'code' ? 'newCode' : name));
	expect(ids.sort()).toEqual([...inBody].sort());
});
