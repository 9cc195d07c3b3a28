import type { Field, Fields, Operation, ParameterKind } from '../../api/define';
import { isNothing, omit, type JsonObject } from '../../core/json';
import { inputColumns } from '../../core/request/request';
import { entryValuesIn, mustBeFields, type Column } from '../../core/form/item-columns';
import { eachChecked, joinedProblem, problemIn } from '../../core/values/input-error';
import { mustAgree } from '../../core/values/locator';
import { mustMatchChosen, parseWholeRecord } from '../../core/values/record-json';
import { accepted, acceptInto, type EmptyPolicy, type Values } from '../../core/values/validate';
import {
	flattened,
	isFilledByModel,
	isWholeItem,
	mappedReader,
	partOf,
	type ExecutionStart,
} from './item-values';

/** Some of an item's values, and whether they can differ between items. */
interface Part {
	readonly names: readonly string[];
	readonly varies: boolean;
	readInto(values: JsonObject, item: number): void;
}

/** A further check; throws if something is wrong. */
export interface ItemCheck {
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
 * Reads the values of an item and checks them against the document's bounds and `checks`. Values shared by all
 * items are read and checked once; a mistake there is the same error for each item, because it is in the
 * parameters.
 */
export function itemReader(
	start: ExecutionStart,
	checks: readonly ItemCheck[],
): (item: number) => ItemRead {
	const { params } = start.entry.operation;
	const raw: JsonObject = {};
	const parts = readingPartsOf(start, raw);
	const varying = new Set(parts.flatMap(({ varies, names }) => (varies ? names : [])));
	const varies = (name: string) => varying.has(name) || start.given.varies(name);
	const all: readonly ItemCheck[] = [
		{
			of: Object.keys(params).filter((name) => params[name]?.from !== undefined),
			check: (values) => mustAgree(params, raw, values),
		},
		{ of: ['form', 'record', 'recordId'], check: mustMatchChosen },
		...unknownColumns(start),
		...checks,
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
			const { values, problem } = readOf(shared, item, {});
			known = { values: problem === undefined ? values : {}, problem };
		}
		return own.parts.length + own.checks.length === 0 ? known : readOf(own, item, known);
	};
}

interface Work {
	readonly parts: readonly Part[];
	readonly checks: readonly ItemCheck[];
}

function readOf({ parts, checks }: Work, item: number, known: Partial<ItemRead>): ItemRead {
	const values: JsonObject = { ...known.values };
	const found = problemIn(parts, (part) => part.readInto(values, item));
	if (known.problem !== undefined)
		return {
			values: {},
			problem: found === undefined ? known.problem : joinedProblem([known.problem, found]),
		};
	return { values, problem: found ?? problemIn(checks, (one) => one.check(values, item)) };
}

/** Splits an operation's values into parts; `raw` receives what was entered in inputs that choose an entity. */
function readingPartsOf(start: ExecutionStart, raw: JsonObject): readonly Part[] {
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
			: collection('additionalFields', additionalFields, policyOf(entry.operation))),
		...collection('options', options),
	];
}

/** Fields of many entries differ from item to item, and some have none. An update names what it changes. */
const policyOf = ({ params, method }: Operation): EmptyPolicy =>
	params.mappingMode !== undefined && method === 'POST' ? 'column' : 'added';

/** Filters for texts and times that an agent's model fills in: it leaves them empty if it searches for nothing. */
function searchesOfModel(written: unknown, filters: Fields): readonly string[] {
	return Object.entries(filters)
		.filter(([name, { kind }]) => SEARCHES.has(kind) && isFilledByModel(partOf(written, name)))
		.map(([name]) => name);
}

const SEARCHES: ReadonlySet<ParameterKind> = new Set(['text', 'dateTime']);

interface RecordWay {
	varies(): boolean;
	valuesOf(item: number): object;
}

/** Reads a record in the way that the user chose. */
function recordPart(start: ExecutionStart, name: string, field: Field): Part {
	const { given, zone: reading } = start;
	const mapped = mappedReader(start);
	const byForm: RecordWay = {
		varies: () =>
			given.varies('recordMapper') ||
			given.varies('detailRows') ||
			isWholeItem(given('recordMapper', 0, {})),
		valuesOf: (item) => ({ mapped: mapped(item) }),
	};
	const otherWays = new Map<unknown, RecordWay>([
		[
			'body',
			{
				varies: () => given.varies('bodyJson'),
				valuesOf: (item) => parseWholeRecord(field.label, given('bodyJson', item, '')),
			},
		],
		[
			'json',
			{
				varies: () => given.varies('recordJson'),
				valuesOf: (item) => {
					const raw = { [name]: given('recordJson', item, '') };
					return accepted({ [name]: field }, raw, { reading, empty: 'required' });
				},
			},
		],
	]);
	const wayOf = (item: number) => otherWays.get(given('specifyRecord', item, 'form')) ?? byForm;
	return {
		names: [name],
		varies: given.varies('specifyRecord') || wayOf(0).varies(),
		readInto: (values, item) => void Object.assign(values, wayOf(item).valuesOf(item)),
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
