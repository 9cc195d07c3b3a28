import type { IPollFunctions } from 'n8n-workflow';
import { fingerprint } from '../../core/fingerprint';
import { isJsonObject } from '../../core/json';
import { Troubles } from './troubles';

/** The saved state of a watch, with a mark of the events emitted so far. */
type KeptState = object & { readonly lineage?: string };

/** The state after the latest poll. */
interface Newest {
	readonly lineage: string;
	readonly state: KeptState;
	/** Whether polls began without a state, and n8n has not yet handed back theirs. */
	readonly isFromNothing: boolean;
}

/** After so long without a turn, a poll that waits for its turn shows an error. */
export const LONGEST_WAIT_MS = 900_000;

/** The emitted events of a poll. */
interface Emitted {
	readonly eventIds: readonly unknown[];
	readonly isScheduled: boolean;
}

/** n8n's scheduler reads the state before a poll and saves the new one some time later. */
const SAVED_AFTER_MS = 15_000;

const MOST_PASSED = 1_000;

/** The memory of each trigger that this process has polled. */
const memories = new Map<string, Memory>();

/** Returns the memory of a trigger; makes it at the first poll. */
export function memoryOf(context: IPollFunctions): Memory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const known = memories.get(key);
	if (known) return known;
	const memory = new Memory();
	memories.set(key, memory);
	return memory;
}

/**
 * What this process remembers of one trigger between polls. n8n saves a state together with its events, but
 * forgets what polls without events learned: with each registration (a new version, or publishing again), and
 * with durable cursors after the poll at activation.
 */
export class Memory {
	isPolling = false;
	readonly troubles = new Troubles();
	/** Whether n8n was offline, or the workflow unpublished, since the last successful poll. */
	mayHaveMissed = true;
	/** When a poll last read something. */
	private progressAt = performance.now();
	private registration: WeakRef<IPollFunctions> | undefined;
	private newest: Newest | undefined;
	/** Marks of the states before the events that this process has emitted. */
	private readonly passed = new Set<string>();
	private emitted: { readonly before: string | undefined; readonly at: number } | undefined;
	private readonly warnings = new Set<string>();
	private saved: { readonly state: KeptState; readonly at: number } | undefined;

	/**
	 * Publishing registers a trigger: n8n polls it with a new context. The mode alone proves nothing, because
	 * scheduled polls keep the mode of the registration. Returns whether this is the first poll of its context.
	 */
	noteRegistration(context: IPollFunctions): boolean {
		if (this.registration?.deref() === context) return false;
		this.registration = new WeakRef(context);
		if (context.getActivationMode() === 'activate') this.mayHaveMissed = true;
		return true;
	}

	/**
	 * Notes a successful poll. A poll of an earlier registration proves nothing about what was missed before
	 * this one.
	 */
	noteSuccess(context: IPollFunctions): void {
		if (this.registration?.deref() === context) this.mayHaveMissed = false;
		this.progressAt = performance.now();
		this.troubles.end();
	}

	/** Whether no poll has read anything for so long that the user should know. */
	isStuck(): boolean {
		return performance.now() - this.progressAt >= LONGEST_WAIT_MS;
	}

	/** Whether a sentence is new in the log: otherwise every poll would repeat it. */
	isNews(sentence: string): boolean {
		if (this.warnings.has(sentence)) return false;
		this.warnings.add(sentence);
		return true;
	}

	/**
	 * Returns the state to continue from: of two that have emitted the same events, the one that has seen more.
	 * A version published while a poll of the previous version emits is handed the state from before those
	 * events.
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

	/**
	 * Returns the state to save after a poll that emitted these events. n8n's scheduler may discard both if it
	 * cannot save them.
	 */
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
			// If n8n has not yet handed back a state, it may not have saved the events either.
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

	/** Whether a state without events contains something that n8n would forget, and was last saved long ago. */
	isWorthSaving(before: KeptState | undefined, after: KeptState, everyMs: number): boolean {
		const last = this.saved ?? { state: before, at: -Infinity };
		if (performance.now() - last.at < everyMs) return false;
		if (fingerprint(last.state, 16) === fingerprint(after, 16)) return false;
		this.saved = { state: after, at: performance.now() };
		return true;
	}

	/** After n8n was offline, two polls may start from the same state: the second has nothing to add. */
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
