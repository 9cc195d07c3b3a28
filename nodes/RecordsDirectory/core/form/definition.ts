import { grouped } from '../grouped';
import { idIn } from '../id';
import { type JsonObject, jsonObjectsIn, numberIn } from '../json';
import type { FormField } from './field';
import { findKind } from './kinds';
import { isSet, isTrue, textOrNumberIn, typeWords } from './kinds/definition-row';

/**
 * Definitions may have any spelling: numbers and truth values as texts, properties missing (Resources, Field
 * and SubField). Columns of a detail table are listed only in their table. A row without a field ID is
 * skipped, because nothing could be sent to it. A field with a formula (`calc`) is read-only. Labels and the
 * like differ from texts at most by the name of their type; the service ignores or rejects values for them.
 */
export function parseForm(rows: readonly JsonObject[]): FormField[] {
	const inTables = new Set(rows.flatMap(({ subTable }) => jsonObjectsIn(subTable).map(fieldIdIn)));
	inTables.delete(undefined);
	const isColumn = (row: JsonObject) =>
		tableIdIn(row) !== undefined || inTables.has(fieldIdIn(row));
	const columns = new Map(grouped(rows, tableIdIn));
	return parseFields(
		rows.filter((row) => !isColumn(row)),
		(row) => [...jsonObjectsIn(row.subTable), ...(columns.get(fieldIdIn(row) ?? '') ?? [])],
	);
}

const fieldIdIn = ({ fieldId }: JsonObject) => idIn(fieldId);

/** Undefined for an ordinary field, whose parent is -1. */
const tableIdIn = ({ parentFieldId }: JsonObject) => idIn(parentFieldId);

function parseFields(
	rows: readonly JsonObject[],
	columnsIn: (row: JsonObject) => readonly JsonObject[] = () => [],
): FormField[] {
	return grouped(rows, (row) => textOrNumberIn(row.uniqueId)).map(([id, [row]]) =>
		parseField(id, row, parseFields(columnsIn(row))),
	);
}

function parseField(id: string, row: JsonObject, columns: readonly FormField[]): FormField {
	const [, kind] = findKind(row, columns.length);
	const own = kind.parts?.(row) ?? {};
	const required = isTrue(row.required) && !((numberIn(row.requiredId) ?? 0) > 0);
	const isKey = isTrue(row.primaryKey);
	const isReadOnly = isSet(row.calc);
	// A definition may use a number to say that there is no initial value.
	const hasDefault =
		own.choices?.some(({ isDefault }) => isDefault) === true ||
		(textOrNumberIn(row.default) !== undefined && row.default !== 0 && row.default !== -1);
	const isFilled = isReadOnly || kind.isReadOnly || FILLED.test(typeWords(row)) || hasDefault;
	const parts = {
		...own,
		mustBeGiven: (required || isKey) && !isFilled,
		default: isSet(row.default) ? textOrNumberIn(row.default) : undefined,
	};
	return {
		id,
		caption: textOrNumberIn(row.caption) ?? id,
		kind,
		required,
		isKey,
		isReadOnly,
		isMultiple: false,
		choices: [],
		columns,
		...Object.fromEntries(
			Object.entries(parts).filter(([, part]) => part !== undefined && part !== false),
		),
	};
}

/** Clients cannot write these. Only a hint: it merely keeps the node from requiring a value. */
const FILLED =
	/ (label|qr ?code|related records?|auto ?numbers?|serial numbers?|record id|identification id|created|creator|updated|updater) |ラベル|qrコード|関連レコード|自動採番|連番|作成|更新/;
