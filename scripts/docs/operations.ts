import type { Operation, Resource } from '../../nodes/RecordsDirectory/api/define';
import { entries, type Entry } from '../../nodes/RecordsDirectory/api';
import type { Referred } from '../../nodes/RecordsDirectory/core/directory/checks';
import { writableFields } from '../../nodes/RecordsDirectory/core/directory/plan';
import { requiredKey } from '../../nodes/RecordsDirectory/core/request/address-and-key';

type Resources = Readonly<Record<string, Resource>>;

/** The operations of each resource, by name. */
export const operationsList = (resources: Resources): string =>
	Object.values(resources)
		.map((resource) => {
			const names = entries.filter((one) => one.resource === resource).map(({ name }) => name);
			return `- **${resource.label}**: ${names.sort().join(', ')}`;
		})
		.join('\n');

/** The table of operations: the key that each uses, and its requests. */
export function operationsTable(resources: Resources): string {
	const rows = Object.values(resources).flatMap((resource) =>
		entries
			.filter((one) => one.resource === resource)
			.map((entry) => row(resources, entry))
			.sort(),
	);
	return ['| Operation | Key | Requests | Number |', '| --- | --- | --- | --- |', ...rows].join(
		'\n',
	);
}

const row = (resources: Resources, { name, resource, operation }: Entry): string =>
	`| ${[
		`${resource.label}: ${name}`,
		keys(resources, resource, operation),
		requests(resources, resource, operation)
			.map(({ method, path }) => `\`${method} ${path}\``)
			.join(', '),
		numberOf(operation),
	].join(' | ')} |`;

/** Returns the keys of the credential that an operation uses, and the option that uses another one. */
function keys(resources: Resources, resource: Resource, operation: Operation): string {
	const own = keyLabels(waysOf(resources, resource, operation));
	const more = keyLabels(waysOfOptions(resources, resource, operation));
	return [
		...own,
		...more
			.filter((key) => !own.includes(key))
			.map((key) => `${key} for names of users and organizations`),
	].join('; ');
}

const KEYS = { app: 'API Key', directory: 'Directory API Key' };

const keyLabels = (ways: readonly Way[]): string[] => [
	...new Set(ways.flatMap((way) => (way ? [KEYS[requiredKey(way.path)]] : []))),
];

/** Returns how many requests an operation takes. */
function numberOf(operation: Operation): string {
	const { runs, filters, params } = operation;
	const isGet = operation.method === 'GET' && operation.path.endsWith('{recordId}');
	const seen = params.recordId && !isGet ? ', 1 more per Identification ID' : '';
	const found = params.findBy ? `, and ${SEARCH} if found by field values` : '';
	switch (runs.kind) {
		case 'pages':
			return `1 per 1,000 rows${filters?.changedAfter ? '; with a time 1 per 1,000 since then, up to 3 more' : ''}${countsForm(operation) ? '; 1 more for all records of a form' : ''}${filters?.keyword ? '; 1 more with a keyword' : ''}${seen}`;
		case 'import':
			return '1 per 100 items';
		case 'upsertRecords':
			return `${SEARCH}, then 1 per 100 new and 1 to 3 per changed record, 1 more if it creates some`;
		case 'lookUp':
			return '1 per 1,000 rows, for all items together';
		case 'upsertEntries':
			return planned(operation);
		case 'syncEntries':
			return `${planned(operation)}, 1 per deletion`;
		case 'rewrite':
			return '2 per item';
		case 'updateRecord':
			return `1 per item, up to 3 if the record is read${seen}${found}`;
		case 'update':
			return '2 per item, or 1 without Keep Unmapped Values';
		case 'create':
		case 'single':
			return `1 per item${seen}${found}`;
	}
}

/** The requests of a plan of the directory. */
const planned = (operation: Operation): string =>
	`${SEARCH}${referredTo(operation)}, then ${IMPORTS}`;

const SEARCH = '1 per 1,000 existing';
/** Returns further lists that the plan reads if a new or changed entry refers to them. */
function referredTo(operation: Operation): string {
	const others = referable(operation).filter((to) => !operation.path.includes(`/${to}s`));
	return others.length > 0 ? `, the same for ${others.join('s and ')}s` : '';
}

const IMPORTS = '1 per 100 new or changed';

/**
 * Returns the requests that an operation may send, in order: some read first, and some write in more than one
 * way.
 */
export function requests(
	resources: Resources,
	resource: Resource,
	operation: Operation,
): Operation[] {
	const all = [
		...waysOf(resources, resource, operation),
		...waysOfOptions(resources, resource, operation),
	].filter((one) => one !== undefined);
	return [...new Map(all.map((one) => [`${one.method} ${one.path}`, one])).values()];
}

type Way = Operation | undefined;

function waysOf(resources: Resources, resource: Resource, operation: Operation): Way[] {
	const { get, getAll, update, delete: deletion } = resource.operations;
	const form = resources.form?.operations.get;
	const referred = referable(operation).map((to) => resources[to]?.operations.getAll);
	switch (operation.runs.kind) {
		case 'rewrite':
		case 'update':
		case 'updateRecord':
			return [get, operation];
		case 'upsertRecords':
			return [getAll, operation, get, update, form];
		case 'upsertEntries':
			return [getAll, ...referred, operation];
		case 'syncEntries':
			return [getAll, ...referred, operation, deletion];
		case 'create':
		case 'import':
			// After a response that is unclear, the list shows what was saved.
			return [operation, getAll];
		case 'pages':
			return [operation, countsForm(operation) ? form : undefined];
		case 'single':
		case 'lookUp':
			return [operation];
	}
}

/** Whether the number of returned records is compared with the one that the form states. */
const countsForm = ({ filters }: Operation): boolean => filters?.changedAfter !== undefined;

/** What options read. */
const waysOfOptions = (
	{ record, form, user, organization }: Resources,
	{ operations }: Resource,
	{ params, options = {} }: Operation,
): Way[] => [
	...(params.recordId ? [record?.operations.get] : []),
	...(options.findNew || options.severalMatches ? [operations.getAll] : []),
	// After a lost reply, the form says how many records it has.
	...(options.findNew ? [form?.operations.get] : []),
	...(options.findByName ? [user?.operations.getAll, organization?.operations.getAll] : []),
];

/** Returns the kinds of entries that an operation's fields can refer to. */
const referable = (operation: Operation): readonly Referred[] => {
	const fields = [...writableFields(operation).values()];
	const all = [...fields, ...fields.flatMap(({ columns = {} }) => Object.values(columns))];
	return (['organization', 'position'] as const).filter((to) =>
		all.some(({ kind, from }) => kind === 'pick' && from?.name === to),
	);
};
