import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

const choice = (name: string, value = name): INodePropertyOptions => ({ name, value });

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [choice('User', 'user')],
	default: 'user',
};

const getMany: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many users',
	description: 'Read many users',
};

const operation = (option: Partial<INodePropertyOptions> = {}): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['user'] } },
	options: [{ ...getMany, ...option }],
	default: option.value ?? 'getAll',
});

export const faultless: INodeTypeDescription = {
	displayName: 'Example',
	name: 'example',
	icon: { light: 'file:a.svg', dark: 'file:b.svg' },
	group: ['transform'],
	version: 1,
	subtitle: 'Example',
	description: 'An example',
	defaults: { name: 'Example' },
	usableAsTool: true,
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [resource, operation()],
};

const list = { displayName: 'From List', name: 'list', type: 'list' } as const;

/** A rule, and a property that breaks it. */
export const brokenProperties: [string, Partial<INodeProperties>][] = [
	['texts encode angle brackets', { description: 'Sent as <code> or <number>' }],
	['switches say Whether', { type: 'boolean', default: false, description: 'Send it' }],
	['switches say Whether', { type: 'boolean', default: false }],
	['defaults are choices', { type: 'options', options: [choice('A')], default: 'B' }],
	['defaults are choices', { type: 'multiOptions', options: [choice('A')], default: ['B'] }],
	['defaults are of the type', { type: 'number', default: '' }],
	['placeholders are examples', { placeholder: 'code' }],
	[
		'placeholders are examples',
		{ type: 'collection', placeholder: 'e.g. x', default: {}, options: [] },
	],
	['Simplify is as everywhere', { name: 'simplify', type: 'boolean', default: false }],
	['resource and operation take no expression', { name: 'operation' }],
	['locators start with a list', { type: 'resourceLocator', default: { mode: 'list', value: '' } }],
	[
		'locators start with a list',
		{
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [{ ...list, typeOptions: { searchListMethod: 'missing' } }],
		},
	],
	['named methods exist', { typeOptions: { loadOptionsMethod: 'missing' } }],
	['secrets are hidden', { name: 'loginPass' }],
];

const withOperation = (option: Partial<INodePropertyOptions>, ...more: INodeProperties[]) => ({
	properties: [resource, operation(option), ...more],
});
const code: INodeProperties = { displayName: 'Code', name: 'code', type: 'string', default: '' };

/** A rule, and a change to the faultless node that breaks it. */
export const brokenDescriptions: [string, Partial<INodeTypeDescription>][] = [
	['the default name is the display name', { defaults: { name: 'Other' } }],
	['a trigger has no input, a node has one', { inputs: [] }],
	['a trigger asks Trigger On', { group: ['trigger'] }],
	['the resource comes first, the operation second', { properties: [operation(), resource] }],
	['every resource has operations', { properties: [resource] }],
	['every operation has a description', withOperation({ description: undefined })],
	['actions have no articles', withOperation({ value: 'get', name: 'Get', action: 'Get a user' })],
	['actions name the resource', withOperation({ action: 'Get many' })],
	['the action of getAll is Get many', withOperation({ action: 'Get users' })],
	['no two properties of one name are shown together', withOperation({}, code, code)],
	['a name has one type everywhere', withOperation({}, code, { ...code, type: 'number' })],
];
