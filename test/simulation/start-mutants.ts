import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import type * as events from '../../nodes/RecordsDirectory/core/trigger/changes/event';
import type * as changes from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type * as existing from '../../nodes/RecordsDirectory/core/trigger/existing';
import { later, shiftTime } from '../../nodes/RecordsDirectory/core/values/moment';
import { mistakeIn, type Mistake } from './mistaken';
import type { scenarios } from './start-plans';

interface Mutant {
	readonly mistakes: readonly Mistake[];
	readonly breaks: keyof typeof scenarios;
}

/** Mistakes of a trigger that begins with existing records; each must be found. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'each poll begins to read from the start': {
		mistakes: [
			mistakeIn<typeof walks>('listing/walk', {
				resumeWalk: (shipped) => (walk, pageSize) =>
					walk.order === 'recordId'
						? { ...shipped(walk, pageSize), at: 0, edge: null, last: null }
						: shipped(walk, pageSize),
			}),
		],
		breaks: 'everything that exists',
	},
	'versions that were read are not known to the changes': {
		mistakes: [
			mistakeIn<typeof events>('trigger/changes/event', {
				existingEvent: (shipped) => (row, window, watched) =>
					shipped(row, { ...window, seen: new Map() }, watched),
			}),
		],
		breaks: 'everything that exists',
	},
	'the window for new events begins where the reading ends': {
		mistakes: [
			mistakeIn<typeof existing>('trigger/existing', {
				startRecords: (shipped) => (saved, settings) => {
					const poll = shipped(saved, settings);
					return {
						get request() {
							return poll.request;
						},
						take: (reply) => poll.take(reply),
						end() {
							const ended = poll.end();
							if (!saved?.existing || ended.state.existing) return ended;
							const newest = Object.keys(ended.state.seen).reduce(later, ended.state.newest);
							return { ...ended, state: { ...ended.state, windowStart: shiftTime(newest, 1) } };
						},
					};
				},
			}),
		],
		breaks: 'everything that exists',
	},
	'the time itself is not wanted': {
		mistakes: [
			mistakeIn<typeof changes>('trigger/changes/changes', {
				startChanges: (shipped) => (saved, settings) =>
					shipped(saved, { ...settings, since: shiftTime(settings.since ?? '', 1) }),
			}),
		],
		breaks: 'everything since a time',
	},
};
