import { canonicalNumber } from '../../decimal';
import { asText, isEmpty, isJsonObject, numberIn, textIn, type JsonObject } from '../../json';
import { mistake } from '../../values/input-error';
import { isDateObject, localTimeText, spelledAtSite, type ValueContext } from '../../values/moment';
import { plainText } from '../../values/validate';
import type { FormField, Kind } from '../field';
import { fieldLabel } from '../names';
import { boundIn, isSet, isTrue, typeWords } from './definition-row';

export const text: Kind = {
	fits: (row) => isSet(row.min_length) || isSet(row.max_length) || TEXT.test(typeWords(row)),
	parts: (row) => ({
		minLength: boundIn(row.min_length),
		maxLength: boundIn(row.max_length),
		isShownOnly: seemsShownOnly(row),
		isLabel: seemsShownOnly(row) && / (label|ラベル) /.test(typeWords(row)),
	}),
	input: 'string',
	isPrefilled: true,
	compares: 'parts',
	write: writeText,
	read: () => (value) => value,
	key: (known) => (typeof known === 'object' ? (codesIn(known) ?? known) : asText(known)),
};

/** A field whose type nobody knows counts as text, but may accept numbers, dates or users. */
export const untyped: Kind = {
	...text,
	fits: () => true,
	isUntyped: true,
};

const TEXT =
	/ (texts?|text ?area|text ?box|strings?|varchar|memo|html|line|e ?mails?|mail|urls?|links?|phone|telephone|tel|fax|address|zip|postal) |文字|文章|テキスト|メモ|メール|リンク|電話|住所|郵便|備考/;

function seemsShownOnly(row: JsonObject): boolean {
	const isEntered =
		[row.required, row.primaryKey].some(isTrue) ||
		(numberIn(row.requiredId) ?? 0) > 0 ||
		ENTERED.some((part) => isSet(row[part]));
	return !isEntered && SHOWN_ONLY.test(typeWords(row));
}

const ENTERED = ['default', 'min_length', 'max_length', 'multiple', 'autoFormat'];

const SHOWN_ONLY = / (label|qr ?code|related records?|ラベル|qrコード|関連レコード) /;

/**
 * A time with offset becomes local. A list or an object is sent unchanged if the type is unknown, else throws
 * an `InputError`; so do lengths outside the bounds (Resources, Field: min_length, max_length).
 */
function writeText(field: FormField, value: unknown, reading: ValueContext): unknown {
	const what = fieldLabel(field);
	if (isDateObject(value)) return localTimeText(what, value, reading);
	if (typeof value === 'object') {
		if (field.kind.isUntyped) return value;
		throw mistake(Array.isArray(value) ? 'listForText' : 'objectForText', { field: what });
	}
	const given = plainText(what, value);
	const { length } = [...given];
	const { minLength = 0, maxLength = Infinity } = field;
	if (length < minLength) throw mistake('tooShort', { field: what, length, least: minLength });
	if (length > maxLength)
		throw mistake('tooLong', { field: what, length, taker: 'form', most: maxLength });
	return given;
}

/** Only users and organizations are output with codes (Resources, Record: value shapes), whatever the field's type. */
function codesIn(value: unknown): readonly string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const codes = value.map((entry) => textIn(isJsonObject(entry) ? entry.code : entry));
	return codes.includes('') ? undefined : codes.sort();
}

/**
 * Equal for values of an untyped field that may be equal: `12` and `12.0`, `2026/3/1` and `2026-03-01`, `E1`
 * and `[{ "code": "E1" }]`. '' for an empty value, undefined for other objects.
 */
export function looseMeaning(value: unknown, reading: ValueContext): string | undefined {
	if (isEmpty(value)) return '';
	const given = textIn(value).replace(/\r\n?/g, '\n');
	const entries = Array.isArray(value) ? value : given.split(',');
	const parts = entries
		.map((entry) => textIn(isJsonObject(entry) ? entry.code : entry).trim())
		.filter((part) => part !== '');
	if (parts.length === 0) return typeof value === 'object' ? undefined : given;
	return parts
		.map((part) => canonicalNumber(part) ?? spelledAtSite(part, reading))
		.sort()
		.join();
}
