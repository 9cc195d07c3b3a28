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
function hurry(oversleeping: number): Hurry & { end(): void } {
	const now = performance.now;
	const { setTimeout } = globalThis;
	let ahead = 0;
	let waited = 0;
	performance.now = () => now.call(performance) + ahead;
	const soon = (run: () => void, ms = 0) => {
		if (ms > LONGEST_SLICE_MS) return setTimeout(run, ms);
		ahead += ms * oversleeping;
		waited += ms * oversleeping;
		// Whoever has something to do meanwhile comes first, and a timer would cost a millisecond.
		return setImmediate(run);
	};
	globalThis.setTimeout = Object.assign(soon, setTimeout) as unknown as typeof setTimeout;
	return {
		waited: () => waited,
		skip: (ms) => void (ahead += ms),
		end() {
			globalThis.setTimeout = setTimeout;
			performance.now = now;
		},
	};
}

export async function inAHurry<T>(
	test: (hurry: Hurry) => Promise<T>,
	oversleeping = 1,
): Promise<T> {
	const hurried = hurry(oversleeping);
	try {
		return await test(hurried);
	} finally {
		hurried.end();
	}
}

/** All tests of a file, or of a `describe`, in a hurry. */
export function allInAHurry(): void {
	let hurried: ReturnType<typeof hurry>;
	beforeEach(() => void (hurried = hurry(1)));
	afterEach(() => hurried.end());
}
