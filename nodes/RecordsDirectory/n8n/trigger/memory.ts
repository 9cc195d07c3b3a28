import type { IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';
import { fingerprint, isJsonObject, omit } from '../../core/json';
import { PageSize } from '../transport/smaller-pages';

type KeptState = object & {
	/** Of the settings that the state belongs to. */
	readonly scope?: string;
	/** Marks the events emitted so far. */
	readonly lineage?: string;
	/** The time of the service at the last poll, in milliseconds since 1970; absent if the service gives none. */
	readonly asOf?: number | undefined;
};

/** The state of the latest poll whose events n8n has accepted. */
interface Newest {
	readonly lineage: string;
	readonly state: KeptState;
}

/** The state of a poll with events. n8n may discard both, and shows only by the next state whether it did. */
interface Emitted extends Newest {
	readonly before: string | undefined;
	readonly at: number;
}

/** n8n's scheduler reads the state before a poll and saves the new one some time later. */
const SAVED_AFTER_MS = 15_000;

const MOST_PASSED = 1_000;

const memories = new Map<string, Memory>();

export function openMemory(context: IPollFunctions): Memory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = memories.get(key) ?? new Memory();
	memories.set(key, memory);
	return memory;
}

/**
 * n8n saves a state with its events, but forgets what polls without events learned: with each registration (a
 * new version, or publishing again), and with durable cursors after the poll at activation.
 */
export class Memory {
	readonly troubles = new Troubles();
	readonly pageSize = new PageSize();
	/** Whether n8n was offline, or the workflow unpublished, since the last successful poll. */
	mayHaveMissed = true;
	private progressAt = performance.now();
	private running: IPollFunctions | undefined;
	private readonly registrations = new WeakSet<IPollFunctions>();
	private registration: WeakRef<IPollFunctions> | undefined;
	private newest: Newest | undefined;
	/** Marks of the states before the events that n8n has accepted. */
	private readonly passed = new Set<string>();
	private emitted: Emitted | undefined;
	private readonly warnings = new Set<string>();
	private saved: { readonly learned: unknown; readonly at: number } | undefined;

	/**
	 * Publishing registers a trigger: n8n polls it with a new context. The mode alone proves nothing, because
	 * scheduled polls keep the mode of the registration. Returns whether this is the first poll of its context.
	 */
	noteRegistration(context: IPollFunctions): boolean {
		if (this.registrations.has(context)) return false;
		this.registrations.add(context);
		this.registration = new WeakRef(context);
		if (context.getActivationMode() === 'activate') this.mayHaveMissed = true;
		return true;
	}

	/** Whether n8n discards the result of a poll because it has registered the trigger again since. */
	isSuperseded(context: IPollFunctions): boolean {
		return this.registrations.has(context) && this.registration?.deref() !== context;
	}

	/** Not beside another poll whose result counts. */
	begin(context: IPollFunctions): boolean {
		if (this.running && !this.isSuperseded(this.running)) return false;
		this.running = context;
		return true;
	}

	end(context: IPollFunctions): void {
		if (this.running === context) this.running = undefined;
	}

	noteSuccess(): void {
		this.mayHaveMissed = false;
		this.progressAt = performance.now();
		this.troubles.end();
	}

	/** In milliseconds, since a poll has read anything. */
	waited(): number {
		return performance.now() - this.progressAt;
	}

	/** Returns whether the sentence is new in the log: otherwise every poll would repeat it. */
	noteWarning(sentence: string): boolean {
		if (this.warnings.has(sentence)) return false;
		this.warnings.add(sentence);
		return true;
	}

	/**
	 * Of two states that have emitted the same events, the fresher one: another process may have polled since
	 * this one did. If a person publishes, n8n's saved state decides what was emitted. Otherwise n8n may hand
	 * over an older one: each of its triggers saves the states of all triggers of the workflow. It hands over
	 * none until it has saved one.
	 */
	resume(handed: unknown, mode: WorkflowActivateMode): KeptState | undefined {
		const lineage = lineageOf(handed);
		this.confirm(lineage);
		const { newest } = this;
		const kept = handed as KeptState | undefined;
		const isPassed = mode !== 'activate' && this.passed.has(lineage ?? '');
		if (newest && kept && lineage && (lineage === newest.lineage || isPassed)) {
			const state = isFresher(kept, newest.state, mode) ? kept : newest.state;
			this.newest = { ...newest, state };
			return state;
		}
		if (kept === undefined) return newest?.state;
		this.newest = undefined;
		return kept;
	}

	/** Once n8n hands back the state of a poll with events, it has accepted the events. */
	private confirm(lineage: string | undefined): void {
		const { emitted, newest } = this;
		if (!emitted || emitted.lineage !== lineage || newest?.lineage === lineage) return;
		if (emitted.before) this.passed.add(emitted.before);
		const [oldest] = this.passed;
		if (oldest !== undefined && this.passed.size > MOST_PASSED) this.passed.delete(oldest);
		this.newest = { lineage, state: emitted.state };
	}

	/** `after` has its `asOf`. */
	keep(before: KeptState | undefined, after: KeptState, eventIds: readonly unknown[]): KeptState {
		const known = lineageOf(before);
		const isQuiet = eventIds.length === 0;
		const lineage = isQuiet && known ? known : fingerprint([known ?? after, eventIds], 16);
		const unsealed = { ...after, lineage };
		const state = { ...unsealed, seal: makeSeal(unsealed) };
		if (isQuiet) this.newest = { lineage, state };
		else this.emitted = { before: known, lineage, state, at: performance.now() };
		return state;
	}

	/** Whether n8n must save this without an event: it would forget it, and has not saved for `everyMs` milliseconds. */
	noteLearned(learned: unknown, isSaved: boolean, everyMs: number): boolean {
		const last = this.saved;
		const now = performance.now();
		const isDue = last === undefined || now - last.at >= everyMs;
		const isNews = isDue && fingerprint([last?.learned], 16) !== fingerprint([learned], 16);
		if (isSaved || isNews) this.saved = { learned, at: now };
		return isNews && !isSaved;
	}

	/** After n8n was offline, two polls may start from the same state: the second has nothing to add. */
	hasJustEmitted(saved: KeptState | undefined): boolean {
		const { before, at = -Infinity } = this.emitted ?? {};
		return performance.now() - at < SAVED_AFTER_MS && before === lineageOf(saved);
	}
}

/** Without times, n8n's state is fresher after a change of the leader: then another process was the last to poll. */
function isFresher(handed: KeptState, known: KeptState, mode: WorkflowActivateMode): boolean {
	const ahead = (handed.asOf ?? NaN) - (known.asOf ?? NaN);
	return ahead > 0 || (!(ahead < 0) && mode === 'leadershipChange');
}

const lineageOf = (state: unknown): string | undefined =>
	isJsonObject(state) && typeof state.lineage === 'string' ? state.lineage : undefined;

/** The format of the states: a build with another one rejects them. */
const FORMAT = 4;

/** It differs after any damage. */
const makeSeal = (state: object): string =>
	fingerprint([FORMAT, omit(state as { readonly seal?: unknown }, ['seal'])]);

/** A state of other settings (`scope`) counts as none; any other unusable one is lost, which the user must know. */
export function usableState(saved: unknown, scope: string) {
	if (saved === undefined) return { state: undefined, isLost: false };
	const isWhole = isJsonObject(saved) && saved.seal === makeSeal(saved);
	return { state: isWhole && saved.scope === scope ? saved : undefined, isLost: !isWhole };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Less than two polls of a minute. */
const SHORTEST_PAUSE_MS = 90_000;

/** So that it is not repeated with every poll. */
class Troubles {
	/** When each was logged or shown last. */
	private readonly shown = new Map<string, number>();
	private waitLoggedAt = -Infinity;
	private pauses = 0;
	private pausedUntil = -Infinity;

	/** Returns whether to log the failure: the first one since a successful poll. */
	noteFailure(): boolean {
		return this.isDue('log', Infinity);
	}

	/** Returns whether to log it: at most once an hour, as busy executions cause it, too. */
	noteWait(): boolean {
		const now = performance.now();
		if (now - this.waitLoggedAt < HOUR_MS) return false;
		this.waitLoggedAt = now;
		return true;
	}

	/** Returns whether to show it as an error: once a day until a poll succeeds. */
	noteProblem(problem: string): boolean {
		return this.isDue(problem, DAY_MS);
	}

	/** Longer after each failure, an hour at most. */
	pause(): void {
		this.pausedUntil =
			performance.now() + Math.min(SHORTEST_PAUSE_MS * 2 ** this.pauses++, HOUR_MS);
	}

	isPaused(): boolean {
		return performance.now() < this.pausedUntil;
	}

	end(): void {
		this.shown.clear();
		this.pauses = 0;
		this.pausedUntil = -Infinity;
	}

	private isDue(what: string, everyMs: number): boolean {
		const now = performance.now();
		if (now - (this.shown.get(what) ?? -Infinity) < everyMs) return false;
		this.shown.set(what, now);
		return true;
	}
}
