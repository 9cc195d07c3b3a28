import { changeOf, countsUpdates, orderTimeOf, type ChangeEvent } from './event';
import {
	completedState,
	emptyState,
	pausedState,
	type ChangeSettings,
	type ChangeState,
} from './change-state';
import { advanceScan, scanRequest, secondsBehind, startScan } from './scan';
import type { PageReply, RecordRow } from '../listed-record';
import type { Scan, ScanStep } from './scan-state';
import { idsAbove, type Id } from '../../id';
import { stateOfScope } from '../saved-state';
import { mayFindMore, type Ended, type Poll } from '../poll-contract';
import { openSeen, type SeenVersion } from './seen';
import {
	differencesInField,
	isUnsteady,
	learnUnsteady,
	mayShowMore,
	NOTHING_UNSTEADY,
	withoutFields,
	type Unsteady,
} from './unsteady';
import { InputError } from '../../values/input-error';
import { resumeWalk, type PageRequest } from '../../listing/walk';

export type { ChangeEvent, ChosenEvent } from './event';
export type { ChangeSettings, ChangeState } from './change-state';

/** The most requests for the first page before a baseline begins. */
const MOST_FIRST_PAGE_READS = 4;

/** Rows of the only page of a poll without changes. */
const FIRST_LIMIT = 10;

const IN_FUTURE =
	"A record is dated in the future. The trigger emits it once, and later changes as usual. If all new records are, correct the 'Time Zone' of the credential.";
const SET_BACK =
	"The clock of the service was set back by more than the 'Look-Back Window (Seconds)'. The trigger looks back further until the clock has caught up. Changes of that time can come again, with the same eventId.";

/**
 * Starts a poll from a saved state. Without one, or with another scope, takes a silent baseline. Loses and
 * repeats nothing as long as late rows and jumps of the server's clock together stay within the overlap.
 */
export const startChanges = (
	saved: ChangeState | undefined,
	settings: ChangeSettings,
): ChangePoll => new ChangePoll(saved, settings);

/** A poll for changes: scans the window and compares its rows with the known versions. */
export class ChangePoll implements Poll<PageRequest, PageReply, Ended<ChangeEvent, ChangeState>> {
	request: PageRequest | undefined;
	private readonly chosen: ChangeSettings;
	/** The chosen settings, with the hour that the clock repeats added. */
	private settings: ChangeSettings;
	private readonly state: ChangeState;
	private readonly seen: Map<Id, SeenVersion>;
	private readonly events: ChangeEvent[] = [];
	private scan: Scan;
	/** How the scan ended. */
	private outcome: ScanStep['end'];
	private isAtHead: boolean;
	private unsteady: Unsteady;
	private firstPageReads = 0;
	/** The first page, as long as reading it again may show more. */
	private unacceptedPage: ScanStep | undefined;
	private fresh = 0;
	private left: number;

	constructor(saved: ChangeState | undefined, chosen: ChangeSettings) {
		const known = stateOfScope(saved, chosen.scope);
		this.chosen = chosen;
		this.settings = chosen;
		this.state = known ?? emptyState(chosen);
		this.seen = openSeen(this.state.seen);
		const { scan } = this.state;
		this.scan = scan
			? { ...scan, walk: resumeWalk(scan.walk, chosen.pageSize) }
			: this.begun(known !== undefined);
		this.isAtHead = this.scan.newestAtStart === null;
		this.unsteady = this.state.unsteady ?? NOTHING_UNSTEADY;
		this.left = chosen.maxRequests;
		this.request = this.next();
	}

	/** Whether the baseline is still missing: changes before it stay silent. */
	get isBaseline(): boolean {
		return this.scan.isBaseline && this.outcome === undefined;
	}

	/** The number of events so far. */
	get found(): number {
		return this.events.length;
	}

	take(reply: PageReply): void {
		this.left--;
		this.settings = withRepetition(this.chosen, reply);
		const step = advanceScan(this.scan, reply, {
			...this.settings,
			known: this.seen,
			timeOf: (id) => this.seen.get(id)?.time,
		});
		if (!this.learnFromFirstPage(step, reply)) this.accept(step);
		this.request = this.next();
	}

	end(): Ended<ChangeEvent, ChangeState> {
		if (this.unacceptedPage) this.accept(this.unacceptedPage);
		const { state, scan, seen, settings, unsteady, outcome, fresh } = this;
		const next = outcome
			? completedState(
					{ state, scan, seen },
					{
						isOpen: outcome === 'open',
						overlapSeconds: settings.overlapSeconds,
					},
				)
			: pausedState({ state, scan, seen }, settings);
		const by = (a: ChangeEvent, b: ChangeEvent) => oldestFirst(a.row, b.row, scan.by);
		const kept = countsUpdates(settings.event) ? { ...next, unsteady } : next;
		return { events: [...this.events].sort(by), state: kept, fresh, warnings: this.warnings() };
	}

	/** Says what is wrong with the times of the service. */
	private warnings(): string[] {
		const { state, scan, settings } = this;
		const isNew = scan.possibleUntil !== undefined && state.possibleUntil === undefined;
		const isBehind = secondsBehind(state, settings.overlapSeconds, scan.startedAt) > 0;
		return [...(isNew ? [IN_FUTURE] : []), ...(isBehind ? [SET_BACK] : [])];
	}

	private next(): PageRequest | undefined {
		const isEnough = this.left <= 0 || !mayFindMore(this.found, this.chosen);
		return this.outcome !== undefined || isEnough ? undefined : scanRequest(this.scan);
	}

	private begun(isKnown: boolean): Scan {
		const { event, pageSize, since } = this.chosen;
		const isStart = !isKnown && Boolean(since);
		const isBaseline = !isKnown && !isStart;
		const { windowStart, newest, newestReadAt, possibleUntil, unproven } = this.state;
		// One page for the whole window. If several are needed anyway, a small first page shows as much.
		const all = this.seen.size + FIRST_LIMIT;
		const firstLimit = this.seen.size < pageSize ? Math.min(pageSize, all) : FIRST_LIMIT;
		const by = orderTimeOf(event);
		const from = {
			by,
			isBaseline,
			...(isStart && { isStart }),
			windowStart,
			newest,
			newestReadAt,
			possibleUntil,
			unproven,
		};
		return startScan(from, firstLimit);
	}

	/**
	 * Learns from the first page which values differ with every reply. Returns whether to read it again: a
	 * baseline begins when that shows nothing new, or at the poll's limit of such reads.
	 */
	private learnFromFirstPage(step: ScanStep, { rows }: PageReply): boolean {
		if (!countsUpdates(this.settings.event) || !this.isAtHead || step.isCut) return false;
		const before = this.unsteady;
		this.unsteady = learnUnsteady(before, rows, step.scan.settledBefore);
		const isNew = this.scan.isBaseline || this.scan.isStart === true;
		const mayLookAgain = isNew && this.left > 0 && ++this.firstPageReads < MOST_FIRST_PAGE_READS;
		this.unacceptedPage = mayLookAgain && mayShowMore(before, this.unsteady) ? step : undefined;
		return this.unacceptedPage !== undefined;
	}

	private accept(step: ScanStep): void {
		const { scan, seen, unsteady, settings } = this;
		if (scan.isBaseline) mustBeSteady(unsteady, settings);
		const watched = { ...settings, unsteady: ignored(unsteady, settings) };
		for (const row of step.fresh) {
			const before = seen.get(row.recordId);
			const event = changeOf(row, { windowStart: scan.windowStart, seen }, watched);
			if (event && !scan.isBaseline) this.events.push(event);
			if (seen.get(row.recordId) !== before) this.fresh++;
		}
		this.isAtHead &&= step.isCut === true;
		this.scan = step.scan;
		// What the window holds is read by record ID, so its newest time is enough.
		const isEnough = scan.isBaseline && settings.since === '';
		this.outcome = isEnough ? 'complete' : step.end;
	}
}

/** While the clock repeats an hour, new times may be that much older than times read before. */
const withRepetition = (settings: ChangeSettings, { repeatedSeconds = 0 }: PageReply) => ({
	...settings,
	overlapSeconds: settings.overlapSeconds + repeatedSeconds,
});

const ignored = ({ differences }: Unsteady, { watchedFields = [] }: ChangeSettings) =>
	withoutFields(differences, watchedFields);

/** A watched field that differs with every reply would start the workflow for every change of a record. */
function mustBeSteady({ differences }: Unsteady, { watchedFields = [] }: ChangeSettings): void {
	const name = watchedFields.find((field) => isUnsteady(differencesInField(differences, field)));
	if (name === undefined) return;
	throw InputError.about(
		"'Watched Field Names or IDs'",
		` names ${name}, whose value is different every time the record is read`,
		'Choose only fields that change when a user edits the record.',
	);
}

function oldestFirst(a: RecordRow, b: RecordRow, by: Scan['by']): number {
	if (a[by] !== b[by]) return a[by] < b[by] ? -1 : 1;
	return idsAbove(a.recordId, b.recordId);
}
