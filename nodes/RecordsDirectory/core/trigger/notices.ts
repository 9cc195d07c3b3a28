import type { TriggerEventName } from '../../api/trigger';
import { asText, numberIn, type JsonObject } from '../json';
import { MOST_ITEMS } from './poll-contract';

/** The notices of one user, as a poll read them. */
export interface UserNotices {
	readonly code: string;
	/**
	 * Rows of `noticeRows`: `appsId`, `appsName`, `id`, `label`, `count`, `url`, `icon`. None for a user whom
	 * the service no longer knows.
	 */
	readonly rows?: readonly JsonObject[];
	readonly isGone?: true;
}

export interface NoticeSettings {
	readonly event: TriggerEventName;
	/** Whether an event is emitted for a difference between two counts. */
	readonly emits: (difference: number) => boolean;
	/** All watched users. Those whom a poll does not read keep their state. */
	readonly codes: readonly string[];
}

interface Notice {
	readonly appsId: string;
	readonly appsName: string;
	readonly id: string;
	readonly label: string;
	readonly url: string;
	readonly count: number;
}

/** A changed count. `eventId` is the same when n8n runs a poll again. */
export interface NoticeEvent extends Notice {
	readonly event: TriggerEventName;
	readonly eventId: string;
	readonly code: string;
	readonly previousCount: number;
	readonly difference: number;
	/** Absent for a notice that has disappeared: pictures are not kept between polls. */
	readonly icon?: unknown;
}

/** The saved state of one notice. */
interface KnownNotice extends Notice {
	/** How often the count has changed since the baseline; makes the next event's id another one. */
	readonly changes: number;
}

/** The state between polls, as plain JSON. It has lists, because codes may be any text. */
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
 * Compares the counts of users with the saved ones. A user read for the first time is a silent
 * baseline. A notice that has disappeared has count 0, and one whose count is no number keeps the
 * count it had. Changes that would be too many for one execution stay unknown: a later poll finds them again.
 * The saved state is never changed.
 */
export function noticeChanges(
	saved: NoticeState | undefined,
	people: readonly UserNotices[],
	{ event, emits, codes }: NoticeSettings,
): { readonly events: readonly NoticeEvent[]; readonly state: NoticeState } {
	const before = new Map(saved?.users.map((person) => [person.code, person]));
	const events: NoticeEvent[] = [];
	const after = new Map<string, KnownUser>();
	for (const { code, rows = [], isGone } of people) {
		const person = before.get(code);
		if (isGone) {
			after.set(code, { ...person, code, isGone });
			continue;
		}
		const compared = compare(person?.known, rows);
		const known = compared.flatMap((one) => {
			const isEvent = emits(one.now.count - one.previousCount);
			if (isEvent && events.length >= MOST_ITEMS) return one.before ?? [];
			if (isEvent) events.push(asEvent(event, code, one));
			return one.now;
		});
		after.set(code, { code, known });
	}
	const kept = codes.flatMap((code) => after.get(code) ?? before.get(code) ?? []);
	return { events, state: { users: kept } };
}

interface Compared {
	readonly before: KnownNotice | undefined;
	readonly now: KnownNotice;
	readonly previousCount: number;
	readonly icon?: unknown;
}

/** Without anything known, each count is taken as it is. */
function compare(known: readonly KnownNotice[] | undefined, rows: readonly JsonObject[]) {
	const old = new Map(known?.map((notice) => [noticeKey(notice), notice]));
	const compared = new Map<string, Compared>();
	for (const row of rows) {
		const before = old.get(noticeKey(row));
		const count = numberIn(row.count) ?? before?.count;
		if (count === undefined) continue;
		compared.set(noticeKey(row), counted(row, count, { before, unseen: known ? 0 : count }));
	}
	for (const [key, before] of old)
		if (!compared.has(key)) compared.set(key, counted({ ...before }, 0, { before, unseen: 0 }));
	return [...compared.values()];
}

function counted(
	{ appsId, appsName, id, label, url, icon }: JsonObject,
	count: number,
	{ before, unseen }: { readonly before: KnownNotice | undefined; readonly unseen: number },
): Compared {
	const previousCount = before?.count ?? unseen;
	const changes = (before?.changes ?? 0) + (count === previousCount ? 0 : 1);
	const texts = { appsId: plainText(appsId), appsName: plainText(appsName), id: plainText(id) };
	const now = { ...texts, label: plainText(label), url: plainText(url), count, changes };
	return { before, now, previousCount, icon };
}

function asEvent(
	event: TriggerEventName,
	code: string,
	{ now, previousCount, icon }: Compared,
): NoticeEvent {
	const { changes, count, ...notice } = now;
	// The parts must not run into each other, whatever text an employee number is.
	const named = [code, notice.appsId, notice.id].map((part) => part.replace(/[%:]/g, escape));
	return {
		event,
		eventId: [event, ...named, changes, previousCount, count].join(':'),
		code,
		...notice,
		count,
		previousCount,
		difference: count - previousCount,
		...(icon === undefined ? {} : { icon }),
	};
}

const noticeKey = ({ appsId, id }: { readonly appsId?: unknown; readonly id?: unknown }): string =>
	JSON.stringify([plainText(appsId), plainText(id)]);

const escape = (sign: string): string => (sign === ':' ? '%3A' : '%25');

const plainText = (value: unknown): string => asText(value ?? '');
