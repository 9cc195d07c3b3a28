import type { INodeProperties } from 'n8n-workflow';
import { entries, resources } from '../../api';
import { choice, type Field, type Operation, type Resource, type Strategy } from '../../api/define';
import { grouped } from '../../core/grouped';
import { inputColumns } from '../../core/request/request';
import { capitalized } from '../../core/text';
import { listing } from '../../api/fields/shared';
import { triggerEvents, type TriggerEvent } from '../../api/trigger';
import { toCollection, toProperty } from './field-property';

export function properties(): INodeProperties[] {
	const all = Object.entries(resources) as Array<[string, Resource]>;
	return [
		chosenOnce(
			'resource',
			'Resource',
			byName(all.map(([value, { label }]) => ({ name: label, value }))),
			'record',
		),
		...all.map(([name, resource]) => operationProperty(name, resource)),
		...all.flatMap(([name, resource]) => resourceProperties(name, resource)),
	];
}

type Choices = NonNullable<Field['choices']>;

const byName = (choices: Choices) => choices.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

const chosenOnce = (name: string, label: string, choices: Choices, usual: string) =>
	toProperty(name, choice(label, choices, { isFixed: true, default: usual }));

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
		...chosenOnce('operation', 'Operation', byName(options), usual),
		displayOptions: { show: { resource: [resource] } },
	};
}

type Named = readonly [name: string, operation: Operation];

function resourceProperties(resourceName: string, resource: Resource): INodeProperties[] {
	const operations = Object.entries(resource.operations);
	const shown: Shown = (property, among) => {
		const operation = among.map(([name]) => name);
		const show = { resource: [resourceName], operation, ...property.displayOptions?.show };
		const displayOptions = { ...property.displayOptions, show };
		return among.length === 0 ? [] : [{ ...property, displayOptions }];
	};
	const lists = operations.filter(([, { returns }]) => returns.kind === 'many');
	const reads = operations.filter(([, { method }]) => method === 'GET');
	return [
		...operations.flatMap(([name, operation]) =>
			operation.warning === undefined
				? []
				: shown(notice(`${name}Warning`, operation.warning), [[name, operation]]),
		),
		...shared(operations).flatMap(({ field, name, among }) =>
			field.kind === 'record'
				? recordProperties(among, shown)
				: shown(
						{ ...toProperty(name, field), ...required(field), ...unlessMapped(name, among) },
						among,
					),
		),
		...shown(toProperty('returnAll', listing.returnAll), lists),
		...shown({ ...toProperty('limit', listing.limit), displayOptions: UNLESS_ALL }, lists),
		...shown(toProperty('simplify', listing.simplify), resource.simplified ? reads : []),
		...(Object.keys(TITLES) as Collection[]).flatMap((part) =>
			collections(operations, part, shown),
		),
	];
}

/** 'false' as text, which an expression may return, also has a limit. */
const UNLESS_ALL = { hide: { returnAll: [true, 'true'] } };

const notice = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
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

/** A field that several operations share becomes one input, and its value survives a change of the operation. */
function shared(operations: readonly Named[]) {
	// Longest paths first: their slots must come before the other inputs of shorter paths.
	const deepestFirst = operations.toSorted(([, a], [, b]) => b.path.length - a.path.length);
	const uses = deepestFirst.flatMap((operation) =>
		Object.entries(operation[1].params).map(([name, field]) => ({ name, field, operation })),
	);
	return grouped(uses, ({ field }) => field).map(([field, all]) => ({
		field,
		name: all[0].name,
		among: all.map(({ operation }) => operation),
	}));
}

type Shown = (property: INodeProperties, among: readonly Named[]) => INodeProperties[];

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
	options: { displayName: 'Options', placeholder: 'Add Option' },
};
type Collection = keyof typeof TITLES;
const UPDATE_FIELDS = { displayName: 'Update Fields', placeholder: 'Add Field' };

const required = (field: Field) =>
	field.kind === 'choice' || field.kind === 'boolean' || field.optional ? {} : { required: true };

/** Without a form, n8n's mapper would say that it found no fields. */
const ONCE_FORM_IS_CHOSEN = { hide: { form: [''] } };

const recordProperties = (among: readonly Named[], shown: Shown): INodeProperties[] => [
	...shown(
		{ ...toProperty('specifyRecord', SPECIFY_RECORD), displayOptions: ONCE_FORM_IS_CHOSEN },
		among,
	),
	...grouped(among, ([, { runs }]) => MAPPER_MODES[runs.kind] ?? 'add').flatMap(([mode, some]) =>
		shown(mapper(mode), some),
	),
	...shown(RECORD_AS_JSON, among),
];

const MAPPER_MODES: { readonly [K in Strategy['kind']]?: 'map' | 'upsert' } = {
	updateRecord: 'map',
	upsertRecords: 'upsert',
};

const SPECIFY_RECORD = choice(
	'Specify Record',
	[
		{
			name: 'Using the Fields of the Form',
			value: 'form',
			description: 'Enter a value for each field',
		},
		{ name: 'Using JSON', value: 'json', description: 'Enter the values by field ID' },
	],
	{ default: 'form' },
);

const RECORD_AS_JSON: INodeProperties = {
	// Not 'Record', the label of the record to update: n8n derives the input names of an agent from labels, and they must differ.
	displayName: 'Record as JSON',
	name: 'recordJson',
	type: 'json',
	default: '{}',
	displayOptions: { ...ONCE_FORM_IS_CHOSEN, show: { specifyRecord: ['json'] } },
	placeholder: 'e.g. {"field-1": "a value"}',
	description: 'The values by field ID, as a JSON object. Files and images cannot be written.',
};

const mapper = (mode: 'add' | 'map' | 'upsert'): INodeProperties => ({
	displayName: 'Values',
	name: 'recordMapper',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { ...ONCE_FORM_IS_CHOSEN, show: { specifyRecord: ['form'] } },
	typeOptions: {
		loadOptionsDependsOn: ['form.value'],
		resourceMapper: {
			resourceMapperMethod: 'getFormFields',
			mode,
			fieldWords: { singular: 'field', plural: 'fields' },
			valuesLabel: 'Values',
			addAllFields: true,
			multiKeyMatch: mode === 'upsert',
			supportAutoMap: true,
			// '' clears a field; untouched fields are not sent.
			allowEmptyValues: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
});

const events = Object.entries(triggerEvents) as Array<[string, TriggerEvent]>;

const eventsWith = (input: string): string[] =>
	events.filter(([, { source }]) => input in source.params).map(([name]) => name);

export const triggerProperties = (): INodeProperties[] => [
	chosenOnce(
		'event',
		'Trigger On',
		events.map(([value, { name, description }]) => ({ name, value, description })),
		'recordCreated',
	),
	...grouped(events, ([, { cost }]) => cost).map(([cost, some]) => ({
		...notice('cost' + capitalized(some[0][0]), `${cost} ${REQUESTS}`),
		displayOptions: { show: { event: some.map(([name]) => name) } },
	})),
	...Object.entries<Field>(Object.assign({}, ...events.map(([, { source }]) => source.params))).map(
		([name, field]) => ({
			...toProperty(name, field),
			...required(field),
			displayOptions: { show: { event: eventsWith(name) } },
		}),
	),
	{
		...toProperty('simplify', listing.simplify),
		displayOptions: { show: { event: eventsWith('form') } },
	},
	toCollection(
		'options',
		TITLES.options,
		'event',
		events.map(([name, { options }]) => [name, options]),
	),
];

/** 300,000 per API and month (Limits). */
const REQUESTS = 'One request per minute is 43,800 per month; the limit is 300,000.';
