import { WINDOW_MS } from './retry';

/** Travel times differ, so requests sent 100 s apart may arrive closer together. */
const MARGIN_MS = 1_000;
const FREE_MS = WINDOW_MS + MARGIN_MS;
/** The part of the limit that only triggers and the editor's lists may use, of limits worth dividing. */
const RESERVED_SHARE = 0.05;
const SMALLEST_DIVIDED = 20;
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
}

/** What is known of a site; times in milliseconds. */
export interface Pace {
	/** When the latest requests were sent. */
	readonly sent: readonly number[];
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
	const { sent, waiting } = pace;
	if (now < Math.max(pace.quietUntil, gapEnd(pace, now))) return [];
	let used = sent.filter((at) => isFresh(at, now)).length;
	const inOrder = [
		...waiting.filter(({ isUrgent }) => isUrgent),
		...waiting.filter(({ isUrgent }) => !isUrgent),
	];
	const ids: number[] = [];
	for (const ask of inOrder) {
		if (used >= shareOf(ask)) continue;
		ids.push(ask.id);
		used++;
		if (now < pace.sharedUntil) break;
	}
	return ids;
}

/** When the next request may follow the last one, as far as that depends on others who use the site. */
const gapEnd = ({ sent, sharedUntil }: Pace, now: number): number =>
	now < sharedUntil ? (sent.at(-1) ?? -Infinity) + SHARED_GAP_MS : now;

/** The pace after a request was sent; what does not count any more is forgotten. */
export function sentAt(pace: Pace, id: number, now: number): Pace {
	const { waiting } = withdrawn(pace, id);
	return { ...pace, waiting, sent: [...pace.sent.filter((at) => isFresh(at, now)), now] };
}

/** When it is a waiting request's turn if nobody else asks, and each is sent as soon as it may. */
export function turnOf(pace: Pace, id: number, now: number): number {
	let then = { ...pace };
	let at = Math.max(now, pace.quietUntil);
	for (;;) {
		const ids = allowed(then, at);
		if (ids.includes(id)) return at;
		for (const other of ids) then = sentAt(then, other, at);
		const frees = then.sent.filter((one) => isFresh(one, at)).map((one) => one + FREE_MS);
		const next = Math.min(...[...frees, gapEnd(then, at)].filter((moment) => moment > at));
		if (next === Infinity) return Infinity;
		at = next;
	}
}

/** Milliseconds until so many requests more are sent if nobody else asks, all of the same limit. */
export function timeFor({ sent, quietUntil }: Pace, limit: number, more: number, now: number) {
	const share = shareOf({ limit, isUrgent: false });
	const times = sent.filter((at) => isFresh(at, now));
	const first = Math.max(now, quietUntil);
	for (let n = 0; n < more; n++) {
		times.push(Math.max(first, (times.at(-share) ?? -Infinity) + FREE_MS));
	}
	return more > 0 ? times.at(-1)! - now : 0;
}

const isFresh = (at: number, now: number): boolean => at + FREE_MS > now;

function shareOf({ limit, isUrgent }: Omit<Ask, 'id'>): number {
	if (isUrgent || limit < SMALLEST_DIVIDED) return limit;
	return limit - Math.ceil(limit * RESERVED_SHARE);
}
