import { memoize } from '../../grouped';
import { numberIn, textIn, type JsonObject } from '../../json';

/** However the service spells true. */
export const isTrue = (value: unknown) => /^(true|1)$/i.test(textIn(value));

/** Values of properties that nobody set: services list every property of a field (Resources, Field). */
const UNSET = /^(|0|-1|false)$/i;

export const isSet = (value: unknown) =>
	(typeof value === 'object' && value !== null) || !UNSET.test(textIn(value));

/** Bounds of 0 or -1 are left to the service: they may mean "none". */
export const boundIn = (value: unknown) => (isSet(value) ? numberIn(value) : undefined);

export function textOrNumberIn(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export const typeName = (row: JsonObject) => textIn(row.fieldType);

/** `userSelection` and `USER_SELECTION` are ` user selection `. Each kind asks for them, of thousands of fields. */
export const typeWords = memoize(
	(row: JsonObject) =>
		` ${typeName(row)
			.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
			.toLowerCase()
			.split(/[^\p{L}]+/u)
			.join(' ')} `,
);

/** The document's own words for fields with several choices: list box and check box. */
const SEVERAL = /check|list[ _-]?box|multi|チェック|リストボックス|複数/i;

/** Either of the two is enough: false may mean that nobody set the property. */
export const takesSeveral = (row: JsonObject): boolean =>
	isTrue(row.multiple) || SEVERAL.test(typeName(row));
