import { idIn, type Id } from '../../id';

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
