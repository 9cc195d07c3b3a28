import { shortened } from '../../core/text';
import type { PollResult } from './watch';

interface Traced extends PollResult {
	readonly requests: number;
	/** The IDs of the emitted events. */
	readonly emitted: readonly unknown[];
	/** Whether the poll had no state to compare with. */
	readonly isBaseline: boolean;
}

/** Returns one log line for a poll: what it read, found and emitted, and why. */
export function traceLine(traced: Traced): string {
	const { window, requests, rows, fresh, emitted } = traced;
	const counts = `requests ${requests}, rows ${rows}, new ${fresh}, emitted ${emitted.length}`;
	return [`window ${window}`, counts, explainEnd(traced), ...eventsIn(traced)].join('; ');
}

function explainEnd(traced: Traced): string {
	const { whyUnfinished, reason = reasonIn(traced) } = traced;
	return whyUnfinished === undefined
		? reason
		: `${reason}; the next poll continues, as ${whyUnfinished}`;
}

function reasonIn({ isBaseline, emitted, fresh, whyUnfinished }: Traced): string {
	if (isBaseline) return 'a new baseline, which emits nothing';
	if (emitted.length > 0) return 'something has changed since the last poll';
	if (fresh > 0) return 'the new rows have no watched change';
	return whyUnfinished === undefined ? 'nothing is new' : 'nothing is new so far';
}

/** One import may start thousands of events. */
const MOST_EVENTS = 20;
/** The service chooses the IDs of notices. */
const LONGEST_EVENT = 500;

function eventsIn({ found, emitted }: Traced): readonly string[] {
	if (emitted.length === 0) return [];
	const isEmitted = new Set(emitted);
	const named = found
		.filter(({ eventId }) => isEmitted.has(eventId))
		.slice(0, MOST_EVENTS)
		.map(({ eventId, cause }) => (cause === undefined ? eventId : `${eventId} (${cause})`))
		.map((event) => shortened(event.replace(/\p{Cc}/gu, ' '), LONGEST_EVENT));
	const more = emitted.length - named.length;
	return [`events ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`];
}
