import type { IExecuteFunctions } from 'n8n-workflow';
import { entries, type Entry } from '../../api';
import { flag, integer, type Fields } from '../../api/define';
import { groupDetails } from '../../core/form/details';
import { filledIn } from '../../core/form/item-columns';
import { identifiersIn } from '../../core/values/list-parameters';
import { asText, isJsonObject, type JsonObject } from '../../core/json';
import { accepted, type Mapped } from '../../core/values/validate';
import { InputError } from '../../core/values/input-error';
import type { SiteZone } from '../../core/values/time-zone';
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

/** Whether an agent's model fills in what was entered. */
export const isFilledByModel = (entered: unknown): boolean =>
	/\$fromAI\b/i.test(asText(entered ?? ''));

/** If an agent's model filled in a password, the model would invent it, and the conversation would contain it. */
export function modelFilledPassword({ given, entry }: ExecutionStart): InputError | undefined {
	const { params, additionalFields = {} } = entry.operation;
	const more = given.written('additionalFields');
	const filledIn = (fields: Fields, textOf: (name: string) => unknown) =>
		Object.entries(fields).find(
			([name, { password }]) => password && isFilledByModel(textOf(name)),
		);
	const [, field] =
		filledIn(params, given.written) ??
		filledIn(additionalFields, (name) => partOf(more, name)) ??
		[];
	return (
		field &&
		InputError.about(
			`'${field.label}'`,
			' cannot be filled in by a model',
			'Enter it, or take it from the workflow by an expression.',
		)
	);
}

/** The parameters that say how many rows to return. */
export const ROW_COUNT_PARAMETERS = ['returnAll', 'limit'];

/** Returns how many rows to return; Infinity for all. */
export function wantedRowsOf({ given, zone: reading }: ExecutionStart, item: number): number {
	const values = {
		returnAll: given('returnAll', item, false),
		limit: given('limit', item, 50),
	};
	const how = { reading, empty: 'required' } as const;
	return accepted({ returnAll: RETURN_ALL_FIELD }, values, how).returnAll
		? Infinity
		: Number(accepted({ limit: LIMIT_FIELD }, values, how).limit);
}

const RETURN_ALL_FIELD = flag('Return All');
const LIMIT_FIELD = integer('Limit', { min: 1 });
const SIMPLIFY_FIELD = flag('Simplify');

export const simplifyOf = ({ given, entry }: ExecutionStart, item: number): boolean =>
	entry.resource.simplified !== undefined &&
	entry.operation.method === 'GET' &&
	isSimplified(given('simplify', item, true));

export const isSimplified = (simplify: unknown): boolean =>
	accepted(
		{ simplify: SIMPLIFY_FIELD },
		{ simplify },
		{ reading: { zone: 'UTC' }, empty: 'required' },
	).simplify === true;

/** Whether a mapper takes all properties of the input item. */
export const isWholeItem = (mapper: unknown): boolean =>
	isJsonObject(mapper) && mapper.mappingMode === 'autoMapInputData';

/** Returns the function that reads what an item maps to a form. */
export function mappedReader({ context, given }: ExecutionStart): (item: number) => Mapped {
	const written = partOf(given.written('recordMapper'), 'value');
	const expressions = isJsonObject(written)
		? Object.keys(written).filter((name) => hasExpression(written[name]))
		: [];
	return (item) => {
		const mapper = given('recordMapper', item, {}) as JsonObject;
		const isWhole = isWholeItem(mapper);
		const record = isWhole ? context.getInputData()[item]?.json : mapper.value;
		const own = isJsonObject(record) ? record : {};
		const filled = isWhole ? own : Object.fromEntries(filledIn(Object.entries(own), 'input'));
		return {
			values: filled,
			unfilled: isWhole ? [] : expressions.filter((name) => !Object.hasOwn(filled, name)),
			details: groupDetails(groupRowsIn(given('detailRows', item, {}))),
			isWholeItem: isWhole,
			matchOn: identifiersIn(mapper.matchingColumns ?? []),
		};
	};
}

/** Returns a part of what was entered; undefined if it has none. */
export const partOf = (entered: unknown, name: string | number): unknown =>
	isJsonObject(entered) || Array.isArray(entered) ? (entered as JsonObject)[name] : undefined;

/** Returns the rows of a fixed collection with one group; undefined if it is empty. */
const groupRowsIn = (value: unknown): unknown =>
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
