import type { IPollFunctions } from 'n8n-workflow';
import { listing } from '../../api/fields/shared';
import { SAVE_EVERY_MINUTES, triggerEvents, type TriggerEventName } from '../../api/trigger';
import { accepted, type Values } from '../../core/values/validate';
import { flattened, partOf } from '../parameters/item-reader';
import { givenToTrigger } from '../parameters/parameter-source';
import type { Client } from '../transport/client';
import { DeletionSource } from './deletion-source';
import { NoticeSource } from './notice-source';
import { RecordSource } from './record-source';
import { watchFor, type Watch, type WatchSettings } from './watch';

const MS_PER_MINUTE = 60_000;

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
