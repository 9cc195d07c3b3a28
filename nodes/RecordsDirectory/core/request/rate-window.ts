import { WINDOW_MS } from '../limits';

/** Travel times differ, so requests sent 100 s apart may arrive closer together. */
const MARGIN_MS = 1_000;
const FREE_MS = WINDOW_MS + MARGIN_MS;
/** Kept for triggers and the editor: a fifth, or the most they lately used in 100 s plus a twentieth, up to half. */
const LEAST_KEPT = 0.2;
const KEPT_ABOVE_USE = 0.05;
const MOST_KEPT = 0.5;
/** How long their use counts as lately: polls come in bursts, and few triggers wait more than 5 minutes. */
const LATELY_MS = 4 * FREE_MS;
const SMALLEST_DIVIDED = 20;
/**
 * Of all polls together, so that executions make progress beside any number of triggers. Work that can wait,
 * such as the first reading of a form, leaves more to polls that have just started.
 */
const MOST_FOR_POLLS = 0.8;
const MOST_FOR_LONG_WORK = 0.3;
const MOST_FOR_LONG_WORK_OF_FEW = 0.6;
/**
 * A rejection shows that others use the site as well, such as n8n's other workers. For this long each process
 * sends one request at a time: it causes at most one of the next rejections, which none can foresee.
 */
const SHARED_MS = 10 * WINDOW_MS;
const SHARED_GAP_MS = 250;

interface WaitingRequest {
	readonly id: number;
	readonly limit: number;
	/** Whether it goes before others and may use the reserved part: requests of triggers and of the editor. */
	readonly isUrgent: boolean;
	/** Whether it belongs to a poll; of the urgent requests, only polls are many. */
	readonly isPoll?: boolean;
}

interface Sent extends Pick<WaitingRequest, 'isUrgent' | 'isPoll'> {
	readonly at: number;
	/** The urgent requests of the 100 seconds that end with this request. */
	readonly urgent: number;
}

/** Times are in milliseconds. It never changes: what happens makes a new one. */
export class Pace {
	/** The requests that count, and the urgent ones that are remembered, in order. */
	readonly sent: readonly Sent[] = [];
	/** Nothing is sent before this moment, because the service reported its rate limit. */
	readonly quietUntil: number = 0;
	/** Until then others are assumed to use the site as well. */
	readonly sharedUntil: number = 0;
	/** In the order in which they started to wait. */
	readonly waiting: readonly WaitingRequest[] = [];

	private with(changes: Partial<Pace>): Pace {
		return Object.assign(new Pace(), this, changes);
	}

	withWaiting(ask: WaitingRequest): Pace {
		return this.with({ waiting: [...this.waiting, ask] });
	}

	withoutWaiting(id: number): Pace {
		return this.with({ waiting: this.waiting.filter((ask) => ask.id !== id) });
	}

	quietAfterRejection(now: number, until: number): Pace {
		const quietUntil = Math.max(this.quietUntil, until);
		return this.with({ quietUntil, sharedUntil: now + SHARED_MS });
	}

	/** No 100 seconds exceed the limit of any. Urgent first, then by waiting time. A small own limit delays no others. */
	sendableNow(now: number): readonly number[] {
		if (now < Math.max(this.quietUntil, this.gapEnd(now))) return [];
		const used = this.used(now);
		const lately = this.sent.filter((one) => isLatelyUrgent(one, now));
		const mostUrgent = Math.max(0, ...lately.map(({ urgent }) => urgent));
		const urgentFirst = [...this.waiting].sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent));
		const ids: number[] = [];
		for (const { id, limit, isUrgent, isPoll } of urgentFirst) {
			const mustWait =
				used.urgent + used.other >= limit ||
				(isPoll && used.polls >= pollShare(limit)) ||
				(!isUrgent && used.other >= otherShare(limit, mostUrgent));
			if (mustWait) continue;
			ids.push(id);
			used[isUrgent ? 'urgent' : 'other']++;
			if (isPoll) used.polls++;
			if (now < this.sharedUntil) break;
		}
		return ids;
	}

	/** When the next request may follow the last one, if others use the site. */
	private gapEnd(now: number): number {
		return now < this.sharedUntil ? (this.sent.at(-1)?.at ?? -Infinity) + SHARED_GAP_MS : now;
	}

	/** Forgets requests that no longer matter. */
	sentAt(id: number, now: number): Pace {
		const { isUrgent = false, isPoll = false } = this.waiting.find((ask) => ask.id === id) ?? {};
		const urgent = this.used(now).urgent + (isUrgent ? 1 : 0);
		const sent = this.sent.filter((one) => isFresh(one.at, now) || isLatelyUrgent(one, now));
		return this.withoutWaiting(id).with({ sent: [...sent, { at: now, isUrgent, isPoll, urgent }] });
	}

	/** If no more requests come and each is sent as soon as allowed. */
	startTime(id: number, now: number): number {
		let then = this.with({});
		let at = Math.max(now, this.quietUntil);
		while (at < Infinity) {
			const ids = then.sendableNow(at);
			if (ids.includes(id)) return at;
			for (const other of ids) then = then.sentAt(other, at);
			const frees = then.sent.flatMap((one) => [one.at + FREE_MS, one.at + LATELY_MS]);
			const moments = [...frees, then.gapEnd(at)];
			at = Math.min(...moments.filter((moment) => moment > at));
		}
		return at;
	}

	private used(now: number): { urgent: number; other: number; polls: number } {
		const fresh = this.sent.filter(({ at }) => isFresh(at, now));
		const urgent = fresh.filter(({ isUrgent }) => isUrgent).length;
		const polls = fresh.filter(({ isPoll }) => isPoll).length;
		return { urgent, other: fresh.length - urgent, polls };
	}

	/** Undefined unless the polls have used their share while others may still send. */
	usedUpShare(limit: number, now: number): number | undefined {
		const share = pollShare(limit);
		return share < limit && this.used(now).polls >= share ? share : undefined;
	}

	/** Whether a poll may continue with work that can wait. */
	hasRoom(limit: number, now: number): boolean {
		return this.used(now).polls < longWorkShare(limit);
	}
}

const isFresh = (at: number, now: number): boolean => at + FREE_MS > now;

const isLatelyUrgent = ({ at, isUrgent }: Sent, now: number): boolean =>
	isUrgent && at + LATELY_MS > now;

const pollShare = (limit: number): number =>
	limit < SMALLEST_DIVIDED ? limit : Math.floor(limit * MOST_FOR_POLLS);

/** Of all polls per 100 seconds, if the remaining work can wait. */
export const longWorkShare = (limit: number): number =>
	limit < SMALLEST_DIVIDED
		? Math.ceil(limit * MOST_FOR_LONG_WORK_OF_FEW)
		: Math.floor(limit * MOST_FOR_LONG_WORK);

function otherShare(limit: number, mostUrgent: number): number {
	if (limit < SMALLEST_DIVIDED) return limit;
	const kept = Math.max(limit * LEAST_KEPT, mostUrgent + limit * KEPT_ABOVE_USE);
	return limit - Math.ceil(Math.min(kept, limit * MOST_KEPT));
}
