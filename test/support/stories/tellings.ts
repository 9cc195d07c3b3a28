import { mkdirSync, writeFileSync } from 'node:fs';
import { isSample, seedOr, times } from '../effort';

/** A model: how its stories are made and played, what is wrong with one, and how it is shown. */
export interface Model<Story, Played, Violation> {
	storyOf(seed: number): Story;
	play(story: Story): Promise<Played>;
	judge(played: Played): readonly Violation[];
	nameOf(story: Story, violation: Violation): string;
	/** Stories that are a step simpler. */
	simpler(story: Story): Iterable<Story>;
	tell(played: Played, violation: Violation): string;
	readonly notYetHeld: readonly NotYetHeld<Story, Violation>[];
}

/** A promise that is not kept yet. The long run lists those that no story needs any longer: remove them. */
export interface NotYetHeld<Story, Violation> {
	readonly name: string;
	hits(story: Story, violation: Violation): boolean;
}

interface Effort {
	/** How many stories `npm run test:all` plays. */
	readonly usual: number;
	/** The longest time to make a broken story smaller. */
	readonly shrinkMs: number;
	readonly file: string;
}

/** From so many stories on, what no story hits is no longer there. */
const ENOUGH = 2000;
const MOST_TOLD = 10;

/** STORIES=2000 SEED=7 plays so many from that seed on. In a sample always the same, so that it is green while something is not yet held. */
export const storiesOf = (usual: number) => ({
	count: Number(process.env.STORIES ?? times(usual)),
	first: isSample && process.env.STORIES === undefined ? 1 : seedOr(1) * 1_000_000,
});

/** The broken stories, as small as they get, in words; '' for none. ALL=1 also tells, once each, of what is not yet held. */
export async function broken<Story, Played, Violation>(
	model: Model<Story, Played, Violation>,
	{ usual, shrinkMs, file }: Effort,
): Promise<string> {
	const { count: total, first } = storiesOf(usual);
	const hits = new Map(model.notYetHeld.map(({ name }) => [name, 0]));
	const found = new Map<string, { story: Story; violation: Violation; count: number }>();
	for (let seed = first; seed < first + total; seed++) {
		const story = model.storyOf(seed);
		for (const violation of model.judge(await model.play(story))) {
			const known = model.notYetHeld.find((one) => one.hits(story, violation));
			if (known) hits.set(known.name, hits.get(known.name)! + 1);
			if (known && process.env.ALL === undefined) continue;
			const name = known ? known.name : model.nameOf(story, violation);
			const before = found.get(name);
			const count = (before?.count ?? 0) + 1;
			found.set(name, before ? { ...before, count } : { story, violation, count });
		}
	}
	const told: string[] = [];
	for (const [name, one] of [...found].slice(0, process.env.ALL ? 100 : MOST_TOLD)) {
		const { story, violation } = await smallest(model, one.story, {
			name: model.nameOf(one.story, one.violation),
			forMs: shrinkMs,
		});
		told.push(
			`${name}, in ${one.count} stories\n${model.tell(await model.play(story), violation)}`,
		);
	}
	if (process.env.STORIES)
		console.log([...hits].map(([name, count]) => `${count} ${name}`).join('\n'));
	const gone = [...hits].flatMap(([name, count]) => (total >= ENOUGH && count === 0 ? name : []));
	// Some are rare: look at their stories before they are removed.
	if (gone.length > 0)
		console.warn(`No story hits these of not-yet-held.ts any more:\n${gone.join('\n')}`);
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
