import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Client } from './client';
import { noticeWatch } from './notice-watch';
import { watchedOf } from './parameters';
import { recordWatch } from './record-watch';

/** What a trigger looks at. Its state is plain JSON and is never changed in place. */
export interface Watch<State> {
	/** The newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** What has changed since the saved state; without one a silent baseline. */
	changes(
		saved: State | undefined,
		isTimeUp: () => boolean,
	): Promise<{ readonly items: readonly IDataObject[]; readonly state: State }>;
}

/** What the person chose to watch; every kind of watch knows its own state by its scope. */
export function watchOf(context: IPollFunctions, client: Client): Watch<unknown> {
	const { event, values, simplify } = watchedOf(context);
	const watch =
		event === 'noticeCountChanged' || event === 'noticeCountIncreased'
			? noticeWatch(client, event, values)
			: recordWatch(client, event, values, simplify);
	return watch as Watch<unknown>;
}
