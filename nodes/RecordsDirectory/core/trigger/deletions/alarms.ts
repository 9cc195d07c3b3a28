import type { DeletionState } from './types';
import { mistake } from '../../values/input-error';

/** Without a limit of the user, more than both of these probably mean that the key has lost a permission. */
const MOST_AT_ONCE = 50;
const MOST_SHARE = 0.2;
/**
 * The longest state, in characters, that n8n can easily save after each poll. 100,000 records take 7 characters
 * if no ID is missing, 29,000 if a tenth of all IDs is gone, and 270,000 if 99 of 100 are gone.
 */
const MOST_STATE = 1_000_000;

/**
 * Throws an `InputError` if more records are missing than `limit`, which the user may have chosen: that many events
 * would be a mistake. The error lasts until a user does something.
 */
export function mustBeFew(
	missing: number,
	known: number,
	limit = Math.max(MOST_AT_ONCE, Math.floor(MOST_SHARE * known)),
): void {
	if (missing <= limit) return;
	throw mistake('massDeletion', { missing, known, limit });
}

/** Throws an `InputError` if a state is too large to be saved after each poll. */
export function mustBeSmall(state: DeletionState, known: number): void {
	const { length } = JSON.stringify(state);
	if (length <= MOST_STATE) return;
	throw mistake('tooManyForDeletions', { count: known, length });
}
