import { broken, storiesOf } from './tellings';
import { storyOf } from './generate';
import { judge } from './judge';
import { play } from './run';
import { nameOf, simpler } from './shrink';
import { tell } from './tell';

/* Stories of writing and reading, and what a person would expect of them. */
const usual = 300;
const { count, first } = storiesOf(usual);
const model = { storyOf, play, judge, nameOf, simpler, tell };

test(
	`${count} stories from seed ${first} on: what the node says is so`,
	async () => {
		expect(await broken(model, { usual, shrinkMs: 6_000, file: 'stories.txt' })).toBe('');
	},
	60_000 + count * 1_000,
);
