import { later } from '../../values/moment';
import { fingerprint } from '../../json';
import type { PageReply, RecordRow } from '../listed-record';
import { idIn, type Id } from '../../id';
import { steadyContent, type Unsteady } from './unsteady';
import { isDeleted } from '../../request/reply';

export type ChosenEvent = 'recordCreated' | 'recordUpdated' | 'recordCreatedOrUpdated';

/** What the trigger watches. */
export interface WatchedForm {
	readonly event: ChosenEvent;
	readonly appsId: Id;
	/** Values that do not show an edit. */
	readonly unsteady?: Unsteady | undefined;
	/** Set if only the time of a record shows an edit. */
	readonly comparesTimes?: boolean | undefined;
}

/** One change. `eventId` is the same each time the same version is found. */
export interface ChangeEvent {
	readonly event: 'recordCreated' | 'recordUpdated';
	readonly eventId: string;
	readonly row: RecordRow;
	/** Why it is an event, for the log. */
	readonly cause?: string;
}

/** What each kind emits. Everything else about a kind follows from it. */
const EMITTED: Readonly<
	Record<ChosenEvent, { readonly creations: boolean; readonly updates: boolean }>
> = {
	recordCreated: { creations: true, updates: false },
	recordUpdated: { creations: false, updates: true },
	recordCreatedOrUpdated: { creations: true, updates: true },
};

/** Whether edits count. If not, neither the content of a record nor the time of its edits matters. */
const countsUpdates = (kind: ChosenEvent): boolean => EMITTED[kind].updates;

/** Returns the time by which changes are sorted; edits never change the time of a creation. */
export function orderTime(kind: ChosenEvent): 'createdAt' | 'updatedAt' {
	return countsUpdates(kind) ? 'updatedAt' : 'createdAt';
}

/**
 * The versions of records inside the window, kept in the trigger's state: `{ time: { recordId: fingerprint }
 * }`. Grouped by time, because thousands of rows of one import share one second.
 */
export type SeenRecords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A remembered version; `time` is the newest time of the record. */
export interface SeenVersion {
	readonly time: string;
	readonly fingerprint: string;
}

/** Unpacks the saved versions into a copy by record ID that may be changed. */
export function openSeen(seen: SeenRecords): Map<Id, SeenVersion> {
	const open = new Map<Id, SeenVersion>();
	for (const [time, versions] of Object.entries(seen))
		for (const [id, fingerprint] of Object.entries(versions))
			open.set(idIn(id) ?? id, { time, fingerprint });
	return open;
}

/** So many of the newest versions are kept in any case: a clock that is set back lists them again. */
const MOST_REMEMBERED = 200;

/** Packs the versions that `keep` accepts, and the newest others, as JSON. */
export function packSeen(
	open: ReadonlyMap<Id, SeenVersion>,
	keep: (version: SeenVersion, recordId: Id) => boolean,
): SeenRecords {
	const packed: Record<string, Record<string, string>> = {};
	const newestFirst = [...open].sort(([, a], [, b]) =>
		a.time === b.time ? 0 : a.time < b.time ? 1 : -1,
	);
	for (const [n, [id, version]] of newestFirst.entries())
		if (n < MOST_REMEMBERED || keep(version, id))
			(packed[version.time] ??= {})[id] = version.fingerprint;
	return packed;
}

/**
 * Returns whether a record existed when the trigger began. Any other record was created later, however late it is found.
 * `seen` are the records that the baseline has found in its window.
 */
export function existedBefore(windowStart: string, seen: SeenRecords): (row: RecordRow) => boolean {
	const known = openSeen(seen);
	return ({ recordId, createdAt }) => createdAt < windowStart || known.has(recordId);
}

/** The start of the window, and the known versions in it. */
interface SeenWindow {
	readonly windowStart: string;
	readonly seen: Map<Id, SeenVersion>;
}

/** Whether a record differs from its known version and its time does not: edited within that second, or unsteady. */
export function differsInSilence(
	row: RecordRow,
	known: SeenVersion,
	watched: WatchedForm,
): boolean {
	const { time, fingerprint: print } = toVersion(row, watched);
	return known.time === time && known.fingerprint !== print && known.fingerprint !== UNKNOWN;
}

/** The content of a version whose values have turned out to be unsteady. */
const UNKNOWN = '?';

/** Keeps the times of the known versions and forgets their content: the next reply shows it. */
export function forgetContent(seen: Map<Id, SeenVersion>): void {
	for (const [id, { time }] of seen) seen.set(id, { time, fingerprint: UNKNOWN });
}

/**
 * Decides which event a row inside the window is; undefined for a version that is known or not watched. Adds
 * the version to `seen`. A record is a creation if it was not seen before and was created at or after `windowStart`.
 */
export function findChange(
	row: RecordRow,
	{ windowStart, seen }: SeenWindow,
	watched: WatchedForm,
): ChangeEvent | undefined {
	const { recordId, createdAt } = row;
	const { creations, updates } = EMITTED[watched.event];
	const known = seen.get(recordId);
	// A deleted row is not remembered: if it is restored, it counts as a creation.
	if (!updates && (known || isDeleted(row))) return undefined;
	const version = toVersion(row, watched);
	const isSame = known?.time === version.time && known.fingerprint === version.fingerprint;
	if (isSame) return undefined;
	seen.set(recordId, version);
	if (known?.time === version.time && known.fingerprint === UNKNOWN) return undefined;
	// An unedited creation is no update, but a second edit within the same second is one.
	if (isDeleted(row) || (!creations && !known && isUntouched(row))) return undefined;
	const isCreation = creations && !known && createdAt >= windowStart;
	const cause = known ? `differs from the version of ${known.time}` : NOT_SEEN;
	return { ...asEvent(isCreation ? 'recordCreated' : 'recordUpdated', row, watched), cause };
}

const NOT_SEEN = 'not seen in the window before';

/** Returns the newest rows as events, oldest first. */
export function sampleEvents({ rows }: PageReply, watched: WatchedForm): readonly ChangeEvent[] {
	const { creations, updates } = EMITTED[watched.event];
	return rows
		.filter((row) => !isDeleted(row))
		.filter((row) => creations || !isUntouched(row))
		.map((row) => {
			const isCreation = !updates || isUntouched(row);
			return asEvent(isCreation ? 'recordCreated' : 'recordUpdated', row, watched);
		})
		.reverse();
}

const isUntouched = ({ createdAt, updatedAt }: RecordRow): boolean => createdAt === updatedAt;

/**
 * The ID names the event that was chosen in the trigger, not the one that is emitted: after a crash, the same version may be a
 * creation where it was an update before.
 */
function asEvent(event: ChangeEvent['event'], row: RecordRow, watched: WatchedForm) {
	const { event: chosen, appsId } = watched;
	const version = countsUpdates(chosen)
		? [row.updatedAt, toVersion(row, watched).fingerprint]
		: [row.createdAt];
	return { event, eventId: [chosen, appsId, row.recordId, ...version].join(':'), row };
}

function toVersion(row: RecordRow, { event, unsteady = [], comparesTimes }: WatchedForm) {
	const { createdAt, updatedAt } = row;
	if (!countsUpdates(event)) return { time: createdAt, fingerprint: '' };
	return {
		time: later(createdAt, updatedAt),
		fingerprint: comparesTimes ? '' : fingerprint([updatedAt, steadyContent(row, unsteady)]),
	};
}
