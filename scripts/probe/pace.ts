import { setTimeout as sleep } from 'node:timers/promises';
import { WINDOW_MS } from '../../nodes/RecordsDirectory/core/limits';
import type { ProbeReply } from './probe-reply';
import type { ApiRequest } from '../../nodes/RecordsDirectory/core/request/request';
import { toFailure } from '../../nodes/RecordsDirectory/core/request/failure';
import type { Times } from './times';

/** Travel times differ, so requests sent 100 s apart may arrive closer together. */
const FREE_MS = WINDOW_MS + 1_000;
/** Another run may send meanwhile. */
const SLICE_MS = 1_000;

export type Send = (request: ApiRequest) => Promise<ProbeReply | undefined>;

/**
 * Sends the requests one after the other, at most `limit` in 100 seconds, earlier runs included. Calls `tell`
 * with the milliseconds of a wait.
 */
export const paced =
	(times: Times, limit: number, tell: (ms: number) => void) =>
	(send: Send): Send => {
		let quietUntil = 0;
		const left = () => Math.max(quietUntil - Date.now(), waitFor(times.all(), limit, Date.now()));
		return async (request) => {
			if (left() > 0) tell(left());
			for (let ms = left(); ms > 0; ms = left()) await sleep(Math.min(ms, SLICE_MS));
			times.add(Date.now());
			const reply = await send(request);
			if (reply && isLimit(reply)) quietUntil = Date.now() + waitAfter(reply);
			return reply;
		};
	};

/** A firewall takes several rejected requests within seconds for an attack. */
const AFTER_REJECTION_MS = 5_000;

/** Waits between a rejected request and the next one. */
export const spaced =
	(wait: (ms: number) => Promise<void>) =>
	(send: Send): Send => {
		let isRejected = false;
		return async (request) => {
			if (isRejected) await wait(AFTER_REJECTION_MS);
			const reply = await send(request);
			isRejected = reply !== undefined && reply.status >= 400 && reply.status < 500;
			return reply;
		};
	};

/** Returns how long the next request waits after requests at these times, in milliseconds. */
export function waitFor(times: readonly number[], limit: number, now: number): number {
	// A time in the future is from before the clock was set back.
	const fresh = times.filter((at) => at <= now && at + FREE_MS > now).sort((a, b) => b - a);
	const last = fresh[limit - 1];
	return last === undefined ? 0 : last + FREE_MS - now;
}

const isLimit = ({ status }: ProbeReply) => status === 402 || status === 429;

function waitAfter({ status, headers, body }: ProbeReply): number {
	const failure = toFailure({ statusCode: status, headers, body });
	return failure.retryDelay(1, { repeatable: true, random: Math.random() }) ?? 0;
}
