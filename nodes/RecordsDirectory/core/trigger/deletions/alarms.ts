import type { DeletionState } from './state';
import { InputError } from '../../values/input-error';

/** More records than both of these missing at once are taken for lost rights, not for deletions. */
export const MOST_AT_ONCE = 50;
export const MOST_SHARE = 0.2;
/**
 * Characters of a state that n8n saves with ease after each poll. 100,000 records take 5 characters
 * with no id left out, 20,000 with a tenth of all ids gone, and 190,000 with 99 of 100 gone.
 */
export const MOST_STATE = 1_000_000;

const BEGIN_ANEW = 'To start over without events for the missing records, rename the trigger.';

/** Throws an `InputError` if so many records are missing that a flood of events would be a mistake. */
export function mustBeFew(missing: number, known: number): void {
	if (missing <= Math.max(MOST_AT_ONCE, Math.floor(MOST_SHARE * known))) return;
	throw new InputError(
		`At least ${missing} of ${known} records are missing at once: none is reported as deleted`,
		`The key has probably lost the right to read them, or the search of this trigger returns something else now. When this is fixed, the next poll continues. ${BEGIN_ANEW}`,
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
