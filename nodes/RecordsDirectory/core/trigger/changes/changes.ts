import { changeOf, orderTimeOf } from './event';
import type { ChangeEvent } from './event';
import { complete, emptyState, pause } from './state';
import type { ChangeSettings, ChangeState } from './state';
import { scanOn, scanRequest, startScan } from './scan';
import type { PageReply, RecordRow } from '../listed-record';
import type { Scan, ScanStep } from './scan-state';
import { idsAbove } from '../../id';
import { savedOf } from '../saved-state';
import { openSeen } from './seen';
import {
	inField,
	isUnsteady,
	look,
	mayShowMore,
	NOTHING_UNSTEADY,
	withoutFields,
	type Unsteady,
} from './unsteady';
import { InputError } from '../../values/input-error';
import { resumeWalk } from '../../listing/walk';
import type { PageRequest } from '../../listing/walk';

export type { ChangeEvent, ChangeKind } from './event';
export type { ChangeSettings, ChangeState } from './state';

/** One poll: answer `ask` until it is undefined (or stop earlier, when time is up), then `end`. */
export interface ChangePoll {
	readonly ask: PageRequest | undefined;
	/** Whether the baseline is not taken yet: what changes until then may stay silent. */
	readonly isBaseline: boolean;
	/** Takes the reply to `ask`; throws ScanError when the list cannot be trusted. */
	take(reply: PageReply): void;
	/** Promises: the events, oldest first, and the state to save, once, after everything else. */
	end(): {
		readonly events: readonly ChangeEvent[];
		readonly state: ChangeState;
		/** Rows that were not read before. */
		readonly fresh?: number;
	};
}

/** Requests for the first page before a baseline begins, at most. */
const MOST_LOOKS = 4;

/** Rows of a quiet poll's only page. */
const FIRST_LIMIT = 10;

/**
 * Promises: one poll from a saved state (undefined, or of another scope: a silent baseline). Nothing
 * is lost and no version is repeated while late rows and steps of the server's clock together stay
 * within the overlap. The state given is never changed: a poll that fails is a poll that never was.
 */
export function startChanges(saved: ChangeState | undefined, chosen: ChangeSettings): ChangePoll {
	let settings = chosen;
	const known = savedOf(saved, settings.scope);
	const state = known ?? emptyState(settings.scope);
	const seen = openSeen(state.seen);
	const events: ChangeEvent[] = [];
	let unsteady = state.unsteady ?? NOTHING_UNSTEADY;
	let scan = resume(state, !known, seen.size, settings);
	let isAtHead = scan.top === null;
	let looks = 0;
	let lastLook: ScanStep | undefined;
	let end: ScanStep['end'];
	let fresh = 0;
	let left = settings.maxRequests;
	const accept = (step: ScanStep) => {
		if (scan.isBaseline) mustBeSteady(unsteady, settings);
		const watched = { ...settings, unsteady: ignored(unsteady, settings) };
		for (const row of step.fresh) {
			const before = seen.get(row.recordId);
			const event = changeOf(row, { bound: scan.bound, seen }, watched);
			if (event && !scan.isBaseline) events.push(event);
			if (seen.get(row.recordId) !== before) fresh++;
		}
		isAtHead &&= step.isCut === true;
		({ scan, end } = step);
	};
	return {
		get ask() {
			return end !== undefined || left <= 0 ? undefined : scanRequest(scan);
		},
		get isBaseline() {
			return scan.isBaseline && end === undefined;
		},
		take(reply) {
			left--;
			settings = withRepetition(chosen, reply);
			const step = scanOn(scan, reply, { ...settings, known: seen });
			if (isContentOf(settings) && isAtHead && !step.isCut) {
				const before = unsteady;
				unsteady = look(before, reply.rows, step.scan.calm);
				// A baseline begins with the first look that tells nothing new, or with the last one that the poll may take.
				const mayLookAgain = scan.isBaseline && left > 0 && ++looks < MOST_LOOKS;
				lastLook = mayLookAgain && mayShowMore(before, unsteady) ? step : undefined;
				if (lastLook) return;
			}
			accept(step);
		},
		end() {
			if (lastLook) accept(lastLook);
			const next = end
				? complete({ state, scan, seen }, { isOpen: end === 'open' })
				: pause({ state, scan, seen }, settings);
			const by = (a: ChangeEvent, b: ChangeEvent) => oldestFirst(a.row, b.row, scan.by);
			const kept = isContentOf(settings) ? { ...next, unsteady } : next;
			return { events: [...events].sort(by), state: kept, fresh };
		},
	};
}

/** What is written while the clock repeats an hour is older by as much than what was read before. */
const withRepetition = (settings: ChangeSettings, { repeatedSeconds = 0 }: PageReply) => ({
	...settings,
	overlapSeconds: settings.overlapSeconds + repeatedSeconds,
});

const isContentOf = ({ event }: ChangeSettings): boolean => event !== 'recordCreated';

const ignored = ({ differences }: Unsteady, { watchedFields = [] }: ChangeSettings) =>
	withoutFields(differences, watchedFields);

/** A watched field that always differs would start the workflow for every change of a record. */
function mustBeSteady({ differences }: Unsteady, { watchedFields = [] }: ChangeSettings): void {
	const name = watchedFields.find((field) => isUnsteady(inField(differences, field)));
	if (name === undefined) return;
	throw new InputError(
		`'Only When These Fields Change' names ${name}, whose value differs every time that the record is read`,
		'Name only fields that change when somebody edits the record.',
	);
}

function resume(
	state: ChangeState,
	isBaseline: boolean,
	seen: number,
	settings: ChangeSettings,
): Scan {
	if (state.scan) return { ...state.scan, walk: resumeWalk(state.scan.walk) };
	const by = orderTimeOf(settings.event);
	const { bound, newest, newestReadAt, unproven } = state;
	// One page for the whole window; where it takes several anyway, a small one tells as much.
	const all = seen + FIRST_LIMIT;
	const firstLimit = seen < settings.pageSize ? Math.min(settings.pageSize, all) : FIRST_LIMIT;
	return startScan({ by, isBaseline, bound, newest, newestReadAt, unproven }, firstLimit);
}

function oldestFirst(a: RecordRow, b: RecordRow, by: Scan['by']): number {
	if (a[by] !== b[by]) return a[by] < b[by] ? -1 : 1;
	return idsAbove(a.recordId, b.recordId);
}
