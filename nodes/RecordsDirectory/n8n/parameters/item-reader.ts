import type { Field, Fields, Operation, ParameterKind } from '../../api/define';
import { asText, isJsonObject, isNothing, omit, type JsonObject } from '../../core/json';
import {
	inputColumns,
	allFields,
	mustBeSendable,
	mustChange,
	pathFields,
} from '../../core/request/request';
import { groupDetails } from '../../core/form/details';
import { entryValuesIn, filledIn, mustBeFields, type Column } from '../../core/form/item-columns';
import { identifiersIn } from '../../core/values/list-parameters';
import {
	eachChecked,
	type InputError,
	joinedProblem,
	problemIn,
	mistake,
} from '../../core/values/input-error';
import { mustAgree } from '../../core/values/locator';
import { mustMatchChosen, parseWholeRecord } from '../../core/values/record-json';
import { acceptInto, type EmptyPolicy, type Mapped, type Values } from '../../core/values/validate';
import { flattened, groupRowsIn, partOf, wantedRows, type ExecutionStart } from './item-values';
import { hasExpression } from './parameter-source';

/** Some of an item's values, and whether they can differ between items. */
interface Part {
	readonly names: readonly string[];
	readonly varies: boolean;
	readInto(values: JsonObject, item: number): void;
}

/** A further check; throws if something is wrong. */
interface ItemCheck {
	/** The values and parameters that it checks; undefined if it checks the item itself. */
	readonly of?: readonly string[];
	check(values: Values, item: number): void;
}

/** What was read from an item. */
interface ItemRead {
	/** The valid values; empty if a parameter shared by all items is wrong. */
	readonly values: Values;
	/** One error for everything that is wrong. */
	readonly problem?: unknown;
}

/**
 * Reads the values of an item and checks them against the document's bounds. Values shared by all
 * items are read and checked once; a mistake there is the same error for each item, because it is in the
 * parameters.
 */
export function itemReader(start: ExecutionStart): (item: number) => ItemRead {
	const { params } = start.entry.operation;
	const leaked = modelFilledPassword(start);
	if (leaked) return () => ({ values: {}, problem: leaked });
	const raw: JsonObject = {};
	const parts = makeParts(start, raw);
	const varying = new Set(parts.flatMap(({ varies, names }) => (varies ? names : [])));
	const varies = (name: string) => varying.has(name) || start.given.varies(name);
	const all: readonly ItemCheck[] = [
		{
			of: Object.keys(params).filter((name) => params[name]?.from !== undefined),
			check: (values) => mustAgree(params, raw, values),
		},
		{ of: ['form', 'record', 'recordId'], check: mustMatchChosen },
		...unknownColumns(start),
		...operationChecks(start),
	];
	const isOwn = ({ of }: ItemCheck) => !of || of.some(varies);
	const own = { parts: parts.filter((part) => part.varies), checks: all.filter(isOwn) };
	const shared = {
		parts: parts.filter((part) => !part.varies),
		checks: all.filter((check) => !isOwn(check)),
	};
	let known: ItemRead | undefined;
	return (item) => {
		if (!known) {
			const { values, problem } = readParts(shared, item, {});
			known = { values: problem === undefined ? values : {}, problem };
		}
		return own.parts.length + own.checks.length === 0 ? known : readParts(own, item, known);
	};
}

interface Work {
	readonly parts: readonly Part[];
	readonly checks: readonly ItemCheck[];
}

function readParts({ parts, checks }: Work, item: number, known: Partial<ItemRead>): ItemRead {
	const values: JsonObject = { ...known.values };
	const found = problemIn(parts, (part) => part.readInto(values, item));
	if (known.problem !== undefined) {
		const problem = found === undefined ? known.problem : joinedProblem([known.problem, found]);
		return { values: {}, problem };
	}
	return { values, problem: found ?? problemIn(checks, (one) => one.check(values, item)) };
}

/** Splits an operation's values into parts; `raw` receives what was entered in inputs that choose an entity. */
function makeParts(start: ExecutionStart, raw: JsonObject): readonly Part[] {
	const { given, entry, zone } = start;
	const { params, filters = {}, additionalFields = {}, options = {} } = entry.operation;
	const columns = isMapped(start) ? inputColumns(entry.operation) : [];
	const isColumn = (name: string) => columns.some((column) => column.name === name);
	const parameter = (name: string, field: Field): Part => ({
		names: [name],
		varies: given.varies(name),
		readInto(values, item) {
			raw[name] = given(name, item, '');
			acceptInto(values, { [name]: field }, { raw, reading: zone, empty: 'required' });
		},
	});
	const collection = (name: string, fields: Fields, empty: EmptyPolicy = 'added'): Part[] =>
		[true, false].flatMap((varies) => {
			const some = Object.entries(fields).filter(([inner]) => given.varies(name, inner) === varies);
			const own = Object.fromEntries(some);
			const skippable = name === 'filters' ? searchesOfModel(given.written(name), own) : [];
			const readInto: Part['readInto'] = (values, item) => {
				const raw = flattened(own, given(name, item, {}), given.written(name));
				const skipped = skippable.filter((inner) => isNothing(raw[inner]));
				if (skipped.length > 0)
					values.skippedFilters = skipped.map((inner) => own[inner]?.label ?? inner);
				acceptInto(values, own, { raw: omit(raw, skipped), reading: zone, empty });
				if (empty !== 'column') return;
				const unfilled = some.filter(([inner]) => inner in raw && !(inner in values));
				const before = (values.unfilled ?? []) as readonly string[];
				values.unfilled = [...before, ...unfilled.map(([, { label }]) => label)];
			};
			return some.length > 0 ? [{ names: some.map(([inner]) => inner), varies, readInto }] : [];
		});
	return [
		...Object.entries(params)
			.filter(([name]) => !isColumn(name))
			.map(([name, field]) =>
				field.kind === 'record' ? recordPart(start, name, field) : parameter(name, field),
			),
		...collection('filters', filters),
		...(columns.length > 0
			? [columnsPart(start, columns)]
			: collection('additionalFields', additionalFields, emptyPolicy(entry.operation))),
		...collection('options', options),
	];
}

/** Fields of many entries differ from item to item, and some have none. An update names what it changes. */
const emptyPolicy = ({ params, method }: Operation): EmptyPolicy =>
	params.mappingMode !== undefined && method === 'POST' ? 'column' : 'added';

/** Filters for texts and times that an agent's model fills in: it leaves them empty if it searches for nothing. */
function searchesOfModel(written: unknown, filters: Fields): readonly string[] {
	return Object.entries(filters)
		.filter(([name, { kind }]) => SEARCHES.has(kind) && isFilledByModel(partOf(written, name)))
		.map(([name]) => name);
}

const SEARCHES: ReadonlySet<ParameterKind> = new Set(['text', 'dateTime']);

/** Reads a record in the way that the user chose. */
function recordPart(start: ExecutionStart, name: string, field: Field): Part {
	const { given, zone: reading } = start;
	const readMapped = mappedReader(start);
	const choose = (item: number) => given('specifyRecord', item, 'form');
	const byJson = new Map<unknown, string>([
		['body', 'bodyJson'],
		['json', 'recordJson'],
	]).get(choose(0));
	const inputs = byJson === undefined ? ['recordMapper', 'detailRows'] : [byJson];
	const takesItem = () => byJson === undefined && isWholeItem(given('recordMapper', 0, {}));
	return {
		names: [name],
		varies: ['specifyRecord', ...inputs].some((input) => given.varies(input)) || takesItem(),
		readInto(values, item) {
			const chosen = choose(item);
			if (chosen === 'body')
				Object.assign(values, parseWholeRecord(field.label, given('bodyJson', item, '')));
			else if (chosen === 'json') {
				const raw = { [name]: given('recordJson', item, '') };
				acceptInto(values, { [name]: field }, { raw, reading, empty: 'required' });
			} else values.mapped = readMapped(item);
		},
	};
}

/** Whether a mapper takes all properties of the input item. */
const isWholeItem = (mapper: unknown): boolean =>
	isJsonObject(mapper) && mapper.mappingMode === 'autoMapInputData';

/** Returns the function that reads what an item maps to a form. */
function mappedReader({ context, given }: ExecutionStart): (item: number) => Mapped {
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

/** Whether the fields of an entry are properties of the input item; the same for all items. */
const isMapped = ({ given, entry }: ExecutionStart): boolean =>
	entry.operation.params.mappingMode !== undefined &&
	given('mappingMode', 0, '') === 'autoMapInputData';

/** The fields of an entry of the directory, from the input item. */
function columnsPart(
	{ context, entry, zone: reading }: ExecutionStart,
	columns: readonly Column[],
): Part {
	const { operation, resource } = entry;
	const among = (fields: Fields = {}) =>
		Object.fromEntries(columns.flatMap(({ name }) => (fields[name] ? [[name, fields[name]]] : [])));
	const [needed, more] = [among(operation.params), among(operation.additionalFields)];
	return {
		names: columns.map(({ name }) => name),
		varies: true,
		readInto(values, item) {
			const json = context.getInputData()[item]?.json ?? {};
			const { values: raw, unmatched } = entryValuesIn(columns, json, resource.entity);
			values.unmatched = unmatched;
			const parts: ReadonlyArray<readonly [Fields, EmptyPolicy]> = [
				[needed, 'requiredColumn'],
				[more, 'column'],
			];
			eachChecked(parts, ([fields, empty]) => acceptInto(values, fields, { raw, reading, empty }));
		},
	};
}

/** The check of what an item has beside the fields of an entry. */
const unknownColumns = (start: ExecutionStart): ItemCheck[] => {
	const columns = inputColumns(start.entry.operation);
	const check = ({ unknownColumns: todo, unmatched = [] }: Values) => {
		if (todo === 'fail') mustBeFields(columns, unmatched, 'The operation');
	};
	return isMapped(start) ? [{ check }] : [];
};

/** The checks of values together. */
function operationChecks(start: ExecutionStart): ItemCheck[] {
	const { operation } = start.entry;
	const isList = operation.returns.kind === 'many';
	const checks: ItemCheck[] = [
		{
			of: isList
				? Object.keys(allFields(operation))
				: pathFields(operation).map(({ name }) => name),
			check: (values) => mustBeSendable(operation, values),
		},
	];
	if (isList)
		checks.push({ of: ['returnAll', 'limit'], check: (_, item) => wantedRows(start, item) });
	if (operation.runs.kind === 'update')
		checks.push({
			of: Object.keys(operation.additionalFields ?? {}),
			check: (values) => mustChange(operation, values),
		});
	return checks;
}

/** Whether an agent's model fills in what was entered. */
const isFilledByModel = (entered: unknown): boolean => /\$fromAI\b/i.test(asText(entered ?? ''));

/** If an agent's model filled in a password, the model would invent it, and the conversation would contain it. */
function modelFilledPassword({ given, entry }: ExecutionStart): InputError | undefined {
	const { params, additionalFields = {} } = entry.operation;
	const more = given.written('additionalFields');
	const written = [
		...Object.entries(params).map(([name, field]) => ({ field, as: given.written(name) })),
		...Object.entries(additionalFields).map(([name, field]) => ({ field, as: partOf(more, name) })),
	];
	const { field } = written.find(({ field, as }) => field.password && isFilledByModel(as)) ?? {};
	return field && mistake('passwordFromModel', { label: field.label });
}
