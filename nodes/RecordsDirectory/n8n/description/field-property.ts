import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { Field, Pickable } from '../../api/define';
import { NUMBER_IN_URL } from '../../core/values/locator';

const EXAMPLE: { readonly [P in Pickable]: string } = {
	comment: '7',
	field: '12',
	form: '3',
	organization: 'SALES',
	outputField: 'field-1',
	position: 'MANAGER',
	record: '125',
	sortField: 'field-1',
	table: 'field-9',
	user: 'E0001',
};

/** What the list of something depends on: a form's records and fields, a record's comments. */
const DEPENDS_ON: { readonly [P in Pickable]?: string[] } = {
	comment: ['form.value', 'recordId.value'],
	field: ['form.value'],
	outputField: ['form.value'],
	record: ['form.value'],
	sortField: ['form.value'],
	table: ['form.value'],
};

/** The name of the list search of a kind of thing, as `methods.listSearch` has it. */
export const searchOf = (from: Pickable) => `search${from.charAt(0).toUpperCase()}${from.slice(1)}`;

/** The name under which `methods.loadOptions` has all things of a kind. */
export const optionsOf = (from: Pickable) => `get${from.charAt(0).toUpperCase()}${from.slice(1)}s`;

/** The input of a field in n8n's editor. */
export function propertyOf(name: string, field: Field): INodeProperties {
	const base = {
		displayName: field.label,
		name,
		...(field.description ? { description: field.description } : {}),
		...(field.placeholder ? { placeholder: field.placeholder } : {}),
		...(field.withJson ? { displayOptions: { show: { '/specifyRecord': ['json'] } } } : {}),
	};
	switch (field.kind) {
		case 'integer':
			return {
				...base,
				type: 'number',
				default: field.default ?? 0,
				typeOptions: wholeNumber(field),
			};
		case 'boolean':
			return { ...base, type: 'boolean', default: field.default ?? false };
		case 'date':
			return { ...base, type: 'dateTime', default: '' };
		case 'choice': {
			const options = (field.choices ?? []).map((choice) => ({ ...choice }));
			return { ...base, type: 'options', options, default: field.default ?? '' };
		}
		case 'rows':
			return rowsProperty(base, field);
		case 'pick':
			return pickProperty(base, field);
		case 'picks':
			return severalProperty(base, field.from ?? 'user');
		case 'identifiers':
			if (field.from) return severalProperty(base, field.from);
			return { ...base, type: 'string', default: '' };
		default:
			return { ...base, type: 'string', default: '', ...textOptions(field) };
	}
}

function severalProperty(base: Base, from: Pickable): INodeProperties {
	const dependsOn = DEPENDS_ON[from];
	const depending = dependsOn ? { loadOptionsDependsOn: dependsOn } : {};
	const typeOptions = { loadOptionsMethod: optionsOf(from), ...depending };
	return { ...base, type: 'multiOptions', default: [], typeOptions };
}

const wholeNumber = ({ min, max }: Field) => ({
	numberPrecision: 0,
	...(min === undefined ? {} : { minValue: min }),
	...(max === undefined ? {} : { maxValue: max }),
});

function textOptions({ password, multiline }: Field): Partial<INodeProperties> {
	if (password) return { typeOptions: { password: true } };
	return multiline ? { typeOptions: { rows: 4 } } : {};
}

type Base = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'placeholder' | 'displayOptions'
>;

const rowsProperty = (base: Base, field: Field): INodeProperties => ({
	...base,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Row',
	default: {},
	options: [
		{
			name: 'row',
			displayName: 'Row',
			values: Object.entries(field.columns ?? {}).map(([name, column]) => propertyOf(name, column)),
		},
	],
});

function pickProperty(base: Base, field: Field): INodeProperties {
	const from = field.from ?? 'form';
	const dependsOn = DEPENDS_ON[from];
	const page = NUMBER_IN_URL[from];
	return {
		...base,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...(dependsOn ? { typeOptions: { loadOptionsDependsOn: dependsOn } } : {}),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${from === 'organization' ? 'an' : 'a'} ${WORD[from] ?? from}...`,
				typeOptions: { searchListMethod: searchOf(from), searchable: true },
			},
			...(page
				? [
						{
							displayName: 'By URL',
							name: 'url',
							type: 'string' as const,
							...readingUrl(from, page),
						},
					]
				: []),
			{
				displayName: NUMBERED.has(from) ? 'By ID' : from in WORD ? 'By Identifier' : 'By Code',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${EXAMPLE[from]}`,
			},
		],
	};
}

/** What people call a thing whose name here is another. */
const WORD: { readonly [P in Pickable]?: string } = {
	outputField: 'field',
	sortField: 'field',
	table: 'detail table',
};

const NUMBERED = new Set<Pickable>(['comment', 'field', 'form', 'record']);

/** The number is read from the address of the thing's page. */
const readingUrl = (from: Pickable, page: string): Partial<INodePropertyMode> => ({
	placeholder: `e.g. https://your-site.example.com/forms/3${from === 'record' ? '/records/125' : ''}`,
	extractValue: { type: 'regex', regex: page },
	validation: [
		{
			type: 'regex',
			properties: { regex: `${page}.*`, errorMessage: `Not the address of a ${from}'s page` },
		},
	],
});
