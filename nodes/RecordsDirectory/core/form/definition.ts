import { grouped } from '../grouped';
import { idIn } from '../id';
import { numberIn, jsonObjectsIn, type JsonObject } from '../json';
import {
	isFilledElsewhere,
	isSet,
	isTrue,
	KINDS,
	kindOf,
	saysOne,
	saysText,
	isLabel,
	seemsShownOnly,
	takesSeveral,
	type FormFieldKind,
} from './kind';

/** A choice of a field, with its related codes 1 to 5; '' for none (Resources, SelectItem). */
export interface FieldChoice {
	readonly name: string;
	readonly codes: readonly string[];
	readonly isDefault: boolean;
}

/** A field of a form as users know it. Bounds that the form does not set are undefined. */
export interface FormField {
	/** The field ID, `uniqueId`: the key in `record`. */
	readonly id: string;
	readonly caption: string;
	readonly kind: FormFieldKind;
	/** Whether it is always required. Requirements that depend on other fields are left to the service. */
	readonly required: boolean;
	readonly isKey: boolean;
	/** Whether a new record needs a value for it that only its creator can give. */
	readonly mustBeGiven?: boolean;
	/** Whether the form calculates it, so that the service accepts no value. */
	readonly isReadOnly: boolean;
	/**
	 * Whether it seems to hold no value, such as a label. The document names no types, so this alone rejects
	 * nothing.
	 */
	readonly isShownOnly?: boolean;
	/** Whether it is a static text of the form, without a value in records. */
	readonly isLabel?: boolean;
	/** Whether it counts as text only because its type is unknown: it may accept numbers, dates or users. */
	readonly isUntyped?: boolean;
	/** Counts as one choice, but only `multiple` says so, which may stand for what nobody set. */
	readonly mayTakeSeveral?: boolean;
	readonly isMultiple: boolean;
	readonly choices: readonly FieldChoice[];
	readonly columns: readonly FormField[];
	readonly decimals?: number;
	readonly min?: number;
	readonly max?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly default?: string;
	readonly prefix?: string;
	readonly suffix?: string;
	readonly explanation?: string;
}

/** Whether a field accepts values: it is neither calculated nor for files or images. */
export const isWritable = ({ isReadOnly, kind }: FormField): boolean =>
	!isReadOnly && kind !== 'file';

/**
 * Reads the fields of a form from its field definitions in any spelling: numbers and truth values as texts,
 * properties missing (Resources, Field and SubField). Columns of a detail table are listed only in their table.
 * A row without a field ID is skipped, because nothing could be sent to it.
 *
 * A field with a formula (`calc`) is read-only. Labels and the like differ from texts at most by the name of
 * their type; the service ignores or rejects values for them.
 */
export function formOf(rows: readonly JsonObject[]): FormField[] {
	const inTables = new Set(rows.flatMap(({ subTable }) => jsonObjectsIn(subTable).map(idOf)));
	inTables.delete(undefined);
	const isColumn = (row: JsonObject) => parentOf(row) !== undefined || inTables.has(idOf(row));
	const columns = new Map(grouped(rows, parentOf));
	return formFieldsOf(
		rows.filter((row) => !isColumn(row)),
		(row) => [...jsonObjectsIn(row.subTable), ...(columns.get(idOf(row) ?? '') ?? [])],
	);
}

const idOf = ({ fieldId }: JsonObject) => idIn(fieldId);

/** Returns the table of a column; undefined for an ordinary field, whose parent is -1. */
const parentOf = ({ parentFieldId }: JsonObject) => idIn(parentFieldId);

function formFieldsOf(
	rows: readonly JsonObject[],
	columnsOf: (row: JsonObject) => readonly JsonObject[],
): FormField[] {
	return grouped(rows, (row) => textOf(row.uniqueId)).map(([id, [row]]) =>
		fieldOf(
			id,
			row,
			formFieldsOf(columnsOf(row), () => []),
		),
	);
}

function fieldOf(id: string, row: JsonObject, columns: readonly FormField[]): FormField {
	const kind = kindOf(row, columns.length);
	const { holds, hasChoices } = KINDS[kind];
	const required = isTrue(row.required) && !((numberIn(row.requiredId) ?? 0) > 0);
	const isKey = isTrue(row.primaryKey);
	const isReadOnly = isSet(row.calc);
	const choices = hasChoices ? jsonObjectsIn(row.selectItems).flatMap(choiceOf) : [];
	const isFilled =
		isReadOnly || kind === 'file' || isFilledElsewhere(row) || hasDefault(row, choices);
	const parts = {
		...(holds && BOUNDS[holds](row)),
		mustBeGiven: (required || isKey) && !isFilled,
		mayTakeSeveral: kind === 'choice' && !saysOne(row),
		default: saidIn(row.default),
		prefix: saidIn(row.prefix),
		suffix: saidIn(row.suffix),
		explanation: saidIn(row.explanation),
	};
	return {
		id,
		caption: textOf(row.caption) ?? id,
		kind,
		required,
		isKey,
		isReadOnly,
		isMultiple: holdsSeveral(kind, row),
		choices,
		columns,
		...Object.fromEntries(
			Object.entries(parts).filter(([, part]) => part !== undefined && part !== false),
		),
	};
}

/** A definition may use a number to say that there is no initial value. */
const hasDefault = (row: JsonObject, choices: readonly FieldChoice[]) =>
	choices.some(({ isDefault }) => isDefault) ||
	(textOf(row.default) !== undefined && row.default !== 0 && row.default !== -1);

/** Users and organizations may be several, unless the form says that only one is allowed. */
function holdsSeveral(kind: FormFieldKind, row: JsonObject): boolean {
	const isUnsaid = (row.multiple ?? '') === '';
	const { resource, isList } = KINDS[kind];
	return resource ? isUnsaid || takesSeveral(row) : isList === true;
}

function choiceOf(item: JsonObject): FieldChoice[] {
	const name = textOf(item.selectName);
	if (name === undefined) return [];
	const codes = [1, 2, 3, 4, 5].map((number) => textOf(item[`code${number}`]) ?? '');
	return [{ name, codes, isDefault: isTrue(item.regulationValue) }];
}

/** What only numbers have, and only texts. Bounds of 0 or -1 are left to the service: they may mean "none". */
const BOUNDS = {
	number: (row: JsonObject) => ({
		decimals: boundOf(row.digit),
		min: boundOf(row.min),
		max: boundOf(row.max),
	}),
	text: (row: JsonObject) => ({
		minLength: boundOf(row.min_length),
		maxLength: boundOf(row.max_length),
		isUntyped: !saysText(row),
		isShownOnly: seemsShownOnly(row),
		isLabel: isLabel(row),
	}),
};

const boundOf = (value: unknown) => (isSet(value) ? numberIn(value) : undefined);

function textOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

const saidIn = (value: unknown) => (isSet(value) ? textOf(value) : undefined);
