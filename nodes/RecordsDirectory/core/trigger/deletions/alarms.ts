import type { DeletionState } from './types';
import { InputError } from '../../values/input-error';

/** Without a limit of the user, more than both of these probably mean that the key has lost a permission. */
const MOST_AT_ONCE = 50;
const MOST_SHARE = 0.2;
/**
 * The longest state, in characters, that n8n can easily save after each poll. 100,000 records take 7 characters
 * if no ID is missing, 29,000 if a tenth of all IDs is gone, and 270,000 if 99 of 100 are gone.
 */
const MOST_STATE = 1_000_000;

/** So many records are missing that a flood of events would be a mistake. It lasts until someone does something. */
export class MassDeletion extends InputError {}

/** Throws a `MassDeletion` if more records are missing than `limit`, which the user may have chosen. */
export function mustBeFew(
	missing: number,
	known: number,
	limit = Math.max(MOST_AT_ONCE, Math.floor(MOST_SHARE * known)),
): void {
	if (missing <= limit) return;
	throw new MassDeletion(
		`At least ${missing} of ${known} records are missing at once, but 'Removal Limit' is ${limit}: no event is emitted`,
		"If they were deleted, add the option 'Removal Limit' with a higher number. The next polls then emit them. Otherwise the key has probably lost the permission to read them, or the search returns other records. When this is fixed, the next poll continues.",
	);
}

/** Throws an `InputError` if a state is too large to be saved after each poll. */
export function mustBeSmall(state: DeletionState, known: number): void {
	const { length } = JSON.stringify(state);
	if (length <= MOST_STATE) return;
	throw new InputError(
		`The form has too many records to watch for deletions: ${known}, which take ${length} characters`,
		'Watch fewer records: set a Keyword or a Query in the options of the trigger.',
	);
}
