import type { Failure } from '../request/failure';
import type { JsonObject } from '../json';
import { noticeChanges, type NoticeEvent, type NoticeSettings, type NoticeState } from './notices';
import type { Ended, Poll } from './poll-contract';

/** The notices of a user, or why they cannot be read, such as the 404 of a user who has left. */
export type UserReply = { readonly rows: readonly JsonObject[] } | { readonly missing: Failure };

/** What a poll of a round found. */
export interface RoundEnded extends Ended<NoticeEvent, NoticeState> {
	/** The number of users read. */
	readonly users: number;
	/** Users who could be read so far, and those who can be read again. */
	readonly leftUsers: readonly { readonly code: string; readonly failure: Failure }[];
	readonly returnedUsers: readonly string[];
}

/** One poll of a round through all users, one after the other by code; continues where the last poll stopped. */
export class NoticePoll implements Poll<string, UserReply, RoundEnded> {
	/** The user to read next; undefined after all. */
	request: string | undefined;
	private readonly settings: NoticeSettings;
	private readonly saved: NoticeState | undefined;
	/** All codes, starting with the one that this poll reads first. */
	private readonly order: readonly string[];
	private readonly found = new Map<string, readonly JsonObject[]>();
	private readonly missing = new Map<string, Failure>();

	constructor(saved: NoticeState | undefined, settings: NoticeSettings) {
		const { codes } = settings;
		this.settings = settings;
		this.saved = saved;
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

	/**
	 * Throws the `Failure` of the first user if no user is found at all: that is an error, not users who have
	 * left.
	 */
	end(): RoundEnded {
		const { saved, found, missing, settings } = this;
		const [failure] = missing.values();
		if (failure && this.request === undefined && found.size === 0) throw failure;
		// If no user can be read at all, that does not prove anything about one of them.
		const left = [...missing].map(([code, failed]) => ({ code, failure: failed }));
		const gone = found.size > 0 ? left : [];
		const next = this.request ?? this.order[0];
		const isGone = (code: string) =>
			saved?.users.some((person) => person.code === code && person.isGone) === true;
		const people = [
			...[...found].map(([code, rows]) => ({ code, rows })),
			...gone.map(({ code }) => ({ code, isGone: true as const })),
		];
		const { events, state } = noticeChanges(saved, people, settings);
		return {
			events,
			state: next === settings.codes[0] ? state : { ...state, next },
			users: found.size,
			leftUsers: gone.filter(({ code }) => !isGone(code)),
			returnedUsers: [...found.keys()].filter(isGone),
		};
	}
}
