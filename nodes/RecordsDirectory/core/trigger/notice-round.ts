import type { Failure } from '../request/failure';
import type { JsonObject } from '../json';
import { noticeChanges, type NoticeEvent, type NoticeSettings, type NoticeState } from './notices';
import { savedOf } from './saved-state';

export interface RoundSettings extends NoticeSettings {
	/** Whose notices are watched. */
	readonly codes: readonly string[];
}

/** The notices of a user, or the 404 of one whom the service does not know (any more). */
export type UserReply = { readonly rows: readonly JsonObject[] } | { readonly missing: Failure };

/** One poll: answer `ask` until it is undefined, or stop earlier; the next poll reads on from there. */
export interface NoticePoll {
	/** The code of the user to read next. */
	readonly ask: string | undefined;
	take(reply: UserReply): void;
	/** Throws the `Failure` of the first user if nobody at all is found: then no user has left, but something is wrong. */
	end(): {
		readonly events: readonly NoticeEvent[];
		readonly state: NoticeState;
		/** Users that the service has stopped to know, and those that it knows again. */
		readonly left: readonly string[];
		readonly back: readonly string[];
	};
}

/** One poll of a round over all users, which goes on where the poll before has stopped. */
export function startNotices(saved: NoticeState | undefined, settings: RoundSettings): NoticePoll {
	const known = savedOf(saved, settings.scope);
	const at = Math.max(0, settings.codes.indexOf(known?.next ?? ''));
	const order = [...settings.codes.slice(at), ...settings.codes.slice(0, at)];
	const found = new Map<string, readonly JsonObject[]>();
	const missing = new Map<string, Failure>();
	const read = () => found.size + missing.size;
	return {
		get ask() {
			return order[read()];
		},
		take(reply) {
			const code = order[read()];
			if (code === undefined) throw new Error('Nobody was asked for');
			if ('rows' in reply) found.set(code, reply.rows);
			else missing.set(code, reply.missing);
		},
		end() {
			const [failure] = missing.values();
			if (failure && read() === order.length && found.size === 0) throw failure;
			// A service that knows nobody is no proof that somebody has left.
			const gone = found.size > 0 ? [...missing.keys()] : [];
			const next = order[read()] ?? order[0];
			const before = new Map(known?.people.map((person) => [person.code, person]));
			const isGone = (code: string) => before.get(code)?.isGone === true;
			const people = [
				...[...found].map(([code, rows]) => ({ code, rows })),
				...gone.map((code) => ({ code, isGone: true as const })),
			];
			const { events, state } = noticeChanges(known, people, settings);
			return {
				events,
				state: next === settings.codes[0] ? state : { ...state, next },
				left: gone.filter((code) => !isGone(code)),
				back: [...found.keys()].filter(isGone),
			};
		},
	};
}
