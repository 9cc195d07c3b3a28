import { Script } from 'node:vm';

const script = new Script('globalThis.workOfATest()');
const OVERDUE = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const WAITS = 'ERR_TEST_WAITS';

// Tests replace the global ones.
const { setTimeout, clearTimeout } = globalThis;
let { now } = performance;

/** From now on, the clock is put back as it is now. */
export const keepClock = () => void ({ now } = performance);

/** Restores what a test replaced that was given up. */
export function putBack() {
	Object.assign(globalThis, { setTimeout });
	performance.now = now;
	globalThis.jest.restoreAllMocks();
}

/** Calls a function, and throws if it does not return in time, even from an endless loop. */
export function within(milliseconds, work) {
	globalThis.workOfATest = work;
	return script.runInThisContext({ timeout: Math.ceil(milliseconds) });
}

/** Does the same for a function that may wait, and also throws after `patience` milliseconds. */
export async function inTime(milliseconds, patience, work) {
	let timer;
	const late = new Promise((_, reject) => {
		const code = WAITS;
		timer = setTimeout(
			() => reject(Object.assign(new Error('It waits too long'), { code })),
			patience,
		);
	});
	try {
		await Promise.race([within(milliseconds, work), late]);
	} finally {
		clearTimeout(timer);
	}
}

export const isOverdue = (error) => error?.code === OVERDUE;
export const isWaiting = (error) => error?.code === WAITS;
