import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import type * as events from '../../nodes/RecordsDirectory/core/trigger/changes/event';
import { mistakeIn } from './mistaken';

const breaks = 'a first reading over several polls';

/** Mistakes of a first reading that takes several polls; each must be found. */
export const MUTANTS = {
	'each poll begins to read from the start': {
		breaks,
		mistakes: [
			mistakeIn<typeof walks>('listing/walk', {
				resumeWalk: (shipped) => (walk, pageSize) =>
					walk.order === 'recordId'
						? { ...shipped(walk, pageSize), at: 0, edge: null, last: null }
						: shipped(walk, pageSize),
			}),
		],
	},
	'what is created while the form is read was there before': {
		breaks,
		mistakes: [
			mistakeIn<typeof events>('trigger/changes/event', { existedBefore: () => () => () => true }),
		],
	},
	'what is as young as the baseline was created later': {
		breaks,
		mistakes: [
			mistakeIn<typeof events>('trigger/changes/event', {
				existedBefore: (shipped) => (windowStart) => shipped(windowStart, {}),
			}),
		],
	},
};
