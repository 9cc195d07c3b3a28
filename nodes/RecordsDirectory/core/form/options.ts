import { parseSortKeys } from '../values/identifier-list';
import { InputError } from '../values/input-error';
import { SYSTEM_FIELDS } from '../values/record-properties';
import { isTable, isWritable, type FormField } from './field';
import { captionKeys, labelOf } from './names';

/** A choice in a list of n8n's editor. */
export interface Option {
	readonly name: string;
	readonly value: string;
}

/**
 * Returns what a list of records may output (Output-field limiting): each field, and for choices also their
 * related codes 1 to 3 if a choice has one.
 */
export const outputOptions = (fields: readonly FormField[]): Option[] => {
	const names = captionKeys(fields);
	return fields.filter(holdsValue).flatMap((field) => {
		const name = names(field.id);
		const codes = [1, 2, 3].filter((n) => field.choices.some(({ codes }) => codes[n - 1] !== ''));
		const related = codes.map((n) => ({
			name: `${name} (Related Code ${n})`,
			value: `${field.id}[${n}]`,
		}));
		return [{ name, value: field.id }, ...related];
	});
};

/** Returns what a list of records may be sorted by: system fields, and all fields except detail tables. */
export const sortOptions = (fields: readonly FormField[]): Option[] => [
	...[...SYSTEM_FIELDS].map(([value, name]) => ({ name, value })),
	...named(fields.filter((field) => !isTable(field))),
];

/** Throws an `InputError` for sorting by a detail table, which the service rejects (Output-field limiting, 5). */
export function mustBeSortable(fields: readonly FormField[], order: unknown): void {
	const names = parseSortKeys(String(order ?? ''));
	const table = fields.find((field) => isTable(field) && names.includes(field.id));
	if (!table) return;
	throw InputError.about(
		"'Sort By'",
		` names ${labelOf(table)}, a detail table`,
		'Sort by a field with one value.',
	);
}

/** What of a record can be watched for changes: its process status, and all fields. */
export const watchedOptions = (fields: readonly FormField[]): Option[] => [
	{ name: 'Process Status', value: STATUS },
	...named(fields.filter(({ id }) => id !== STATUS)),
];

const STATUS = 'status';

/** Returns the columns of all detail tables as `table / column`; `detailsOf` reads both from the value. */
export const columnOptions = (fields: readonly FormField[]): Option[] => {
	const names = captionKeys(fields);
	return fields.flatMap(({ id, columns }) => {
		const captions = captionKeys(columns);
		return columns
			.filter(isWritable)
			.filter(holdsValue)
			.map((column) => ({
				name: `${names(id)} / ${captions(column.id)}`,
				value: columnValue(id, column.id),
			}));
	});
};

/** Joined as JSON, because field IDs may contain any character. */
export const columnValue = (table: string, column: string): string =>
	JSON.stringify([table, column]);

/** A label only shows a text in the form. */
const holdsValue = ({ isLabel = false }: FormField) => !isLabel;

const named = (fields: readonly FormField[]): Option[] => {
	const names = captionKeys(fields);
	return fields.filter(holdsValue).map(({ id }) => ({ name: names(id), value: id }));
};
