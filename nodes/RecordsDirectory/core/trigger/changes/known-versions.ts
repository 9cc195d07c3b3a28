import type { TriggerEventName } from '../../../api/trigger';
import { idIn, type Id } from '../../id';
import { canonical, fingerprint, isEmpty, isJsonObject, omit, type JsonObject } from '../../json';
import { later } from '../../values/moment';
import type { RecordRow } from '../poll-contract';

export interface WatchedForm {
	readonly event: ChosenEvent;
	readonly appsId: Id;
	/** Fields whose changes the user wants, so that none of them may be ignored. */
	readonly watchedFields?: readonly string[];
	/** Set if only the time of a record shows an edit. */
	readonly comparesTimes?: boolean | undefined;
}

/** `eventId` is the same each time the same version is found. */
export interface RecordEvent {
	readonly event: TriggerEventName;
	readonly eventId: string;
	readonly row: RecordRow;
	/** The watched fields that have changed and their values before, by field ID; undefined for a value that was not kept. */
	readonly earlier?: Readonly<JsonObject>;
	/** Why it is an event, for the log. */
	readonly cause?: string;
}

/** Everything else about a kind follows from it. */
const EMITTED = {
	recordCreated: { creations: true, updates: false },
	recordUpdated: { creations: false, updates: true },
	recordCreatedOrUpdated: { creations: true, updates: true },
};

type ChosenEvent = keyof typeof EMITTED;

/** Edits never change the time of a creation. */
export function orderTime(kind: ChosenEvent): 'createdAt' | 'updatedAt' {
	return EMITTED[kind].updates ? 'updatedAt' : 'createdAt';
}

/** Fingerprints by record ID, grouped by time, because thousands of rows of one import share one second. */
type SeenRecords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `time` is the newest time of the record. */
interface SeenVersion {
	readonly time: string;
	readonly fingerprint: string;
}

export interface SavedVersions {
	readonly seen: SeenRecords;
	/** Names of values that differ with every reply, those of fields after `record.`; undefined if none is known. */
	readonly unsteady?: readonly string[] | undefined;
}

/** This many of the newest versions are kept in any case: a clock that is set back lists them again. */
const MOST_REMEMBERED = 200;

/** The content of a version whose values have turned out to be unsteady. */
const UNKNOWN = '?';

/** Made from a state, which it never changes. */
export class KnownVersions {
	/** Records of which this poll has found a new version. */
	readonly fresh = new Set<Id>();
	private readonly form: WatchedForm;
	private readonly versions = new Map<Id, SeenVersion>();
	unsteady: readonly string[];

	constructor({ seen, unsteady = [] }: SavedVersions, form: WatchedForm) {
		this.form = form;
		this.unsteady = unsteady;
		for (const [time, versions] of Object.entries(seen))
			for (const [id, fingerprint] of Object.entries(versions))
				this.versions.set(idIn(id) ?? id, { time, fingerprint });
	}

	/** The newest time, as it was read last. */
	time(recordId: Id): string | undefined {
		return this.versions.get(recordId)?.time;
	}

	countFrom(time: string): number {
		return [...this.versions.values()].filter((version) => version.time >= time).length;
	}

	/** A record that differs at the same time was edited within that second, or is unsteady. */
	differsInSilence(row: RecordRow): boolean {
		const known = this.versions.get(row.recordId);
		if (!known || known.fingerprint === UNKNOWN) return false;
		const { time, fingerprint: print } = this.toVersion(row);
		return known.time === time && known.fingerprint !== print;
	}

	/** Keeps times, not contents: the next reply shows these. Returns a watched field among the names. */
	ignore(names: readonly string[]): string | undefined {
		this.unsteady = [...new Set([...this.unsteady, ...names])];
		for (const [id, { time }] of this.versions)
			this.versions.set(id, { time, fingerprint: UNKNOWN });
		return this.form.watchedFields?.find((field) => this.unsteady.includes(FIELD + field));
	}

	/** Adds the version; undefined if known or not watched. Creations are not seen before, and from `windowStart` on. */
	takeChange(row: RecordRow, windowStart: string): RecordEvent | undefined {
		const { recordId, createdAt, isDeleted } = row;
		const { creations, updates } = EMITTED[this.form.event];
		const known = this.versions.get(recordId);
		// For creations alone a deleted row is not remembered: if it is restored, it counts as one.
		if (!updates && (known || isDeleted)) return undefined;
		const version = this.toVersion(row);
		const isSameTime = known?.time === version.time;
		if (isSameTime && known.fingerprint === version.fingerprint) return undefined;
		this.versions.set(recordId, version);
		this.fresh.add(recordId);
		if (isSameTime && known.fingerprint === UNKNOWN) return undefined;
		// An unedited creation is no update, but a second edit within the same second is one.
		if (isDeleted || (!creations && !known && isUntouched(row))) return undefined;
		const isCreation = creations && !known && createdAt >= windowStart;
		const cause = known
			? `differs from the version of ${known.time}`
			: 'not seen in the window before';
		return { ...this.toEvent(row, isCreation), cause };
	}

	/** The newest rows, oldest first. */
	sample(rows: readonly RecordRow[]): readonly RecordEvent[] {
		const { creations, updates } = EMITTED[this.form.event];
		return rows
			.filter((row) => !row.isDeleted && (creations || !isUntouched(row)))
			.map((row) => this.toEvent(row, !updates || isUntouched(row)))
			.reverse();
	}

	/** As JSON: the versions that `keep` accepts, and the newest others. */
	pack(keep: (time: string, recordId: Id) => boolean): SavedVersions {
		const seen: Record<string, Record<string, string>> = {};
		const newestFirst = [...this.versions].sort(([, a], [, b]) =>
			a.time === b.time ? 0 : a.time < b.time ? 1 : -1,
		);
		for (const [n, [id, { time, fingerprint: print }]] of newestFirst.entries())
			if (n < MOST_REMEMBERED || keep(time, id)) (seen[time] ??= {})[id] = print;
		return { seen, unsteady: this.unsteady.length > 0 ? this.unsteady : undefined };
	}

	/** The ID names the chosen event: after a crash, the same version may be a creation where it was an update before. */
	private toEvent(row: RecordRow, isCreation: boolean): RecordEvent {
		const { event: chosen, appsId } = this.form;
		const { fingerprint: print } = this.toVersion(row);
		const version = EMITTED[chosen].updates ? [row.updatedAt, print] : [row.createdAt];
		const eventId = [chosen, appsId, row.recordId, ...version].join(':');
		return { event: isCreation ? 'recordCreated' : 'recordUpdated', eventId, row };
	}

	private toVersion(row: RecordRow): SeenVersion {
		const { event, comparesTimes, watchedFields = [] } = this.form;
		const { createdAt, updatedAt } = row;
		if (!EMITTED[event].updates) return { time: createdAt, fingerprint: '' };
		const time = later(createdAt, updatedAt);
		if (comparesTimes) return { time, fingerprint: '' };
		const isWatched = (name: string) => watchedFields.some((field) => FIELD + field === name);
		const ignored = this.unsteady.filter((name) => !isWatched(name));
		return { time, fingerprint: fingerprint([updatedAt, steadyContent(row, ignored)]) };
	}
}

const isUntouched = ({ createdAt, updatedAt }: RecordRow): boolean => createdAt === updatedAt;

/** Any other record was created later, however late it is found. `seen` has what the baseline found in its window. */
export function existedBefore(windowStart: string, seen: SeenRecords): (row: RecordRow) => boolean {
	const known = new Set(Object.values(seen).flatMap(Object.keys));
	return ({ recordId, createdAt }) => createdAt < windowStart || known.has(String(recordId));
}

const FIELD = 'record.';

/** Addresses, and how an empty value is written, may differ with every reply. */
function steadyContent({ raw }: RecordRow, ignored: readonly string[]): JsonObject {
	const steady = (values: JsonObject, prefix = '') =>
		Object.fromEntries(
			Object.entries(values).filter(
				([name, value]) => !isEmpty(value) && !ignored.includes(prefix + name),
			),
		);
	const { record, ...system } = omit(raw as JsonObject, ['accessUrl', 'accessEditUrl']);
	return { ...steady(system), record: isJsonObject(record) ? steady(record, FIELD) : record };
}

/** In records whose time does not differ. */
export function differing(
	one: readonly RecordRow[],
	other: readonly RecordRow[],
): readonly string[] {
	const before = new Map(one.map((row) => [row.recordId, row]));
	const names = other.flatMap((row) => {
		const same = before.get(row.recordId);
		if (same?.updatedAt !== row.updatedAt) return [];
		const [a, b] = [nameValues(same), nameValues(row)];
		const all = [...a.keys(), ...b.keys()];
		return all.filter((name) => canonical(a.get(name)) !== canonical(b.get(name)));
	});
	return [...new Set(names)];
}

function nameValues(row: RecordRow): ReadonlyMap<string, unknown> {
	const { record, ...system } = steadyContent(row, []);
	const fields = Object.entries(isJsonObject(record) ? record : {});
	return new Map([
		...Object.entries(system),
		...fields.map(([name, value]) => [FIELD + name, value] as const),
	]);
}
