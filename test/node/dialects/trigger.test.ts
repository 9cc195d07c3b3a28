import { isLong, seedOr, times } from '../../support/effort';
import { eventsFor, wrongWith } from './events';
import { pairs } from './pairs';
import { settings } from './settings';
import { randomOf, storyOf, watched } from './stories';
import { toldOf } from './told';

// Each setting has up to eight stories, and machines differ.
jest.setTimeout(isLong ? 3_600_000 : 120_000);

const SEED = seedOr(20_261);
const ROUNDS = isLong ? 6 : 2;
const story = storyOf(SEED, ROUNDS);

it('a story has something for every event, in every round', async () => {
	for (const [event, one] of Object.entries(watched)) {
		const { told, happened, failures } = await toldOf(one, story, []);
		expect(happened).toHaveLength(ROUNDS);
		for (const round of happened) expect([event, round.length > 0]).toEqual([event, true]);
		expect([told, failures]).toEqual([happened, []]);
	}
});

it.each(settings.map((one, index) => [one.row, one.name, one, index] as const))(
	'row %i, %s',
	async (_, __, setting, index) => {
		const wrong: string[] = [];
		for (const event of eventsFor(setting, index, isLong)) {
			const result = await toldOf(watched[event]!, story, [setting]);
			wrong.push(...wrongWith(event, [setting], result));
		}
		expect(wrong).toEqual([]);
	},
);

it.each(Object.keys(watched))('row 22, the clock steps back: %s', async (event) => {
	const result = await toldOf(watched[event]!, storyOf(SEED, ROUNDS, 60), []);
	expect(wrongWith(event, [], result)).toEqual([]);
});

it('two settings at once, and other stories, by chance', async () => {
	const random = randomOf(SEED);
	const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
	const wrong: string[] = [];
	for (let n = 0; n < times(20); n++) {
		const [pair, event] = [one(pairs), one(Object.keys(watched))];
		const result = await toldOf(watched[event]!, storyOf(SEED + n, ROUNDS), pair);
		const names = pair.map(({ row, name }) => `row ${row}, ${name}`).join('; ');
		const told = wrongWith(event, pair, result);
		wrong.push(...told.map((words) => `seed ${SEED}, case ${n}: ${names}\n${words}`));
	}
	expect(wrong).toEqual([]);
});
