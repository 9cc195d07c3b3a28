import type { Field } from '../../api/define';
import { rowsIn } from '../json';

/** Whether two values of a field mean the same to the service, however they are spelled. */
export const isAlike = (field: Field, one: unknown, other: unknown): boolean =>
	meaning(field, one) === meaning(field, other);

/** Left out means the default of the document: false, 0, or nothing (Resources). */
function meaning({ kind, columns = {} }: Field, value: unknown): string {
	switch (kind) {
		case 'boolean':
			return String(value ?? false);
		case 'integer':
			return String(Number(value ?? 0));
		case 'date':
			return String(value ?? '').replace(/^(\d{4})-(\d\d)-(\d\d).*/, '$1/$2/$3');
		case 'rows': {
			const names = Object.keys(columns);
			const rows = rowsIn(value).map((row) => names.map((name) => String(row[name] ?? '')));
			// The document gives them no order.
			return JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());
		}
		default:
			return String(value ?? '');
	}
}
