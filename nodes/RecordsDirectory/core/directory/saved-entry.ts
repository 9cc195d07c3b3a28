import type { Entity, Operation } from '../../api/define';
import type { Row } from '../json';
import type { Look } from '../request/failure';
import { keptOf, writableFields } from '../request/full-update';
import { isAlike } from './same-value';

/** An entry of the directory as it was sent; one that is new was not there before. */
export interface SentEntry {
	readonly body: Row;
	readonly isNew: boolean;
}

/**
 * What the directory says of an entry that may have been saved: saved is what is there with all its values. Of
 * what cannot be read, such as a password, only a new entry has what was sent.
 */
export function entryLook(
	operation: Operation,
	readable: Entity,
	{ body, isNew }: SentEntry,
	present: Row | undefined,
): Look {
	if (!present) return { fate: 'absent' };
	const fields = writableFields(operation);
	const kept = keptOf(fields, present);
	const isSame = Object.entries(body).every(([name, value]) => {
		const field = fields.get(name);
		if (value === undefined) return true;
		return field && Object.hasOwn(readable, name) ? isAlike(field, kept[name], value) : isNew;
	});
	return isSame ? { fate: 'saved', rows: [present] } : { fate: 'unknown' };
}
