import type { IDataObject } from 'n8n-workflow';
import type { TriggerEventName } from '../../api/trigger';
import { Failure } from '../../core/request/failure';
import type { Ended, Poll } from '../../core/trigger/poll-contract';
import type { InputError } from '../../core/values/input-error';
import type { Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import { unlessLate } from '../transport/attempt';
import type { PageSize } from './page-size';

/** What the user has chosen to watch, and where. */
export interface WatchSettings {
	readonly client: Client;
	readonly event: TriggerEventName;
	readonly values: Values;
	readonly simplify: boolean;
	/** With which existing records to begin, as it was entered: an expression has another value with each poll. */
	readonly start?: unknown;
	/** The time zone of the workflow, used if the credential names none. */
	readonly zone: string;
}

/** The circumstances of a poll. */
export interface PollSituation {
	/** Whether n8n was offline, or the workflow unpublished, since the poll that saved the state. */
	readonly mayHaveMissed: boolean;
	/** Whether a user is publishing the workflow and can read errors. */
	readonly isPublishing: boolean;
	/** Whether n8n has no state for these settings: a user has just chosen them. */
	readonly isChosen: boolean;
	/**
	 * Rejects a setting that cannot work: throws the problem if a user is publishing, otherwise logs it, each
	 * sentence once as long as n8n runs.
	 */
	reject(problem: InputError): void;
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

/** The state and the circumstances that a poll begins with. */
export interface PollContext<State> extends PollSituation {
	/** Without a state the poll is a silent baseline. */
	readonly saved: State | undefined;
}

/** The part of the service that a trigger watches. Its state is plain JSON and never changed in place. */
export interface Source<State, Request, Reply, Found extends Ended<TracedEvent, State>> {
	/** The settings, besides site and event, that a state belongs to. */
	readonly scope: readonly unknown[];
	/** Whether a state has work that a new baseline must not drop. */
	hasUnfinishedWork?(saved: State): boolean;
	/** Throws an `InputError` for settings that would never emit what the user wants. */
	check?(): Promise<void>;
	/** Returns the newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** Starts a poll for what has changed since the saved state. */
	start(context: PollContext<State>, pageSize: number): Poll<Request, Reply, Found>;
	/** Reads what a poll asks for. */
	answer(request: Request, context: PollContext<State>): Promise<Reply>;
	/** Makes items from what a poll has found. */
	report(found: Found, context: PollContext<State>): Promise<Report>;
}

export interface TracedEvent {
	readonly eventId: string;
	readonly cause?: string;
}

/** What a source says about a poll. */
export interface Report {
	readonly items: readonly IDataObject[];
	/** The times, records or users that the poll looked at. */
	readonly window: string;
	/** Why some work is left to the next poll. */
	readonly whyUnfinished?: string | undefined;
	/** Why it emitted its events, if the counts do not show it. */
	readonly reason?: string | undefined;
	/** The part of the state that no later poll could find again if n8n forgot this one. */
	readonly learned?: unknown;
	/** Sentences for n8n's log that the user needs to know. */
	readonly warnings?: readonly string[];
}

/** Requests of a poll with little work. */
const SHORT_WORK = 5;

type Circumstances = Pick<PollSituation, 'enough' | 'end' | 'hasRoom' | 'pageSize'>;

interface Driven {
	/** Why the poll stopped before it had finished. */
	readonly whyUnfinished: string | undefined;
	/** Rows of all replies; a reply without a list counts as one. */
	readonly rows: number;
}

/**
 * Starts a poll, answers its requests until it is complete or its time is up, and ends it. If the request
 * window fills up or time runs out, what has been read counts and the next poll continues. Long work leaves a
 * part of the limit to other polls and to the further reads of this poll. If a page is too large or too slow,
 * it starts the poll again with smaller pages, or leaves that to the next poll if time is short.
 */
export async function answerPoll<Request, Reply extends object, Ended>(
	start: (pageSize: number) => Poll<Request, Reply, Ended>,
	answer: (request: Request) => Promise<Reply>,
	{ enough, end, hasRoom, pageSize }: Circumstances,
): Promise<Ended & Driven> {
	let poll = start(pageSize.most);
	let replies = 0;
	let rows = 0;
	let slowest = 0;
	let whyUnfinished: string | undefined;
	const handle = (error: unknown): undefined => {
		const isSmaller = pageSize.shrinkAfter(error, poll.request);
		const isLate = performance.now() > (isSmaller ? enough : end);
		if (isSmaller && !isLate) {
			poll = start(pageSize.most);
			replies = rows = slowest = 0;
		} else if (replies > 0 && (isLate || (error instanceof Failure && error.isOwnLimit)))
			whyUnfinished = isLate ? TIME_IS_UP : LIMIT_IS_USED;
		else throw error;
	};
	while (poll.request !== undefined && whyUnfinished === undefined) {
		const now = performance.now();
		if (now > enough || (replies > 0 && now + slowest > end)) whyUnfinished = TIME_IS_UP;
		else if (replies >= SHORT_WORK && !hasRoom()) whyUnfinished = LIMIT_IS_USED;
		else {
			const work = answer(poll.request);
			// A first reply counts even if it is late: otherwise no poll would make progress.
			const reply = await (replies > 0 ? unlessLate(work, end) : work).catch(handle);
			if (reply === undefined) continue;
			slowest = Math.max(slowest, performance.now() - now);
			rows += 'rows' in reply ? (reply.rows as readonly unknown[]).length : 1;
			poll.take(reply);
			replies++;
		}
	}
	return { ...poll.end(), rows, whyUnfinished };
}

/**
 * Handles the failure of reading one record or user, which must not stop the others. Throws failures that are
 * about all of them.
 */
export const onlyOfOne =
	({ end }: Pick<PollSituation, 'end'>) =>
	(error: unknown): Failure => {
		if (error instanceof Failure && !error.stopsAll && performance.now() <= end) return error;
		throw error;
	};

/** Why a poll that ran out of requests is continued by the next one. */
export const MORE_THAN_ONE_POLL = 'one poll cannot read everything';

/** Said once in the log, if the form is so large or the limit so small. */
export const FIRST_READING =
	'The first reading of the form takes several polls. Changes made until it ends may not start the workflow.';

const TIME_IS_UP = 'the time of the poll is up';
const LIMIT_IS_USED = "the triggers' part of the limit is used";
