import type { IPollFunctions } from 'n8n-workflow';
import { triggerEvents, watched, type TriggerEventName } from '../api/trigger';
import { accepted, type Values } from '../core/values/validate';
import { givenToTrigger } from './given';
import { isSimplified } from './parameters';

export interface Watched {
	readonly event: TriggerEventName;
	readonly values: Values;
	readonly simplify: boolean;
}

/** What the trigger is to watch, checked like the values of an item. */
export function watchedOf(context: IPollFunctions): Watched {
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
			...accepted(watched[watches], params, reading, 'refused'),
			...accepted(options, chosenOptions, reading, 'ignored'),
		},
		simplify: isSimplified(given('simplify', true)),
	};
}
