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
	seemsShownOnly,
	takesSeveral,
	type FormFieldKind,
} from './kind';

/** A choice of a field, with its related codes 1 to 5, '' for none (Resources, SelectItem). */
export interface FieldChoice {
	readonly name: string;
	readonly codes: readonly string[];
	readonly isDefault: boolean;
}

/** A field of a form as people know it; a bound that the form does not set is absent. */
export interface FormField {
	/** The field identifier, `uniqueId`: the key in `record`. */
	readonly id: string;
	readonly caption: string;
	readonly kind: FormFieldKind;
	/** Always; a requirement that depends on another field is the service's matter. */
	readonly required: boolean;
	readonly isKey: boolean;
	/** A new record needs a value for it from whoever creates it: nothing else can give it one. */
	readonly mustBeGiven?: boolean;
	/** Calculated: the service takes no value. */
	readonly isReadOnly: boolean;
	/** Seems to hold no value, such as a label; the document names no types, so nothing is refused for it. */
	readonly isShownOnly?: boolean;
	/** Counts as text, but nothing says so: the field may take numbers, dates or people. */
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

/** Whether a field takes values: it is neither calculated nor one of files or images. */
export const isWritable = ({ isReadOnly, kind }: FormField): boolean =>
	!isReadOnly && kind !== 'file';

/**
 * The fields of a form, from the rows of its field definitions in any spelling: numbers and truth
 * values as texts, parts missing (Resources, Field and SubField). The columns of a detail table stand
 * in their table only. A row without an identifier is left out, as nothing can be sent to it.
 *
 * Read-only is what has a formula (`calc`). Labels and the like have nothing in their structure that
 * tells them from texts but perhaps the name of their type; the service ignores or refuses what is sent to them.
 */
export function formOf(rows: readonly JsonObject[]): FormField[] {
	const inTables = new Set(rows.flatMap(({ subTable }) => jsonObjectsIn(subTable).map(idOf)));
	const isColumn = (row: JsonObject) =>
		parentOf(row) !== undefined || (idOf(row) !== undefined && inTables.has(idOf(row)));
	const columns = new Map(grouped(rows, parentOf));
	return formFieldsOf(
		rows.filter((row) => !isColumn(row)),
		(row) => [...jsonObjectsIn(row.subTable), ...(columns.get(idOf(row) ?? '') ?? [])],
	);
}

const idOf = ({ fieldId }: JsonObject) => idIn(fieldId);

/** The table that a column belongs to; undefined for an ordinary field, whose parent is -1. */
const parentOf = ({ parentFieldId }: JsonObject) => idIn(parentFieldId);

function formFieldsOf(
	rows: readonly JsonObject[],
	columnsOf: (row: JsonObject) => readonly JsonObject[],
): FormField[] {
	const fields = new Map<string, FormField>();
	for (const row of rows) {
		const id = textOf(row.uniqueId);
		if (id === undefined || fields.has(id)) continue;
		fields.set(
			id,
			fieldOf(
				id,
				row,
				formFieldsOf(columnsOf(row), () => []),
			),
		);
	}
	return [...fields.values()];
}

function fieldOf(id: string, row: JsonObject, columns: readonly FormField[]): FormField {
	const kind = kindOf(row, columns.length);
	const { holds, hasChoices } = KINDS[kind];
	const depends = (numberIn(row.requiredId) ?? 0) > 0;
	const required = isTrue(row.required) && !depends;
	const isKey = isTrue(row.primaryKey);
	const isReadOnly = isSet(row.calc);
	const choices = hasChoices ? jsonObjectsIn(row.selectItems).flatMap(choiceOf) : [];
	const isFilled =
		isReadOnly || kind === 'file' || isFilledElsewhere(row) || hasDefault(row, choices);
	const parts = {
		...(holds === 'number' ? { decimals: boundOf(row.digit), ...rangeOf(row) } : {}),
		...(holds === 'text' ? lengthsOf(row) : {}),
		mustBeGiven: ((required || isKey) && !isFilled) || undefined,
		isUntyped: (holds === 'text' && !saysText(row)) || undefined,
		mayTakeSeveral: (kind === 'choice' && !saysOne(row)) || undefined,
		isShownOnly: (holds === 'text' && seemsShownOnly(row)) || undefined,
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
		...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
	};
}

/** Where a definition says of the initial value that there is none, it may say so by a number. */
const hasDefault = (row: JsonObject, choices: readonly FieldChoice[]) =>
	choices.some(({ isDefault }) => isDefault) ||
	(textOf(row.default) !== undefined && row.default !== 0 && row.default !== -1);

/** Of users and organizations any number may be sent, unless the form says that one is all. */
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

/** The service checks a bound of 0 or -1 itself: it may stand for none. */
const rangeOf = (row: JsonObject) => ({ min: boundOf(row.min), max: boundOf(row.max) });

const lengthsOf = (row: JsonObject) => ({
	minLength: boundOf(row.min_length),
	maxLength: boundOf(row.max_length),
});

const boundOf = (value: unknown) => (isSet(value) ? numberIn(value) : undefined);

function textOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

const saidIn = (value: unknown) => (isSet(value) ? textOf(value) : undefined);
