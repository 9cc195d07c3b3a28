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
}

/** The broken stories, as small as they get, in words; '' for none. */
async function broken(): Promise<string> {
	const found = new Map<string, Broken & { count: number }>();
	for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
		const story = storyOf(seed);
		for (const violation of judge(await play(story))) {
			const name = nameOf(story, violation);
			const before = found.get(name) ?? { story, violation, count: 0 };
			found.set(name, { ...before, count: before.count + 1 });
		}
	}
	const told: string[] = [];
	for (const [name, { count, ...one }] of [...found].slice(0, MOST_TOLD)) {
		const { story, violation } = await smallest(one, name);
		told.push(`${name}, in ${count} stories\n${tell(await play(story), violation)}`);
	}
	const text = told.join('\n\n');
	if (text !== '') {
		mkdirSync('coverage', { recursive: true });
		writeFileSync('coverage/stories.txt', text);
	}
	return text;
}

/** A story as small as it gets in which the same happens; as it is, if it happens only once. */
async function smallest(one: Broken, name: string): Promise<Broken> {
	const look = async (candidate: Story): Promise<Violation | undefined> => {
		try {
			return judge(await play(candidate)).find((one) => nameOf(candidate, one) === name);
		} catch {
			return undefined;
		}
	};
	let small = one;
	const until = Date.now() + SHRINK_MS;
	for (let isSmaller = true; isSmaller; ) {
		isSmaller = false;
		for (const candidate of simpler(small.story)) {
			if (Date.now() > until) break;
			const violation = await look(candidate);
			if (!violation) continue;
			small = { story: candidate, violation };
			isSmaller = true;
			break;
		}
	}
	return small;
}

test(
	`${COUNT} stories from seed ${FIRST} on: what the node says is so`,
	async () => {
		expect(await broken()).toBe('');
	},
	60_000 + COUNT * 1_000,
);
