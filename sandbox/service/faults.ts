import type { LogEntry } from './log.ts';
import type { Store } from './store.ts';

export interface Fault {
	/** The method sent, or the one of an override header. */
	method?: string;
	/** Compared with `LogEntry.path`: a string is the whole path, an expression may match a part. */
	path?: string | RegExp;
	/** The first matching request to hit; 1 = the next one. */
	nth?: number;
	/** How many matching requests to hit, from the nth on. */
	times?: number;
	answer: FaultAnswer;
}

export type FaultAnswer =
	/**
	 * The reply instead of the operation's, which still takes effect if wanted. Without a body, the documented
	 * error body of the status.
	 */
	| { status: number; headers?: Record<string, string>; body?: unknown; takesEffect?: true }
	/** The connection breaks before or after the operation took effect. */
	| { drop: 'before' | 'after' }
	/** The operation takes effect; the connection breaks in the middle of the body. */
	| { cut: true }
	/** Replies normally, after others have changed something at the service. */
	| { meanwhile: (store: Store) => void }
	/** Replies normally, but later. */
	| { delayMs: number }
	/** Replies normally, byte by byte; as fast as possible, or one byte per `everyMs`. */
	| { trickle: true; everyMs?: number }
	/** No reply until one side closes the connection. */
	| { never: true };

export class Faults {
	private planned: { fault: Fault; seen: number }[] = [];

	add(fault: Fault): void {
		this.planned.push({ fault, seen: 0 });
	}

	clear(): void {
		this.planned = [];
	}

	/** Returns the fault for this request, if any. Every matching fault counts the request. */
	take(request: Pick<LogEntry, 'method' | 'override' | 'path'>): FaultAnswer | undefined {
		let answer: FaultAnswer | undefined;
		for (const plan of this.planned) {
			const { nth = 1, times = 1 } = plan.fault;
			if (!matches(plan.fault, request)) continue;
			plan.seen++;
			if (plan.seen >= nth && plan.seen < nth + times) answer ??= plan.fault.answer;
		}
		return answer;
	}
}

function matches(fault: Fault, { method, override, path }: Parameters<Faults['take']>[0]): boolean {
	if (fault.method !== undefined && ![method, override].includes(fault.method)) return false;
	if (fault.path === undefined) return true;
	// A global expression would remember where it stopped.
	return typeof fault.path === 'string' ? fault.path === path : path.search(fault.path) >= 0;
}
