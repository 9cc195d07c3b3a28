import type { NotYetHeld } from '../support/stories/tellings';
import type { Violation } from './judge';
import { dialectOf, type Story } from './story';

const starts = ({ kind }: Violation, ...kinds: readonly string[]) =>
	kinds.some((one) => kind.startsWith(one));

export const NOT_YET_HELD: readonly NotYetHeld<Story, Violation>[] = [
	{
		name: 'records of an hour that the clock of the site shows twice come late or never',
		hits: (story, violation) =>
			dialectOf(story).hour !== 'usual' && starts(violation, 'lost', 'repeated'),
	},
	{
		name: 'Catch Up is forgotten if the first poll after a restart does not do all the work',
		hits: (_, violation) => starts(violation, 'a flood after a restart'),
	},
	{
		name: 'with durable cursors a poll beside a failed one saves that nothing is known',
		hits: (story, violation) =>
			story.saving === 'durable' && starts(violation, 'lost, after a new version'),
	},
];
