import { numberIn, jsonObjectsIn, textIn, type JsonObject } from '../json';

/** What a kind of field is like, apart from how its values are written, read and compared. */
export interface KindTraits {
	/** Its input in n8n's mapper. */
	readonly input: 'string' | 'number' | 'dateTime' | 'time' | 'array' | 'options';
	/** Whether its values are texts (with bounds of length) or numbers (with bounds of value). */
	readonly holds?: 'text' | 'number';
	/** What the label of its input says after the caption. */
	readonly labelNote?: 'codes' | 'choices' | 'read only';
	/** Whether its values are lists, which are empty as []. */
	readonly isList?: true;
	/** Whether records can be matched by it: a single value that can be sent. */
	readonly isMatchable?: true;
	/**
	 * Whether the initial value of a new record can be shown in the input: it is written as a user would write
	 * it.
	 */
	readonly isPrefilled?: true;
	/** Whether its values are dates or times, which have many spellings. */
	readonly isTime?: true;
	/** Whether the form lists its choices. */
	readonly hasChoices?: true;
	/** The kind of directory entries, if its values are their codes. */
	readonly resource?: 'user' | 'organization';
}

/**
 * n8n has no input for several choices and shows an array as a JSON editor, so lists of names and codes are
 * entered as comma-separated texts.
 */
const traits = {
	text: { input: 'string', holds: 'text', isMatchable: true, isPrefilled: true },
	number: { input: 'number', holds: 'number', isMatchable: true },
	date: { input: 'dateTime', isMatchable: true, isTime: true },
	dateTime: { input: 'dateTime', isMatchable: true, isTime: true },
	time: { input: 'time', isMatchable: true, isTime: true },
	choice: { input: 'options', isMatchable: true, isPrefilled: true, hasChoices: true },
	choices: {
		input: 'string',
		labelNote: 'choices',
		isList: true,
		isPrefilled: true,
		hasChoices: true,
	},
	users: { input: 'string', labelNote: 'codes', isList: true, resource: 'user' },
	organizations: { input: 'string', labelNote: 'codes', isList: true, resource: 'organization' },
	file: { input: 'string', labelNote: 'read only' },
	table: { input: 'array', isList: true },
} as const satisfies Readonly<Record<string, KindTraits>>;

/** The kinds of fields. */
export type FormFieldKind = keyof typeof traits;

/**
 * The traits of each kind of field. A new row compiles only once its values can be written (`value.ts`), read
 * (`record-reader.ts`) and compared (`meaning.ts`, `conditions.ts`); `kindOf` recognizes it by its definition.
 */
export const KINDS: Readonly<Record<FormFieldKind, KindTraits>> = traits;

/**
 * Returns the kind of a field by the structure of its definition (Resources, Field). The document names no
 * field types, so `fieldType` is only a hint for fields without a structure of their own; an unknown type
 * counts as text.
 */
export function kindOf(row: JsonObject, columns: number): FormFieldKind {
	if (columns > 0) return 'table';
	if (jsonObjectsIn(row.selectItems).length > 0) return takesSeveral(row) ? 'choices' : 'choice';
	if (seemsFile(row)) return 'file';
	return kindByTypeName(row) ?? (isNumeric(row) ? 'number' : 'text');
}

/** Whether a property of a definition is set, however the service spells true. */
export const isTrue = (value: unknown) => /^(true|1)$/i.test(textIn(value));

/** Values of properties that nobody set: services list every property of a field (Resources, Field). */
const UNSET = /^(|0|-1|false)$/i;

/** Whether a property of a definition has a meaningful value. */
export const isSet = (value: unknown) =>
	(typeof value === 'object' && value !== null) || !UNSET.test(textIn(value));

const typeName = (row: JsonObject) => textIn(row.fieldType);

/** The document's own words for fields with several choices: list box and check box. */
const SEVERAL = /check|list[ _-]?box|multi|チェック|リストボックス|複数/i;

/** Either of the two is enough: false may mean that nobody set the property. */
export const takesSeveral = (row: JsonObject): boolean =>
	isTrue(row.multiple) || SEVERAL.test(typeName(row));

/** Whether the name of the type says that the field takes one choice. */
export const saysOne = (row: JsonObject): boolean => ONE.test(typeName(row));

const ONE = /radio|drop|pull|single|select|choice|combo|ラジオ|ドロップ|プルダウン|単一/i;

/** Texts have bounds of length, numbers bounds of value. A formula usually returns a number. */
function isNumeric(row: JsonObject): boolean {
	if (isSet(row.min_length) || isSet(row.max_length)) return false;
	return [row.digit, row.min, row.max, row.calc].some(isSet);
}

/**
 * Whether the type is named like one that shows something without a value, and nothing in the definition
 * contradicts that. Only a hint: the service may accept a value.
 */
export function seemsShownOnly(row: JsonObject): boolean {
	const isEntered =
		[row.required, row.primaryKey].some(isTrue) ||
		(numberIn(row.requiredId) ?? 0) > 0 ||
		ENTERED.some((part) => isSet(row[part]));
	return !isEntered && SHOWN_ONLY.test(typeWords(row));
}

/**
 * Whether the type is named like one for files or images, and nothing in the definition says that it is a text.
 * The document shows no way to write such a field.
 */
function seemsFile(row: JsonObject): boolean {
	const isText =
		[row.min_length, row.max_length].some((length) => (numberIn(length) ?? 0) > 0) ||
		[row.default, row.autoFormat, row.calc].some((part) => textIn(part ?? '') !== '') ||
		isTrue(row.primaryKey);
	return !isText && FILE.test(typeWords(row));
}

const FILE = / (files?|images?|pictures?|photos?|attachments?) |ファイル|画像|添付|写真/;

/** Whether a field that only shows something is a text of the form, which is the same for all records. */
export const isLabel = (row: JsonObject): boolean =>
	seemsShownOnly(row) && / (label|ラベル) /.test(typeWords(row));

const ENTERED = ['default', 'min_length', 'max_length', 'multiple', 'autoFormat'];

const SHOWN_ONLY = / (label|qr ?code|related records?|ラベル|qrコード|関連レコード) /;

/**
 * Whether the type is named like one that clients cannot write, such as a label or the creation time. Only a
 * hint, so it merely keeps the node from requiring a value.
 */
export const isFilledElsewhere = (row: JsonObject): boolean => FILLED.test(typeWords(row));

const FILLED =
	/ (label|qr ?code|related records?|auto ?numbers?|serial numbers?|record id|identification id|created|creator|updated|updater) |ラベル|qrコード|関連レコード|自動採番|連番|作成|更新/;

/** The words of a type's name, with spaces around them: `userSelection` and `USER_SELECTION` are ` user selection `. */
const typeWords = (row: JsonObject) =>
	` ${typeName(row)
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}]+/u)
		.join(' ')} `;

/**
 * Whether a definition says that the field accepts texts, by length bounds or by its type's name. An unknown
 * type may be numbers or dates.
 */
export const saysText = (row: JsonObject): boolean =>
	isSet(row.min_length) || isSet(row.max_length) || TEXT.test(typeWords(row));

const TEXT =
	/ (texts?|text ?area|text ?box|strings?|varchar|memo|html|line|e ?mails?|mail|urls?|links?|phone|telephone|tel|fax|address|zip|postal) |文字|文章|テキスト|メモ|メール|リンク|電話|住所|郵便|備考/;

function kindByTypeName(row: JsonObject): FormFieldKind | undefined {
	const words = typeWords(row);
	const isDate = / date |日付|年月日/.test(words);
	const isTime = / time |時刻/.test(words);
	const hints = [
		['dateTime', / (datetime|timestamp) |日時/.test(words) || (isDate && isTime)],
		['date', isDate],
		['time', isTime],
		['users', / (user|employee)s? |社員|ユーザ/.test(words)],
		['organizations', / organi[sz]ations? |組織/.test(words)],
		// Only as a whole name: a phone number is no number.
		['number', /^(number|numeric|数値)$/i.test(typeName(row))],
	] as const;
	return hints.find(([, isHinted]) => isHinted)?.[0];
}
