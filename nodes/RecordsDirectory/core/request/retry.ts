import { WINDOW_MS } from '../limits';
import type { Failure } from './failure';

/** Attempts per request, including the first. */
const ATTEMPTS = 4;
const BASE_MS = 1_000;
const LONGEST_MS = 30_000;
/** If the rate limit asks for a longer wait, the request fails instead. */
export const LONGEST_QUIET_MS = 300_000;

/**
 * Returns how long to wait before retrying a failed request, in milliseconds; undefined if it must not be
 * retried. A request rejected for the rate limit did nothing, so it may always be retried. One that may have
 * taken effect is retried only if it is `repeatable` (GET, PUT, DELETE). `random` is in [0, 1).
 */
export function delayAfter(
	attempt: number,
	failure: Failure,
	{ repeatable, random }: { readonly repeatable: boolean; readonly random: number },
): number | undefined {
	if (attempt >= ATTEMPTS) return undefined;
	if (failure.kind === 'rate') {
		// Jitter keeps several n8n workers from retrying at the same moment.
		const asked = failure.retryAfterMs ?? WINDOW_MS;
		return asked <= LONGEST_QUIET_MS ? asked + random * 2_000 : undefined;
	}
	const passing = failure.kind === 'service' || failure.kind === 'network';
	if (!passing || !repeatable) return undefined;
	if (failure.retryAfterMs !== undefined) {
		return failure.retryAfterMs <= LONGEST_MS ? failure.retryAfterMs : undefined;
	}
	return Math.min(BASE_MS * 2 ** (attempt - 1), LONGEST_MS) * (0.75 + 0.25 * random);
}
