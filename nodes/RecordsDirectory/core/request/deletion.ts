import { isOff, numberIn, textIn, type JsonObject } from '../json';
import { Failure } from './failure';

/**
 * Reads the deletion type of a record or comment, 0 for a live one: from a number, a text, true or false, or a
 * missing value (Resources, Record). Undefined for anything else, because a guess could be wrong.
 */
export function deletionIn({ isDeleted: flag }: JsonObject): number | undefined {
	if (isOff(flag)) return 0;
	return /^true$/i.test(textIn(flag)) ? 1 : numberIn(flag);
}

/** Whether a record or comment is deleted. Throws a `Failure` if it does not say that clearly. */
export function isDeleted(row: object): boolean {
	const type = deletionIn(row as JsonObject);
	if (type === undefined) throw unclearDeletion(row as JsonObject);
	return type !== 0;
}

/** Throws a `Failure` if no row of a page says clearly whether it is deleted: then the service means something else. */
export function mustSayDeletion(rows: readonly JsonObject[]): void {
	const [first] = rows;
	if (first && rows.every((row) => deletionIn(row) === undefined)) throw unclearDeletion(first);
}

export const unclearDeletion = ({ recordId, id = recordId }: JsonObject): Failure =>
	new Failure({
		kind: 'foreign',
		message: `The service does not say clearly whether record ${textIn(id)} is deleted`,
	});
