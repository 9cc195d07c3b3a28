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

/** Packs the versions that `keep` accepts as JSON. */
export function packSeen(
	open: ReadonlyMap<Id, SeenVersion>,
	keep: (version: SeenVersion, recordId: Id) => boolean,
): SeenRecords {
	const packed: Record<string, Record<string, string>> = {};
	for (const [id, version] of open)
		if (keep(version, id)) (packed[version.time] ??= {})[id] = version.fingerprint;
	return packed;
}
