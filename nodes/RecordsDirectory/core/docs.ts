import type { Field, Fields, Operation, Resource } from '../api/define';

/** The README's table of operations: what each does, what it needs and may have, what it sends. */
export function operationsTable(resources: Readonly<Record<string, Resource>>): string {
	const rows = Object.values(resources).flatMap((resource) =>
		Object.values(resource.operations)
			.map((operation) => row(resource, operation))
			.sort(),
	);
	return [
		'| Resource | Operation | Needs | Can have | Sends |',
		'| --- | --- | --- | --- | --- |',
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
	].join(' | ')} |`;

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
		.map(({ label, ...field }) => `${label}${bound(field)}`)
		.join(', ') || '-';

const bound = ({ maxLength }: Omit<Field, 'label'>): string =>
	maxLength === undefined ? '' : ` (${maxLength})`;
