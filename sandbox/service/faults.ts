import type { LogEntry } from './log.ts';
import type { Store } from './store.ts';

export interface Fault {
	/** The method on the wire, or the one an override header names. */
	method?: string;
	/** Against `LogEntry.path`: a text is the whole path, an expression may match a part. */
	path?: string | RegExp;
	/** The first matching request that is hit; 1 = the next one. */
	nth?: number;
	/** How many matching requests are hit, from the nth on. */
	times?: number;
	answer: FaultAnswer;
}

export type FaultAnswer =
	/**
	 * Answered instead of the operation, or in the place of its answer when it is to take effect. No
	 * body = the documented error body of the status.
	 */
	| { status: number; headers?: Record<string, string>; body?: unknown; takesEffect?: true }
	/** The connection breaks before or after the operation took effect. */
	| { drop: 'before' | 'after' }
	/** The operation takes effect; the connection breaks in the middle of the body. */
	| { cut: true }
	/** Answers normally, after others have done this at the service. */
	| { meanwhile: (store: Store) => void }
	/** Answers normally, later. */
	| { delayMs: number }
	/** Answers normally, head and body byte by byte; as fast as it goes, or one byte in so many milliseconds. */
	| { trickle: true; everyMs?: number }
	/** No answer until one side closes. */
	| { never: true };

export class Faults {
	private planned: { fault: Fault; seen: number }[] = [];

	add(fault: Fault): void {
		this.planned.push({ fault, seen: 0 });
	}

	clear(): void {
		this.planned = [];
	}

	/** What goes wrong with this request, if anything. Every fault that matches counts it. */
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
