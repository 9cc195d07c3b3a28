import { isRow } from '../json';
import { Refusal } from '../values/input-error';
import type { FormField } from './definition';
import { entriesOf } from './lists';
import { labelOf } from './names';

/** A user or organization of a record; the service answers the name with the code. */
export interface Selected {
	readonly code: string;
	readonly name?: string;
}

/**
 * Users or organizations in the shape in which the service answers them (Record, value shapes), each
 * once: from a code, codes between commas or in lines, a list, or what was read before. A name is sent
 * only when it came with its code. Throws a `Refusal` for what has no code. Whether a field takes several
 * is for the service to say, as `multiple: false` may stand for what nobody set.
 */
export function selectionFor(field: FormField, value: unknown): Selected[] {
	const entries = entriesOf(value).flatMap((entry) =>
		typeof entry === 'string' && !Array.isArray(value) ? entry.split(',') : [entry],
	);
	const selected = new Map<string, Selected>();
	for (const entry of entries) {
		const one = selectedOf(entry);
		if (!one) throw noCode(field);
		if (one.code !== '') selected.set(one.code, one);
	}
	return [...selected.values()];
}

function selectedOf(entry: unknown): Selected | undefined {
	const code = isRow(entry) ? entry.code : entry;
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const name = isRow(entry) && typeof entry.name === 'string' ? { name: entry.name } : {};
	return { code: String(code).trim(), ...name };
}

const noCode = (field: FormField) =>
	new Refusal(
		`${labelOf(field)} holds something without a code`,
		'Give codes such as E0001, or objects such as { "code": "E0001" }.',
	);
