import type { Operation } from '../../api/define';
import { memoize } from '../grouped';
import { PAGE_LIMIT } from '../limits';
import type { JsonObject } from '../json';
import { identifiersIn, parseSortKeys, parseOrder, windowIn } from '../values/list-parameters';
import type { Values } from '../values/validate';
import { type InputError, mistake } from '../values/input-error';
import { SYSTEM_FIELDS } from '../values/record-properties';

/** Still without address and key. */
export interface ApiRequest {
	readonly method: Operation['method'];
	/** With encoded slots; starts with `/api/`. */
	readonly path: string;
	readonly query: Readonly<Record<string, string | number>>;
	readonly body?: object;
}

/** Slots go to the path, the rest to the query of a GET or the body. Encoded, so that none can leave its place. */
export function toRequest(operation: Operation, values: Values): ApiRequest {
	const { method } = operation;
	const path = toPath(operation, values);
	if (method === 'POST' || method === 'PUT')
		return { method, path, query: {}, body: restValues(operation, values) };
	const given = Object.entries(method === 'GET' ? restValues(operation, values) : {});
	const query = given.map(([name, value]) => [
		name,
		typeof value === 'number' ? value : String(value),
	]);
	return { method, path, query: sorted(operation, Object.fromEntries(query)) };
}

/** Throws the same `InputError` as `toRequest`, without the work of making a body. */
export function mustBeSendable(operation: Operation, values: Values): void {
	if (operation.returns.kind === 'many') {
		mustComeNewestFirst(values);
		toRequest(operation, values);
	} else if (values.findBy !== 'values') toPath(operation, values);
}

/** Reading can stop at a time only if the list is sorted by it. */
function mustComeNewestFirst(values: Values): void {
	const window = windowIn(values);
	const order = parseOrder(String(values.order ?? ''));
	if (!window || order === undefined || order === `${window.by}:desc`) return;
	throw mistake('sortWithWindow', { label: window.label });
}

/** Throws an `InputError` if the update would change nothing. */
export function mustChange(operation: Operation, values: Values): void {
	const given = Object.entries(values).filter(([name]) => operation.additionalFields?.[name]);
	if (Object.keys(restValues(operation, Object.fromEntries(given))).length > 0) return;
	throw values.unmatched
		? mistake('noPropertyOfEntry')
		: mistake('noValue', { label: 'Update Fields' });
}

/** Throws an `InputError` for a value that no URL can contain. */
export const toPath = (operation: Operation, values: Readonly<JsonObject>): string =>
	pathFields(operation).reduce((path, { name, wire, label }) => {
		const text = String(values[name] ?? '');
		const problem = unaddressable(label, text);
		if (problem) throw problem;
		return path.replace(`{${wire}}`, encodeURIComponent(text));
	}, operation.path);

export const allFields = (operation: Operation) => ({
	...operation.params,
	...operation.filters,
	...operation.additionalFields,
	...operation.options,
});

/** What an input item can hold, by the names in the request where these are unique. */
export const inputColumns = ({ params, additionalFields = {} }: Operation) =>
	Object.entries({ ...params, ...additionalFields })
		.filter(([, { place, sends }]) => place === undefined && sends === undefined)
		.map(([name, { wire = name, label }]) => ({
			name,
			id: wire in params ? name : wire,
			caption: label,
		}));

/** The rest is the query of a GET, or the body. There are few operations and many items, so this is determined once. */
const placedFields = memoize((operation: Operation) =>
	Object.entries(allFields(operation)).map(([name, { wire = name, label, sends, place }]) => {
		// Only required parameters can be slots: an option may have the same name in the request.
		const isInPath = name in operation.params && operation.path.includes(`{${wire}}`);
		const isInRest = place === 'path and body' || (place === undefined && !isInPath);
		return { name, wire, label, sends, isInPath, isInRest };
	}),
);

export const pathFields = (operation: Operation) =>
	placedFields(operation).filter(({ isInPath }) => isInPath);

/** By their names in the request; also for one entry of an import. */
export const restValues = (operation: Operation, values: Readonly<JsonObject>): JsonObject =>
	Object.fromEntries(
		placedFields(operation)
			.filter(({ isInRest }) => isInRest)
			.filter(({ name, sends }) =>
				sends === undefined ? values[name] !== undefined : values[name] === true,
			)
			.map(({ name, wire, sends }) => [wire, sends ?? values[name]]),
	);

/** An empty text would turn the address of one entity into that of all. */
export function unaddressable(label: string, text: string): InputError | undefined {
	if (text !== '' && text !== '.' && text !== '..' && text.isWellFormed()) return undefined;
	return mistake('notInAddress', { label, text: text.toWellFormed() });
}

export const BY_RECORD_ID = 'recordId:desc';

/** Lists without an order may differ from page to page. The service rejects an order by a field that is not output. */
function sorted({ runs }: Operation, query: Record<string, string | number>) {
	if (runs.kind !== 'pages' || !runs.isSortable) return query;
	const order = parseOrder(String(query.order ?? '')) ?? BY_RECORD_ID;
	if (query.fields === undefined) return { ...query, order };
	const output = identifiersIn(query.fields).map((name) => name.replace(/\[[123]\]$/, ''));
	const isMissing = (name: string) => !SYSTEM_FIELDS.has(name) && !output.includes(name);
	const name = parseSortKeys(order).find(isMissing);
	if (name !== undefined) throw mistake('sortNotOutput', { name });
	return { ...query, order };
}

/** Both numbers are always sent, because their defaults are unknown. */
export const pageRequest = (request: ApiRequest, page: number, limit: number): ApiRequest => ({
	...request,
	query: { ...request.query, page, limit: Math.min(limit, PAGE_LIMIT) },
});

export function toAddress({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
	const pairs = Object.entries(query).map(
		([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
	);
	return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
