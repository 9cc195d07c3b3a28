import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { entries } from '../../api';
import type { Field, Fields, Operation } from '../../api/define';
import { listing } from '../../api/fields/shared';
import { triggerEvents, type TriggerEventName } from '../../api/trigger';
import { asText, isJsonObject, isNothing, type JsonObject, omit } from '../../core/json';
import { allFields, inputColumns, mustBeSendable, mustChange } from '../../core/request/request';
import { entryValuesIn, filledIn, mustBeFields } from '../../core/form/item-columns';
import { identifiersIn } from '../../core/values/list-parameters';
import { eachChecked, type InputError, problemIn, mistake } from '../../core/values/input-error';
import {
	accepted,
	acceptInto,
	type EmptyPolicy,
	type Mapped,
	type Values,
	mustAgree,
} from '../../core/values/validate';
import type { SiteZone } from '../../core/values/moment';

/** n8n takes tens of microseconds per parameter, most of the time of a large import: equal values are read once. */
function givenTo(context: IExecuteFunctions) {
	// n8n copies the whole node with each call.
	const entered: JsonObject = context.getNode().parameters;
	const items = context.getInputData();
	const wholeItems = namesWith(entered, (as) => /^=\s*\{\{\s*\$json\s*\}\}\s*$/.test(asText(as)));
	const varying = namesWith(entered, hasExpression);
	const alike = new Map<string, unknown>();
	const whole = (item: number) => items[item]?.json ?? {};
	/** With expressions evaluated for an input item. */
	const given = (name: string, item: number, fallback: unknown = ''): unknown => {
		if (wholeItems.has(name)) return whole(item);
		if (varying.has(name)) return context.getNodeParameter(name, item, fallback);
		if (!alike.has(name)) alike.set(name, context.getNodeParameter(name, item, fallback));
		return alike.get(name);
	};
	/** As entered, with expressions as they are written. */
	const written = (name: string) => entered[name];
	return Object.assign(given, { written, varying, whole });
}

const namesWith = (written: unknown, isOne: (entered: unknown) => boolean) => {
	const entered = isJsonObject(written) ? written : {};
	return new Set(Object.keys(entered).filter((name) => isOne(entered[name])));
};

function hasExpression(entered: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=');
	if (Array.isArray(entered)) return entered.some(hasExpression);
	return isJsonObject(entered) && Object.values(entered).some(hasExpression);
}

export type ExecutionStart = Readonly<ReturnType<typeof startExecution>>;

/** The operation is the same for all items; `zone` is that of the site. */
export function startExecution(context: IExecuteFunctions, zone: SiteZone) {
	const given = givenTo(context);
	const [resource, operation] = ['resource', 'operation'].map((name) => given(name, 0));
	const entry = entries.find(({ key }) => key === `${resource}.${operation}`);
	if (!entry) throw new Error(`There is no operation "${operation}" of "${resource}"`);
	return { context, given, entry, zone };
}

/** `reading` is the zone of the site. Throws an `InputError` if something is wrong with the values. */
export function triggerInput(context: IPollFunctions, reading: SiteZone) {
	const { parameters } = context.getNode();
	const event = context.getNodeParameter('event') as TriggerEventName;
	const { source, options } = triggerEvents[event];
	const fields = { ...source.params, simplify: listing.simplify };
	const params = Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			context.getNodeParameter(name, field.default ?? ''),
		]),
	);
	const added = flattened(options, context.getNodeParameter('options', {}), parameters.options);
	const values: Values = {
		...accepted(fields, flattened(fields, params, parameters), { reading, empty: 'required' }),
		...accepted(options, added, { reading, empty: 'added' }),
	};
	const start = values.existingSince && [partOf(parameters.options, 'existingSince') ?? null];
	return { event, source, values, start };
}

/** Throws if something is wrong with the values. */
type ReadPart = (values: JsonObject, item: number) => void;

interface ItemRead {
	/** Only the valid ones. */
	readonly values: Values;
	readonly problem?: unknown;
}

export function itemReader(start: ExecutionStart): (item: number) => ItemRead {
	const leaked = modelFilledPassword(start);
	if (leaked) return () => ({ values: {}, problem: leaked });
	const raw: JsonObject = {};
	const parts = makeParts(start, raw);
	const checks = makeChecks(start.entry.operation, raw);
	return (item) => {
		const { values, problem } = readAll(parts, item);
		return { values, problem: problem ?? problemIn(checks, (check) => check(values)) };
	};
}

const readAll = (parts: readonly ReadPart[], item: number): ItemRead => {
	const values: JsonObject = {};
	return { problem: problemIn(parts, (readInto) => readInto(values, item)), values };
};

/** If it does not vary, the items share what is read for the first one. */
function readPart(varies: boolean, read: ReadPart): ReadPart {
	let first: ItemRead | undefined;
	return (values, item) => {
		if (varies) return read(values, item);
		first ??= readAll([read], item);
		Object.assign(values, first.values);
		if (first.problem !== undefined) throw first.problem;
	};
}

/** `raw` receives what was entered in the parameters. */
function makeParts(start: ExecutionStart, raw: JsonObject): readonly ReadPart[] {
	const { given, entry, zone } = start;
	const { operation, resource } = entry;
	const { params, filters = {}, additionalFields = {}, options = {} } = operation;
	const isMapped = given('mappingMode', 0) === 'autoMapInputData';
	const columns = isMapped ? inputColumns(operation) : [];
	const isColumn = (name: string) => columns.some((column) => column.name === name);
	const parameter = (name: string, field: Field): ReadPart =>
		readPart(given.varying.has(name) || field.shownIf !== undefined, (values, item) => {
			const shown = Object.entries(field.shownIf ?? {});
			if (!shown.every(([other, wanted]) => wanted.includes(asText(values[other])))) return;
			const entered = given(name, item, field.default);
			const written = { [name]: given.written(name) };
			raw[name] = flattened({ [name]: field }, { [name]: entered }, written)[name];
			acceptInto(values, { [name]: field }, { raw, reading: zone, empty: 'required' });
		});
	const collection = (name: string, fields: Fields, empty: EmptyPolicy = 'added'): ReadPart => {
		const skippable = name === 'filters' ? searchesOfModel(given.written(name), fields) : [];
		return readPart(given.varying.has(name), (values, item) => {
			const added = flattened(fields, given(name, item, {}), given.written(name));
			const skipped = skippable.filter((inner) => isNothing(added[inner]));
			const labels = (isOne: (inner: string) => boolean) =>
				Object.entries(fields).flatMap(([inner, { label }]) => (isOne(inner) ? label : []));
			if (skipped.length > 0) values.skippedFilters = labels((inner) => skipped.includes(inner));
			if (empty === 'column') values.unfilled = [];
			acceptInto(values, fields, { raw: omit(added, skipped), reading: zone, empty });
			if (empty === 'column')
				values.unfilled = labels((inner) => inner in added && !(inner in values));
		});
	};
	const returnAll = parameter('returnAll', listing.returnAll);
	const limit = parameter('limit', listing.limit);
	const ofList: ReadPart = (values, item) => {
		returnAll(values, item);
		if (values.returnAll !== true) limit(values, item);
	};
	const isSimplifiable = resource.simplified !== undefined && operation.method === 'GET';
	return [
		...Object.entries(params)
			.filter(([name]) => !isColumn(name))
			.map(([name, field]) =>
				field.kind === 'record' ? recordPart(start, name, field) : parameter(name, field),
			),
		...(operation.returns.kind === 'many' ? [ofList] : []),
		...(isSimplifiable ? [parameter('simplify', listing.simplify)] : []),
		collection('filters', filters),
		columns.length > 0
			? columnsPart(start, columns)
			: collection('additionalFields', additionalFields, emptyPolicy(operation)),
		collection('options', options),
	];
}

/** Fields of many entries differ from item to item, and some have none. An update names what it changes. */
const emptyPolicy = ({ params, method }: Operation): EmptyPolicy =>
	params.mappingMode !== undefined && method === 'POST' ? 'column' : 'added';

/** Filters for texts and times that an agent's model fills in: it leaves them empty if it searches for nothing. */
function searchesOfModel(written: unknown, filters: Fields): readonly string[] {
	return Object.entries(filters)
		.filter(([, { kind }]) => kind === 'text' || kind === 'dateTime')
		.filter(([name]) => isFilledByModel(partOf(written, name)))
		.map(([name]) => name);
}

function recordPart(start: ExecutionStart, name: string, field: Field): ReadPart {
	const { given, zone: reading } = start;
	const written = partOf(given.written('recordMapper'), 'value');
	const expressions = [...namesWith(written, hasExpression)];
	const ofInput = namesWith(
		written,
		(entered) => hasExpression(entered) && /\$/.test(asText(entered)),
	);
	const ofModel = namesWith(written, isFilledByModel);
	return (values, item) => {
		if (given('specifyRecord', item) === 'json') {
			const raw = { [name]: given('recordJson', item) };
			return acceptInto(values, { [name]: field }, { raw, reading, empty: 'required' });
		}
		const mapper = given('recordMapper', item, {}) as JsonObject;
		const matchOn = identifiersIn(mapper.matchingColumns);
		if (mapper.mappingMode === 'autoMapInputData') {
			values.mapped = { values: given.whole(item), isWholeItem: true, matchOn } satisfies Mapped;
			return;
		}
		const own = isJsonObject(mapper.value) ? mapper.value : {};
		// A model leaves empty what it does not know; that clears nothing.
		const entered = Object.entries(own).filter(([name, one]) => one !== '' || !ofModel.has(name));
		const filled = Object.fromEntries(filledIn(entered, ['']));
		values.mapped = {
			values: filled,
			unfilled: expressions.filter((name) => !Object.hasOwn(filled, name)),
			emptied: [...ofInput].filter((name) => filled[name] === ''),
			isWholeItem: false,
			matchOn,
		} satisfies Mapped;
	};
}

function columnsPart(start: ExecutionStart, columns: ReturnType<typeof inputColumns>): ReadPart {
	const { given, entry, zone: reading } = start;
	const { operation, resource } = entry;
	const among = (fields: Fields = {}) =>
		Object.fromEntries(columns.flatMap(({ name }) => (fields[name] ? [[name, fields[name]]] : [])));
	const [needed, more] = [among(operation.params), among(operation.additionalFields)];
	return (values, item) => {
		const { values: raw, unmatched } = entryValuesIn(columns, given.whole(item), resource.entity);
		values.unmatched = unmatched;
		const parts: ReadonlyArray<readonly [Fields, EmptyPolicy]> = [
			[needed, 'requiredColumn'],
			[more, 'column'],
		];
		eachChecked(parts, ([fields, empty]) => acceptInto(values, fields, { raw, reading, empty }));
	};
}

const makeChecks = (
	operation: Operation,
	raw: JsonObject,
): ReadonlyArray<(values: Values) => void> => [
	(values) => mustAgree(operation.params, raw, values),
	({ unknownColumns: todo, unmatched = [] }) => {
		if (todo === 'fail') mustBeFields(inputColumns(operation), unmatched, 'The operation');
	},
	(values) => mustBeSendable(operation, values),
	(values) => {
		if (operation.runs.kind === 'update') mustChange(operation, values);
	},
];

export const isFilledByModel = (entered: unknown): boolean => /\$fromAI\b/i.test(asText(entered));

/** If an agent's model filled in a password, the model would invent it, and the conversation would contain it. */
function modelFilledPassword({ given, entry }: ExecutionStart): InputError | undefined {
	const more = given.written('additionalFields');
	const isFilled = (name: string) =>
		[given.written(name), partOf(more, name)].some((as) => isFilledByModel(as));
	const found = Object.entries(allFields(entry.operation)).find(
		([name, { password }]) => password && isFilled(name),
	);
	return found && mistake('passwordFromModel', { label: found[1].label });
}

export const partOf = (entered: unknown, name: string | number): unknown =>
	isJsonObject(entered) || Array.isArray(entered) ? (entered as JsonObject)[name] : undefined;

/** Of a fixed collection with one group; undefined if it is empty. */
const groupRowsIn = (value: unknown): unknown =>
	isJsonObject(value) ? Object.values(value)[0] : value;

/**
 * Rows are one level deeper, below the name of the group. The editor gives '' to an empty cell: null is what
 * an expression did not find, and '' too if the cell was `written` as an expression.
 */
const flattened = (fields: Fields, values: unknown, written?: unknown): JsonObject =>
	Object.fromEntries(
		Object.entries(isJsonObject(values) ? values : {}).map(([name, value]) => {
			if (fields[name]?.kind !== 'rows') return [name, value];
			// '' if nobody has added a row.
			const rows = groupRowsIn(value) ?? (isJsonObject(value) ? '' : undefined);
			if (!isJsonObject(value) || !Array.isArray(rows)) return [name, rows];
			const own = groupRowsIn(partOf(written, name));
			const { columns = {} } = fields[name];
			return [name, rows.map((row, n) => rowIn(columns, row, partOf(own, n)))];
		}),
	);

const rowIn = (columns: Fields, row: unknown, written: unknown): JsonObject =>
	Object.fromEntries(
		Object.entries(flattened(columns, row, written)).map(([name, cell]) => [
			name,
			foundIn(cell, partOf(written, name)),
		]),
	);

function foundIn(cell: unknown, written: unknown): unknown {
	if (isJsonObject(cell) && 'value' in cell)
		return { ...cell, value: foundIn(cell.value, isJsonObject(written) ? written.value : written) };
	return cell === null || (cell === '' && hasExpression(written)) ? undefined : cell;
}
