import type { IPollFunctions } from 'n8n-workflow';
import { fingerprint } from '../../core/fingerprint';
import { isJsonObject } from '../../core/json';

/** What is kept of a watch: its own state, and a mark of the events emitted until then. */
type KeptState = object & { readonly lineage?: string };

/** The state that a poll has left last. */
interface Newest {
	readonly lineage: string;
	readonly state: KeptState;
	/** Whether the polls that led to it began without a state, and n8n has not handed back theirs. */
	readonly isFromNothing: boolean;
}

/** A poll that n8n repeats this late or later shows as an error if it has to wait for its turn at the site. */
export const LONGEST_WAIT_MS = 900_000;
/** What a poll has emitted. */
interface Emitted {
	readonly eventIds: readonly unknown[];
	readonly isScheduled: boolean;
}

/** n8n's scheduler reads the state before a poll and saves the new one some time after. */
const SAVED_AFTER_MS = 15_000;

const MOST_PASSED = 1_000;

/** So far this process has heard of each trigger. */
const memories = new Map<string, Memory>();

/** The memory of a trigger, made when it is polled for the first time. */
export function memoryOf(context: IPollFunctions): Memory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const known = memories.get(key);
	if (known) return known;
	const memory = new Memory();
	memories.set(key, memory);
	return memory;
}

/**
 * What this process remembers of one trigger between its polls. n8n saves a state with the events that
 * it belongs to; what polls without events have learned it forgets with each registration (a new version,
 * published again), and with durable cursors after the poll at activation.
 */
export class Memory {
	isPolling = false;
	/** Whether n8n was down, or the workflow unpublished, since the last poll that succeeded. */
	mayHaveMissed = true;
	/** When a poll has read something last. */
	private progressAt = performance.now();
	private registration: WeakRef<IPollFunctions> | undefined;
	private newest: Newest | undefined;
	/** Marks of the states from before events that this process has emitted. */
	private readonly passed = new Set<string>();
	private emitted: { readonly before: string | undefined; readonly at: number } | undefined;
	private readonly warnings = new Set<string>();
	private saved: { readonly state: KeptState; readonly at: number } | undefined;

	/**
	 * Publishing registers a trigger: n8n polls it with a context of its own. Its mode alone says nothing,
	 * as the polls on schedule keep that of the registration. Answers whether this is the first poll of its context.
	 */
	noteRegistration(context: IPollFunctions): boolean {
		if (this.registration?.deref() === context) return false;
		this.registration = new WeakRef(context);
		if (context.getActivationMode() === 'activate') this.mayHaveMissed = true;
		return true;
	}

	/** A poll has succeeded. One of an earlier registration says nothing about what was missed before this one. */
	noteSuccess(context: IPollFunctions): void {
		if (this.registration?.deref() === context) this.mayHaveMissed = false;
		this.progressAt = performance.now();
	}

	/** Whether no poll has read anything for so long that a person should know. */
	isStuck(): boolean {
		return performance.now() - this.progressAt >= LONGEST_WAIT_MS;
	}

	/** Whether a sentence was not logged yet: a poll every minute would say it every minute. */
	isNews(sentence: string): boolean {
		if (this.warnings.has(sentence)) return false;
		this.warnings.add(sentence);
		return true;
	}

	/**
	 * The state to go on from: of two that have emitted the same events, the one that has seen more. A version that is
	 * published while a poll of the one before emits is handed the state from before those events.
	 */
	resume(handed: unknown): KeptState | undefined {
		const { newest } = this;
		const lineage = lineageOf(handed);
		if (newest && lineage && (lineage === newest.lineage || this.passed.has(lineage))) {
			this.newest = { ...newest, isFromNothing: false };
			return newest.state;
		}
		if (newest?.isFromNothing && handed === undefined) return newest.state;
		this.newest = undefined;
		return handed as KeptState | undefined;
	}

	/** The state to keep after a poll that emitted these events. n8n's scheduler may take back both, if it cannot save them. */
	keep(
		before: KeptState | undefined,
		after: object,
		{ eventIds, isScheduled }: Emitted,
	): KeptState {
		const known = lineageOf(before);
		const isQuiet = eventIds.length === 0;
		const lineage = isQuiet && known ? known : fingerprint([known ?? after, eventIds], 16);
		const state = { ...after, lineage };
		if (isQuiet) {
			const isFromNothing = this.newest?.isFromNothing ?? before === undefined;
			this.newest = { lineage, state, isFromNothing };
		} else {
			this.emitted = { before: known, at: performance.now() };
			// Whoever has handed back no state yet may not have saved the events either.
			if (known && !isScheduled && this.newest?.isFromNothing !== true) {
				this.pass(known);
				this.newest = { lineage, state, isFromNothing: false };
			}
		}
		if (!isQuiet || before === undefined) this.saved = { state, at: performance.now() };
		return state;
	}

	private pass(lineage: string): void {
		this.passed.add(lineage);
		const [oldest] = this.passed;
		if (oldest !== undefined && this.passed.size > MOST_PASSED) this.passed.delete(oldest);
	}

	/** Whether a state without events has something that n8n would forget, and the last saving is long ago. */
	isWorthSaving(before: KeptState | undefined, after: KeptState, everyMs: number): boolean {
		const last = this.saved ?? { state: before, at: -Infinity };
		if (performance.now() - last.at < everyMs) return false;
		if (fingerprint(last.state, 16) === fingerprint(after, 16)) return false;
		this.saved = { state: after, at: performance.now() };
		return true;
	}

	/** When n8n makes up for the time it was down, two polls may begin from one state: the second has nothing to add. */
	hasJustEmitted(saved: KeptState | undefined): boolean {
		const { emitted } = this;
		return (
			emitted !== undefined &&
			performance.now() - emitted.at < SAVED_AFTER_MS &&
			emitted.before === lineageOf(saved)
		);
	}
}

const lineageOf = (state: unknown): string | undefined =>
	isJsonObject(state) && typeof state.lineage === 'string' ? state.lineage : undefined;
