import type { Dialect } from './dialects.ts';

type Definition = Readonly<Record<string, unknown>>;
type Kind = 'integer' | 'string' | 'boolean' | 'list';

/** The common properties of field definitions and detail-table columns (document, "Field"). */
const shared: Readonly<Record<string, Kind>> = {
	fieldId: 'integer',
	fieldType: 'string',
	caption: 'string',
	uniqueId: 'string',
	required: 'boolean',
	requiredId: 'integer',
	requiredCompare: 'integer',
	requiredValue: 'string',
	min_length: 'integer',
	max_length: 'integer',
	max: 'integer',
	min: 'integer',
	digit: 'integer',
	calc: 'string',
	calcFieldId: 'integer',
	prefix: 'string',
	suffix: 'string',
	selectItems: 'list',
	multiple: 'boolean',
	default: 'string',
	relationId: 'integer',
	relationFieldId: 'integer',
	relationType: 'string',
	usage: 'integer',
	requiredFieldType: 'string',
};

const ofFields: Readonly<Record<string, Kind>> = {
	...shared,
	appsId: 'integer',
	parentFieldId: 'integer',
	explanation: 'string',
	note: 'string',
	autolink: 'string',
	autoFormat: 'string',
	subTable: 'list',
	primaryKey: 'boolean',
};

const ofChoices: Readonly<Record<string, Kind>> = {
	id: 'integer',
	selectName: 'string',
	code1: 'string',
	code2: 'string',
	code3: 'string',
	code4: 'string',
	code5: 'string',
	calc: 'string',
	regulationValue: 'boolean',
};

/** A field definition with all its properties, unset ones as the dialect writes them. */
export function wholeDefinition(field: Definition, dialect: Dialect): Definition {
	const { subTable } = field;
	const columns = Array.isArray(subTable)
		? { subTable: subTable.map((column: Definition) => whole(column, shared, dialect)) }
		: {};
	return whole({ ...field, ...columns }, ofFields, dialect);
}

function whole(given: Definition, kinds: typeof shared, dialect: Dialect): Definition {
	const { selectItems } = given;
	const choices = Array.isArray(selectItems)
		? { selectItems: selectItems.map((one: Definition) => filled(one, ofChoices, dialect)) }
		: {};
	return filled({ ...given, ...choices }, kinds, dialect);
}

function filled(given: Definition, kinds: typeof shared, dialect: Dialect): Definition {
	const unset = Object.entries(kinds).filter(([name]) => given[name] === undefined);
	return {
		...given,
		...Object.fromEntries(unset.map(([name, kind]) => [name, unsetValue(kind, dialect)])),
	};
}

function unsetValue(kind: Kind, { unsetProperties }: Dialect): unknown {
	if (unsetProperties === 'null') return null;
	if (unsetProperties === 'text') return '';
	const number = unsetProperties === 'minusOne' ? -1 : 0;
	return { integer: number, string: '', boolean: false, list: [] }[kind];
}
