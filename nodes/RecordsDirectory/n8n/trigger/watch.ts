import type { IDataObject } from 'n8n-workflow';
import type { TriggerEventName } from '../../api/trigger';
import type { IsSaved } from '../../core/trigger/shape';
import type { Values } from '../../core/values/validate';
import type { Client } from '../transport/client';

/** The circumstances of a poll. */
export interface PollSituation {
	/** Whether n8n was down, or the workflow unpublished, since the poll that the state is of. */
	readonly mayHaveMissed: boolean;
	/** Whether a person publishes the workflow, who reads what is rejected. */
	readonly isPublishing: boolean;
	/** Whether n8n has no state of these settings: a person has just chosen them. */
	readonly isChosen: boolean;
	/** Logs what does not work as chosen; each sentence once as long as n8n runs. */
	warn(sentence: string): void;
	/** Whether nothing more is to be begun. */
	isTimeUp(): boolean;
	/** Whether requests are stopped because the poll ends, whatever they are for. */
	isOver(): boolean;
	/** Whether the site's limit has room for work that the next poll can do as well. */
	hasRoom(): boolean;
}

/** What a person has chosen to watch, and where. */
export interface WatchSettings<Event = TriggerEventName> {
	readonly client: Client;
	readonly event: Event;
	readonly values: Values;
	readonly simplify: boolean;
	/** With which existing records to begin, as it was entered: an expression has another value with each poll. */
	readonly start?: unknown;
	/** The time zone of the workflow, for a site whose zone nobody has named. */
	readonly zone: string;
}

/** What a trigger looks at. Its state is plain JSON and is never changed in place. */
export interface Watch<State> {
	/** Fingerprint of the settings: the state of another one is not gone on with. */
	readonly scope: string;
	/** What a state of it looks like. */
	readonly shape: IsSaved;
	/** Whether a state has work that a new baseline must not drop. */
	goesOn?(saved: State): boolean;
	/** The newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** What has changed since the saved state; without one a silent baseline. */
	changes(saved: State | undefined, conditions: PollSituation): Promise<PollResult<State>>;
}

/** What a poll has looked at: shows why it emitted an event, or none. */
export interface Trace {
	/** Of which times, records or users. */
	readonly window: string;
	/** Rows of all replies, and of these the ones that no poll had read before. */
	readonly rows: number;
	readonly fresh: number;
	/** Why something is left to the next poll. */
	readonly rest?: string | undefined;
	/** Why it emits what it emits, if the counts do not say it. */
	readonly reason?: string | undefined;
}

export interface PollResult<State> {
	readonly items: readonly IDataObject[];
	readonly state: State;
	readonly trace: Trace;
	/** What a person has to know of it, in sentences for n8n's log. */
	readonly warnings?: readonly string[];
}
