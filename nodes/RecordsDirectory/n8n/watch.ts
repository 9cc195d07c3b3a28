import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Client } from './client';
import { deletionWatch } from './deletion-watch';
import { noticeWatch } from './notice-watch';
import { watchedOf } from './watched';
import { recordWatch } from './record-watch';

/** The circumstances of a poll. */
export interface Occasion {
	/** Whether this process of n8n polls this trigger for the first time: n8n may have been down. */
	readonly isFirst: boolean;
	isTimeUp(): boolean;
}

/** What a trigger looks at. Its state is plain JSON and is never changed in place. */
export interface Watch<State> {
	/** The newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** What has changed since the saved state; without one a silent baseline. */
	changes(saved: State | undefined, occasion: Occasion): Promise<Found<State>>;
}

export interface Found<State> {
	readonly items: readonly IDataObject[];
	readonly state: State;
}

/** What the person chose to watch; every kind of watch knows its own state by its scope. */
export function watchOf(context: IPollFunctions, client: Client): Watch<unknown> {
	const { event, values, simplify } = watchedOf(context);
	const { catchUp, ...rest } = values;
	const isNotice = event === 'noticeCountChanged' || event === 'noticeCountIncreased';
	const watch = (
		isNotice
			? noticeWatch(client, event, rest)
			: event === 'recordDeleted'
				? deletionWatch(client, rest, simplify)
				: recordWatch(client, event, catchUp === 'newest' ? values : rest, simplify)
	) as Watch<unknown>;
	return catchUp === 'nothing' ? withoutCatchingUp(watch) : watch;
}

/** After n8n was down a new baseline is taken, as if the trigger had just been activated. */
const withoutCatchingUp = (watch: Watch<unknown>): Watch<unknown> => ({
	...watch,
	changes: (saved, occasion) => watch.changes(occasion.isFirst ? undefined : saved, occasion),
});
