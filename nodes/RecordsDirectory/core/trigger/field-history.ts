import { beginningOf, still, wasThere, type Beginning } from './beginning';
import { startChanges } from './changes/changes';
import type { ChangePoll, ChangeSettings, ChangeState } from './changes/changes';
import { fingerprint } from '../fingerprint';
import { idIn, isAbove, type Id } from '../id';
import { asText, isJsonObject } from '../json';
import { InputError } from '../values/input-error';
import { savedOf } from './saved-state';
import type { PageReply, RecordRow } from './listed-record';
import { shiftTime } from './text-time';
import { SMALLEST_PAGE } from '../listing/covering-page';
import { resumeWalk, startWalk, walkOn, walkRequest, type Walk } from '../listing/walk';

/** What is watched of every record: its text tells whether it changed. */
export type ValueOf = (row: RecordRow) => string;

export interface LedgerSettings extends Omit<ChangeSettings, 'event'> {
	readonly event: 'recordStatusChanged' | 'recordUpdated' | 'recordCreatedOrUpdated';
	readonly watched: ValueOf;
}

/** A change of what is watched; `previous` is what it was, absent for a creation. */
export interface LedgerEvent {
	readonly event: 'recordCreated' | LedgerSettings['event'];
	readonly eventId: string;
	readonly row: RecordRow;
	readonly previous?: string;
}

/** All that is kept between polls, as plain JSON; the ledger grows with the form. */
export interface LedgerState {
	readonly version: 1;
	readonly scope: string;
	readonly changes: ChangeState;
	/** What each record last held, by record ID. */
	readonly ledger: Readonly<Record<string, string>>;
	/** What was there when the trigger began; absent before the baseline, and in states of earlier versions. */
	readonly beginning?: Beginning;
	/** The first reading of the form, if polls before have not ended it. */
	readonly first?: Reading;
	/** The same of a later reading, which forgets what is gone. */
	readonly again?: Reading;
	/** The last reading that came to the end: how many records it listed, and the newest time then. */
	readonly counted?: { readonly records: number; readonly newest: string };
	/** What was known and not listed by the last readings: deleted, or late and still to come. */
	readonly unlisted?: Readonly<Record<string, string>>;
}

interface Reading {
	readonly walk: Walk;
	readonly largestPage: number;
	/** Records listed so far. */
	readonly records?: number;
}

/** One page of a reading: its rows are all that the list holds of the IDs that it covers. */
interface CoveringPage {
	readonly rows: readonly RecordRow[];
	covers(id: Id): boolean;
}

export interface LedgerPoll extends Pick<ChangePoll, 'ask' | 'take'> {
	end(): {
		readonly events: readonly LedgerEvent[];
		readonly state: LedgerState;
		readonly fresh?: number;
	};
}

/** Some 20 bytes a record are kept in n8n's database, and read and written with every event. */
const MOST_RECORDS = 20_000;
/** The form is read again once so many more are known than twice what it had. */
const SPARE_RECORDS = 1_000;

/**
 * One poll of what `startChanges` finds, less the changes that leave alone what is watched. The
 * first polls also read the whole form, silently: what a record holds when it is first read is where its history begins.
 * When far more records are known than the form had, it is read again, to forget those that are gone.
 * Throws an `InputError` for a form that is too large.
 */
export function startLedger(saved: LedgerState | undefined, settings: LedgerSettings): LedgerPoll {
	const known = savedOf(saved, settings.scope);
	const changes = startChanges(known?.changes, { ...settings, event: 'recordCreatedOrUpdated' });
	const held = openHeld(known, settings);
	const isFirst = known === undefined || known.first !== undefined;
	const underWay = known?.first ?? known?.again;
	const isDue = isFirst || underWay !== undefined || held.isFarMoreThan(known.counted?.records);
	const reading = isDue ? startReading(underWay, settings, isFirst) : undefined;
	// Its own, as a busy form may need all others for its changes.
	let left = settings.maxRequests;
	// A page before the changes, so that a poll of one request gets on as well.
	const isBefore = () => underWay !== undefined && left === settings.maxRequests;
	// A baseline is silent, so it comes first: else it would hide what changes after a record was read.
	const mayRead = () => left > 0 && !changes.isBaseline && (isBefore() || !changes.ask);
	const asked = () => (mayRead() ? reading?.ask : undefined);
	const pages: CoveringPage[] = [];
	return {
		get ask() {
			return asked() ?? changes.ask;
		},
		take(reply) {
			if (!asked()) return changes.take(reply);
			left--;
			const page = reading?.take(reply);
			if (page) pages.push(page);
		},
		end() {
			const { events, state, fresh } = changes.end();
			const beginning = known?.beginning ?? beginningOf(known?.changes) ?? beginningOf(state);
			const isOld = beginning ? wasThere(beginning) : () => true;
			// A creation is emitted when the changes find it, so a page that shows it earlier must not hide it.
			for (const page of pages)
				if (isFirst) held.begin(page.rows.filter(isOld));
				else held.forget(page);
			const told = events.flatMap(({ row }) =>
				judged({ row, isOld: isOld(row), previous: held.note(row) }, settings),
			);
			const rest = reading?.rest();
			const isRead = reading !== undefined && rest === undefined;
			const counted = isRead ? { records: reading.records, newest: state.newest } : known?.counted;
			const next: LedgerState = {
				version: 1,
				scope: settings.scope,
				changes: state,
				...(beginning && { beginning: still(beginning, held.isKnown) }),
				...(rest && { [isFirst ? 'first' : 'again']: rest }),
				...(counted && { counted }),
				...held.parts(),
			};
			return { events: told, state: next, ...(fresh && { fresh }) };
		},
	};
}

/** What records hold, by record ID: of those that are listed, and of those that were missing when last looked for. */
function openHeld(known: LedgerState | undefined, { watched, overlapSeconds }: LedgerSettings) {
	const ledger = new Map(Object.entries(known?.ledger ?? {}));
	const unlisted = new Map(Object.entries(known?.unlisted ?? {}));
	const missingSince = shiftTime(known?.counted?.newest ?? '', overlapSeconds);
	// Late records are listed before the overlap is over.
	const isOverdue = known !== undefined && known.changes.newest > missingSince;
	return {
		isFarMoreThan: (records = 0) =>
			ledger.size > 2 * Math.min(records, MOST_RECORDS) + SPARE_RECORDS,
		isKnown: (id: Id) => ledger.has(String(id)) || unlisted.has(String(id)),
		/** Gives what the record held before. */
		note(row: RecordRow) {
			const id = String(row.recordId);
			move(id, unlisted, ledger);
			const previous = ledger.get(id);
			ledger.set(id, watched(row));
			return previous;
		},
		/** What is known is the changes' to compare, or the change would be silent. */
		begin(rows: readonly RecordRow[]) {
			for (const row of rows)
				if (!ledger.has(String(row.recordId))) ledger.set(String(row.recordId), watched(row));
		},
		/** Forgets what is missing for the second time. */
		forget({ rows, covers }: CoveringPage) {
			const listed = new Set(rows.map(({ recordId }) => String(recordId)));
			const covered = (ids: Held) => [...ids.keys()].filter((id) => covers(idIn(id) ?? id));
			const [inLedger, inUnlisted] = [covered(ledger), covered(unlisted)];
			for (const id of inLedger) if (!listed.has(id)) move(id, ledger, unlisted);
			for (const id of inUnlisted)
				if (listed.has(id)) move(id, unlisted, ledger);
				else if (isOverdue) unlisted.delete(id);
		},
		parts: () => ({
			ledger: Object.fromEntries(ledger),
			...(unlisted.size > 0 && { unlisted: Object.fromEntries(unlisted) }),
		}),
	};
}

type Held = Map<string, string>;

function move(id: string, from: Held, to: Held): void {
	const text = from.get(id);
	if (text === undefined) return;
	to.set(id, text);
	from.delete(id);
}

/** What is watched as text: some fields of a record, however the service spells an empty one. */
export const fieldsIn =
	(names: readonly string[]): ValueOf =>
	({ raw }) => {
		const values = 'record' in raw && isJsonObject(raw.record) ? raw.record : {};
		return fingerprint(names.map((name) => notEmpty(Object.hasOwn(values, name) && values[name])));
	};

const notEmpty = (value: unknown) =>
	value === false || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** What is watched as text: the process status (Resources, Record). */
export const statusIn: ValueOf = ({ raw }) =>
	asText(('status' in raw ? raw.status : undefined) ?? '');

interface Sighting {
	readonly row: RecordRow;
	/** Whether it was there when the trigger began. */
	readonly isOld: boolean;
	readonly previous: string | undefined;
}

function judged(
	{ row, isOld, previous }: Sighting,
	{ event, appsId, watched }: LedgerSettings,
): LedgerEvent[] {
	const isCreation = previous === undefined && !isOld;
	if (isCreation ? event !== 'recordCreatedOrUpdated' : previous === watched(row)) return [];
	// A record that was never seen before may have held anything.
	if (!isCreation && previous === undefined) return [];
	const version = fingerprint([row.updatedAt, watched(row), previous ?? null]);
	const eventId = [event, appsId, row.recordId, row.updatedAt, version].join(':');
	const known = event === 'recordCreatedOrUpdated' ? 'recordUpdated' : event;
	const name = isCreation ? 'recordCreated' : known;
	return [{ event: name, eventId, row, ...(previous === undefined ? {} : { previous }) }];
}

/** All records by record ID, which has no ties: every page must begin in what has been read. */
function startReading(before: Reading | undefined, { pageSize }: LedgerSettings, isFirst: boolean) {
	let walk = before ? resumeWalk(before.walk) : startWalk('recordId', pageSize);
	let { largestPage = SMALLEST_PAGE, records = 0 } = before ?? {};
	let isDone = false;
	// Whoever publishes the trigger is to hear of it at once, however many polls the reading takes.
	let isSizeOpen = false;
	const most = isFirst ? MOST_RECORDS : 2 * MOST_RECORDS;
	return {
		get ask() {
			if (isSizeOpen) return { ...walkRequest(walk), page: MOST_RECORDS + 1, limit: 1 };
			return isDone ? undefined : walkRequest(walk);
		},
		get records() {
			return records;
		},
		/** Undefined for a page that proves nothing. */
		take({ rows }: PageReply): CoveringPage | undefined {
			if (isSizeOpen) {
				if (rows.length > 0) throw tooLarge();
				isSizeOpen = false;
				return undefined;
			}
			isSizeOpen = isFirst && walk.edge === null && rows.length === walkRequest(walk).limit;
			const keys = rows.map(({ recordId }) => recordId);
			const above = walk.edge ?? undefined;
			const step = walkOn(walk, { asked: walkRequest(walk), keys }, largestPage);
			largestPage = Math.max(largestPage, rows.length);
			walk = step.walk;
			if (!step.isJoined) return undefined;
			isDone = step.outcome === 'end';
			const edge = isDone ? undefined : (walk.edge ?? undefined);
			const covers = (id: Id) =>
				(above === undefined || isAbove(above, id)) && (edge === undefined || !isAbove(edge, id));
			const news = rows.filter(({ recordId }) => covers(recordId));
			records += news.length;
			if (records > most) throw tooLarge();
			return { rows: news, covers };
		},
		rest: (): Reading | undefined => (isDone ? undefined : { walk, largestPage, records }),
	};
}

const tooLarge = () =>
	new InputError(
		`The form has more than ${MOST_RECORDS.toLocaleString('en')} records, too many to remember each`,
		'Narrow the trigger by a keyword or by a query on other fields, or watch Record Updated without chosen fields.',
	);
