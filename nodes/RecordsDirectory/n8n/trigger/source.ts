import type { IDataObject } from 'n8n-workflow';
import type { TriggerEventName } from '../../api/trigger';
import { Failure } from '../../core/request/failure';
import type { Ended, Poll } from '../../core/trigger/poll-contract';
import type { InputError } from '../../core/values/input-error';
import type { Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import type { Memory } from './memory';

export interface WatchSettings {
	readonly client: Client;
	readonly event: TriggerEventName;
	readonly values: Values;
	readonly simplify: boolean;
	/** With which existing records to begin, as it was entered: an expression has another value with each poll. */
	readonly start?: unknown;
}

export interface PollSituation {
	readonly mayHaveMissed: boolean;
	/** Whether a user is publishing the workflow and can read errors. */
	readonly isPublishing: boolean;
	/** Whether n8n has no state for these settings: a user has just chosen them. */
	readonly isChosen: boolean;
	/** Throws the problem if a user is publishing, otherwise logs it, each sentence once as long as n8n runs. */
	reject(problem: InputError): void;
	/** Once as long as n8n runs. */
	warn(sentence: string): void;
	/** After this moment of `performance.now`, no new work starts. */
	readonly enough: number;
	/** The moment of `performance.now` at which reading must have ended. */
	readonly end: number;
	readonly pageSize: Memory['pageSize'];
}

export interface PollContext<State> extends PollSituation {
	/** Without a state the poll is a baseline. */
	readonly saved: State | undefined;
}

/** The state is plain JSON and never changed in place. */
export interface Source<Request, Reply, Event, State> {
	/** The settings, besides site and event, that a state belongs to. */
	readonly scope: readonly unknown[];
	/** Whether a state has work that a new baseline must not drop. */
	hasUnfinishedWork?(saved: State): boolean;
	/** Throws an `InputError` for settings that would never emit what the user wants. */
	check?(): Promise<void>;
	/** The newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	start(context: PollContext<State>, pageSize: number): Poll<Request, Reply, Event, State>;
	answer(request: Request, context: PollContext<State>): Promise<Reply>;
	items(found: Ended<Event, State>, context: PollContext<State>): Promise<IDataObject[]>;
}

/** The source that a class of polls needs. */
export type SourceOf<P> =
	P extends Poll<infer Request, infer Reply, infer Event, infer State>
		? Source<Request, Reply, Event, State>
		: never;

/** A failure of one record or user must not stop the others. Throws failures that are about all of them. */
export function onlyOfOne({ end }: PollSituation, error: unknown): Failure {
	if (error instanceof Failure && !error.stopsAll && performance.now() <= end) return error;
	throw error;
}
