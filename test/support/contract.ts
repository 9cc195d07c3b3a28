import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Operation } from '../../nodes/RecordsDirectory/api/define';

interface Schema {
	readonly $ref?: string;
	readonly type?: string;
	readonly maxLength?: number;
	readonly properties?: Properties;
	readonly required?: readonly string[];
	readonly items?: Schema;
}

type Properties = Readonly<Record<string, Schema>>;

interface Parameter {
	readonly $ref?: string;
	readonly name: string;
	readonly in: 'path' | 'query';
	readonly schema: Schema;
	/** Whether the service ignores it. */
	readonly 'x-ignored'?: boolean;
}

interface Described {
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly content: { 'application/json': { schema: Schema } } };
}

export type Method = Operation['method'];

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const keyOf = (method: Method) => method.toLowerCase() as Lowercase<Method>;

type Path = Described & { readonly [M in Lowercase<Method>]?: Described };

interface Contract {
	readonly paths: Readonly<Record<string, Path>>;
}

const contract = parse(readFileSync('sandbox/service/openapi.yaml', 'utf8'), {
	merge: true,
}) as Contract;

/** The routes of openapi.yaml, such as `GET /api/apps/forms`. */
export const contractRoutes: readonly string[] = Object.entries(contract.paths).flatMap(
	([path, described]) =>
		METHODS.filter((method) => keyOf(method) in described).map((method) => `${method} ${path}`),
);

/** What a request may contain. */
interface DescribedRequest {
	readonly path: Properties;
	/** Without `page` and `limit`, and without what the service ignores. */
	readonly query: Properties;
	/** The properties of the body; for an import, those of a row. */
	readonly body: Properties;
	/** The properties that the body must have. */
	readonly required: readonly string[];
}

/** Returns what openapi.yaml says about the request of an operation; fails if it does not have the route. */
export function describedRequest({
	method,
	path,
	runs,
}: Pick<Operation, 'method' | 'path' | 'runs'>): DescribedRequest {
	const described = contract.paths[path];
	const request = described?.[keyOf(method)];
	if (!described || !request) throw new Error(`openapi.yaml has no ${method} ${path}`);
	const parameters = [...(described.parameters ?? []), ...(request.parameters ?? [])].map(resolve);
	const inPart = (part: Parameter['in']): Properties =>
		Object.fromEntries(
			parameters
				.filter((one) => one.in === part && !one['x-ignored'])
				.map(({ name, schema }) => [name, schema]),
		);
	const { page: _, limit: __, ...query } = inPart('query');
	const sent = resolve(request.requestBody?.content['application/json'].schema ?? {});
	const row = 'root' in runs ? resolve(sent.properties?.[runs.root]?.items ?? {}) : sent;
	return { path: inPart('path'), query, body: row.properties ?? {}, required: row.required ?? [] };
}

/** Follows a reference within openapi.yaml. */
function resolve<T extends { readonly $ref?: string }>(value: T): T {
	if (value.$ref === undefined) return value;
	const names = value.$ref.replace('#/', '').split('/');
	return names.reduce<unknown>(
		(part, name) => (part as Record<string, unknown>)[name],
		contract,
	) as T;
}
