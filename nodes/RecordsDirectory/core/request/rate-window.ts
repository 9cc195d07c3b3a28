import { WINDOW_MS } from '../limits';

/** Travel times differ, so requests sent 100 s apart may arrive closer together. */
const MARGIN_MS = 1_000;
const FREE_MS = WINDOW_MS + MARGIN_MS;
/**
 * What is kept of the limit for triggers and the editor's lists, of limits worth dividing: a fifth, or what
 * they have used in the last 100 seconds and a twentieth more, up to half of it.
 */
const LEAST_KEPT = 0.2;
const KEPT_ABOVE_USE = 0.05;
const MOST_KEPT = 0.5;
const SMALLEST_DIVIDED = 20;
/**
 * What all polls together take of a limit, at most, so that executions get on beside any number of triggers. Work that a
 * later poll can do as well, such as the first reading of a form, leaves more to polls that have just begun.
 */
const MOST_FOR_POLLS = 0.8;
const MOST_FOR_LONG_WORK = 0.3;
const MOST_FOR_LONG_WORK_OF_FEW = 0.6;
/**
 * After a refusal others use the site as well, such as n8n's other workers. For so long each process sends
 * one request at a time, so that the next refusals, which none can foresee, are one a process.
 */
const SHARED_MS = 10 * WINDOW_MS;
const SHARED_GAP_MS = 250;

/** A request that waits for its turn. */
export interface Ask {
	readonly id: number;
	/** Most requests in 100 seconds, as its credential says. */
	readonly limit: number;
	/** Whether it goes before others, and may use what is reserved: a trigger's, or the editor's. */
	readonly isUrgent: boolean;
	/** Whether a trigger polls; of the urgent ones, only these are many. */
	readonly isPoll?: boolean;
}

interface Sent extends Pick<Ask, 'isUrgent' | 'isPoll'> {
	readonly at: number;
}

/** What is known of a site; times in milliseconds. */
export interface Pace {
	/** The latest requests, in their order. */
	readonly sent: readonly Sent[];
	/** Nothing is sent before this moment, after the service refused for its limit. */
	readonly quietUntil: number;
	/** Until then others are taken to use the site as well. */
	readonly sharedUntil: number;
	/** In the order of asking. */
	readonly waiting: readonly Ask[];
}

export const freshPace: Pace = { sent: [], quietUntil: 0, sharedUntil: 0, waiting: [] };

export const asked = (pace: Pace, ask: Ask): Pace => ({
	...pace,
	waiting: [...pace.waiting, ask],
});

/** The pace without a request that does not wait any more. */
export const withdrawn = (pace: Pace, id: number): Pace => ({
	...pace,
	waiting: pace.waiting.filter((ask) => ask.id !== id),
});

/** The pace after the service refused for its limit: quiet until the limit is said to be free again. */
export const refusedAt = (pace: Pace, now: number, until: number): Pace => ({
	...pace,
	quietUntil: Math.max(pace.quietUntil, until),
	sharedUntil: now + SHARED_MS,
});

/**
 * Which of the waiting requests may be sent now, such that no 100 seconds hold more than the limit of
 * any of them: urgent ones first, each kind in the order of asking. A request that must wait because
 * its own limit is small does not hold up others.
 */
export function allowed(pace: Pace, now: number): readonly number[] {
	if (now < Math.max(pace.quietUntil, gapEnd(pace, now))) return [];
	const used = usedIn(pace, now);
	const recentlyUrgent = used.urgent;
	const inOrder = [
		...pace.waiting.filter(({ isUrgent }) => isUrgent),
		...pace.waiting.filter(({ isUrgent }) => !isUrgent),
	];
	const ids: number[] = [];
	for (const { id, limit, isUrgent, isPoll } of inOrder) {
		if (used.urgent + used.other >= limit) continue;
		if (isPoll && used.polls >= pollsOf(limit)) continue;
		if (!isUrgent && used.other >= shareOf(limit, recentlyUrgent)) continue;
		ids.push(id);
		used[isUrgent ? 'urgent' : 'other']++;
		if (isPoll) used.polls++;
		if (now < pace.sharedUntil) break;
	}
	return ids;
}

/** When the next request may follow the last one, as far as that depends on others who use the site. */
const gapEnd = ({ sent, sharedUntil }: Pace, now: number): number =>
	now < sharedUntil ? (sent.at(-1)?.at ?? -Infinity) + SHARED_GAP_MS : now;

/** The pace after a request was sent; what does not count any more is forgotten. */
export function sentAt(pace: Pace, id: number, now: number): Pace {
	const { isUrgent = false, isPoll = false } = pace.waiting.find((ask) => ask.id === id) ?? {};
	const sent = pace.sent.filter(({ at }) => isFresh(at, now));
	return { ...withdrawn(pace, id), sent: [...sent, { at: now, isUrgent, isPoll }] };
}

/** When it is a waiting request's turn if nobody else asks, and each is sent as soon as it may. */
export function turnOf(pace: Pace, id: number, now: number): number {
	let then = pace;
	let at = Math.max(now, pace.quietUntil);
	for (;;) {
		const ids = allowed(then, at);
		if (ids.includes(id)) return at;
		for (const other of ids) then = sentAt(then, other, at);
		const frees = then.sent.map((one) => one.at + FREE_MS);
		const next = Math.min(...[...frees, gapEnd(then, at)].filter((moment) => moment > at));
		if (next === Infinity) return Infinity;
		at = next;
	}
}

/** Milliseconds until so many requests more, none urgent, are sent if nobody else asks. */
export function waitingTimeFor(
	pace: Pace,
	{ limit, more }: { readonly limit: number; readonly more: number },
	now: number,
): number {
	const share = shareOf(limit, usedIn(pace, now).urgent);
	const times = pace.sent.filter(({ isUrgent }) => !isUrgent).map(({ at }) => at);
	const first = Math.max(now, pace.quietUntil);
	let last = now;
	for (let n = 0; n < more; n++) {
		last = Math.max(first, (times.at(-share) ?? -Infinity) + FREE_MS);
		times.push(last);
	}
	return last - now;
}

const isFresh = (at: number, now: number): boolean => at + FREE_MS > now;

/** Requests that still count. */
function usedIn({ sent }: Pace, now: number): { urgent: number; other: number; polls: number } {
	const fresh = sent.filter(({ at }) => isFresh(at, now));
	const urgent = fresh.filter(({ isUrgent }) => isUrgent).length;
	const polls = fresh.filter(({ isPoll }) => isPoll).length;
	return { urgent, other: fresh.length - urgent, polls };
}

/** Most requests of all polls in 100 seconds. */
export const pollsOf = (limit: number): number =>
	limit < SMALLEST_DIVIDED ? limit : Math.floor(limit * MOST_FOR_POLLS);

/** Most requests of all polls in 100 seconds, if work is left that can wait. */
export const longWorkOf = (limit: number): number =>
	limit < SMALLEST_DIVIDED
		? Math.ceil(limit * MOST_FOR_LONG_WORK_OF_FEW)
		: Math.floor(limit * MOST_FOR_LONG_WORK);

/** Whether polls have used their share, and more would still be allowed for others. */
export const isShareUsed = (pace: Pace, limit: number, now: number): boolean =>
	pollsOf(limit) < limit && usedIn(pace, now).polls >= pollsOf(limit);

/** Whether a poll may go on with work that can wait. */
export const hasRoom = (pace: Pace, limit: number, now: number): boolean =>
	usedIn(pace, now).polls < longWorkOf(limit);

/** Most requests that are not urgent. */
function shareOf(limit: number, recentlyUrgent: number): number {
	if (limit < SMALLEST_DIVIDED) return limit;
	const kept = Math.max(limit * LEAST_KEPT, recentlyUrgent + limit * KEPT_ABOVE_USE);
	return limit - Math.ceil(Math.min(kept, limit * MOST_KEPT));
}
