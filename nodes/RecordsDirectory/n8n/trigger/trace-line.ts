import type { Trace } from './watch';

interface Traced extends Trace {
	readonly requests: number;
	readonly emitted: number;
	/** Whether the poll had no state to compare with. */
	readonly isBaseline: boolean;
}

/** Returns one log line for a poll: what it read, found and emitted, and why. */
export function traceLine(traced: Traced): string {
	const { window, requests, rows, fresh, emitted } = traced;
	const counts = `requests ${requests}, rows ${rows}, new ${fresh}, emitted ${emitted}`;
	return `window ${window}; ${counts}; ${reasonOf(traced)}`;
}

function reasonOf(traced: Traced): string {
	const { rest, reason = reasonIn(traced) } = traced;
	return rest === undefined ? reason : `${reason}; the next poll continues, as ${rest}`;
}

function reasonIn({ isBaseline, emitted, fresh, rest }: Traced): string {
	if (isBaseline) return 'a new baseline, which emits nothing';
	if (emitted > 0) return 'something has changed since the last poll';
	if (fresh > 0) return 'the new rows have no watched change';
	return rest === undefined ? 'nothing is new' : 'nothing is new so far';
}
