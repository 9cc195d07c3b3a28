import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { Field, Fields } from '../../api/define';
import { pickables, type Pickable } from '../../api/pickables';
import { grouped } from '../../core/grouped';
import { capitalized } from '../../core/text';

/** In `methods.listSearch`. */
export const searchName = ({ name }: Pickable) => `search${capitalized(name)}`;

/** In `methods.loadOptions`. */
export const optionsName = ({ name }: Pickable) => `get${capitalized(name)}s`;

const described = ({ description, whenEmpty }: Field) =>
	whenEmpty === undefined
		? { ...(description ? { description } : {}) }
		: { description: description ? `${description}. ${whenEmpty}.` : whenEmpty };

export function toProperty(name: string, field: Field): INodeProperties {
	const base = {
		displayName: field.label,
		name,
		...described(field),
		...(field.placeholder ? { placeholder: field.placeholder } : {}),
		...(field.isFixed ? { noDataExpression: true } : {}),
		...(field.shownIf ? { displayOptions: { show: field.shownIf } } : {}),
	};
	switch (field.kind) {
		case 'integer': {
			const { min, max } = field;
			// A number would be there as soon as the option is added: that of some entity.
			if (field.from) return { ...base, type: 'string', default: '' };
			const typeOptions = {
				numberPrecision: 0,
				...(min === undefined ? {} : { minValue: min }),
				...(max === undefined ? {} : { maxValue: max }),
			};
			return { ...base, type: 'number', default: field.default ?? 0, typeOptions };
		}
		case 'boolean':
			return { ...base, type: 'boolean', default: field.default ?? false };
		case 'date':
		case 'dateTime':
			return { ...base, type: 'dateTime', default: field.default ?? '' };
		case 'choice': {
			const options = (field.choices ?? []).map((choice) => ({ ...choice }));
			const offered = field.from ? { typeOptions: loaded(field.from) } : { options };
			return { ...base, type: 'options', ...offered, default: field.default ?? '' };
		}
		case 'rows':
			return rowsProperty(base, field);
		case 'pick':
			return pickProperty(base, field);
		case 'picks':
		case 'identifiers': {
			const { from, choices } = field;
			const several = { ...base, type: 'multiOptions' as const, default: [] };
			if (choices) return { ...several, options: choices.map((one) => ({ ...one })) };
			return from
				? { ...several, typeOptions: loaded(from) }
				: { ...base, type: 'string', default: '' };
		}
		default:
			return { ...base, type: 'string', default: '', ...textOptions(field) };
	}
}

function textOptions({ password, multiline }: Field): Partial<INodeProperties> {
	if (password) return { typeOptions: { password: true } };
	return multiline ? { typeOptions: { rows: 4 } } : {};
}

type Base = Omit<INodeProperties, 'type' | 'default'>;

function rowsProperty(base: Base, field: Field): INodeProperties {
	const { row = 'Row' } = field;
	const columns = Object.entries(field.columns ?? {});
	const values = columns.map(([name, column]) => toProperty(name, column));
	const first = Object.fromEntries(values.map((column) => [column.name, column.default]));
	return {
		...base,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: `Add ${row}`,
		default: field.default ? { row: [first] } : {},
		options: [{ name: 'row', displayName: row, values }],
	};
}

function pickProperty(base: Base, field: Field): INodeProperties {
	const from = field.from ?? pickables.form;
	const { article = 'a', word, goesBy, example, page } = from;
	return {
		...base,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...(from.dependsOn ? { typeOptions: depending(from) } : {}),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${article} ${word}...`,
				typeOptions: { searchListMethod: searchName(from), searchable: true },
			},
			...(page ? [{ ...byUrl(word, page), type: 'string' as const }] : []),
			{ displayName: `By ${goesBy}`, name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	};
}

const loaded = (from: Pickable) => ({ loadOptionsMethod: optionsName(from), ...depending(from) });

const depending = ({ dependsOn }: Pickable) =>
	dependsOn ? { loadOptionsDependsOn: [...dependsOn] } : {};

function byUrl(word: string, page: NonNullable<Pickable['page']>): Omit<INodePropertyMode, 'type'> {
	const errorMessage = `Not the address of a ${word}'s page`;
	return {
		displayName: 'By URL',
		name: 'url',
		placeholder: `e.g. ${page.example}`,
		extractValue: { type: 'regex', regex: page.pattern },
		validation: [{ type: 'regex', properties: { regex: `${page.pattern}.*`, errorMessage } }],
	};
}

/** The inputs of all values of another parameter; each is offered for the values that have it. */
export function toCollection(
	name: string,
	title: Pick<INodeProperties, 'displayName' | 'placeholder'>,
	parameter: 'operation' | 'event',
	tables: ReadonlyArray<readonly [value: string, fields: Fields]>,
): INodeProperties {
	const uses = tables.flatMap(([value, fields]) =>
		Object.entries(fields).map(([key, field]) => ({ key, field, value })),
	);
	const place = ({ beside = '', label }: Field) => `${beside} ${label}`.trim();
	const inOrder = uses.toSorted((a, b) => place(a.field).localeCompare(place(b.field), 'en'));
	const options = grouped(inOrder, ({ field }) => field).map(([field, some]) => {
		const values = some.map(({ value }) => value);
		const only = values.length < tables.length && { [`/${parameter}`]: values };
		// First: n8n asks no further once it meets an expression.
		const show = { ...only, ...field.shownIf };
		const property = toProperty(some[0].key, field);
		return Object.keys(show).length > 0 ? { ...property, displayOptions: { show } } : property;
	});
	return { ...title, name, type: 'collection', default: {}, options };
}
