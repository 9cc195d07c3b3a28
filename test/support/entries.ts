import { entries, type Entry } from '../../nodes/RecordsDirectory/api';
import type { Field } from '../../nodes/RecordsDirectory/api/define';
import { accepted, type Values } from '../../nodes/RecordsDirectory/core/values/validate';

export type OperationKey = Entry['key'];

export const UTC = { zone: 'UTC' };

export function entryOf(key: OperationKey): Entry {
	const found = entries.find((entry) => entry.key === key);
	if (!found) throw new Error(`no ${key}`);
	return found;
}

const ROWS: Readonly<Record<string, object>> = {
	Conditions: { field: 'field-1', condition: 'empty' },
	'Match On': { field: 'code', value: 'A' },
	'Detail Rows': { cells: [{ column: 'a', value: 'b' }] },
};

/** A value that n8n may return for a field. */
function sampleOf(field: Field): unknown {
	switch (field.kind) {
		case 'integer':
			return '3';
		case 'boolean':
			return false;
		case 'date':
			return '2027-03-31';
		case 'rows':
			return [ROWS[field.label] ?? { organizationCode: 'SALES' }];
		case 'record':
			return { 'field-1': 'a value' };
		case 'pick':
			return { mode: 'id', value: field.from?.name === 'sortField' ? 'recordId' : '12' };
		case 'dateTime':
			return '2027-03-31 09:30:00';
		case 'choice':
			return field.choices?.[0]?.value;
		default:
			return 'text';
	}
}

/** All fields of an operation filled in, as after the checks. */
export function allValues({ operation }: Entry): Values {
	const { params, filters = {}, additionalFields = {}, options = {} } = operation;
	const added = { ...additionalFields, ...options };
	const raw = Object.fromEntries(
		Object.entries({ ...params, ...filters, ...added }).map(([name, f]) => [name, sampleOf(f)]),
	);
	return {
		...accepted(params, raw, { reading: UTC, empty: 'required' }),
		...accepted(filters, raw, { reading: UTC, empty: 'added' }),
		...accepted(added, raw, { reading: UTC, empty: 'added' }),
	};
}
