import { globSync, readFileSync } from 'node:fs';
import { broken, storiesOf } from '../support/stories/tellings';
import { storyOf } from './generate';
import { judge } from './judge';
import { NOT_YET_HELD } from './not-yet-held';
import { play } from './play';
import { SAID } from './said';
import { nameOf, simpler } from './shrink';
import { tell } from './tell';

/* Stories of the trigger, and what a person would expect of it. */
const usual = 100;
const { count, first } = storiesOf(usual);
const model = { storyOf, play, judge, nameOf, simpler, tell, notYetHeld: NOT_YET_HELD };

test.each(Object.values(SAID))('the trigger says: %s', (words) => {
	const texts = globSync('nodes/**/*.ts').map((path) => readFileSync(path, 'utf8'));
	expect(texts.some((text) => text.includes(words))).toBe(true);
});

test(
	`${count} stories of the trigger from seed ${first} on: nothing is lost, repeated or untrue`,
	async () => {
		expect(await broken(model, { usual, shrinkMs: 6_000, file: 'trigger-stories.txt' })).toBe('');
	},
	120_000 + count * 2_000,
);
