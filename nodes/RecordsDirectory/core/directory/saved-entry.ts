import type { JsonObject } from '../json';
import type { LookedUpEntry } from '../request/failure';
import { writableValues, writableFields } from '../request/request';
import type { Call } from '../request/reply';
import { foldedWithoutSpaces } from '../text';
import { entryCode, isSameValue } from './plan';

/** A directory entry as it was sent. */
interface SentEntry {
	readonly body: JsonObject;
	/** Whether it did not exist before; undefined if that is unknown, so that finding it proves nothing. */
	readonly isNew: boolean | undefined;
}

/**
 * Compares entries that may have been saved with the directory. An entry is saved if all its values are there.
 * A code that differs only in case, width or spaces may be the service's spelling of the one that was sent.
 */
export function entriesLookedUp(
	kind: Call,
	sent: readonly SentEntry[],
	listed: readonly JsonObject[],
): readonly LookedUpEntry[] {
	const byCode = new Map(listed.map((row) => [entryCode(row), row]));
	const spelled = new Set([...byCode.keys()].map(foldedWithoutSpaces));
	return sent.map((one): LookedUpEntry => {
		const code = entryCode(one.body);
		const present = byCode.get(code);
		if (!present) return { fate: spelled.has(foldedWithoutSpaces(code)) ? 'unknown' : 'absent' };
		return one.isNew !== undefined && isSaved(kind, one, present)
			? { fate: 'saved', rows: [present] }
			: { fate: 'unknown' };
	});
}

/**
 * A value that cannot be read, such as a password, is certain only for a new entry. A new entry has no other
 * values: one that has them existed before.
 */
function isSaved(
	{ operation, resource }: Call,
	{ body, isNew }: SentEntry,
	present: JsonObject,
): boolean {
	const fields = writableFields(operation);
	const kept = writableValues(fields, present);
	return [...fields].every(([name, field]) => {
		const isSame = isSameValue(field, kept[name], body[name]);
		if (body[name] === undefined) return !isNew || isSame;
		return Object.hasOwn(resource.entity, name) ? isSame : isNew;
	});
}
