import { startChanges } from './changes/changes';
import type { ChangePoll, ChangeSettings, ChangeState } from './changes/changes';
import { fingerprint } from '../fingerprint';
import { isRow } from '../json';
import { Refusal } from '../values/input-error';
import { savedOf } from './saved-state';
import type { PageReply, RecordRow } from './listed-record';
import { SMALLEST_PAGE } from '../listing/covering-page';
import { resumeWalk, startWalk, walkOn, walkRequest, type Walk } from '../listing/walk';

/** What is watched of every record: its text tells whether it changed. */
export type Watched = (row: RecordRow) => string;

export interface LedgerSettings extends Omit<ChangeSettings, 'event'> {
	readonly event: 'recordStatusChanged' | 'recordUpdated' | 'recordCreatedOrUpdated';
	readonly watched: Watched;
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
	/** The first reading of the form, if polls before have not ended it. */
	readonly first?: FirstReading;
}

interface FirstReading {
	readonly walk: Walk;
	readonly largestPage: number;
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

/**
 * One poll of what `startChanges` finds, less the changes that leave alone what is watched. The
 * first polls also read the whole form, silently: what a record holds when it is first read is where its history begins. Throws a `Refusal` for a form that is too large.
 */
export function startLedger(saved: LedgerState | undefined, settings: LedgerSettings): LedgerPoll {
	const known = savedOf(saved, settings.scope, ['changes', 'ledger']);
	const changes = startChanges(known?.changes, { ...settings, event: 'recordCreatedOrUpdated' });
	const ledger = new Map(Object.entries(known?.ledger ?? {}));
	const isRead = known !== undefined && known.first === undefined;
	const first = isRead ? undefined : startFirstReading(known?.first, settings);
	// Its own, as a busy form may need all others for its changes.
	let left = settings.maxRequests;
	// A page before the changes, so that a poll of one request gets on as well; but changes are looked for from the start.
	const isBefore = () => known?.first !== undefined && left === settings.maxRequests;
	const reading = () => (left > 0 && (isBefore() || !changes.ask) ? first?.ask : undefined);
	return {
		get ask() {
			return reading() ?? changes.ask;
		},
		take(reply) {
			if (!reading()) return changes.take(reply);
			left--;
			// What is known is the changes' to compare, or the change would be silent.
			for (const row of first?.take(reply) ?? [])
				if (!ledger.has(String(row.recordId))) note(ledger, row, settings);
			if (ledger.size > MOST_RECORDS) throw tooLarge();
		},
		end() {
			const { events, state, fresh } = changes.end();
			const told = events.flatMap(({ event, row }) => {
				const previous = note(ledger, row, settings);
				return judged(event, row, previous, settings);
			});
			const { scope } = settings;
			const rest = first?.rest();
			const next = { version: 1 as const, scope, changes: state, ...(rest && { first: rest }) };
			return {
				events: told,
				state: { ...next, ledger: Object.fromEntries(ledger) },
				...(fresh && { fresh }),
			};
		},
	};
}

/** What is watched as text: some fields of a record, however the service spells an empty one. */
export const fieldsIn =
	(names: readonly string[]): Watched =>
	({ raw }) => {
		const values = 'record' in raw && isRow(raw.record) ? raw.record : {};
		return fingerprint(names.map((name) => notEmpty(Object.hasOwn(values, name) && values[name])));
	};

const notEmpty = (value: unknown) =>
	value === false || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** What is watched as text: the process status (Resources, Record). */
export const statusIn: Watched = ({ raw }) =>
	String(('status' in raw ? raw.status : undefined) ?? '');

/** Remembers what a record holds, and gives what it held before. */
function note(ledger: Map<string, string>, row: RecordRow, { watched }: LedgerSettings) {
	const id = String(row.recordId);
	const previous = ledger.get(id);
	ledger.set(id, watched(row));
	if (ledger.size > 2 * MOST_RECORDS) throw tooLarge();
	return previous;
}

function judged(
	found: 'recordCreated' | 'recordUpdated',
	row: RecordRow,
	previous: string | undefined,
	{ event, appsId, watched }: LedgerSettings,
): LedgerEvent[] {
	const isCreation = found === 'recordCreated' && previous === undefined;
	if (isCreation ? event !== 'recordCreatedOrUpdated' : previous === watched(row)) return [];
	// A record that was never seen before may have held anything.
	if (!isCreation && previous === undefined) return [];
	const version = fingerprint([row.updatedAt, watched(row), previous ?? null]);
	const eventId = [event, appsId, row.recordId, row.updatedAt, version].join(':');
	const name = isCreation ? 'recordCreated' : event === 'recordCreatedOrUpdated' ? found : event;
	return [{ event: name, eventId, row, ...(previous === undefined ? {} : { previous }) }];
}

/** All records by record ID, which has no ties: every page must begin in what has been read. */
function startFirstReading(before: FirstReading | undefined, { pageSize }: LedgerSettings) {
	let walk = before ? resumeWalk(before.walk) : startWalk('recordId', pageSize);
	let largestPage = before?.largestPage ?? SMALLEST_PAGE;
	let isDone = false;
	// Whoever publishes the trigger is to hear of it at once, however many polls the reading takes.
	let isSizeOpen = false;
	return {
		get ask() {
			if (isSizeOpen) return { ...walkRequest(walk), page: MOST_RECORDS + 1, limit: 1 };
			return isDone ? undefined : walkRequest(walk);
		},
		take({ rows }: PageReply): readonly RecordRow[] {
			if (isSizeOpen) {
				if (rows.length > 0) throw tooLarge();
				isSizeOpen = false;
				return rows;
			}
			isSizeOpen = walk.edge === null && rows.length === walkRequest(walk).limit;
			const ids = rows.map(({ recordId }) => recordId);
			const step = walkOn(walk, walkRequest(walk), ids, largestPage);
			largestPage = Math.max(largestPage, rows.length);
			walk = step.walk;
			isDone = step.isJoined && step.outcome === 'end';
			return rows;
		},
		rest: (): FirstReading | undefined => (isDone ? undefined : { walk, largestPage }),
	};
}

const tooLarge = () =>
	new Refusal(
		`The form has more than ${MOST_RECORDS.toLocaleString('en')} records, too many to remember each`,
		'Narrow the trigger by a keyword or by a query on other fields, or watch Record Updated without chosen fields.',
	);
