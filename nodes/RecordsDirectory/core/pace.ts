import { WINDOW_MS } from './retry';

/** Travel times differ, so requests sent 100 s apart may arrive closer together. */
const MARGIN_MS = 1_000;

/** The sliding window of a site: when its latest requests were or will be sent, in milliseconds. */
export interface Window {
	readonly times: readonly number[];
	/** Nothing is sent before this moment, after the service refused for its limit. */
	readonly quietUntil: number;
}

export const openWindow: Window = { times: [], quietUntil: 0 };

/**
 * The earliest moment for one more request, such that no 100 seconds hold more than `limit`, and
 * the window with it. Requests keep the order in which they asked.
 */
export function nextSlot(
	window: Window,
	now: number,
	limit: number,
): { at: number; window: Window } {
	const { times, quietUntil } = window;
	const oldest = times[times.length - limit];
	const afterWindow = oldest === undefined ? 0 : oldest + WINDOW_MS + MARGIN_MS;
	const at = Math.max(now, quietUntil, afterWindow, times[times.length - 1] ?? 0);
	return { at, window: { times: [...times, at].slice(-limit), quietUntil } };
}

/** The window without a turn that was not used after all. */
export function givenBack({ times, quietUntil }: Window, at: number): Window {
	const unused = times.lastIndexOf(at);
	return { times: times.filter((_, n) => n !== unused), quietUntil };
}

/** The window after the service refused for its limit: quiet until it is said to be free again. */
export const quietened = (window: Window, until: number): Window => ({
	...window,
	quietUntil: Math.max(window.quietUntil, until),
});
