import type { INodeProperties } from 'n8n-workflow';

// Inputs that no field of the table describes; their words are n8n's.

export const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** A record's body: by field identifiers and values, or as JSON. */
export const recordProperties = (): INodeProperties[] => [
	{
		displayName: 'Specify Record',
		name: 'specifyRecord',
		type: 'options',
		options: [
			{ name: 'Using Field Identifiers and Values', value: 'pairs' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'pairs',
	},
	{
		displayName: 'Fields',
		name: 'recordFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show: { specifyRecord: ['pairs'] } },
		options: [
			{
				name: 'field',
				displayName: 'Field',
				values: [
					{
						displayName: 'Identifier',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. field-1',
						description:
							"The field's identifier in the form, as the operation Field: Get Many lists it",
					},
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	},
	{
		displayName: 'Record',
		name: 'recordJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { specifyRecord: ['json'] } },
		placeholder: 'e.g. {"field-1": "a value"}',
		description: 'The values by field identifier, as a JSON object',
	},
];
