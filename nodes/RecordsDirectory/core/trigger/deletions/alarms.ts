import type { DeletionState } from './types';
import { InputError } from '../../values/input-error';

/** If more records than both of these are missing at once, the key has probably lost its rights. */
export const MOST_AT_ONCE = 50;
export const MOST_SHARE = 0.2;
/**
 * The longest state, in characters, that n8n can easily save after each poll. 100,000 records take 5 characters
 * if no ID is missing, 20,000 if a tenth of all IDs is gone, and 190,000 if 99 of 100 are gone.
 */
export const MOST_STATE = 1_000_000;

const BEGIN_ANEW = 'To start over without events for the missing records, rename the trigger.';

/** Throws an `InputError` if so many records are missing that a flood of events would be a mistake. */
export function mustBeFew(missing: number, known: number): void {
	if (missing <= Math.max(MOST_AT_ONCE, Math.floor(MOST_SHARE * known))) return;
	throw new InputError(
		`At least ${missing} of ${known} records are missing at once: none is reported as deleted`,
		`The key has probably lost the right to read them, or its search now returns other records. When this is fixed, the next poll continues. ${BEGIN_ANEW}`,
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
