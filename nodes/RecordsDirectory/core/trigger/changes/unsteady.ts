import { canonical, isJsonObject, type JsonObject, omit } from '../../json';
import type { RecordRow } from '../listed-record';

/** Names of values that differ with every reply: those of `fieldName`, or of system fields. */
export type Unsteady = readonly string[];

const FIELD = 'record.';

/** Returns the name of a field of the form among those of a record. */
export const fieldName = (field: string): string => FIELD + field;

/** Returns the values of a record that show an edit. Addresses may differ with every reply. */
export function steadyContent({ raw }: Pick<RecordRow, 'raw'>, unsteady: Unsteady): JsonObject {
	const steady = (values: JsonObject, prefix = '') =>
		Object.fromEntries(
			Object.entries(values).filter(([name]) => !unsteady.includes(prefix + name)),
		);
	const { record, ...system } = omit(raw as JsonObject, ['accessUrl', 'accessEditUrl']);
	return { ...steady(system), record: isJsonObject(record) ? steady(record, FIELD) : record };
}

/** Returns the names of values that differ between two replies, in records whose time does not. */
export function differing(one: readonly RecordRow[], other: readonly RecordRow[]): Unsteady {
	const before = new Map(one.map((row) => [row.recordId, row]));
	const names = other.flatMap((row) => {
		const same = before.get(row.recordId);
		if (same?.updatedAt !== row.updatedAt) return [];
		const [a, b] = [namedValues(same), namedValues(row)];
		const all = [...a.keys(), ...b.keys()];
		return all.filter((name) => canonical(a.get(name)) !== canonical(b.get(name)));
	});
	return [...new Set(names)];
}

function namedValues(row: RecordRow): ReadonlyMap<string, unknown> {
	const { record, ...system } = steadyContent(row, []);
	const fields = Object.entries(isJsonObject(record) ? record : {});
	return new Map([
		...Object.entries(system),
		...fields.map(([name, value]) => [fieldName(name), value] as const),
	]);
}
