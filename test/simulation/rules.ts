import type { Id } from '../../nodes/RecordsDirectory/core/id';
import { shiftTime } from '../../nodes/RecordsDirectory/core/values/moment';
import type { RecordRow } from '../../nodes/RecordsDirectory/core/trigger/listed-record';
import { asCore, readDown, type Rule } from './others';
import type { Core } from './run';

/*
 * How polling triggers that ship with n8n, or are written for it, decide what is new: the decision
 * alone, moved to this service and its lists. They are rules, not products: what surrounds them there
 * (finer times, filters of the server, tokens) may make them better or worse than here. Where a
 * description leaves room, the reading that loses and repeats less was taken.
 */
interface Since {
	last: string;
}

/** Newer than the machine's time of the last poll; nothing is remembered. */
const airtable: Rule<Since> = function* (saved, look) {
	if (!saved) return { rows: [], state: { last: look.now } };
	const { rows } = yield* readDown(look, saved.last);
	return { rows: rows.filter((row) => row[look.by] > saved.last), state: { last: look.now } };
};

/** From the machine's time of the last poll up to its time now, the latter not included. */
const outlook: Rule<Since> = function* (saved, look) {
	if (!saved) return { rows: [], state: { last: look.now } };
	const { rows } = yield* readDown(look, saved.last);
	return { rows: rows.filter((row) => row[look.by] < look.now), state: { last: look.now } };
};

/** One list of 1,000 rows in no order; the time is noted before it is asked for. */
const seaTable: Rule<Since> = function* (saved, look) {
	if (!saved) return { rows: [], state: { last: look.now } };
	const since = saved.last;
	saved.last = look.now;
	const rows = yield { order: 'recordId:desc', page: 1, limit: 1_000 };
	return { rows: rows.filter((row) => row[look.by] > since), state: saved };
};

interface Minutes extends Since {
	ids?: Id[];
}

const minute = (time: string): string => `${time.slice(0, 16)}:00`;

/** From the minute of the last poll, noted before asking; not what the newest minute held before. */
const notion: Rule<Minutes> = function* (saved, look) {
	if (!saved) return { rows: [], state: { last: minute(look.now) } };
	const { last: since, ids = [] } = saved;
	saved.last = minute(look.now);
	const [newest] = yield { order: `${look.by}:desc`, page: 1, limit: 1 };
	if (!newest || newest[look.by] < since) return { rows: [], state: saved };
	const { rows } = yield* readDown(look, since);
	const fresh = rows.filter(({ recordId }) => !ids.includes(recordId));
	const top = fresh[0] && minute(fresh[0][look.by]);
	saved.ids = fresh.filter((row) => minute(row[look.by]) === top).map(({ recordId }) => recordId);
	return { rows: fresh, state: saved };
};

interface Ledger extends Since {
	readonly keys: readonly string[];
}

/** A quarter of an hour back from the machine's time, without the last 10,000 emitted rows. */
const salesforce: Rule<Ledger> = function* (saved, look) {
	if (!saved) return { rows: [], state: { last: look.now, keys: [] } };
	const since = shiftTime(saved.last, -900);
	const known = new Set(saved.keys);
	const { rows } = yield* readDown(look, since);
	const keyOf = ({ recordId, updatedAt }: RecordRow) =>
		look.isUpdate ? `${recordId}_${updatedAt}` : `${recordId}`;
	const fresh = rows.filter(
		(row) =>
			row[look.by] < look.now &&
			!(look.isUpdate && row.createdAt >= since) &&
			!known.has(keyOf(row)),
	);
	const keys = [...saved.keys, ...fresh.map(keyOf)].slice(-10_000);
	return { rows: fresh, state: { last: look.now, keys } };
};

interface Cursor {
	readonly cursor: string;
	readonly ids: readonly Id[];
	/** Polls in a row that could not read all. */
	readonly held?: number;
}

/** From the newest time read, without the ids read there; held for three polls if pages are left. */
const gmail: Rule<Cursor> = function* (saved, look) {
	if (!saved) return { rows: [], state: { cursor: look.now, ids: [] } };
	const { cursor } = saved;
	const known = new Set(saved.ids);
	const { rows, isWhole } = yield* readDown(look, cursor, 20);
	const fresh = rows.filter(({ recordId }) => !known.has(recordId) && known.add(recordId));
	const held = isWhole ? 0 : (saved.held ?? 0) + 1;
	if (held > 0 && held < 4) return { rows: fresh, state: { cursor, ids: [...known], held } };
	const newest = rows[0]?.[look.by] ?? cursor;
	const ids = rows.filter((row) => row[look.by] === newest).map(({ recordId }) => recordId);
	const isOnNew = newest > cursor && saved.held === undefined;
	return { rows: fresh, state: { cursor: newest, ids: isOnNew ? ids : [...known] } };
};

/** Newer than the newest time read; the last 1,000 ids are not told again. */
const pipedream: Rule<Cursor> = function* (saved, look) {
	const since = saved?.cursor ?? '';
	const known = new Set(saved?.ids);
	const { rows } = yield* readDown(look, since, saved ? 101 : 1);
	const cursor = rows[0]?.[look.by] ?? since;
	const fresh = rows.filter(
		(row) => row[look.by] > since && !known.has(row.recordId) && known.add(row.recordId),
	);
	const ids = [...known].slice(-1_000);
	return { rows: saved ? fresh : [], state: { cursor, ids } };
};

export interface Other {
	readonly core: Core;
	/** Tells only creations. */
	readonly isForCreations?: true;
}

export const OTHERS: Readonly<Record<string, Other>> = {
	Airtable: { core: asCore(airtable) },
	'Microsoft Outlook': { core: asCore(outlook) },
	SeaTable: { core: asCore(seaTable) },
	Notion: { core: asCore(notion) },
	Salesforce: { core: asCore(salesforce) },
	Gmail: { core: asCore(gmail) },
	'Pipedream kintone': { core: asCore(pipedream), isForCreations: true },
};
