import { mkdirSync, writeFileSync } from 'node:fs';
import { isSample, seedOr, times } from '../support/effort';

/** A model: how its stories are made and played, what is wrong with one, and how it is shown. */
export interface Model<Story, Played, Violation> {
	storyOf(seed: number): Story;
	play(story: Story): Promise<Played>;
	judge(played: Played): readonly Violation[];
	nameOf(story: Story, violation: Violation): string;
	/** Stories that are a step simpler. */
	simpler(story: Story): Iterable<Story>;
	tell(played: Played, violation: Violation): string;
}

interface Effort {
	/** How many stories `npm run test:all` plays. */
	readonly usual: number;
	/** The longest time to make a broken story smaller. */
	readonly shrinkMs: number;
	readonly file: string;
}

const MOST_TOLD = 10;

/** STORIES=2000 SEED=7 plays so many from that seed on. A sample is always the same. */
export const storiesOf = (usual: number) => ({
	count: Number(process.env.STORIES ?? times(usual)),
	first: isSample && process.env.STORIES === undefined ? 1 : seedOr(1) * 1_000_000,
});

/** The broken stories, as small as they get, in words; '' for none. */
export async function broken<Story, Played, Violation>(
	model: Model<Story, Played, Violation>,
	{ usual, shrinkMs, file }: Effort,
): Promise<string> {
	const { count: total, first } = storiesOf(usual);
	const found = new Map<string, { story: Story; count: number }>();
	for (let seed = first; seed < first + total; seed++) {
		const story = model.storyOf(seed);
		for (const violation of model.judge(await model.play(story))) {
			const name = model.nameOf(story, violation);
			const before = found.get(name);
			const count = (before?.count ?? 0) + 1;
			found.set(name, before ? { ...before, count } : { story, count });
		}
	}
	const told: string[] = [];
	for (const [name, one] of [...found].slice(0, MOST_TOLD)) {
		const { story, violation } = await smallest(model, one.story, { name, forMs: shrinkMs });
		told.push(
			`${name}, in ${one.count} stories\n${model.tell(await model.play(story), violation)}`,
		);
	}
	const text = told.join('\n\n');
	if (text !== '') {
		mkdirSync('coverage', { recursive: true });
		writeFileSync(`coverage/${file}`, text);
	}
	return text;
}

/** A story as small as it gets in which the same happens. */
async function smallest<Story, Played, Violation>(
	{ play, judge, nameOf, simpler }: Model<Story, Played, Violation>,
	story: Story,
	{ name, forMs }: { readonly name: string; readonly forMs: number },
): Promise<{ story: Story; violation: Violation }> {
	const look = async (candidate: Story) => {
		try {
			return judge(await play(candidate)).find((one) => nameOf(candidate, one) === name);
		} catch {
			return undefined;
		}
	};
	let small = story;
	let violation = (await look(story))!;
	const until = Date.now() + forMs;
	for (let isSmaller = true; isSmaller; ) {
		isSmaller = false;
		for (const candidate of simpler(small)) {
			if (Date.now() > until) break;
			const same = await look(candidate);
			if (!same) continue;
			[small, violation] = [candidate, same];
			isSmaller = true;
			break;
		}
	}
	return { story: small, violation };
}
