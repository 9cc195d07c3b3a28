import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import type * as beginnings from '../../nodes/RecordsDirectory/core/trigger/existing';
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
			mistakeIn<typeof beginnings>('trigger/existing', { wasThere: () => () => () => true }),
		],
	},
	'what is as young as the baseline was created later': {
		breaks,
		mistakes: [
			mistakeIn<typeof beginnings>('trigger/existing', {
				wasThere: (shipped) => (beginning) => shipped({ ...beginning, seen: {} }),
			}),
		],
	},
};
