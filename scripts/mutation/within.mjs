import { Script } from 'node:vm';

const script = new Script('globalThis.workOfATest()');
const OVERDUE = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Calls a function, and throws if it does not return in time, even from an endless loop. */
export function within(milliseconds, work) {
	globalThis.workOfATest = work;
	return script.runInThisContext({ timeout: Math.ceil(milliseconds) });
}

export const isOverdue = (error) => error?.code === OVERDUE;
