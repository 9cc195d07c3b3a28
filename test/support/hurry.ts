/** Waits without the time that they take; `waited` counts it. */
export interface Hurry {
	/** Milliseconds that were waited so far. */
	waited(): number;
	/** Advances the monotonic clock of this process, as if that much time had passed. */
	skip(ms: number): void;
}

/** The nodes wait in slices of this length; longer timers guard connections and must not fire. */
const LONGEST_SLICE_MS = 250;

/** Jest and Stryker have timers of their own in this process. */
const isOfRunner = ({ stack = '' }: Error) =>
	/node_modules\/(?!@?n8n)/.test(stack.split('\n')[2] ?? '');

/** A monotonic clock never goes back, so it stays ahead when a hurry ends. */
const real = performance.now;
let ahead = 0;
const clock = () => real.call(performance) + ahead;
performance.now = clock;

/**
 * Ends every wait of this process immediately and advances its monotonic clock by the same time. The wall clock
 * and the sockets are unchanged. An oversleeping process waits several times as long as it wants, in fewer
 * slices.
 */
function hurry(oversleeping: number): Hurry & { end(): void } {
	const { setTimeout } = globalThis;
	const under = performance.now;
	const begun = ahead;
	let waited = 0;
	// A test may have a clock of its own.
	if (under !== clock) performance.now = () => under.call(performance) + ahead - begun;
	const soon = (run: () => void, ms = 0) => {
		if (ms > LONGEST_SLICE_MS || isOfRunner(new Error())) return setTimeout(run, ms);
		// Without Node's own minimum, a rest that is too small to move the clock is waited for forever.
		const slept = Math.max(1, ms) * oversleeping;
		ahead += slept;
		waited += slept;
		// Other work in the process comes first, and a timer would cost a millisecond.
		return setImmediate(run);
	};
	globalThis.setTimeout = Object.assign(soon, setTimeout) as unknown as typeof setTimeout;
	return {
		waited: () => waited,
		skip: (ms) => void (ahead += ms),
		end() {
			globalThis.setTimeout = setTimeout;
			performance.now = under;
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
