import { startChanges } from './changes/changes';
import type { ChangePoll, ChangeSettings, ChangeState } from './changes/changes';
import { Failure } from '../request/failure';
import { fingerprint } from '../fingerprint';
import type { Id } from '../id';
import { isRow } from '../json';
import { Refusal } from '../values/input-error';
import { savedOf } from './saved-state';
import type { PageReply, RecordRow } from './listed-record';
import { SMALLEST_PAGE } from '../listing/covering-page';
import { startWalk, walkOn, walkRequest } from '../listing/walk';

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
}

export interface LedgerPoll extends Pick<ChangePoll, 'ask' | 'take'> {
	end(): { readonly events: readonly LedgerEvent[]; readonly state: LedgerState };
}

/** Some 20 bytes a record are kept in n8n's database, and read and written with every event. */
const MOST_RECORDS = 20_000;

/**
 * One poll of what `startChanges` finds, less the changes that leave alone what is watched. The
 * first poll also reads the whole form, silently. Throws a `Refusal` for a form that is too large.
 */
export function startLedger(saved: LedgerState | undefined, settings: LedgerSettings): LedgerPoll {
	const known = savedOf(saved, settings.scope, ['changes', 'ledger']);
	const changes = startChanges(known?.changes, { ...settings, event: 'recordCreatedOrUpdated' });
	const ledger = new Map(Object.entries(known?.ledger ?? {}));
	const first = known ? undefined : startFirstReading(settings);
	return {
		get ask() {
			return changes.ask ?? first?.ask;
		},
		take(reply) {
			if (changes.ask) return changes.take(reply);
			for (const row of first?.take(reply) ?? []) note(ledger, row, settings);
		},
		end() {
			if (first?.ask) throw unfinished();
			const { events, state } = changes.end();
			const told = events.flatMap(({ event, row }) => {
				const previous = note(ledger, row, settings);
				return judged(event, row, previous, settings);
			});
			const { scope } = settings;
			const next = { version: 1 as const, scope, changes: state };
			return { events: told, state: { ...next, ledger: Object.fromEntries(ledger) } };
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
function startFirstReading({ pageSize }: LedgerSettings) {
	let walk = startWalk('recordId', pageSize);
	let largest = SMALLEST_PAGE;
	let isDone = false;
	const read = new Set<Id>();
	return {
		get ask() {
			return isDone ? undefined : walkRequest(walk);
		},
		take({ rows }: PageReply): readonly RecordRow[] {
			const ids = rows.map(({ recordId }) => recordId);
			const step = walkOn(walk, walkRequest(walk), ids, largest);
			largest = Math.max(largest, rows.length);
			walk = step.walk;
			isDone = step.isJoined && step.outcome === 'end';
			for (const id of ids) read.add(id);
			if (read.size > MOST_RECORDS) throw tooLarge();
			return rows;
		},
	};
}

const tooLarge = () =>
	new Refusal(
		`The form has more than ${MOST_RECORDS.toLocaleString('en')} records, too many to remember each`,
		'Narrow the trigger by a keyword or query, or watch Record Updated without chosen fields.',
	);

const unfinished = () =>
	new Failure({
		kind: 'service',
		message: 'The first reading of the form did not end in the time of one poll',
	});
