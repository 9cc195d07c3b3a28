import { isOff, numberIn, textIn, type JsonObject } from '../json';
import { Failure } from './failure';

/**
 * Returns the deletion type of a record or comment, 0 for a live one: from a number, a text, true or false, or a
 * missing value (Resources, Record). Throws a `Failure` for anything else, because a guess could be wrong.
 */
export function deletionIn({ recordId, id = recordId, isDeleted: flag }: JsonObject): number {
	if (isOff(flag)) return 0;
	const type = /^true$/i.test(textIn(flag)) ? 1 : numberIn(flag);
	if (type !== undefined) return type;
	throw unclearDeletion(textIn(id));
}

export const isDeleted = (row: object): boolean => deletionIn(row as JsonObject) !== 0;

export const unclearDeletion = (id: string | number): Failure =>
	new Failure({
		kind: 'foreign',
		message: `The service does not say clearly whether record ${id} is deleted`,
	});
