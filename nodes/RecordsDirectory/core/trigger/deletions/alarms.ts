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

const BEGIN_ANEW =
	'To begin anew without events for what is missing now, give the trigger another name.';

/** Throws an `InputError` if so many records are missing that a flood of events would be a mistake. */
export function mustBeFew(missing: number, known: number): void {
	if (missing <= Math.max(MOST_AT_ONCE, Math.floor(MOST_SHARE * known))) return;
	throw new InputError(
		`At least ${missing} of ${known} records are missing at once: none is reported as deleted`,
		`Most likely the key has lost the right to them, or the service answers the search of this trigger in another way. Once that is put right, the next poll goes on as if nothing had been. ${BEGIN_ANEW}`,
	);
}

/** Throws an `InputError` if a state is too large to be saved after each poll. */
export function mustBeSmall(state: DeletionState, known: number): void {
	const { length } = JSON.stringify(state);
	if (length <= MOST_STATE) return;
	throw new InputError(
		`The form has too many records to watch for deletions: ${known}, which take ${length} characters`,
		'Watch a part of them: set a search in the options of the trigger.',
	);
}
