import type { IDataObject } from 'n8n-workflow';
import type { TriggerEventName } from '../../api/trigger';
import { fingerprint } from '../../core/json';
import type { Ended, Poll } from '../../core/trigger/poll-contract';
import type { Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import { answerPoll, type PollSituation } from './poll-loop';

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

/** The state and the circumstances that a poll begins with. */
export interface PollContext<State> {
	/** Without a state the poll is a silent baseline. */
	readonly saved: State | undefined;
	readonly scope: string;
	readonly situation: PollSituation;
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

interface TracedEvent {
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

/** The items of a poll, its state, and what it looked at: shows why it emitted an event, or none. */
export interface PollResult extends Report {
	readonly state: unknown;
	/** Rows of all replies, and how many of them no earlier poll had read. */
	readonly rows: number;
	readonly fresh: number;
	/** What it found; some of it may be filtered out. */
	readonly found: readonly TracedEvent[];
}

/** What a trigger watches, whatever its source is. */
export interface Watch {
	/** Fingerprint of the settings: a state with another fingerprint is not used. */
	readonly scope: string;
	/** Returns the newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** Returns what has changed since the saved state; without a state, a silent baseline. */
	changes(saved: unknown, situation: PollSituation): Promise<PollResult>;
}

/** Watches a source. If `skipsMissed`, it takes a new baseline after n8n was offline or the workflow unpublished. */
export function watchFor<
	State,
	Request,
	Reply extends object,
	Found extends Ended<TracedEvent, State>,
>(
	source: Source<State, Request, Reply, Found>,
	{ client, event }: WatchSettings,
	skipsMissed: boolean,
): Watch {
	const scope = fingerprint([client.site, event, ...source.scope]);
	return {
		scope,
		async sample() {
			await source.check?.();
			return await source.sample();
		},
		async changes(state, situation) {
			// The scope of a state says that it is this source's.
			const before = state as State | undefined;
			const isSkipped =
				skipsMissed &&
				situation.mayHaveMissed &&
				before !== undefined &&
				!source.hasUnfinishedWork?.(before);
			const context = { saved: isSkipped ? undefined : before, scope, situation };
			// A new baseline means that a user has just chosen the settings and must see a mistake.
			if (context.saved === undefined) await source.check?.();
			const found = await answerPoll(
				(pageSize) => source.start(context, pageSize),
				async (request) => await source.answer(request, context),
				situation,
			);
			for (const sentence of found.warnings ?? []) situation.warn(sentence);
			const report = await source.report(found, context);
			return {
				...report,
				state: found.state,
				rows: found.rows,
				fresh: found.fresh ?? found.events.length,
				found: found.events,
				whyUnfinished: found.whyUnfinished ?? report.whyUnfinished,
				reason: isSkipped ? SKIPPED : report.reason,
			};
		},
	};
}

const SKIPPED = "a new baseline, as 'After Downtime' is 'Emit None'";
