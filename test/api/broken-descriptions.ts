import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

const choice = (name: string, value = name): INodePropertyOptions => ({ name, value });
const string = (displayName: string, name = displayName): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});
const unsorted = ['Five', 'Four', 'One', 'Two', 'Three'];

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

/** A rule, and a property that breaks it. */
export const brokenProperties: [string, Partial<INodeProperties>][] = [
	['titles are in Title Case', { displayName: 'Some text' }],
	['titles are in Title Case', { displayName: 'Text Of Form' }],
	['titles are in Title Case', { type: 'options', options: [choice('All users', '')] }],
	['acronyms are in capitals', { displayName: 'User Id' }],
	['acronyms are in capitals', { description: 'The url of the form' }],
	['texts are trimmed', { description: 'Two words ' }],
	['texts encode angle brackets', { description: 'Sent as <code> or <number>' }],
	['descriptions start with a capital', { description: 'the code' }],
	['descriptions of one sentence end without a period', { description: 'The code.' }],
	['descriptions of one sentence end without a period', { description: 'One. Two' }],
	['descriptions say more than the title', { description: 'Some Text' }],
	['switches say Whether', { type: 'boolean', default: false, description: 'Send it' }],
	['switches say Whether', { type: 'boolean', default: false }],
	[
		'five choices are sorted',
		{ type: 'options', options: unsorted.map((name) => choice(name)), default: 'One' },
	],
	[
		'choices differ',
		{ type: 'options', options: [choice('A', 'a'), choice('B', 'a')], default: 'a' },
	],
	[
		'five fields of a collection are sorted',
		{ type: 'collection', options: unsorted.map((name) => string(name)), default: {} },
	],
	[
		'five fields of a collection are sorted',
		{
			type: 'fixedCollection',
			options: [{ displayName: 'A', name: 'a', values: unsorted.map((name) => string(name)) }],
			default: {},
		},
	],
	['defaults are choices', { type: 'options', options: [choice('A')], default: 'B' }],
	['defaults are choices', { type: 'multiOptions', options: [choice('A')], default: ['B'] }],
	['defaults are of the type', { type: 'number', default: '' }],
	['placeholders are examples', { placeholder: 'code' }],
	[
		'placeholders are examples',
		{ type: 'collection', placeholder: 'e.g. x', default: {}, options: [] },
	],
	['Return All is as everywhere', { name: 'returnAll', type: 'boolean', default: true }],
	['Limit is as everywhere', { name: 'limit', type: 'number', default: 100 }],
	['Simplify is as everywhere', { name: 'simplify', type: 'boolean', default: false }],
	['resource and operation take no expression', { name: 'operation' }],
	['locators start with a list', { type: 'resourceLocator', default: { mode: 'list', value: '' } }],
	[
		'locators start with a list',
		{
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'missing' },
				},
			],
		},
	],
	['named methods exist', { typeOptions: { loadOptionsMethod: 'missing' } }],
	['loaded lists allow an ID', { type: 'options', typeOptions: { loadOptionsMethod: 'x' } }],
	['secrets are hidden', { name: 'loginPass' }],
	[
		'nothing in a collection is required',
		{ type: 'collection', options: [{ ...string('Code'), required: true }], default: {} },
	],
	['required is not written as false', { required: false }],
	['binary properties are called fields', { displayName: 'Binary Property' }],
];

/** A rule, and a change to the faultless node that breaks it. */
export const brokenDescriptions: [string, Partial<INodeTypeDescription>][] = [
	['the node has a subtitle', { subtitle: undefined }],
	['the node has two icons', { icon: 'file:a.svg' }],
	['the default name is the display name', { defaults: { name: 'Other' } }],
	['the node is usable as a tool, the trigger is not', { usableAsTool: undefined }],
	['the node is usable as a tool, the trigger is not', { group: ['trigger'] }],
	['a trigger is named as one', { group: ['trigger'] }],
	['a trigger has no input, a node has one', { inputs: [] }],
	['a trigger asks Trigger On', { group: ['trigger'] }],
	['the resource comes first, the operation second', { properties: [operation(), resource] }],
	['every resource has operations', { properties: [resource] }],
	[
		'every operation has an action and a description',
		{ properties: [resource, operation({ action: undefined })] },
	],
	[
		'actions are in sentence case, without articles',
		{ properties: [resource, operation({ action: 'Get many Users' })] },
	],
	[
		'actions are in sentence case, without articles',
		{ properties: [resource, operation({ value: 'get', name: 'Get', action: 'Get a user' })] },
	],
	['actions name the resource', { properties: [resource, operation({ action: 'Get many' })] }],
	['getAll is called Get Many', { properties: [resource, operation({ name: 'Get All' })] }],
	['getAll is called Get Many', { properties: [resource, operation({ action: 'Get users' })] }],
	[
		'no two properties of one name are shown together',
		{ properties: [resource, operation(), string('Code'), string('Code')] },
	],
	[
		'a name has one type everywhere',
		{
			properties: [
				resource,
				operation(),
				{ ...string('Code'), displayOptions: { show: { resource: ['user'] } } },
				{
					...string('Code'),
					type: 'number',
					default: 0,
					displayOptions: { show: { resource: ['form'] } },
				},
			],
		},
	],
];
