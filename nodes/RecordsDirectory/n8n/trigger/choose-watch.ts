import type { IPollFunctions } from 'n8n-workflow';
import {
	triggerEvents,
	watched,
	type EventOf,
	type TriggerEventName,
	type WatchName,
} from '../../api/trigger';
import type { JsonObject } from '../../core/json';
import { accepted, type Values } from '../../core/values/validate';
import { givenToTrigger, writtenInTrigger } from '../parameters/parameter-source';
import { flattened, isSimplified } from '../parameters/item-values';
import { mustKnowZone } from '../form/times';
import type { Client } from '../transport/client';
import { DeletionWatch } from './deletion-watch';
import { NoticeWatch } from './notice-watch';
import { RecordWatch } from './record-watch';
import type { Watch, WatchSettings } from './watch';

/** Makes the watch that a row of `api/trigger.ts` names. */
const WATCHES: {
	readonly [Name in WatchName]: (settings: WatchSettings<EventOf<Name>>) => Watch<unknown>;
} = {
	deletion: (settings) => new DeletionWatch(settings),
	notice: (settings) => new NoticeWatch(settings),
	record: (settings) => new RecordWatch(settings),
};

interface ChosenWatch {
	/** What the person chose to watch; every kind of watch knows its own state by its scope. */
	readonly watch: Watch<unknown>;
	/** How often n8n is to save what was learned without an event; without it never. */
	readonly saveEveryMs: number | undefined;
}

/** Makes the watch for what the person chose. */
export function watchOf(context: IPollFunctions, client: Client): ChosenWatch {
	const zone = context.getTimezone();
	const { event, values, simplify } = choiceOf(context, client.timeZone ?? zone);
	const { catchUp, saveEvery, ...rest } = values;
	mustKnowZone({ named: client.timeZone }, values);
	// The event's row names the watch, so the two belong together.
	const make = WATCHES[triggerEvents[event].watch] as (settings: WatchSettings) => Watch<unknown>;
	const chosen = { ...rest, ...(catchUp === 'newest' && { catchUp }) };
	const start = startOf(values, writtenInTrigger(context, 'options', 'startTime'));
	const watch = make({ client, event, values: chosen, simplify, zone, start });
	return {
		watch: catchUp === 'nothing' ? withoutCatchingUp(watch) : watch,
		// 0 minutes is never.
		saveEveryMs: Number(saveEvery ?? 0) * MS_PER_MINUTE || undefined,
	};
}

/** Another start is a new beginning. A time counts as it is written, or `$now` would be a new beginning with each poll. */
function startOf({ startWith }: Values, writtenTime: unknown): unknown {
	if (startWith === 'everything') return [startWith];
	return startWith === 'since' ? [startWith, writtenTime ?? null] : undefined;
}

const MS_PER_MINUTE = 60_000;

/** After n8n was down or the workflow unpublished a new baseline is taken, as if the trigger had just been published for the first time. */
const withoutCatchingUp = (watch: Watch<unknown>): Watch<unknown> => ({
	scope: watch.scope,
	shape: watch.shape,
	sample: () => watch.sample(),
	async changes(saved, situation) {
		if (saved === undefined || !situation.mayHaveMissed || watch.goesOn?.(saved))
			return await watch.changes(saved, situation);
		const found = await watch.changes(undefined, situation);
		return {
			...found,
			trace: { ...found.trace, reason: "a new baseline, as 'After Downtime' is 'Emit None'" },
		};
	},
});

interface TriggerChoice {
	readonly event: TriggerEventName;
	readonly values: Values;
	readonly simplify: boolean;
}

/** What the trigger is to watch, checked like the values of an item. */
function choiceOf(context: IPollFunctions, zone: string): TriggerChoice {
	const given = givenToTrigger(context);
	const event = given('event', undefined) as TriggerEventName;
	const { watch, options } = triggerEvents[event];
	const reading = { zone };
	const chosenOptions = flattened(options, given('options', {}) as JsonObject);
	const fields = watched[watch];
	const params = Object.fromEntries(Object.keys(fields).map((name) => [name, given(name, '')]));
	return {
		event,
		values: {
			...accepted(fields, params, { reading, emptiness: 'refused' }),
			...accepted(options, chosenOptions, { reading, emptiness: 'ignored' }),
		},
		simplify: isSimplified(given('simplify', true)),
	};
}
