import type { Field, Operation, Resource } from '../../api/define';
import type { JsonObject } from '../json';
import type { Look } from '../request/failure';
import { keptOf, writableFields } from '../request/full-update';
import { plain } from '../values/folded';
import { codeOf } from './plan';
import { isAlike } from './same-value';

/** An entry of the directory as it was sent; one that is new was not there before. */
export interface SentEntry {
	readonly body: JsonObject;
	readonly isNew: boolean;
}

interface Kind {
	readonly operation: Operation;
	readonly resource: Resource;
}

/**
 * What the directory says of entries that may have been saved: saved is what is there with all its values. A code that
 * differs only in case, width or spaces may be what the service has made of the one that was sent.
 */
export function entryLooks(
	kind: Kind,
	sent: readonly SentEntry[],
	listed: readonly JsonObject[],
): readonly Look[] {
	const byCode = new Map(listed.map((row) => [codeOf(row), row]));
	const spelled = new Set([...byCode.keys()].map(plain));
	return sent.map((one): Look => {
		const code = codeOf(one.body);
		const present = byCode.get(code);
		if (!present) return { fate: spelled.has(plain(code)) ? 'unknown' : 'absent' };
		return isSaved(kind, one, present) ? { fate: 'saved', rows: [present] } : { fate: 'unknown' };
	});
}

/**
 * Of what cannot be read, such as a password, only a new entry has what was sent. A new entry has nothing else: one that does
 * was there before.
 */
function isSaved(
	{ operation, resource }: Kind,
	{ body, isNew }: SentEntry,
	present: JsonObject,
): boolean {
	const fields = writableFields(operation);
	const kept = keptOf(fields, present);
	const isElse = (name: string, field: Field) =>
		body[name] === undefined && !isAlike(field, kept[name], undefined);
	if (isNew && [...fields].some(([name, field]) => isElse(name, field))) return false;
	return Object.entries(body).every(([name, value]) => {
		const field = fields.get(name);
		if (value === undefined) return true;
		return field && Object.hasOwn(resource.entity, name)
			? isAlike(field, kept[name], value)
			: isNew;
	});
}
