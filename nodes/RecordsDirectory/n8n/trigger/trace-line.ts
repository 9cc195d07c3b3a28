import type { Trace } from './watch';

interface Traced extends Trace {
	/** The name of the node. */
	readonly node: string;
	readonly requests: number;
	readonly emitted: number;
	/** Whether the poll had no state to compare with. */
	readonly isBaseline: boolean;
}

/** One poll in a line of the log: what it looked at, what it found and emitted, and why. */
export function lineOf(traced: Traced): string {
	const { node, window, requests, rows, fresh, emitted } = traced;
	const counts = `requests ${requests}, rows ${rows}, new ${fresh}, emitted ${emitted}`;
	return `Poll of '${node}': window ${window}; ${counts}; ${reasonOf(traced)}`;
}

function reasonOf({ isBaseline, emitted, fresh, rest }: Traced): string {
	const reason = isBaseline
		? 'a new baseline, which emits nothing'
		: emitted > 0
			? 'something has changed since the last poll'
			: fresh > 0
				? 'the new rows hold no change that is watched'
				: 'nothing is new';
	return rest === undefined ? reason : `${reason}; the next poll reads on, as ${rest}`;
}
