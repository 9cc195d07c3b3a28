import { mkdirSync, writeFileSync } from 'node:fs';
import { isSample, seedOr, times } from '../support/effort';
import { storyOf } from './generate';
import { judge } from './judge';
import { play } from './run';
import { nameOf, simpler } from './shrink';
import type { Story } from './story';
import { tell } from './tell';
import type { Violation } from './violation';

/* Stories of writing and reading, and what a person would expect of them. */

const MOST_TOLD = 10;
/** The longest time to make a broken story smaller. */
const SHRINK_MS = 6_000;
/** STORIES=2000 SEED=7 plays so many from that seed on. A sample is always the same. */
const { STORIES } = process.env;
const COUNT = Number(STORIES ?? times(300));
const FIRST = isSample && STORIES === undefined ? 1 : seedOr(1) * 1_000_000;

interface Broken {
	readonly story: Story;
	readonly violation: Violation;
	readonly count: number;
}

/** The broken stories, as small as they get, in words; '' for none. */
async function broken(): Promise<string> {
	const found = new Map<string, Broken>();
	for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
		const story = storyOf(seed);
		for (const violation of judge(await play(story))) {
			const name = nameOf(story, violation);
			const { count = 0, ...first } = found.get(name) ?? { story, violation };
			found.set(name, { ...first, count: count + 1 });
		}
	}
	const told: string[] = [];
	for (const [name, { count, ...one }] of [...found].slice(0, MOST_TOLD)) {
		const story = await smallest(one.story, name, Date.now() + SHRINK_MS);
		const played = await play(story);
		const violation = judge(played).find((other) => nameOf(story, other) === name);
		told.push(`${name}, in ${count} stories\n${tell(played, violation ?? one.violation)}`);
	}
	const text = told.join('\n\n');
	if (text !== '') {
		mkdirSync('coverage', { recursive: true });
		writeFileSync('coverage/stories.txt', text);
	}
	return text;
}

/** A story as small as it gets in which the same happens. */
async function smallest(story: Story, name: string, until: number): Promise<Story> {
	for (const candidate of simpler(story)) {
		if (Date.now() > until) break;
		const found = await play(candidate).then(judge, () => []);
		if (found.some((violation) => nameOf(candidate, violation) === name))
			return await smallest(candidate, name, until);
	}
	return story;
}

test(
	`${COUNT} stories from seed ${FIRST} on: what the node says is so`,
	async () => {
		expect(await broken()).toBe('');
	},
	60_000 + COUNT * 1_000,
);
