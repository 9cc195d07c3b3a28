import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { entries, type Entry } from '../api';
import { flag, integer, type Field, type Fields, type Operation } from '../api/define';
import { triggerEvents, watched, type TriggerEventName } from '../api/trigger';
import { detailsOf } from '../core/form/details';
import { listOf } from '../core/identifiers';
import { isRow } from '../core/json';
import { accepted, type Values } from '../core/limits';
import { mustAgree } from '../core/locator';
import { Refusal } from '../core/refusal';

/** The operation that the person chose; it is the same for all items. */
export function chosen(context: IExecuteFunctions): Entry {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const entry = entries.find(({ key }) => key === `${resource}.${operation}`);
	if (!entry) throw new Error(`There is no operation "${operation}" of "${resource}"`);
	return entry;
}

/** The values of an item, checked against the document's bounds. Throws a `Refusal` otherwise. */
export function valuesOf(context: IExecuteFunctions, { operation }: Entry, item: number): Values {
	mustKeepSecrets(context, operation);
	const isRead = operation.method === 'GET';
	const reading = { zone: context.getTimezone() };
	const collection = (name: 'filters' | 'options', fields: Fields | undefined) =>
		fields
			? accepted(
					fields,
					flattened(fields, context.getNodeParameter(name, item, {})),
					reading,
					name === 'options' && !isRead ? 'clears' : 'ignored',
				)
			: {};
	const mapped = operation.params.record && mappedOf(context, item);
	const asked = mapped ? without(operation.params, 'record') : operation.params;
	const params = Object.fromEntries(
		Object.entries(asked).map(([name, field]) => [name, read(context, name, field, item)]),
	);
	const values = accepted(asked, params, reading, 'refused');
	mustAgree(asked, params, values);
	return {
		...values,
		...(mapped ? { mapped } : {}),
		...collection('filters', operation.filters),
		...collection('options', operation.options),
	};
}

/** A password that an agent's model fills in would stand in its conversation, and be one of its making. */
function mustKeepSecrets(context: IExecuteFunctions, { params, options = {} }: Operation): void {
	const given: Values = context.getNode().parameters;
	const more = isRow(given.options) ? given.options : {};
	for (const [texts, fields] of [[given, params] as const, [more, options] as const]) {
		for (const [name, { label, password }] of Object.entries(fields)) {
			if (!password || !/\$fromAI\b/i.test(String(texts[name] ?? ''))) continue;
			throw new Refusal(
				`'${label}' cannot be left to a model`,
				'Enter it, or take it from the workflow by an expression.',
			);
		}
	}
}

/** How many rows of a list are wanted; Infinity for all of them. */
export function wantedOf(context: IExecuteFunctions, item: number): number {
	const reading = { zone: context.getTimezone() };
	const values = {
		returnAll: context.getNodeParameter('returnAll', item, false),
		limit: context.getNodeParameter('limit', item, 50),
	};
	if (accepted({ returnAll: RETURN_ALL }, values, reading, 'refused').returnAll) return Infinity;
	return Number(accepted({ limit: LIMIT }, values, reading, 'refused').limit);
}

const RETURN_ALL = flag('Return All');
const LIMIT = integer('Limit', { min: 1 });
const SIMPLIFY = flag('Simplify');

export const simplifyOf = (
	context: IExecuteFunctions,
	{ resource, operation }: Entry,
	item: number,
): boolean =>
	resource.simplified !== undefined &&
	operation.method === 'GET' &&
	isSimplified(context.getNodeParameter('simplify', item, true));

const isSimplified = (simplify: unknown): boolean =>
	accepted({ simplify: SIMPLIFY }, { simplify }, { zone: 'UTC' }, 'refused').simplify === true;

export interface Watched {
	readonly event: TriggerEventName;
	readonly values: Values;
	readonly simplify: boolean;
}

/** What the trigger is to watch, checked like the values of an item. */
export function watchedOf(context: IPollFunctions): Watched {
	const event = context.getNodeParameter('event') as TriggerEventName;
	const { watches, options } = triggerEvents[event];
	const reading = { zone: context.getTimezone() };
	const chosenOptions = context.getNodeParameter('options', {}) as Values;
	const params = Object.fromEntries(
		Object.keys(watched[watches]).map((name) => [name, context.getNodeParameter(name, '')]),
	);
	return {
		event,
		values: {
			...accepted(watched[watches], params, reading, 'refused'),
			...accepted(options, chosenOptions, reading, 'ignored'),
		},
		simplify: isSimplified(context.getNodeParameter('simplify', true)),
	};
}

/** The values for the fields of a form, before anybody has looked at the form. */
export interface Mapped {
	/** By identifier or caption. */
	readonly values: Values;
	/** Rows of detail tables, by table. */
	readonly details: Values;
	/** The values are those of the input item, in which what the form does not have means nothing. */
	readonly isWholeItem: boolean;
	/** What records are found by when they are created or updated; empty for the key fields. */
	readonly matchOn: readonly string[];
	readonly zone: string;
}

/** What was mapped onto a form; undefined when the record is given as JSON. */
function mappedOf(context: IExecuteFunctions, item: number): Mapped | undefined {
	if (context.getNodeParameter('specifyRecord', item, 'form') === 'json') return undefined;
	const mapper = context.getNodeParameter('recordMapper', item, {}) as Values;
	const isWholeItem = mapper.mappingMode === 'autoMapInputData';
	const given = isWholeItem ? context.getInputData()[item]?.json : mapper.value;
	const rows = rowsIn(context.getNodeParameter('detailRows', item, {}));
	// The editor holds null for an input that was never filled.
	const filled = Object.entries(isRow(given) ? given : {}).filter(
		([, value]) => isWholeItem || value !== null,
	);
	return {
		values: Object.fromEntries(filled),
		details: detailsOf(rows),
		isWholeItem,
		matchOn: listOf(mapper.matchingColumns ?? []),
		zone: context.getTimezone(),
	};
}

const without = (fields: Fields, name: string): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const read = (context: IExecuteFunctions, name: string, field: Field, item: number): unknown =>
	context.getNodeParameter(field.kind === 'record' ? 'recordJson' : name, item, '');

/** Collections hold rows one level deeper than anything else, below the name of the group. */
const flattened = (fields: Fields, values: unknown): Values =>
	Object.fromEntries(
		Object.entries((values ?? {}) as Values).map(([name, value]) => [
			name,
			fields[name]?.kind === 'rows' ? rowsIn(value) : value,
		]),
	);

/** The rows of a fixed collection, which has one group; without that nothing was given. */
const rowsIn = (value: unknown): unknown =>
	isRow(value) ? Object.values(value)[0] : (value ?? undefined);
