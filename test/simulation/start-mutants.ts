import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import type * as changes from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { ChangeState } from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import { later, shiftTime } from '../../nodes/RecordsDirectory/core/values/moment';
import { madeBy, mistakeIn, type Mistake } from './mistaken';
import type { scenarios } from './start-plans';

interface Mutant {
	readonly mistakes: readonly Mistake[];
	readonly breaks: keyof typeof scenarios;
}

type Start = (...given: ConstructorParameters<typeof changes.ChangePoll>) => changes.ChangePoll;

const polling = (otherwise: (shipped: Start) => Start): Mistake =>
	mistakeIn<typeof changes>('trigger/changes/changes', { ChangePoll: madeBy(otherwise) });

/** The poll that has read the last existing record saves another state. */
const ending = (otherwise: (state: ChangeState) => Partial<ChangeState>): Mistake =>
	polling((shipped) => (saved, settings) => {
		const poll = shipped(saved, settings);
		const end = poll.end.bind(poll);
		return Object.assign(poll, {
			end() {
				const ended = end();
				const isEnd = (!saved || saved.scan?.purpose === 'existing') && !ended.state.scan;
				return isEnd ? { ...ended, state: { ...ended.state, ...otherwise(ended.state) } } : ended;
			},
		});
	});

/** Mistakes of a trigger that begins with existing records; each must be found. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'each poll begins to read from the start': {
		mistakes: [
			mistakeIn<typeof walks>('listing/walk', {
				resumeWalk: (shipped) => (walk, pageSize) => ({
					...shipped(walk, pageSize),
					at: 0,
					edge: null,
					last: null,
				}),
			}),
		],
		breaks: 'all existing records',
	},
	'versions that were read are not known to the changes': {
		mistakes: [ending(() => ({ seen: {} }))],
		breaks: 'all existing records',
	},
	'the window for new events begins where the reading ends': {
		mistakes: [
			ending(({ seen, newest }) => ({
				windowStart: shiftTime(Object.keys(seen).reduce(later, newest), 1),
			})),
		],
		breaks: 'all existing records',
	},
	'the time itself is not wanted': {
		mistakes: [
			polling(
				(shipped) => (saved, settings) =>
					shipped(saved, { ...settings, since: shiftTime(settings.since ?? '', 1) }),
			),
		],
		breaks: 'existing records since a time',
	},
};
