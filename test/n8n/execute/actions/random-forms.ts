import fc from 'fast-check';
import type { Field, FieldType, SelectItem } from '../../../../sandbox/service/resources.ts';

/** A field of a random form, what is read of it if it is empty, and what may be in it. */
export interface Made {
	readonly field: Field;
	readonly empty: null | [];
	readonly filled: fc.Arbitrary<unknown>;
}

/** Codes that exist in the service, with their names. */
interface People {
	readonly users: readonly Named[];
	readonly organizations: readonly Named[];
}

interface Named {
	readonly code: string;
	readonly name: string;
}

type Parts = Partial<Field> & { readonly fieldType: FieldType };
type Kind = fc.Arbitrary<Omit<Made, 'field'> & { readonly parts: Parts }>;

const made = (parts: Parts, filled: fc.Arbitrary<unknown>, empty: null | [] = null) => ({
	parts,
	filled,
	empty,
});

const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

const texts: Kind = fc
	.constantFrom<Parts>({ fieldType: 'text' }, { fieldType: 'textArea', max_length: 200 })
	.map((parts) => made(parts, letters));

const numbers: Kind = fc.option(fc.nat(4), { nil: undefined }).map((digit) => {
	const most = digit ? 1_000_000 : Number.MAX_SAFE_INTEGER;
	const whole = fc.integer({ min: -most, max: most });
	const decimals = digit === undefined ? {} : { digit };
	return made(
		{ fieldType: 'number', ...decimals },
		whole.map((value) => value / 10 ** (digit ?? 0)),
	);
});

const moments = fc
	.integer({ min: Date.UTC(1960), max: Date.UTC(2100) })
	.map((time) => new Date(time).toISOString());

const times: Kind = fc
	.constantFrom(['date', 10] as const, ['dateTime', 19] as const)
	.map(([fieldType, length]) =>
		made(
			{ fieldType },
			moments.map((moment) => moment.slice(0, length).replace('T', ' ')),
		),
	);

/** Some hold commas; no two lists of them are the same text. */
const selectItems: SelectItem[] = ['High', 'Low', 'A, B', 'C', 'C,D', '緊急', '10'].map(
	(selectName, index) => ({ id: index + 1, selectName }),
);
const choices = selectItems.map(({ selectName }) => selectName);

const single: Kind = fc.constant(
	made({ fieldType: 'radioButton', selectItems }, fc.constantFrom(...choices)),
);

const several: Kind = fc
	.constantFrom<FieldType>('checkBox', 'listBox')
	.map((fieldType) =>
		made({ fieldType, multiple: true, selectItems }, fc.subarray(choices, { minLength: 1 }), []),
	);

const selection = (fieldType: FieldType, from: readonly Named[]): Kind =>
	fc.boolean().map((multiple) => {
		const some = fc.subarray([...from], { minLength: 1, maxLength: multiple ? 3 : 1 });
		return made({ fieldType, multiple }, some, []);
	});

const simple = ({ users, organizations }: People): Kind =>
	fc.oneof(
		...[texts, numbers, times, single, several],
		selection('userSelection', users),
		selection('organizationSelection', organizations),
	);

/** Values by field; those that are missing are read as empty ones. */
const rowsOf = (columns: readonly Made[]) => {
	const values = columns.map(({ field, empty, filled }) =>
		fc.tuple(fc.constant(field.uniqueId), fc.option(filled, { nil: empty })),
	);
	const isFilled = (row: ReadonlyArray<readonly [string, unknown]>) =>
		row.some(([, value]) => value !== null && String(value) !== '');
	const row = fc.tuple(...values).filter(isFilled);
	return fc.array(row.map(Object.fromEntries), { minLength: 1, maxLength: 3 });
};

/** Lists are sorted by record ID and time, so no field has such a name. */
const SORTED = ['recordId', 'createdAt', 'updatedAt'];

const identifiers = fc.oneof(
	fc.nat(99).map((number) => `field-${number}`),
	fc.nat(99).map((number) => `field_${number}`),
	fc.constantFrom('__proto__', 'constructor', 'toString', '件名', 'a,b', "it's", 'x[1]'),
);

const captions = fc.oneof(fc.constantFrom('Name', '件名', 'field-1', '__proto__'), letters);

const fieldsOf = (
	kinds: Kind,
	[maxLength, first]: readonly [number, number],
	names: readonly string[],
): fc.Arbitrary<Made[]> => {
	const ofNames = fc.constantFrom(...names);
	const id = fc.oneof(identifiers, ofNames).filter((one) => !SORTED.includes(one));
	const caption = fc.oneof(captions, { weight: 3, arbitrary: ofNames });
	const oneEach = { selector: ([one]: [string, ...unknown[]]) => one, minLength: 1, maxLength };
	return fc.uniqueArray(fc.tuple(id, caption, kinds), oneEach).map((all) =>
		all.map(([uniqueId, caption, { parts, ...rest }], index) => ({
			...rest,
			field: { fieldId: first + index, uniqueId, caption, ...parts },
		})),
	);
};

/** The fields of a form with a key, something calculated and perhaps a detail table; many have these names. */
export const forms = (people: People, names: readonly string[]): fc.Arbitrary<Made[]> => {
	const tables: Kind = fieldsOf(simple(people), [4, 100], names).map((columns) => {
		const subTable = columns.map(({ field }) => field);
		return made({ fieldType: 'detailTable', subTable }, rowsOf(columns), []);
	});
	const key = { fieldId: 90, uniqueId: 'key', caption: 'Key', primaryKey: true, required: true };
	const total = { fieldId: 91, uniqueId: 'total', caption: 'Total', calc: '1 + 2' };
	return fieldsOf(fc.oneof({ weight: 5, arbitrary: simple(people) }, tables), [7, 1], names).map(
		(fields) => [
			{ field: { ...key, fieldType: 'text' }, empty: null, filled: letters },
			...fields,
			{ field: { ...total, fieldType: 'calculation' }, empty: null, filled: fc.constant(3) },
		],
	);
};

/** The arbitraries of a form say nothing to who reads a counter-example. */
export const shown = (fields: Made[]): Made[] =>
	Object.defineProperty(fields, fc.toStringMethod, {
		value: () => JSON.stringify(fields.map(({ field }) => field)),
	});

/** A value for each field; the key is never empty. */
export const valuesOf = (fields: readonly Made[]): fc.Arbitrary<unknown[]> =>
	fc.tuple(
		...fields.map(({ field, empty, filled }) =>
			field.primaryKey ? filled : fc.option(filled, { nil: empty }),
		),
	);
