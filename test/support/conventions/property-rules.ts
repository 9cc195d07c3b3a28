import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

type Methods = NonNullable<INodeType['methods']>;

export interface Place {
	/** Inside a collection or fixed collection. */
	nested: boolean;
	methods: Methods;
}

type Rule = (property: INodeProperties, place: Place) => boolean;

const lists = ['options', 'multiOptions'];
const groups = ['collection', 'fixedCollection'];
const htmlTag = /<\/?(?:a|b|br|code|em|i|li|strong|ul)(?:\s[^<>]*)?\/?>/g;

export const choicesOf = (property: INodeProperties): INodePropertyOptions[] =>
	lists.includes(property.type) ? ((property.options ?? []) as INodePropertyOptions[]) : [];

export const sectionsOf = (property: INodeProperties): INodePropertyCollection[] =>
	property.type === 'fixedCollection' ? (property.options as INodePropertyCollection[]) : [];

const prose = (property: INodeProperties): string[] =>
	[
		property.description,
		property.hint,
		...choicesOf(property).flatMap((choice) => [choice.description, choice.action]),
		...(property.modes ?? []).map((mode) => mode.hint),
	].filter((text) => text !== undefined);

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

/**
 * What n8n's UX guidelines ask of a property and its lint does not find (rendered-lint.test.ts); each says whether the
 * property is as it should be.
 */
export const propertyRules: Record<string, Rule> = {
	'texts encode angle brackets': (p) =>
		prose(p).every((text) => !/[<>]/.test(text.replace(htmlTag, ''))),
	'switches say Whether': (p) =>
		when(p.type === 'boolean', () => !!p.description?.startsWith('Whether ')),
	'defaults are choices': (p) => when(lists.includes(p.type), () => defaultIsChoice(p)),
	'defaults are of the type': (p) =>
		when(p.type in kindOfDefault, () => kindOf(p.default) === kindOfDefault[p.type]),
	'placeholders are examples': placeholders,
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
	'secrets are hidden': (p) =>
		when(p.type === 'string' && /pass|secret|token|apikey/i.test(p.name), () => {
			return p.typeOptions?.password === true;
		}),
};
