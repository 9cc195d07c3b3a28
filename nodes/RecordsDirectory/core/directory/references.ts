import type { Field, Operation } from '../../api/define';
import { isJsonObject, jsonObjectsIn, textIn, type JsonObject } from '../json';
import { writableFields } from '../request/request';
import { InputError } from '../values/input-error';
import { problemsOf, type Problems } from './checks';
import type { FieldsByWire, Plan, PlannedEntry } from './plan';

/** The kinds of entries that others refer to by code. */
export const REFERRED = ['organization', 'position'] as const;
export type Referred = (typeof REFERRED)[number];

/** The existing codes of each kind that a plan refers to. */
type ExistingCodes = ReadonlyMap<Referred, ReadonlySet<string>>;

interface Reference {
	readonly to: Referred;
	readonly code: string;
	readonly label: string;
}

/** Returns the kinds of entries that something to be sent refers to: only their lists must be read. */
export function kindsReferredTo(operation: Operation, { planned }: Plan): ReadonlySet<Referred> {
	const fields = writableFields(operation);
	return new Set(planned.flatMap((one) => referencesOf(fields, one).map(({ to }) => to)));
}

/** Finds items that refer to an organization or position that does not exist. */
export function dangling(
	operation: Operation,
	planned: readonly PlannedEntry[],
	existing: ExistingCodes,
): Problems {
	const fields = writableFields(operation);
	return problemsOf(planned, (one) => {
		const lost = referencesOf(fields, one).find(
			({ to, code }) => existing.get(to)?.has(code) === false,
		);
		return (
			lost &&
			InputError.about(
				`'${lost.label}'`,
				` is "${lost.code}", but there is no such ${lost.to}`,
				`Create the ${lost.to} first, or correct the code.`,
			)
		);
	});
}

/** Values that are sent back as they were read are the service's own. */
const referencesOf = (fields: FieldsByWire, { action, body, changes }: PlannedEntry): Reference[] =>
	[...fields]
		.filter(([name]) => action === 'create' || Object.hasOwn(changes, name))
		.flatMap(([name, field]) => referencesIn(field, body[name]));

function referencesIn({ kind, from, label, columns = {} }: Field, value: unknown): Reference[] {
	if (kind === 'rows') {
		return jsonObjectsIn(value).flatMap((row: JsonObject) =>
			Object.entries(columns).flatMap(([name, column]) =>
				referencesIn({ ...column, label: `${label}: ${column.label}` }, row[name]),
			),
		);
	}
	const to = REFERRED.find((one) => one === from?.name);
	const code = isJsonObject(value) ? '' : textIn(value ?? '');
	return to === undefined || code === '' ? [] : [{ to, code, label }];
}
