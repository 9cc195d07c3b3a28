import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { entries, resources } from '../../api';
import type { Field, Operation, Resource } from '../../api/define';
import { grouped } from '../../core/grouped';
import { inputColumns } from '../../core/request/request';
import { listing } from '../../api/fields/shared';
import { OPTIONS, toCollection, toProperty } from './field-property';
import { recordProperties } from './record-properties';

/** Makes all properties of the main node from the table of operations. */
export function properties(): INodeProperties[] {
	const all = Object.entries(resources) as Array<[string, Resource]>;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: byName(all.map(([value, { label }]) => ({ name: label, value }))),
			default: 'record',
		},
		...all.map(([name, resource]) => operationProperty(name, resource)),
		...all.flatMap(([name, resource]) => resourceProperties(name, resource)),
	];
}

const byName = (options: INodePropertyOptions[]) =>
	options.sort((a, b) => a.name.localeCompare(b.name, 'en'));

function operationProperty(resource: string, { operations }: Resource): INodeProperties {
	const options = entries
		.filter(({ resourceName }) => resourceName === resource)
		.map(({ name, operationName: value, operation: { description }, action }) => ({
			name,
			value,
			description,
			action,
		}));
	const [usual = ''] = ['create', 'get', ...Object.keys(operations)].filter(
		(name) => operations[name],
	);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: byName(options),
		default: usual,
	};
}

type Named = readonly [name: string, operation: Operation];

function resourceProperties(resourceName: string, resource: Resource): INodeProperties[] {
	const operations = Object.entries(resource.operations);
	const shown: Shown = (property, among) =>
		among.length === 0 ? [] : [shownFor(resourceName, property, among)];
	const lists = operations.filter(([, { returns }]) => returns.kind === 'many');
	const reads = operations.filter(([, { method }]) => method === 'GET');
	return [
		...operations.flatMap((one) => shown(warning(one), one[1].warning === undefined ? [] : [one])),
		...shared(operations, slotsFirst).flatMap(([[name, field], among]) =>
			field.kind === 'record'
				? recordProperties().flatMap(({ property, kinds }) => {
						const those = among.filter(([, { runs }]) => !kinds || kinds.includes(runs.kind));
						return shown(property, those);
					})
				: shown(
						{ ...toProperty(name, field), ...required(field), ...unlessMapped(name, among) },
						among,
					),
		),
		...shown(toProperty('returnAll', listing.returnAll), lists),
		...shown({ ...toProperty('limit', listing.limit), displayOptions: UNLESS_ALL }, lists),
		...shown(toProperty('simplify', listing.simplify), resource.simplified ? reads : []),
		...COLLECTIONS.flatMap((part) => collections(operations, part, shown)),
	];
}

/** 'false' as text, which an expression may return, also has a limit. */
const UNLESS_ALL = { hide: { returnAll: [true, 'true'] } };

const warning = ([name, { warning: text = '' }]: Named): INodeProperties => ({
	displayName: text,
	name: `${name}Warning`,
	type: 'notice',
	default: '',
});

/** Fields that are taken from the input item are no inputs. */
function unlessMapped(name: string, among: readonly Named[]): Partial<INodeProperties> {
	const isTaken = among.some(
		([, operation]) =>
			operation.params.mappingMode &&
			(name === 'additionalFields' ||
				inputColumns(operation).some((column) => column.name === name)),
	);
	return isTaken ? { displayOptions: { hide: { mappingMode: ['autoMapInputData'] } } } : {};
}

/** Puts the inputs that identify the entity before all others. */
function slotsFirst({ params, path }: Operation): Array<[string, Field]> {
	const isSlot = ([name, { wire }]: [string, Field]) => path.includes(`{${wire ?? name}}`);
	const all = Object.entries(params);
	return [...all.filter(isSlot), ...all.filter((one) => !isSlot(one))];
}

/**
 * Merges equal fields: if several operations share one, it becomes one input, and its value survives a change
 * of the operation.
 */
function shared<T>(
	operations: readonly Named[],
	parts: (operation: Operation) => ReadonlyArray<readonly [string, T]>,
): ReadonlyArray<readonly [part: readonly [string, T], among: readonly Named[]]> {
	// Longest paths first: their slots must come before the other inputs of shorter paths.
	const deepestFirst = [...operations].sort(([, a], [, b]) => b.path.length - a.path.length);
	const uses = deepestFirst.flatMap((operation) =>
		parts(operation[1]).map(([name, part]) => ({ name, part, operation })),
	);
	return grouped(uses, ({ part }) => part).map(([part, all]) => [
		[all[0].name, part],
		all.map(({ operation }) => operation),
	]);
}

type Shown = (property: INodeProperties, among: readonly Named[]) => INodeProperties[];

/** Adds the operations that have a property to what it already depends on. */
const shownFor = (
	resourceName: string,
	property: INodeProperties,
	among: readonly Named[],
): INodeProperties => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: {
			resource: [resourceName],
			operation: among.map(([name]) => name),
			...property.displayOptions?.show,
		},
	},
});

/** The collections of the panel to which inputs are added. */
const COLLECTIONS = ['filters', 'additionalFields', 'options'] as const;
type Collection = (typeof COLLECTIONS)[number];

const collections = (operations: readonly Named[], name: Collection, shown: Shown) =>
	grouped(operations, ([, operation]) => operation[name] && title(name, operation)).flatMap(
		([words, among]) => {
			const fields = among.map(([key, operation]) => [key, operation[name] ?? {}] as const);
			const property = toCollection(name, words, 'operation', fields);
			return shown({ ...property, ...unlessMapped(name, among) }, among);
		},
	);

const title = (name: Collection, { method }: Operation) =>
	method === 'PUT' && name === 'additionalFields' ? UPDATE_FIELDS : TITLES[name];

const TITLES = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
	options: OPTIONS,
};
const UPDATE_FIELDS = { displayName: 'Update Fields', placeholder: 'Add Field' };

const required = (field: Field) =>
	field.kind === 'choice' || field.kind === 'boolean' || field.optional ? {} : { required: true };
