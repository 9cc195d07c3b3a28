import type { Id } from '../../id';
import type { Walk } from '../../listing/walk';

/** Everything the trigger keeps between polls, as plain JSON; each text is a packed set of IDs. */
export interface DeletionState {
	readonly version: 1;
	readonly scope: string;
	/** Records that the list is believed to contain. */
	readonly listed: string;
	/** Those of them that are listed as deleted. */
	readonly dead?: string;
	/** Records that a single read finds although the list does not contain them. */
	readonly hidden?: string;
	/** Records whose disappearance from the list is still to be confirmed. */
	readonly pending?: string;
	/** Whether the pending ones are known not to be part of a mass disappearance. */
	readonly isWeighed?: boolean;
	/** Emitted deletions, and how often each record was deleted again after it had come back. */
	readonly emitted?: string;
	readonly emittedAgain?: Readonly<Record<string, number>>;
	/** The largest page so far: what the service certainly returns. */
	readonly largestPage: number;
	/** Whether deleted records leave the list, if known. */
	readonly leave?: true;
	/** The current reading of the whole list. */
	readonly sweep?: Sweep;
	/** Whether a poll since the last patrol had too few requests to find out if something is gone. */
	readonly isStalled?: boolean;
	/** Polls since the last patrol, which checks what the gap finder does not cover. */
	readonly sincePatrol: number;
	/** The unlisted record that was checked last. */
	readonly hiddenAt?: Id;
}

/** Reads the whole list by record ID, over one or more polls. Plain JSON. */
export interface Sweep {
	/**
	 * `baseline` is the first, silent one; `urgent` replaces a gap finder that had too few requests; `patrol`
	 * reads one page from time to time.
	 */
	readonly kind: 'baseline' | 'urgent' | 'patrol';
	readonly walk: Walk;
	/** The largest page of this sweep: a smaller one is the end of the list. */
	readonly largestPage: number;
	readonly requests: number;
}
