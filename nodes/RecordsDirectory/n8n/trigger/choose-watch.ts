import type { IPollFunctions } from 'n8n-workflow';
import {
	SAVE_EVERY_MINUTES,
	triggerEvents,
	watched,
	type EventOf,
	type TriggerEventName,
	type WatchName,
} from '../../api/trigger';
import { accepted, type Values } from '../../core/values/validate';
import { givenToTrigger } from '../parameters/parameter-source';
import { flattened, isSimplified, partOf } from '../parameters/item-values';
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
	/** The watch that the user chose. Each kind of watch recognizes its own state by its scope. */
	readonly watch: Watch<unknown>;
	/** How often n8n saves what polls learned without an event; Infinity for never. */
	readonly saveEveryMs: number;
}

/** Makes the watch that the user chose. */
export function watchOf(context: IPollFunctions, client: Client): ChosenWatch {
	const zone = context.getTimezone();
	const written = context.getNode().parameters.options;
	const { event, values, simplify } = choiceOf(context, written, client.timeZone ?? zone);
	const { catchUp, saveEvery, ...rest } = values;
	// The event's row names the watch, so the types fit.
	const make = WATCHES[triggerEvents[event].watch] as (settings: WatchSettings) => Watch<unknown>;
	const start = startOf(values, partOf(written, 'startTime'));
	const watch = make({ client, event, values: rest, simplify, zone, start });
	return {
		watch: catchUp === 'nothing' ? withoutCatchingUp(watch) : watch,
		// 0 minutes means never.
		saveEveryMs: Number(saveEvery ?? SAVE_EVERY_MINUTES) * MS_PER_MINUTE || Infinity,
	};
}

/** Another start is a new beginning. A time counts as it is written, or `$now` would be a new beginning with each poll. */
function startOf({ startWith }: Values, writtenTime: unknown): unknown {
	if (startWith === 'everything') return [startWith];
	return startWith === 'since' ? [startWith, writtenTime ?? null] : undefined;
}

const MS_PER_MINUTE = 60_000;

/**
 * Takes a new baseline after n8n was offline or the workflow unpublished, as if the trigger were published for
 * the first time.
 */
const withoutCatchingUp = (watch: Watch<unknown>): Watch<unknown> => ({
	scope: watch.scope,
	sample: () => watch.sample(),
	async changes(saved, situation) {
		if (saved === undefined || !situation.mayHaveMissed || watch.hasUnfinishedWork?.(saved))
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

/** Reads what the trigger should watch, checked like the values of an item. */
function choiceOf(context: IPollFunctions, written: unknown, zone: string): TriggerChoice {
	const given = givenToTrigger(context);
	const event = given('event', undefined) as TriggerEventName;
	const { watch, options } = triggerEvents[event];
	const chosenOptions = flattened(options, given('options', {}), written);
	const fields = watched[watch];
	const params = Object.fromEntries(Object.keys(fields).map((name) => [name, given(name, '')]));
	return {
		event,
		values: {
			...accepted(fields, params, { reading: { zone }, empty: 'required' }),
			...accepted(options, chosenOptions, { reading: { zone }, empty: 'added' }),
		},
		simplify: isSimplified(given('simplify', true)),
	};
}
