/** Waiting without the time it takes: what would have been waited shows up in `waited`. */
export interface Hurry {
	/** Milliseconds that were waited so far. */
	waited(): number;
	/** The monotonic clock of this process goes on, as if that much time had passed. */
	skip(ms: number): void;
}

/** The nodes wait in slices of this length; longer timers guard connections and must not fire. */
const LONGEST_SLICE_MS = 250;

/**
 * Lets every wait of this process end at once, and its monotonic clock go on by as much. The wall
 * clock and the sockets stay as they are. Whoever oversleeps waits so many times as long as it wants, in
 * as many times fewer slices.
 */
export async function inAHurry<T>(
	test: (hurry: Hurry) => Promise<T>,
	oversleeping = 1,
): Promise<T> {
	const realNow = performance.now.bind(performance);
	const realTimeout = globalThis.setTimeout;
	let ahead = 0;
	let waited = 0;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead);
	const soon = (run: () => void, ms = 0) => {
		if (ms > LONGEST_SLICE_MS) return realTimeout(run, ms);
		ahead += ms * oversleeping;
		waited += ms * oversleeping;
		// Whoever has something to do meanwhile comes first, and a timer would cost a millisecond.
		return setImmediate(run);
	};
	globalThis.setTimeout = Object.assign(soon, realTimeout) as unknown as typeof setTimeout;
	try {
		return await test({ waited: () => waited, skip: (ms) => void (ahead += ms) });
	} finally {
		globalThis.setTimeout = realTimeout;
		clock.mockRestore();
	}
}
