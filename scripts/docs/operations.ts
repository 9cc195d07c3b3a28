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
			.map((operation) => row(resource, operation))
			.sort(),
	);
	return [
		'| Resource | Operation | Needs | Can have | Sends | Requests |',
		'| --- | --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

const row = ({ label, operations }: Resource, operation: Operation): string =>
	`| ${[
		label,
		operation.name,
		labels(operation.params),
		labels({ ...operation.filters, ...operation.options }),
		requests(operations, operation)
			.map(({ method, path }) => `\`${method} ${path}\``)
			.join(', '),
		numberOf(operation),
	].join(' | ')} |`;

/** How many requests an operation takes. */
function numberOf({ returns, params, filters, options }: Operation): string {
	const search = params.record ? SEARCH : `${SEARCH}, twice where they are more`;
	const found = `${search}, then ${params.record ? 'one for each 100 new records and one for each changed record' : IMPORTS}`;
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
			return options?.throughImport
				? 'one an item; one for each 100 through import'
				: 'one an item';
		case 'rewritten':
			return 'two an item';
		case 'updated':
			return params.record
				? 'one an item; two where key fields or the whole record are read first'
				: 'two an item; one without Keep Other Fields';
		default:
			return 'one an item';
	}
}

const SEARCH = 'one for each 1,000 that are there';
const IMPORTS = 'one for each 100 that are new or differ';

/** What an operation sends, in order: some read first, and a sync may delete. */
function requests(operations: Resource['operations'], operation: Operation): Operation[] {
	const { get, getAll, delete: deletion } = operations;
	const { kind } = operation.returns;
	const lists = kind === 'upserted' || kind === 'synced';
	return [
		kind === 'rewritten' ? get : lists ? getAll : undefined,
		operation,
		kind === 'synced' ? deletion : undefined,
	].filter((one) => one !== undefined);
}

const labels = (fields: Fields): string =>
	Object.values(fields)
		.map(({ label, ...field }) => `${field.kind === 'record' ? 'values' : label}${bound(field)}`)
		.join(', ') || '-';

const bound = ({ maxLength }: Omit<Field, 'label'>): string =>
	maxLength === undefined ? '' : ` (${maxLength})`;
