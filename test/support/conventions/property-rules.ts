import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import * as wording from './wording';

export type Methods = NonNullable<INodeType['methods']>;

export interface Place {
	/** Inside a collection or fixed collection. */
	nested: boolean;
	methods: Methods;
}

type Rule = (property: INodeProperties, place: Place) => boolean;

const lists = ['options', 'multiOptions'];
const groups = ['collection', 'fixedCollection'];
const DYNAMIC =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

export const choicesOf = (property: INodeProperties): INodePropertyOptions[] =>
	lists.includes(property.type) ? ((property.options ?? []) as INodePropertyOptions[]) : [];

export const sectionsOf = (property: INodeProperties): INodePropertyCollection[] =>
	property.type === 'fixedCollection' ? (property.options as INodePropertyCollection[]) : [];

const titles = (property: INodeProperties): string[] => [
	property.displayName,
	...(property.modes ?? []).map((mode) => mode.displayName),
	...choicesOf(property).map((choice) => choice.name),
	...sectionsOf(property).map((section) => section.displayName),
];

const prose = (property: INodeProperties): string[] =>
	[
		property.description,
		property.hint,
		...choicesOf(property).flatMap((choice) => [choice.description, choice.action]),
		...(property.modes ?? []).map((mode) => mode.hint),
	].filter((text) => text !== undefined);

const descriptions = (property: INodeProperties): string[] =>
	[property.description, ...choicesOf(property).map((choice) => choice.description)].filter(
		(text) => text !== undefined,
	);

const when = (condition: boolean, demand: () => boolean) => !condition || demand();

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
const kindOfDefault: { [type: string]: string } = {
	string: 'string',
	boolean: 'boolean',
	number: 'number',
	dateTime: 'string',
	multiOptions: 'array',
	collection: 'object',
	fixedCollection: 'object',
	resourceLocator: 'object',
	resourceMapper: 'object',
};

const placeholders = ({ type, placeholder, modes }: INodeProperties): boolean => {
	const start = groups.includes(type) ? 'Add ' : 'e.g. ';
	const inModes = (modes ?? []).filter((mode) => mode.type !== 'list' && mode.placeholder);
	return (
		(!placeholder || placeholder.startsWith(start)) &&
		inModes.every((mode) => mode.placeholder?.startsWith('e.g. '))
	);
};

const locator = ({ modes = [], default: initial }: INodeProperties, { methods }: Place) => {
	const search = modes[0]?.typeOptions?.searchListMethod;
	const { mode, value } = (initial ?? {}) as { mode?: string; value?: unknown };
	const fromList = modes[0]?.name === 'list' && mode === 'list' && value === '';
	return fromList && !!search && typeof methods.listSearch?.[search] === 'function';
};

const namedMethods = ({ typeOptions = {} }: INodeProperties, { methods }: Place) => {
	const { loadOptionsMethod: load, resourceMapper } = typeOptions;
	const map = resourceMapper?.resourceMapperMethod;
	return (!load || !!methods.loadOptions?.[load]) && (!map || !!methods.resourceMapping?.[map]);
};

const defaultIsChoice = (property: INodeProperties) => {
	if (property.typeOptions?.loadOptionsMethod) return true;
	const values = choicesOf(property).map((choice) => choice.value);
	const initial = Array.isArray(property.default) ? property.default : [property.default];
	return (initial as typeof values).every((value) => values.includes(value));
};

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length;

/** What n8n's UX guidelines ask of a property; each says whether the property is as it should be. */
export const propertyRules: Record<string, Rule> = {
	// The title of a notice is its text.
	'titles are in Title Case': (p) => p.type === 'notice' || titles(p).every(wording.isTitleCase),
	'acronyms are in capitals': (p) => [...titles(p), ...prose(p)].every(wording.writesAcronyms),
	'texts are trimmed': (p) => [...titles(p), ...prose(p)].every(wording.isTidy),
	'texts encode angle brackets': (p) => prose(p).every(wording.encodesAngles),
	'descriptions start with a capital': (p) =>
		descriptions(p).every((text) => /^\W*[A-Z0-9]/.test(text)),
	'descriptions of one sentence end without a period': (p) =>
		descriptions(p).every(wording.endsRightly),
	'descriptions say more than the title': (p) =>
		p.description !== p.displayName && choicesOf(p).every((c) => c.description !== c.name),
	'switches say Whether': (p) =>
		when(p.type === 'boolean', () => !!p.description?.startsWith('Whether ')),
	'five choices are sorted': (p) =>
		choicesOf(p).length < 5 || wording.isSorted(choicesOf(p).map((choice) => choice.name)),
	'choices differ': (p) =>
		distinct(choicesOf(p).map((c) => c.name)) && distinct(choicesOf(p).map((c) => c.value)),
	'five fields of a collection are sorted': (p) => {
		const fields = p.type === 'collection' ? ((p.options ?? []) as INodeProperties[]) : [];
		const all = [fields, sectionsOf(p), ...sectionsOf(p).map((section) => section.values)];
		return all.every(
			(some) => some.length < 5 || wording.isSorted(some.map((field) => field.displayName)),
		);
	},
	'defaults are choices': (p) => when(lists.includes(p.type), () => defaultIsChoice(p)),
	'defaults are of the type': (p) =>
		when(p.type in kindOfDefault, () => kindOf(p.default) === kindOfDefault[p.type]),
	'placeholders are examples': placeholders,
	'Return All is as everywhere': (p) =>
		when(p.name === 'returnAll', () => {
			const text = 'Whether to return all results or only up to a given limit';
			return p.displayName === 'Return All' && p.default === false && p.description === text;
		}),
	'Limit is as everywhere': (p) =>
		when(p.name === 'limit', () => {
			const text = p.description === 'Max number of results to return';
			return text && p.default === 50 && p.typeOptions?.minValue === 1 && p.displayName === 'Limit';
		}),
	'Simplify is as everywhere': (p) =>
		when(p.name === 'simplify', () => {
			const text = 'Whether to return a simplified version of the response instead of the raw data';
			return p.displayName === 'Simplify' && p.default === true && p.description === text;
		}),
	'resource and operation take no expression': (p, { nested }) =>
		when(!nested && ['resource', 'operation'].includes(p.name), () => p.noDataExpression === true),
	'locators start with a list': (p, place) =>
		when(p.type === 'resourceLocator', () => locator(p, place)),
	'named methods exist': namedMethods,
	'loaded lists allow an ID': (p) =>
		when(p.type === 'options' && !!p.typeOptions?.loadOptionsMethod, () => {
			return p.displayName.endsWith(' Name or ID') && p.description === DYNAMIC;
		}),
	'secrets are hidden': (p) =>
		when(p.type === 'string' && /pass|secret|token|apikey/i.test(p.name), () => {
			return p.typeOptions?.password === true;
		}),
	'nothing in a collection is required': (p, { nested }) => !(nested && p.required),
	'required is not written as false': (p) => p.required !== false,
	'binary properties are called fields': (p) =>
		[...titles(p), ...prose(p)].every((text) => !/binary (property|data field)/i.test(text)),
};
