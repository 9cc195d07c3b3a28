import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { SAVE_EVERY_MINUTES, triggerEvents, type TriggerEventName } from '../../api/trigger';
import type { Ended } from '../../core/trigger/poll-contract';
import { accepted, type Values } from '../../core/values/validate';
import { listing } from '../../api/fields/shared';
import { flattened, givenToTrigger, partOf } from '../parameters/item-reader';
import type { Client } from '../transport/client';
import { DeletionSource } from './deletion-source';
import { NoticeSource } from './notice-source';
import { RecordSource } from './record-source';
import {
	answerPoll,
	type PollSituation,
	type Report,
	type Source,
	type TracedEvent,
	type WatchSettings,
} from './source';
import { fingerprint } from '../../core/json';

const MS_PER_MINUTE = 60_000;

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
interface Watch {
	/** Fingerprint of the settings: a state with another fingerprint is not used. */
	readonly scope: string;
	/** Returns the newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** Returns what has changed since the saved state; without a state, a silent baseline. */
	changes(saved: unknown, situation: PollSituation): Promise<PollResult>;
}

interface ChosenWatch {
	readonly watch: Watch;
	/** How often n8n saves what polls learned without an event; Infinity for never. */
	readonly saveEveryMs: number;
}

/** Makes the watch that the user chose; its values are checked like those of an item. */
export function chooseWatch(context: IPollFunctions, client: Client): ChosenWatch {
	const given = givenToTrigger(context);
	const written = context.getNode().parameters.options;
	const zone = context.getTimezone();
	const reading = { zone: client.timeZone ?? zone };
	const event = given('event', undefined) as TriggerEventName;
	const { source, options } = triggerEvents[event];
	const params = Object.fromEntries(
		Object.keys(source.params).map((name) => [name, given(name, '')]),
	);
	const chosenOptions = flattened(options, given('options', {}), written);
	const { catchUp, saveEvery, ...values }: Values = {
		...accepted(source.params, params, { reading, empty: 'required' }),
		...accepted(options, chosenOptions, { reading, empty: 'added' }),
	};
	const { simplify: asked } = listing;
	const shown = { simplify: given('simplify', true) };
	const { simplify = true } = accepted({ simplify: asked }, shown, { reading, empty: 'required' });
	const start = values.existingSince && [partOf(written, 'existingSince') ?? null];
	const settings = { client, event, values, simplify, zone, start };
	return {
		watch: watch(settings, catchUp === 'nothing'),
		// 0 minutes means never.
		saveEveryMs: Number(saveEvery ?? SAVE_EVERY_MINUTES) * MS_PER_MINUTE || Infinity,
	};
}

function watch(settings: WatchSettings, skipsMissed: boolean): Watch {
	const { source } = triggerEvents[settings.event];
	switch (source.kind) {
		case 'records':
			return watchFor(new RecordSource(settings, source), settings, skipsMissed);
		case 'deletions':
			return watchFor(new DeletionSource(settings), settings, skipsMissed);
		case 'notices':
			return watchFor(new NoticeSource(settings, source), settings, skipsMissed);
	}
}

/** Watches a source. If `skipsMissed`, it takes a new baseline after n8n was offline or the workflow unpublished. */
function watchFor<State, Request, Reply extends object, Found extends Ended<TracedEvent, State>>(
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
			const context = { ...situation, saved: isSkipped ? undefined : before };
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
