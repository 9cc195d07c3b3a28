import type { TriggerEventName } from '../../api/trigger';
import { asText, numberIn, type JsonObject } from '../json';
import type { Failure } from '../request/failure';
import { MOST_ITEMS, type Ended, type Poll } from './poll-contract';

/** `missing`: why they cannot be read. `rows` have `appsId`, `appsName`, `id`, `label`, `count`, `url` and `icon`. */
export type UserReply = { readonly rows: readonly JsonObject[] } | { readonly missing: Failure };

interface NoticeSettings {
	readonly event: TriggerEventName;
	readonly emits: (difference: number) => boolean;
	/** Users whom a poll does not read keep their state. */
	readonly codes: readonly string[];
}

const TEXTS = ['appsId', 'appsName', 'id', 'label', 'url'] as const;

interface Notice extends Readonly<Record<(typeof TEXTS)[number], string>> {
	readonly count: number;
}

/** `eventId` is the same when n8n runs a poll again. */
interface NoticeEvent extends Notice {
	readonly event: TriggerEventName;
	readonly eventId: string;
	readonly code: string;
	readonly previousCount: number;
	readonly difference: number;
	/** Absent for a notice that has disappeared: pictures are not kept between polls. */
	readonly icon?: unknown;
}

interface KnownNotice extends Notice {
	/** How often the count has changed since the baseline; makes the next event's id another one. */
	readonly changes: number;
}

/** Plain JSON between polls. It has lists, because codes may be any text. */
export interface NoticeState {
	readonly users: readonly KnownUser[];
	/** The user whom the next poll reads first, if a round over all users takes several polls. */
	readonly next?: string | undefined;
}

interface KnownUser {
	readonly code: string;
	/** Absent for a user who was never read, whose first reading is a silent baseline. */
	readonly known?: readonly KnownNotice[];
	/** Set while the user cannot be read, mostly after a 404. That may be a mistake of the service, so the state is kept. */
	readonly isGone?: true;
}

/**
 * Goes through all users by code, and continues where the last poll stopped. A user read for the first time
 * is a silent baseline. A notice that has disappeared has count 0, and one whose count is no number keeps the
 * count it had. Changes that would be too many for one execution stay unknown: a later poll finds them again.
 */
export class NoticePoll implements Poll<string, UserReply, NoticeEvent, NoticeState> {
	request: string | undefined;
	private readonly settings: NoticeSettings;
	private readonly before: ReadonlyMap<string, KnownUser>;
	/** Starting with the one that this poll reads first. */
	private readonly order: readonly string[];
	private readonly found = new Map<string, readonly JsonObject[]>();
	private readonly missing = new Map<string, Failure>();

	constructor(saved: NoticeState | undefined, settings: NoticeSettings) {
		const { codes } = settings;
		this.settings = settings;
		this.before = new Map(saved?.users.map((user) => [user.code, user]));
		const at = Math.max(0, codes.indexOf(saved?.next ?? ''));
		this.order = [...codes.slice(at), ...codes.slice(0, at)];
		[this.request] = this.order;
	}

	take(reply: UserReply): void {
		if (this.request === undefined) throw new Error('Nobody was asked for');
		if ('rows' in reply) this.found.set(this.request, reply.rows);
		else this.missing.set(this.request, reply.missing);
		this.request = this.order[this.found.size + this.missing.size];
	}

	/** If no user is found at all, throws the `Failure` of the first: that is an error, not users who have left. */
	end(): Ended<NoticeEvent, NoticeState> {
		const { before, found, missing } = this;
		const { codes } = this.settings;
		const [failure] = missing.values();
		if (failure && this.request === undefined && found.size === 0) throw failure;
		// If no user can be read at all, that does not prove anything about one of them.
		const gone = found.size > 0 ? [...missing] : [];
		const wasGone = (code: string) => before.get(code)?.isGone === true;
		const events: NoticeEvent[] = [];
		const after = new Map<string, KnownUser>();
		for (const [code] of gone) after.set(code, { ...before.get(code), code, isGone: true });
		for (const [code, rows] of found)
			after.set(code, { code, known: this.compare(code, rows, events) });
		const users = codes.flatMap((code) => after.get(code) ?? before.get(code) ?? []);
		const next = this.request ?? this.order[0];
		return {
			events,
			state: { users, ...(next !== codes[0] && { next }) },
			window: `${found.size} of ${codes.length} users`,
			learned: users,
			warnings: [
				...gone.filter(([code]) => !wasGone(code)).map(hasLeft),
				...[...found.keys()].filter(wasGone).map(isBack),
			],
		};
	}

	/** Returns what the next poll knows; adds the events. Without anything known, each count is taken as it is. */
	private compare(
		code: string,
		rows: readonly JsonObject[],
		events: NoticeEvent[],
	): readonly KnownNotice[] {
		const { event, emits } = this.settings;
		const known = this.before.get(code)?.known;
		const old = new Map(known?.map((notice) => [noticeKey(notice), notice]));
		const listed = new Map(rows.map((row) => [noticeKey(row), row]));
		for (const [key, notice] of old) if (!listed.has(key)) listed.set(key, { ...notice, count: 0 });
		return [...listed].flatMap(([key, row]) => {
			const before = old.get(key);
			const count = numberIn(row.count) ?? before?.count;
			if (count === undefined) return [];
			const previousCount = before?.count ?? (known ? 0 : count);
			const difference = count - previousCount;
			const changes = (before?.changes ?? 0) + (difference === 0 ? 0 : 1);
			const notice = { ...noticeTexts(row), count };
			if (!emits(difference)) return { ...notice, changes };
			if (events.length >= MOST_ITEMS) return before ?? [];
			// The parts must not run into each other, whatever text an employee number is.
			const named = [code, notice.appsId, notice.id].map((part) => part.replace(/[%:]/g, escape));
			const eventId = [event, ...named, changes, previousCount, count].join(':');
			const emitted = { event, eventId, code, ...notice, previousCount, difference };
			events.push(row.icon === undefined ? emitted : { ...emitted, icon: row.icon });
			return { ...notice, changes };
		});
	}
}

const hasLeft = ([code, { status, message }]: readonly [string, Failure]) =>
	status === 404
		? `The service does not know user ${code}. The user is skipped until the service knows the code.`
		: `The notices of user ${code} cannot be read: ${message}. The user is skipped until they can be read.`;

const isBack = (code: string) =>
	`The notices of user ${code} can be read again. Counts that have changed since the last read trigger the workflow.`;

const noticeTexts = (row: JsonObject) =>
	Object.fromEntries(TEXTS.map((name) => [name, toText(row[name])])) as Omit<Notice, 'count'>;

const noticeKey = ({ appsId, id }: { readonly appsId?: unknown; readonly id?: unknown }): string =>
	JSON.stringify([toText(appsId), toText(id)]);

const escape = (sign: string): string => (sign === ':' ? '%3A' : '%25');

const toText = (value: unknown): string => asText(value ?? '');
