import { shownDate, shownTime } from './dates.ts';
import type { Dialect } from './dialects.ts';
import type { OutputField } from './fields.ts';
import { furtherValue, signed } from './further-fields.ts';
import { isChoice, isMultiple } from './identifiers.ts';
import type { Form, RecordRow, SubField, Values } from './resources.ts';

/** Returns a record as the service returns it; `base` is the service's base address. */
export function recordReply(
	form: Form,
	row: RecordRow,
	output: readonly OutputField[],
	dialect: Dialect,
	base: string,
) {
	const { appsId, recordId, uniqueId, status, creatorCode, creator, createdAt, data } = row;
	const { updaterCode, updater, updatedAt, isDeleted } = row;
	const stored = new Map(Object.entries(JSON.parse(data) as Values));
	const address = `${base}/forms/${appsId}/records/${recordId}`;
	const shown = { row, base };
	const processed = form.statuses !== undefined && dialect.processFunction === 'perForm';
	return {
		appsId,
		recordId,
		uniqueId,
		...(processed ? { status } : {}),
		creatorCode,
		creator,
		createdAt,
		updaterCode,
		updater,
		updatedAt,
		accessUrl: signed(address, dialect),
		accessEditUrl: signed(`${address}/edit`, dialect),
		isDeleted,
		record: Object.fromEntries(
			output.flatMap((entry) => {
				const further = furtherValue(entry.field, shown, dialect);
				if (further !== undefined) return [[entry.field.uniqueId, further] as const];
				return cell(entry, stored, dialect);
			}),
		),
	};
}

type Cells = ReadonlyMap<string, unknown>;

function cell({ field, relatedCode }: OutputField, cells: Cells, dialect: Dialect) {
	const suffixed = relatedCode !== undefined && dialect.relatedCodeKey === 'withSuffix';
	const key = suffixed ? `${field.uniqueId}[${relatedCode}]` : field.uniqueId;
	const value = shaped(field, relatedCode, cells.get(field.uniqueId), dialect);
	return value === undefined ? [] : [[key, value] as const];
}

function shaped(
	field: OutputField['field'],
	relatedCode: OutputField['relatedCode'],
	value: unknown,
	dialect: Dialect,
): unknown {
	if (field.fieldType === 'detailTable') {
		return ((value ?? []) as Values[]).map((row, n) => ({
			...(dialect.detailRows === 'numbered' && { rowId: n + 1 }),
			...detailRow(field.subTable ?? [], row, dialect),
		}));
	}
	if (/Selection$/.test(field.fieldType)) return value ?? [];
	if (value === undefined) return empty(dialect);
	if (field.fieldType === 'date') return shownDate(String(value), dialect);
	if (field.fieldType === 'dateTime') return shownTime(String(value), dialect);
	if (!isChoice(field)) return value;
	const names = Array.isArray(value) ? (value as string[]) : [value as string];
	const shown = names.map((name) => choice(field, relatedCode, name, dialect));
	if (!isMultiple(field)) return shown[0];
	return dialect.multipleValues === 'comma' ? shown.map(String).join(',') : shown;
}

function choice(
	field: SubField,
	relatedCode: OutputField['relatedCode'],
	name: string,
	dialect: Dialect,
) {
	const item = field.selectItems?.find(({ selectName }) => selectName === name);
	if (relatedCode !== undefined) return item?.[`code${relatedCode}`] ?? '';
	// A comma-separated text can contain only names.
	const asText = isMultiple(field) && dialect.multipleValues === 'comma';
	if (dialect.choiceValues === 'name' || asText || item === undefined) return name;
	return { id: item.id, selectName: item.selectName, code1: item.code1 ?? '' };
}

function detailRow(columns: SubField[], row: Values, dialect: Dialect) {
	const cells = new Map(Object.entries(row));
	const values = Object.fromEntries(columns.flatMap((field) => cell({ field }, cells, dialect)));
	return dialect.detailRows === 'values' ? values : { record: values };
}

function empty(dialect: Dialect): '' | null | undefined {
	if (dialect.emptyValues === 'text') return '';
	return dialect.emptyValues === 'null' ? null : undefined;
}
