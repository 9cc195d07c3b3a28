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

/**
 * Returns the deletion types of listed rows; `unclear` gives that of a row that does not say it clearly. Throws
 * the `Failure` if no row does: then the service means something else.
 */
export function deletionsIn(
	rows: readonly JsonObject[],
	unclear: (failure: Failure) => number,
): readonly number[] {
	const types = rows.map((row) => {
		try {
			return deletionIn(row);
		} catch (error) {
			return error as Failure;
		}
	});
	const failures = types.filter((type) => type instanceof Failure);
	if (failures[0] && failures.length === rows.length) throw failures[0];
	return types.map((type) => (type instanceof Failure ? unclear(type) : type));
}

export const isDeleted = (row: object): boolean => deletionIn(row as JsonObject) !== 0;

export const unclearDeletion = (id: string | number): Failure =>
	new Failure({
		kind: 'foreign',
		message: `The service does not say clearly whether record ${id} is deleted`,
	});
