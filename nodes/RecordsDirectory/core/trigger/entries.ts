import type { TriggerEventName } from '../../api/trigger';
import { isTrue } from '../form/kinds/definition-row';
import { asText, canonical, isEmpty, isJsonObject, type JsonObject } from '../json';
import { JoinedList } from '../listing/joined-list';
import { withThousands } from '../text';
import { mistake } from '../values/input-error';
import { asFingerprint, earlierIn, isSame, keep, packed, type Kept } from './kept';
import { MOST_ITEMS, massDeletion, type Ended, type Poll } from './poll-contract';

type EntryChange = 'added' | 'changed' | 'removed';

interface EntrySettings {
	readonly event: TriggerEventName;
	readonly emits: readonly EntryChange[];
	readonly key: string;
	readonly watched: readonly string[];
	readonly mostRemovals?: number | undefined;
	readonly pageSize: number;
}

type EntryRequest =
	| { readonly kind: 'page'; readonly page: number; readonly limit: number }
	| { readonly kind: 'entry'; readonly key: string };

/** `most` is the most rows that a page is known to have. Without `row` and `failure`, the service replied 404. */
type EntryReply =
	| {
			readonly kind: 'page';
			readonly rows: readonly JsonObject[];
			readonly most: number;
			/** By the clock of the service, in milliseconds since 1970. */
			readonly at: number;
	  }
	| { readonly kind: 'entry'; readonly row?: JsonObject; readonly failure?: string };

export interface EntryEvent {
	readonly event: TriggerEventName;
	readonly eventId: string;
	readonly change: EntryChange;
	/** As the service returned it; of a removed entry what was kept of it. */
	readonly row: JsonObject;
	/** The values before a change, by property; undefined for one that was not kept. */
	readonly earlier?: JsonObject | undefined;
	readonly cause: string;
}

/** Plain JSON between polls. It has lists, because codes may be any text. */
interface EntryState {
	readonly entries: ReadonlyArray<readonly [key: string, kept: Kept]>;
	/** What an unfinished reading has listed so far. */
	readonly part?: Part | undefined;
	/** Entries that the list does not show, though no single read says that they are gone; the next one to read comes first. */
	readonly unlisted?: readonly string[] | undefined;
	/** The newest last. They distinguish the IDs of an event that occurs again. */
	readonly counts: ReadonlyArray<readonly [key: string, count: number]>;
	/** When the first reading began, in milliseconds since 1970; another one has other events. */
	readonly since: number;
}

interface Part {
	/** In the order of the list. */
	readonly keys: readonly string[];
	readonly size: number;
	readonly isBaseline: boolean;
}

const MOST_COUNTS = 5_000;
/** Something is kept of each entry, and read and written with every event. */
const MOST_ENTRIES = 20_000;
/** In characters of JSON: most choices of a field fit. */
const LONGEST_VALUE = 2_000;
/** Per poll; the others are left to the next polls. */
const MOST_READS = 30;
const FULL =
	'The values are too long to keep in full. Some items lack the values before the change.';

/**
 * Compares the entries of a list with what they were. The first reading is a silent baseline; any reading may
 * take several polls. An entry is removed only if a single read says so, or if it is marked as retired.
 * Changes that would be too many for one execution stay unknown: the next poll finds them again. Throws an
 * `InputError` for a list that is too long, and for more missing entries than are probably removed.
 */
export class EntryPoll implements Poll<EntryRequest, EntryReply, EntryEvent, EntryState> {
	request: EntryRequest | undefined;
	private readonly list: JoinedList<JsonObject>;
	private readonly isBaseline: boolean;
	private readonly settings: EntrySettings;
	private readonly known: Map<string, Kept>;
	/** Before this poll. A service may still list an older state than it has just listed. */
	private readonly before: ReadonlySet<string>;
	private readonly unlisted: Set<string>;
	private readonly counts: Map<string, number>;
	private since: number;
	private toRead: readonly string[] = [];
	private isShort = false;
	private readonly events: EntryEvent[] = [];
	private readonly warnings: string[] = [];

	constructor(saved: EntryState | undefined, settings: EntrySettings) {
		this.settings = settings;
		this.known = new Map(saved?.entries);
		this.before = new Set(this.known.keys());
		this.unlisted = new Set(saved?.unlisted);
		this.counts = new Map(saved?.counts);
		this.since = saved?.since ?? 0;
		const { keys, size, isBaseline }: Part = saved?.part ?? {
			keys: [],
			size: settings.pageSize,
			isBaseline: !saved,
		};
		this.isBaseline = isBaseline;
		this.list = new JoinedList<JsonObject>({
			size: Math.min(size, settings.pageSize),
			wanted: MOST_ENTRIES + 1,
			idOf: (row) => this.keyIn(row) || undefined,
			rows: keys.map((key) => ({ [settings.key]: key })),
		});
		this.request = { kind: 'page', ...this.list.next() };
	}

	take(reply: EntryReply): void {
		const { request, list } = this;
		if (reply.kind === 'page' && request?.kind === 'page') {
			// Known from the baseline, or never: the IDs of events contain it.
			if (this.isBaseline) this.since ||= reply.at;
			const before = list.rows.length;
			const outcome = list.take(request, reply.rows, reply.most);
			if (outcome === 'again' && this.isBaseline) this.known.clear();
			for (const row of list.rows.slice(before)) this.takeRow(row);
			if (outcome !== 'end') return void (this.request = { kind: 'page', ...list.next() });
			this.endList();
		} else if (reply.kind === 'entry' && request?.kind === 'entry')
			this.takeEntry(request.key, reply);
		const [key, ...others] = this.toRead;
		this.toRead = others;
		this.request = key === undefined ? undefined : { kind: 'entry', key };
	}

	end(): Ended<EntryEvent, EntryState> {
		const { events, unlisted, isShort, warnings, list, isBaseline, request, since } = this;
		const { rows: entries, isFull } = packed([...this.known]);
		const part = request && {
			keys: list.rows.map((row) => this.keyIn(row)),
			size: list.size,
			isBaseline,
		};
		return {
			events,
			state: {
				entries,
				part,
				unlisted: unlisted.size > 0 ? [...unlisted] : undefined,
				counts: [...this.counts].slice(-MOST_COUNTS),
				since,
			},
			window: part ? `the first ${list.rows.length} entries` : 'the whole list',
			purpose: isBaseline ? 'baseline' : undefined,
			unfinished: isShort || request || events.length >= MOST_ITEMS ? 'unread' : undefined,
			learned: entries,
			warnings: isFull ? [...warnings, FULL] : warnings,
		};
	}

	private takeRow(row: JsonObject): void {
		const key = this.keyIn(row);
		this.unlisted.delete(key);
		// Nothing tells such an entry from another.
		if (key === '') return;
		if (isTrue(row.isRetired)) this.remove(key, row, 'marked as retired');
		else if (this.isBaseline) this.known.set(key, this.keptIn(row));
		else this.compare(key, row);
	}

	private endList(): void {
		const { settings, known, unlisted, list } = this;
		if (list.rows.length > MOST_ENTRIES)
			throw mistake('tooManyEntries', { most: withThousands(MOST_ENTRIES) });
		const listed = new Set(list.rows.map((row) => this.keyIn(row)));
		const missing = [...known.keys()].filter((key) => this.before.has(key) && !listed.has(key));
		const newly = missing.filter((key) => !unlisted.has(key));
		const mass = massDeletion('entries', newly.length, known.size, settings.mostRemovals);
		if (mass && settings.emits.includes('removed')) throw mass;
		if (mass) return void this.warnings.push(manyAreMissing(newly.length, known.size));
		// Those that a single read has found before are read again in turn, one in each poll.
		const again = missing.filter((key) => unlisted.has(key)).slice(0, 1);
		this.toRead = [...newly, ...again].slice(0, MOST_READS);
		this.isShort = this.toRead.length < newly.length;
	}

	private takeEntry(key: string, { row, failure }: Extract<EntryReply, { kind: 'entry' }>): void {
		const isKnown = this.unlisted.delete(key);
		if (failure === undefined && row === undefined) this.remove(key, {}, 'the service answers 404');
		else if (row && this.isListed(key, row)) this.remove(key, {}, 'it has another code');
		else if (row && isTrue(row.isRetired)) this.remove(key, row, 'marked as retired');
		// It comes last.
		else if (this.unlisted.add(key) && !isKnown) this.warnings.push(notRemoved(key, failure));
	}

	/** Whether the list shows an entry that was read by another key, such as one in another case. */
	private isListed = (key: string, row: JsonObject) =>
		this.keyIn(row) !== key && this.known.has(this.keyIn(row));

	private keyIn = (row: JsonObject): string => asText(row[this.settings.key] ?? '');

	private keptIn = (row: JsonObject): Kept =>
		keep(
			this.settings.watched.map((name) => inOneOrder(row[name] ?? null)),
			LONGEST_VALUE,
		);

	private compare(key: string, row: JsonObject): void {
		const before = this.known.get(key);
		const now = this.keptIn(row);
		const { watched } = this.settings;
		if (before === undefined) {
			if (this.emit('added', key, { row, cause: 'not listed before' })) this.known.set(key, now);
		} else if (isSame(before, now)) this.known.set(key, now);
		else {
			const earlier = earlierIn(before, now, watched);
			const found = { row, earlier, cause: 'the values differ from the last ones' };
			if (this.emit('changed', key, found)) this.known.set(key, now);
		}
	}

	private remove(key: string, row: JsonObject, cause: string): void {
		const before = this.known.get(key);
		if (before === undefined) return;
		const was = Object.entries(earlierIn(before, EMPTY, this.settings.watched));
		const last = Object.fromEntries(was.filter(([, value]) => value !== undefined));
		const found = { row: { [this.settings.key]: key, ...last, ...row }, cause };
		if (this.emit('removed', key, found)) this.known.delete(key);
	}

	/** Returns whether the change is emitted, or of a kind that does not start the workflow. */
	private emit(
		change: EntryChange,
		key: string,
		found: Pick<EntryEvent, 'row' | 'earlier' | 'cause'>,
	): boolean {
		const { settings, events, known, counts } = this;
		if (!settings.emits.includes(change)) return true;
		if (events.length >= MOST_ITEMS) return false;
		const nth = (counts.get(key) ?? 0) + 1;
		counts.delete(key);
		counts.set(key, nth);
		const version = change === 'removed' ? known.get(key) : this.keptIn(found.row);
		// The key comes last, as it may be any text.
		const print = asFingerprint(version ?? EMPTY);
		const eventId = [settings.event, change, this.since, nth, print, key].join(':');
		events.push({ event: settings.event, eventId, change, ...found });
		return true;
	}
}

const EMPTY = keep([]);

/** The service may list the affiliations of a user in any order. */
const inOneOrder = (value: unknown): unknown =>
	Array.isArray(value)
		? value.map(filled).toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1))
		: value;

/** However the service says that a cell has no value. */
const filled = (row: unknown) =>
	isJsonObject(row)
		? Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)))
		: row;

const manyAreMissing = (missing: number, known: number) =>
	`${missing} of ${known} entries are missing at once, so the key may have lost a permission. If they come back, they do not count as new.`;

const notRemoved = (key: string, why = 'a single read still returns it') =>
	`${key} is not listed any more, but not emitted as removed: ${why}. The trigger reads it again later.`;
