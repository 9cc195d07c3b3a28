import type { Field, Fields, Operation, Resource } from '../api/define';

/** The README's table of operations: what each does, what it needs and may have, what it sends. */
export function operationsTable(resources: Readonly<Record<string, Resource>>): string {
	const rows = Object.values(resources).flatMap(({ label, operations }) =>
		Object.values(operations)
			.map((operation) => row(label, operation))
			.sort(),
	);
	return [
		'| Resource | Operation | Needs | Can have | Sends |',
		'| --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

const row = (label: string, operation: Operation): string =>
	`| ${[
		label,
		operation.name,
		labels(operation.params),
		labels({ ...operation.filters, ...operation.options }),
		`\`${operation.method} ${operation.path}\``,
	].join(' | ')} |`;

const labels = (fields: Fields): string =>
	Object.values(fields)
		.map(({ label, ...field }) => `${label}${bound(field)}`)
		.join(', ') || '-';

const bound = ({ maxLength }: Omit<Field, 'label'>): string =>
	maxLength === undefined ? '' : ` (${maxLength})`;
