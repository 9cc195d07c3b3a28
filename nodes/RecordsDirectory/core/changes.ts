import { changeOf, timeOf } from './change-event';
import type { ChangeEvent, Watched } from './change-event';
import { shiftTime } from './clock';
import { mayComeAgain, scanOn, scanRequest, startScan } from './scan';
import type { PageReply, RecordRow, Scan } from './scan';
import { openSeen, packSeen } from './seen';
import type { SeenRecords, SeenVersion } from './seen';
import type { PageRequest } from './walk';

export type { ChangeEvent, ChangeKind } from './change-event';

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

/** One poll: answer `ask` until it is undefined (or stop earlier, when time is up), then `end`. */
export interface ChangePoll {
	readonly ask: PageRequest | undefined;
	/** Takes the reply to `ask`; throws ScanError when the list cannot be trusted. */
	take(reply: PageReply): void;
	/** Promises: the events, oldest first, and the state to save, once, after everything else. */
	end(): { readonly events: readonly ChangeEvent[]; readonly state: ChangeState };
}

/** Rows of a quiet poll's only page. */
const FIRST_LIMIT = 10;
/** Date headers have whole seconds, and the machines of a site differ a little. */
const SETTLE_SLACK_SECONDS = 30;

/**
 * Promises: one poll from a saved state (undefined, or of another scope: a silent baseline). Nothing
 * is lost and no version is repeated while late rows and steps of the server's clock together stay
 * within the overlap. The state given is never changed: a poll that fails is a poll that never was.
 */
export function startChanges(saved: ChangeState | undefined, settings: ChangeSettings): ChangePoll {
	const isKnown = saved?.version === 1 && saved.scope === settings.scope;
	const state = isKnown ? saved : emptyState(settings.scope);
	const seen = openSeen(state.seen);
	const events: ChangeEvent[] = [];
	let scan = resume(state, !isKnown, seen.size, settings);
	let isDone = false;
	let left = settings.maxRequests;
	return {
		get ask() {
			return isDone || left <= 0 ? undefined : scanRequest(scan);
		},
		take(reply) {
			const step = scanOn(scan, reply, settings);
			for (const row of step.fresh) {
				const event = changeOf(row, scan.bound, seen, settings);
				if (event && !scan.isBaseline) events.push(event);
			}
			({ scan, isDone } = step);
			left--;
		},
		end() {
			const next = isDone
				? complete(state, scan, seen, settings)
				: pause(state, scan, seen, settings);
			const by = (a: ChangeEvent, b: ChangeEvent) => oldestFirst(a.row, b.row, scan.by);
			return { events: [...events].sort(by), state: next };
		},
	};
}

function emptyState(scope: string): ChangeState {
	return { version: 1, scope, newest: '', bound: '', seen: {} };
}

function resume(
	state: ChangeState,
	isBaseline: boolean,
	seen: number,
	settings: ChangeSettings,
): Scan {
	// Each poll may search anew for pages that join, else one bad minute would fail for ever.
	if (state.scan) return { ...state.scan, walk: { ...state.scan.walk, stalls: 0 } };
	const by = timeOf(settings.event);
	const firstLimit = Math.min(settings.pageSize, seen + FIRST_LIMIT);
	return startScan({ by, isBaseline, bound: state.bound, newest: state.newest }, firstLimit);
}

function oldestFirst(a: RecordRow, b: RecordRow, by: Scan['by']): number {
	if (a[by] !== b[by]) return a[by] < b[by] ? -1 : 1;
	return a.recordId - b.recordId;
}

type Seen = ReadonlyMap<number, SeenVersion>;

function pause(state: ChangeState, scan: Scan, seen: Seen, settings: ChangeSettings): ChangeState {
	const { overlapSeconds } = settings;
	const keep = ({ time }: SeenVersion, id: number) => mayComeAgain(scan, id, time, overlapSeconds);
	return { ...state, seen: packSeen(seen, keep), scan };
}

function complete(
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
 * The newest time was on the server's clock when it was first read. Once the server has counted more
 * than the overlap since, no row will get that time or an older one: the window is closed behind it,
 * whatever zone and error the clock has, and quiet polls need not look below it.
 */
function settledBound(
	state: ChangeState,
	{ top, startedAt }: Scan,
	{ overlapSeconds }: ChangeSettings,
): string | undefined {
	if (top !== state.newest || startedAt === undefined || state.newestReadAt === undefined)
		return undefined;
	const seconds = (startedAt - state.newestReadAt) / 1000;
	return seconds < overlapSeconds + SETTLE_SLACK_SECONDS ? undefined : shiftTime(state.newest, 1);
}
