import type { Field, Method, Operation } from '../../api/define';
import { PAGE_LIMIT } from '../limits';
import type { JsonObject } from '../json';
import { identifiersIn, sortKeysOf, sortOf } from '../values/identifier-list';
import type { Values } from '../values/validate';
import { InputError } from '../values/input-error';
import { windowIn } from '../values/time-window';
import { SYSTEM_FIELDS } from '../values/record-properties';

/** One request as it goes to the service, still without address and key. */
export interface ApiRequest {
	readonly method: Method;
	/** The path, its slots encoded; starts with `/api/`. */
	readonly path: string;
	readonly query: Readonly<Record<string, string | number>>;
	readonly body?: object;
}

type Part = 'path' | 'query' | 'body' | 'path and body' | 'local';

/**
 * The request of an operation: slots of the route go to the path, the parameters of a GET to the
 * query, the rest to the body. Whatever a value holds, it stays in its place.
 */
export function requestOf(operation: Operation, values: Values): ApiRequest {
	const path = pathOf(operation, values);
	const query = queryOf(operation, values);
	if (operation.returns.kind === 'many')
		return { method: 'GET', path, query: sorted(operation, query) };
	const body = bodyOf(operation, values);
	return operation.method === 'POST' || operation.method === 'PUT'
		? { method: operation.method, path, query, body }
		: { method: operation.method, path, query };
}

/** Throws the `InputError` that `requestOf` would, without the work of making a body. */
export function mustBeSendable(operation: Operation, values: Values): void {
	if (operation.returns.kind === 'many') {
		mustComeNewestFirst(values);
		requestOf(operation, values);
	} else pathOf(operation, values);
}

/** Only in the order of their times can reading stop at one. */
function mustComeNewestFirst(values: Values): void {
	const window = windowIn(values);
	const order = sortOf(String(values.order ?? ''));
	if (!window || order === undefined || order === `${window.by}:desc`) return;
	throw new InputError(
		`'Sort By' cannot be used together with '${window.label}', which gives the newest records first`,
		"Remove 'Sort By', and add a Sort node after this one.",
	);
}

/** Throws an `InputError` for an update that would change nothing. */
export function mustChange(operation: Operation, values: Values): void {
	const given = Object.entries(values).filter(([name]) => operation.additionalFields?.[name]);
	if (Object.keys(bodyOf(operation, Object.fromEntries(given))).length > 0) return;
	throw new InputError(
		"The update has no value for a field in 'Update Fields'",
		"Add a field with a value in 'Update Fields', or check that the expressions find what they look for.",
	);
}

/** The values that stand in the query; all but numbers are texts there. */
const queryOf = (operation: Operation, values: Values): Record<string, string | number> =>
	Object.fromEntries(
		Object.entries(pickedFrom(placesOf(operation).query, values)).map(([name, value]) => [
			name,
			typeof value === 'number' ? value : String(value),
		]),
	);

/** The parameters that stand in the path of an operation. */
export const slotsOf = (operation: Operation): string[] =>
	placesOf(operation).route.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));

/** The path of an operation with its slots filled, each encoded. */
export function pathOf(operation: Operation, values: Values): string {
	let path = '';
	for (const piece of placesOf(operation).route)
		path += typeof piece === 'string' ? piece : segment(piece, values);
	return path;
}

/** The values that stand in a body, by their names on the wire; also one entry of an import. */
export const bodyOf = (operation: Operation, values: Values): JsonObject => ({
	...values.beside,
	...pickedFrom(placesOf(operation).body, values),
});

/** All fields of an operation by parameter name. */
export const fieldsOf = (operation: Operation) => ({
	...operation.params,
	...operation.filters,
	...operation.additionalFields,
	...operation.options,
});

function partOf(operation: Operation, name: string, field: Field): Part {
	if (field.place) return field.place;
	// Only what is always asked for can be a slot: an option may share its name on the wire.
	const isSlot = operation.path.includes(`{${field.wire ?? name}}`) && name in operation.params;
	if (isSlot) return 'path';
	return operation.method === 'GET' ? 'query' : 'body';
}

interface Placed {
	readonly name: string;
	readonly wire: string;
	readonly sends: unknown;
}

interface Slot {
	readonly name: string;
	readonly label: string;
}

interface Layout {
	/** The path in pieces. */
	readonly route: ReadonlyArray<string | Slot>;
	readonly query: readonly Placed[];
	readonly body: readonly Placed[];
}

/** Operations are few and their items many: where the fields of each go is found once. */
const layouts = new WeakMap<Operation, Layout>();

function placesOf(operation: Operation): Layout {
	const known = layouts.get(operation);
	if (known) return known;
	const fields = Object.entries(fieldsOf(operation));
	const placed = (...parts: Part[]) =>
		fields
			.filter(([name, field]) => parts.includes(partOf(operation, name, field)))
			.map(([name, { wire = name, sends }]) => ({ name, wire, sends }));
	// Every second piece is the name in a slot.
	const route = operation.path
		.split(/\{(\w+)\}/)
		.map((piece, n) => (n % 2 === 0 ? piece : slotOf(operation, piece)));
	const layout = { route, query: placed('query'), body: placed('body', 'path and body') };
	layouts.set(operation, layout);
	return layout;
}

function slotOf({ params }: Operation, slot: string): Slot {
	const [name, field] = Object.entries(params).find(
		([key, { wire }]) => (wire ?? key) === slot,
	) ?? [slot, undefined];
	return { name, label: field?.label ?? name };
}

function pickedFrom(fields: readonly Placed[], values: Readonly<JsonObject>): JsonObject {
	const picked: JsonObject = {};
	for (const { name, wire, sends } of fields) {
		const value = values[name];
		if (value !== undefined && (sends === undefined || value === true))
			picked[wire] = sends ?? value;
	}
	return picked;
}

function segment({ name, label }: Slot, values: Readonly<JsonObject>): string {
	const text = String(values[name] ?? '');
	const problem = unaddressable(label, text);
	if (problem) throw problem;
	return encodeURIComponent(text);
}

/** What is wrong with a text that cannot be part of an address. An empty one would turn the address of one thing into that of all. */
export function unaddressable(label: string, text: string): InputError | undefined {
	if (text !== '' && text !== '.' && text !== '..' && text.isWellFormed()) return undefined;
	return new InputError(
		`'${label}' is "${text.toWellFormed()}", which cannot be part of an address`,
		'An entry with such a code can only be read and changed in the service itself.',
	);
}

/** The order of record lists when nobody asks for another. */
export const BY_RECORD_ID = 'recordId:desc';

/**
 * Without an order the service may list rows as it likes, and anew for each page; record IDs have no
 * ties. The document refuses an order by a field that is not output, so that is said beforehand.
 */
function sorted({ runs }: Operation, query: Record<string, string | number>) {
	if (runs.kind !== 'pages' || !runs.isSortable) return query;
	const order = sortOf(String(query.order ?? '')) ?? BY_RECORD_ID;
	const output =
		query.fields === undefined ? undefined : identifiersIn(query.fields).map(withoutSuffix);
	const identifier =
		output && sortKeysOf(order).find((name) => !SYSTEM_FIELDS.has(name) && !output.includes(name));
	if (identifier !== undefined) {
		throw new InputError(
			`'Sort By' names "${identifier}", which is not among the 'Output Fields'`,
			`Add "${identifier}" to 'Output Fields', or sort by another field.`,
		);
	}
	return { ...query, order };
}

const withoutSuffix = (identifier: string) => identifier.replace(/\[[123]\]$/, '');

/** The request for one page of a list; both numbers are always sent, as their defaults are unknown. */
export const pageOf = (request: ApiRequest, page: number, limit: number): ApiRequest => ({
	...request,
	query: { ...request.query, page, limit: Math.min(limit, PAGE_LIMIT) },
});

/** Path and query as they stand in the address. */
export function addressOf({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
	const pairs = Object.entries(query).map(
		([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
	);
	return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
