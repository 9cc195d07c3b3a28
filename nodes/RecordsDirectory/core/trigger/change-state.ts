import type { Watched } from './change-event';
import { shiftTime } from './clock';
import { mayComeAgain } from './scan';
import type { Scan } from './scan';
import { packSeen } from './seen';
import type { SeenRecords, SeenVersion } from './seen';

/** What the user chose, and the limits of one poll. */
export interface ChangeSettings extends Watched {
	/** Fingerprint of site, form, filter and event: another one starts from a new baseline. */
	readonly scope: string;
	/** Seconds by which rows may show up late and the server's clock may step back, together. */
	readonly overlapSeconds: number;
	/** Most requests of one poll; the rest is left to the next polls. */
	readonly maxRequests: number;
	/** Most rows of one page; the document allows 1000. */
	readonly pageSize: number;
}

/** All the trigger keeps between polls, as plain JSON. It grows with the window, not the form. */
export interface ChangeState {
	readonly version: 1;
	readonly scope: string;
	/** Newest time of a completed scan; '' for a form without records. */
	readonly newest: string;
	/** The server's time when `newest` was first read, in milliseconds. */
	readonly newestReadAt?: number;
	/** Rows with this time or a newer one are in the window. Later than `newest`: it is settled. */
	readonly bound: string;
	readonly seen: SeenRecords;
	/** A scan that the budget of its poll did not complete. */
	readonly scan?: Scan;
}

/** Date headers have whole seconds, and the machines of a site differ a little. */
const SETTLE_SLACK_SECONDS = 30;

/** Promises: the state of a trigger that has not read anything yet. */
export function emptyState(scope: string): ChangeState {
	return { version: 1, scope, newest: '', bound: '', seen: {} };
}

type Seen = ReadonlyMap<number, SeenVersion>;

/** Promises: the state after a poll whose budget ended before its scan: nothing moves on. */
export function pause(
	state: ChangeState,
	scan: Scan,
	seen: Seen,
	settings: ChangeSettings,
): ChangeState {
	const { overlapSeconds } = settings;
	const keep = ({ time }: SeenVersion, id: number) => mayComeAgain(scan, id, time, overlapSeconds);
	return { ...state, seen: packSeen(seen, keep), scan };
}

/** Promises: the state after a complete scan: the window follows the newest time of its start. */
export function complete(
	state: ChangeState,
	scan: Scan,
	seen: Seen,
	settings: ChangeSettings,
): ChangeState {
	const { version, scope } = state;
	const newest = scan.top ?? '';
	const newestReadAt = readAt(state, scan);
	const bound = laterOf(state.bound, settledBound(state, scan, settings) ?? scan.calm);
	return {
		version,
		scope,
		newest,
		...(newestReadAt === undefined ? {} : { newestReadAt }),
		bound,
		seen: packSeen(seen, ({ time }) => time >= bound),
	};
}

const laterOf = (a: string, b: string): string => (a > b ? a : b);

function readAt(state: ChangeState, { top, startedAt }: Scan): number | undefined {
	if (top !== state.newest || state.newestReadAt === undefined) return startedAt;
	// A Date header that was set back only makes the wait longer.
	return Math.min(state.newestReadAt, startedAt ?? Infinity);
}

/**
 * The newest time was on the server's clock when it was first read. Once more than the overlap has
 * passed since, no row will get that time or an older one: the window is closed behind it, whatever
 * zone and error the clock has, and quiet polls need not look below it. The server has to count twice
 * the overlap: a clock that was set back before may have been set forward again since.
 */
function settledBound(
	state: ChangeState,
	{ top, startedAt }: Scan,
	{ overlapSeconds }: ChangeSettings,
): string | undefined {
	if (top !== state.newest || startedAt === undefined || state.newestReadAt === undefined)
		return undefined;
	const seconds = (startedAt - state.newestReadAt) / 1000;
	const wait = 2 * overlapSeconds + SETTLE_SLACK_SECONDS;
	return seconds < wait ? undefined : shiftTime(state.newest, 1);
}
