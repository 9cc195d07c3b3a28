import { referable } from '../../nodes/RecordsDirectory/core/directory/references';
import type { Field, Fields, Operation, Resource } from '../../nodes/RecordsDirectory/api/define';

type Resources = Readonly<Record<string, Resource>>;

/** What can be done with each resource, by name. */
export const operationsList = (resources: Resources): string =>
	[
		'| Resource | Operations |',
		'| --- | --- |',
		...Object.values(resources).map(({ label, operations }) => {
			const names = Object.values(operations).map(({ name }) => name);
			return `| ${label} | ${names.sort().join(', ')} |`;
		}),
	].join('\n');

/** The table of operations: what each does, what it needs and may have, what it sends. */
export function operationsTable(resources: Resources): string {
	const rows = Object.values(resources).flatMap((resource) =>
		Object.values(resource.operations)
			.map((operation) => row(resources, resource, operation))
			.sort(),
	);
	return [
		'| Resource | Operation | Needs | Can have | Sends | Requests |',
		'| --- | --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

const row = (resources: Resources, resource: Resource, operation: Operation): string =>
	`| ${[
		resource.label,
		operation.name,
		labels(operation.params),
		labels({ ...operation.filters, ...operation.options }),
		requests(resources, resource, operation)
			.map(({ method, path }) => `\`${method} ${path}\``)
			.join(', '),
		numberOf(operation),
	].join(' | ')} |`;

/** How many requests an operation takes. */
function numberOf(operation: Operation): string {
	const { returns, params, filters, options } = operation;
	const search = params.record ? SEARCH : `${SEARCH}${referredTo(operation)}`;
	const found = `${search}, then ${params.record ? 'one for each 100 new records and one for each changed record; one for each ten updates where they send more than their items give' : IMPORTS}`;
	switch (returns.kind) {
		case 'many':
			return `one for each 1,000 rows${filters?.keyword ? '; one more for each form with a keyword' : ''}`;
		case 'imported':
			return 'one for each 100 items';
		case 'upserted':
			return found;
		case 'synced':
			return `${found}, one for each deletion`;
		case 'created':
			if (!options?.throughImport) return 'one an item';
			return params.record
				? 'one an item; one for each 100 through import'
				: `one an item; through import ${SEARCH}, then one for each 100`;
		case 'rewritten':
			return 'two an item';
		case 'updated':
			return params.record
				? 'one an item; two where key fields or the whole record are read first'
				: params.keepOthers
					? 'two an item; one without Keep Other Fields'
					: 'one an item';
		default:
			return 'one an item';
	}
}

const SEARCH = 'one for each 1,000 that are there';
/** Other lists that the plan reads if something new or changed refers to them. */
function referredTo(operation: Operation): string {
	const others = referable(operation).filter((to) => !operation.path.includes(`/${to}s`));
	return others.length > 0 ? `, the same for the ${others.join('s and ')}s that they refer to` : '';
}

const IMPORTS = 'one for each 100 that are new or differ';

/** What an operation may send, in order: some read first, and some write in more than one way. */
export function requests(
	resources: Resources,
	resource: Resource,
	operation: Operation,
): Operation[] {
	const all = waysOf(resources, resource, operation).filter((one) => one !== undefined);
	return [...new Map(all.map((one) => [`${one.method} ${one.path}`, one])).values()];
}

type Way = Operation | undefined;

function waysOf(resources: Resources, resource: Resource, operation: Operation): Way[] {
	const { get, getAll, import: importing, update, delete: deletion } = resource.operations;
	const { params, options = {}, returns } = operation;
	const isRecord = params.record !== undefined;
	const referred = isRecord
		? []
		: referable(operation).map((to) => resources[to]?.operations.getAll);
	switch (returns.kind) {
		case 'created':
			if (!options.throughImport) return [operation];
			// An import would overwrite what is there.
			return isRecord ? [operation, importing] : [operation, getAll, get, importing];
		case 'rewritten':
		case 'updated':
			return [get, operation];
		case 'upserted':
			return isRecord ? [getAll, operation, get, update] : [getAll, ...referred, operation];
		case 'synced':
			return [getAll, ...referred, operation, deletion];
		default:
			return [operation];
	}
}

const labels = (fields: Fields): string =>
	Object.values(fields)
		.map(({ label, ...field }) => `${field.kind === 'record' ? 'values' : label}${bound(field)}`)
		.join(', ') || '-';

const bound = ({ maxLength }: Omit<Field, 'label'>): string =>
	maxLength === undefined ? '' : ` (${maxLength})`;
