import type { WatchedForm } from './event';
import { laterOf } from '../text-time';
import type { Id } from '../../id';
import { mustRemember, secondsBehind } from './scan';
import type { FormReadingState } from '../form-reading';
import type { Scan } from './scan-state';
import { packSeen, type SeenRecords, type SeenVersion } from './seen';
import type { Unsteady } from './unsteady';

/** What the user chose, and the limits of a poll. */
export interface ChangeSettings extends WatchedForm {
	/** Fingerprint of site, form, filter and event: another one causes a new baseline. */
	readonly scope: string;
	/** How late rows may show up plus how far the server's clock may step back, in seconds. */
	readonly overlapSeconds: number;
	/** The most requests per poll; the rest of the work is left to the next polls. */
	readonly maxRequests: number;
	/** The most rows per page; the document allows 1000. */
	readonly pageSize: number;
	/** The most events per poll. */
	readonly mostItems?: number;
	/** Fields whose changes the user wants, so that none of them may be ignored. */
	readonly watchedFields?: readonly string[];
	/**
	 * A trigger without a state begins with the records from this time on, and emits them; undefined: with a silent baseline, of
	 * which '' reads the newest time only.
	 */
	readonly since?: string | undefined;
}

/** Everything the trigger keeps between polls, as plain JSON. It grows with the window, not with the form. */
export interface ChangeState {
	readonly version: 1;
	readonly scope: string;
	/** The newest time of a completed scan; '' for a form without records. */
	readonly newest: string;
	/** The server's time when `newest` was first read, in milliseconds. */
	readonly newestReadAt?: number;
	/** Rows with this time or a newer one are in the window. If later than `newest`, that time is settled. */
	readonly windowStart: string;
	/** Known records with a later time are dated in the future. */
	readonly possibleUntil?: string;
	readonly seen: SeenRecords;
	/** The newest time when the window first stayed open because its rows were not proven complete. */
	readonly unproven?: string;
	/** A scan that its poll could not complete. */
	readonly scan?: Scan;
	/** The reading of the records that were there when the trigger began, if polls before have not ended it. */
	readonly existing?: FormReadingState;
	/** Values that differ with every reply; undefined if the content of records does not matter. */
	readonly unsteady?: Unsteady;
}

/** Returns the state of a trigger that has not read anything yet. */
export function emptyState({
	scope,
	since = '',
}: Pick<ChangeSettings, 'scope' | 'since'>): ChangeState {
	return { version: 1, scope, newest: '', windowStart: since, seen: {} };
}

/** How far a poll has come: the state that it began with, its scan, and the known versions. */
interface PollSoFar {
	readonly state: ChangeState;
	readonly scan: Scan;
	readonly seen: ReadonlyMap<Id, SeenVersion>;
}

/** Returns the state after a poll that ended before its scan: the window does not move. */
export function pausedState(
	{ state, scan, seen }: PollSoFar,
	{ overlapSeconds }: ChangeSettings,
): ChangeState {
	return { ...state, seen: packSeen(seen, mustRemember(scan, overlapSeconds)), scan };
}

/**
 * Returns the state after a completed scan: the window follows the newest time at its start. It stays if the
 * scan is open, which means that a later one must prove it.
 */
export function completedState(
	{ state, scan, seen }: PollSoFar,
	{ isOpen, overlapSeconds }: { readonly isOpen: boolean; readonly overlapSeconds: number },
): ChangeState {
	const { version, scope } = state;
	const newest = scan.newestAtStart ?? '';
	const newestReadAt = readAt(state, scan, overlapSeconds);
	const { possibleUntil } = scan;
	const windowStart = isOpen ? scan.windowStart : laterOf(scan.windowStart, scan.settledBefore);
	return {
		version,
		scope,
		newest,
		...(newestReadAt === undefined ? {} : { newestReadAt }),
		windowStart,
		...(possibleUntil === undefined ? {} : { possibleUntil }),
		...(isOpen ? { unproven: state.unproven ?? newest } : {}),
		seen: packSeen(seen, ({ time }) => time >= windowStart),
	};
}

function readAt(state: ChangeState, scan: Scan, overlapSeconds: number): number | undefined {
	const { newestAtStart, startedAt } = scan;
	if (newestAtStart !== state.newest || state.newestReadAt === undefined) return startedAt;
	// The clock must catch up first.
	if (secondsBehind(state, overlapSeconds, startedAt) > 0) return state.newestReadAt;
	// A Date header that was set back within the overlap only makes the wait longer.
	return Math.min(state.newestReadAt, startedAt ?? Infinity);
}
