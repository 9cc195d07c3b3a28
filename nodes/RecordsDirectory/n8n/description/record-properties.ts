import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Strategy } from '../../api/define';

/** The modes of n8n's mapper for records, and the operations that use each. */
const MAPPERS = [
	{ mode: 'add', kinds: ['createRecords', 'import'] },
	{ mode: 'map', kinds: ['updateRecord'] },
	{ mode: 'upsert', kinds: ['upsertRecords'] },
] as const;

/** Without a form, n8n's mapper would say that it found no fields. */
const ONCE_FORM_IS_CHOSEN = { hide: { form: [''] } };

/** A property and the strategies of the operations that show it; no list means all. */
interface RecordProperty {
	readonly property: INodeProperties;
	readonly kinds?: ReadonlyArray<Strategy['kind']>;
}

/** The body of a record: by the fields of its form, or as JSON. */
export const recordProperties = (): RecordProperty[] => [
	{ property: specifyRecord([BY_FIELDS, BY_JSON]), kinds: ['createRecords', 'upsertRecords'] },
	{ property: specifyRecord([BY_FIELDS, BY_JSON, BY_WHOLE_JSON]), kinds: WITH_WHOLE },
	...MAPPERS.map(({ mode, kinds }) => ({ property: mapper(mode), kinds })),
	{ property: DETAIL_ROWS },
	{
		property: {
			// Not 'Record', the label of the record to update: n8n derives the input names of an agent from
			// labels, and they must differ.
			displayName: 'Record as JSON',
			name: 'recordJson',
			type: 'json',
			default: '{}',
			displayOptions: { ...ONCE_FORM_IS_CHOSEN, show: { specifyRecord: ['json'] } },
			placeholder: 'e.g. {"field-1": "a value"}',
			description: 'The values by field ID, as a JSON object. Files and images cannot be written.',
		},
	},
	{
		property: {
			displayName: 'Whole Record as JSON',
			name: 'bodyJson',
			type: 'json',
			default: '{}',
			displayOptions: { ...ONCE_FORM_IS_CHOSEN, show: { specifyRecord: ['body'] } },
			placeholder: 'e.g. {"record": {"field-1": "a value"}, "status": "Open"}',
			description:
				'A record with its values in "record", as Get returns it without Simplify. Files and images cannot be written.',
		},
		kinds: WITH_WHOLE,
	},
];

const BY_FIELDS = {
	name: 'Using the Fields of the Form',
	value: 'form',
	description: 'Enter a value for each field',
};
const BY_JSON = {
	name: 'Using JSON',
	value: 'json',
	description: 'Enter the values by field ID',
};
const BY_WHOLE_JSON = {
	name: 'Using JSON of the Whole Record',
	value: 'body',
	description: 'Enter the values in "record", and properties such as "status" next to it',
};

/** Operations whose body may be a whole record (Endpoints, Records). */
const WITH_WHOLE = ['updateRecord', 'import'] as const;

const specifyRecord = (options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Specify Record',
	name: 'specifyRecord',
	type: 'options',
	options,
	default: 'form',
	displayOptions: ONCE_FORM_IS_CHOSEN,
});

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

/** n8n's mapper shows lists as JSON. Here users can fill in the rows of detail tables as a form. */
const DETAIL_ROWS: INodeProperties = {
	displayName: 'Detail Rows',
	name: 'detailRows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Row',
	default: {},
	displayOptions: { ...ONCE_FORM_IS_CHOSEN, show: { specifyRecord: ['form'] } },
	description:
		'The rows of the detail tables of the form, cell by cell. They replace all current rows of the record.',
	options: [
		{
			name: 'row',
			displayName: 'Row',
			values: [
				{
					displayName: 'Cells of the Row',
					name: 'cells',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true },
					placeholder: 'Add Cell',
					default: {},
					options: [
						{
							name: 'cell',
							displayName: 'Cell',
							values: [
								{
									displayName: 'Column Name or ID',
									name: 'column',
									type: 'options',
									typeOptions: {
										loadOptionsMethod: 'getDetailColumns',
										loadOptionsDependsOn: ['form.value'],
									},
									default: '',
									description:
										'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
								},
								{ displayName: 'Value', name: 'value', type: 'string', default: '' },
							],
						},
					],
				},
			],
		},
	],
};
