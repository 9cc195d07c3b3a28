import type { IDataObject } from 'n8n-workflow';
import type { TriggerEventName } from '../../api/trigger';
import type { Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import type { PageSize } from './page-size';

/** The circumstances of a poll. */
export interface PollSituation {
	/** Whether n8n was offline, or the workflow unpublished, since the poll that saved the state. */
	readonly mayHaveMissed: boolean;
	/** Whether a user is publishing the workflow and can read errors. */
	readonly isPublishing: boolean;
	/** Whether n8n has no state for these settings: a user has just chosen them. */
	readonly isChosen: boolean;
	/**
	 * Rejects a setting that cannot work: throws an `InputError` if a user is publishing, otherwise logs it, each
	 * sentence once as long as n8n runs.
	 */
	reject(message: string, advice: string): void;
	/** Logs a sentence, once as long as n8n runs. */
	warn(sentence: string): void;
	/** After this moment of `performance.now`, no new work starts. */
	readonly enough: number;
	/** The moment of `performance.now` at which reading must have ended. */
	readonly end: number;
	readonly pageSize: PageSize;
	/** Whether the rate limit has room for work that the next poll could do as well. */
	hasRoom(): boolean;
}

/** What the user has chosen to watch, and where. */
export interface WatchSettings<Event = TriggerEventName> {
	readonly client: Client;
	readonly event: Event;
	readonly values: Values;
	readonly simplify: boolean;
	/** With which existing records to begin, as it was entered: an expression has another value with each poll. */
	readonly start?: unknown;
	/** The time zone of the workflow, used if the credential names none. */
	readonly zone: string;
}

/** The part of the service that a trigger watches. Its state is plain JSON and never changed in place. */
export interface Watch<State> {
	/** Fingerprint of the settings: a state with another fingerprint is not used. */
	readonly scope: string;
	/** Whether a state has work that a new baseline must not drop. */
	hasUnfinishedWork?(saved: State): boolean;
	/** Returns the newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** Returns what has changed since the saved state; without a state, a silent baseline. */
	changes(saved: State | undefined, conditions: PollSituation): Promise<PollResult<State>>;
}

interface TracedEvent {
	readonly eventId: string;
	readonly cause?: string;
}

/** What a poll looked at: shows why it emitted an event, or none. */
export interface Trace {
	/** The times, records or users that it looked at. */
	readonly window: string;
	/** Rows of all replies, and how many of them no earlier poll had read. */
	readonly rows: number;
	readonly fresh: number;
	/** What it found; some of it may be filtered out. */
	readonly found: readonly TracedEvent[];
	/** Why some work is left to the next poll. */
	readonly whyUnfinished?: string | undefined;
	/** Why it emitted its events, if the counts do not show it. */
	readonly reason?: string | undefined;
}

export interface PollResult<State> {
	readonly items: readonly IDataObject[];
	readonly state: State;
	readonly trace: Trace;
	/** The part of the state that no later poll could find again if n8n forgot this one. */
	readonly learned?: unknown;
	/** Sentences for n8n's log that the user needs to know. */
	readonly warnings?: readonly string[];
}
