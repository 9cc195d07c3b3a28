import type { IExecuteFunctions } from 'n8n-workflow';
import { entries, type Entry } from '../../api';
import type { Fields } from '../../api/define';
import { limit, returnAll, simplify } from '../../api/fields/shared';
import { isJsonObject, type JsonObject } from '../../core/json';
import { accepted } from '../../core/values/validate';
import type { SiteZone } from '../../core/values/moment';
import { hasExpression, type Given } from './parameter-source';

/** What is known about an execution before anything is sent. */
export interface ExecutionStart {
	readonly context: IExecuteFunctions;
	readonly given: Given;
	readonly entry: Entry;
	readonly zone: SiteZone;
}

/** Returns the chosen operation; it is the same for all items. */
export function chosenOperation(given: Given): Entry {
	const resource = given('resource', 0, '');
	const operation = given('operation', 0, '');
	const entry = entries.find(({ key }) => key === `${resource}.${operation}`);
	if (!entry)
		throw new Error(`There is no operation "${String(operation)}" of "${String(resource)}"`);
	return entry;
}

/** Returns how many rows to return; Infinity for all. */
export function wantedRows({ given, zone: reading }: ExecutionStart, item: number): number {
	const values = { returnAll: given('returnAll', item, false), limit: given('limit', item, 50) };
	const how = { reading, empty: 'required' } as const;
	return accepted({ returnAll }, values, how).returnAll
		? Infinity
		: Number(accepted({ limit }, values, how).limit);
}

export const isSimplifying = ({ given, entry }: ExecutionStart, item: number): boolean =>
	entry.resource.simplified !== undefined &&
	entry.operation.method === 'GET' &&
	isSimplified(given('simplify', item, true));

export const isSimplified = (value: unknown): boolean =>
	accepted({ simplify }, { simplify: value }, { reading: { zone: 'UTC' }, empty: 'required' })
		.simplify === true;

/** Returns a part of what was entered; undefined if it has none. */
export const partOf = (entered: unknown, name: string | number): unknown =>
	isJsonObject(entered) || Array.isArray(entered) ? (entered as JsonObject)[name] : undefined;

/** Returns the rows of a fixed collection with one group; undefined if it is empty. */
export const groupRowsIn = (value: unknown): unknown =>
	isJsonObject(value) ? Object.values(value)[0] : (value ?? undefined);

/**
 * A collection nests its rows one level deeper, below the name of the group. There the editor gives '' to an
 * empty cell, so null is what an expression did not find, and '' as well if the cell was `written` as an expression.
 */
export const flattened = (fields: Fields, values: unknown, written?: unknown): JsonObject =>
	Object.fromEntries(
		Object.entries(isJsonObject(values) ? values : {}).map(([name, value]) => {
			if (fields[name]?.kind !== 'rows') return [name, value];
			const rows = groupRowsIn(value);
			if (!isJsonObject(value) || !Array.isArray(rows)) return [name, rows];
			const own = groupRowsIn(partOf(written, name));
			return [name, rows.map((row, n) => withoutEmpty(row, partOf(own, n)))];
		}),
	);

const withoutEmpty = (row: unknown, written: unknown): unknown =>
	isJsonObject(row)
		? Object.fromEntries(
				Object.entries(row).map(([name, cell]) => [name, foundIn(cell, partOf(written, name))]),
			)
		: row;

function foundIn(cell: unknown, written: unknown): unknown {
	if (isJsonObject(cell) && 'value' in cell)
		return { ...cell, value: foundIn(cell.value, isJsonObject(written) ? written.value : written) };
	return cell === null || (cell === '' && hasExpression(written)) ? undefined : cell;
}
