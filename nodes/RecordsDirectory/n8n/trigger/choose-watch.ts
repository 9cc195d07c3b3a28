import type { IPollFunctions } from 'n8n-workflow';
import { triggerEvents, watched, type TriggerEventName } from '../../api/trigger';
import { accepted, type Values } from '../../core/values/validate';
import { givenToTrigger } from '../parameters/parameter-source';
import { isSimplified } from '../parameters/item-values';
import { mustKnowZone } from '../form/times';
import type { Client } from '../transport/client';
import { deletionWatch } from './deletion-watch';
import { noticeWatch } from './notice-watch';
import { recordWatch } from './record-watch';
import type { Watch } from './watch';

/** What the person chose to watch; every kind of watch knows its own state by its scope. */
export function watchOf(context: IPollFunctions, client: Client): Watch<unknown> {
	const { event, values, simplify } = watchedOf(context);
	const { catchUp, saveEvery, ...rest } = values;
	mustKnowZone({ named: client.timeZone }, values);
	const isNotice = event === 'noticeCountChanged' || event === 'noticeCountIncreased';
	const watch = (
		isNotice
			? noticeWatch(client, event, rest)
			: event === 'recordDeleted'
				? deletionWatch(client, rest, simplify)
				: recordWatch(
						client,
						event,
						{ ...rest, ...(catchUp === 'newest' && { catchUp }) },
						simplify,
					)
	) as Watch<unknown>;
	const saving = {
		...watch,
		// 0 minutes is never.
		saveEveryMs: Number(saveEvery ?? 0) * MS_PER_MINUTE || undefined,
	};
	return catchUp === 'nothing' ? withoutCatchingUp(saving) : saving;
}

const MS_PER_MINUTE = 60_000;

/** After n8n was down or the workflow unpublished a new baseline is taken, as if the trigger had just been published for the first time. */
const withoutCatchingUp = (watch: Watch<unknown>): Watch<unknown> => ({
	...watch,
	async changes(saved, occasion) {
		if (saved === undefined || !occasion.mayHaveMissed) return await watch.changes(saved, occasion);
		const found = await watch.changes(undefined, occasion);
		return {
			...found,
			trace: { ...found.trace, reason: "a new baseline, as 'Catch Up' is Nothing" },
		};
	},
});

interface TriggerChoice {
	readonly event: TriggerEventName;
	readonly values: Values;
	readonly simplify: boolean;
}

/** What the trigger is to watch, checked like the values of an item. */
function watchedOf(context: IPollFunctions): TriggerChoice {
	const given = givenToTrigger(context);
	const event = given('event', undefined) as TriggerEventName;
	const { watches, options } = triggerEvents[event];
	const reading = { zone: context.getTimezone() };
	const chosenOptions = given('options', {}) as Values;
	const params = Object.fromEntries(
		Object.keys(watched[watches]).map((name) => [name, given(name, '')]),
	);
	return {
		event,
		values: {
			...accepted(watched[watches], params, { reading, emptiness: 'refused' }),
			...accepted(options, chosenOptions, { reading, emptiness: 'ignored' }),
		},
		simplify: isSimplified(given('simplify', true)),
	};
}
