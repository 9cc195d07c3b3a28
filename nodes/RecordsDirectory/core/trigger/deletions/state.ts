import type { Id } from '../../id';
import type { Walk } from '../../listing/walk';

/** All the trigger keeps between polls, as plain JSON; each text is a packed set of ids. */
export interface DeletionState {
	readonly version: 1;
	readonly scope: string;
	/** Records that the list is believed to hold. */
	readonly listed: string;
	/** Of those, the ones listed as deleted. */
	readonly dead?: string;
	/** Alive when read singly, and yet not in the list. */
	readonly hidden?: string;
	/** Believed alive until now; what the list said of them is still to be confirmed. */
	readonly pending?: string;
	/** Whether the pending ones are known not to be a part of many more. */
	readonly isWeighed?: boolean;
	/** Deletions that were emitted, and how often again after the record had come back. */
	readonly told?: string;
	readonly toldAgain?: Readonly<Record<string, number>>;
	/** Most rows that one page has held: what the service gives for certain. */
	readonly largestPage: number;
	/** Whether deleted records leave the list, as far as known. */
	readonly leave?: true;
	/** The reading of the whole list that is under way. */
	readonly sweep?: Sweep;
	/** Whether a poll since the last patrol had no requests left to find out if something is gone. */
	readonly isStalled?: boolean;
	/** Polls since the last look at what the gap finder does not cover. */
	readonly sincePatrol: number;
	/** The unlisted record that was looked at last. */
	readonly hiddenAt?: Id;
}

/** The reading of the whole list by record id, over one or more polls; plain JSON. */
export interface Sweep {
	/**
	 * The first one takes the silent baseline; an urgent one stands in for a gap finder that the budget
	 * did not let end; a patrol goes on by a page now and then.
	 */
	readonly kind: 'baseline' | 'urgent' | 'patrol';
	readonly walk: Walk;
	/** Most rows of a page of this sweep: a page with fewer is the end of the list. */
	readonly largestPage: number;
	readonly requests: number;
}
