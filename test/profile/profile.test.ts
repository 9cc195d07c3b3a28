import { wrongAt } from '../n8n/dialects/events';
import { sending } from '../n8n/dialects/runs';
import { dialectOf, settings } from '../n8n/dialects/settings';
import { closeSites } from '../n8n/dialects/site';
import { watched } from '../n8n/dialects/stories';
import { combination, oneOf } from '../probe/combinations';
import { seeded } from '../simulation/random';
import { isLong, ofTheWhole, sampled, seedOr, times } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { namedProfile, profiledSite } from './file';
import { wrongWithRun } from './judge';
import { canBeProfiled, settingsOf } from './setting';

jest.setTimeout(isLong ? 3_600_000 : 300_000);
afterAll(closeSites);

/** A profile that somebody names is tried whole; of the sample some. */
const some = <T>(all: readonly T[], nameOf: (one: T) => string) =>
	namedProfile === undefined ? sampled(all, nameOf, 1 / 12) : all;

const atSite = settingsOf(profiledSite().dialect);
const SEED = seedOr(20_264);

test.each(some(sending, ({ name }) => name).map((run) => [run.name, run] as const))(
	'at the site of the profile: %s',
	async (_, run) => {
		await inAHurry(async () => expect(await wrongWithRun(run, atSite)).toEqual([]));
	},
);

test.each(some(Object.keys(watched), (event) => event))(
	'at the site of the profile: %s',
	async (event) => {
		expect(await wrongAt(event, atSite)).toEqual([]);
	},
);

test('a dialect is as many settings as it needs, and none is lost', () => {
	const all = settings.filter(canBeProfiled);
	for (const { name, dialect = {} } of all)
		expect([name, dialectOf(settingsOf(dialect))]).toEqual([name, dialect]);
	const dialect = { pageCap: 200, writeStatus: 200, writeBody: 'json', ties: 'id' } as const;
	const { ties: _, ...unusual } = dialect;
	expect(dialectOf(settingsOf(dialect))).toEqual(unusual);
	expect(settingsOf(dialect).map(({ name }) => name)).toEqual([
		'writes answer 200 with JSON',
		'pageCap: 100',
	]);
});

ofTheWhole('of sites in general', () => {
	it('what each setting explains explains them together', async () => {
		const random = seeded(SEED);
		const wrong: string[] = [];
		for (let n = 0; n < times(40); n++) {
			const together = combination(random).filter(canBeProfiled);
			// Where every page is the first one, nobody can read what it does not have.
			const isRepeated = together.some(({ dialect }) => dialect?.pastTheEnd === 'repeats');
			const readable = together.filter(({ dialect }) => !isRepeated || dialect?.pageCap !== 25);
			const chosen = settingsOf(dialectOf(readable));
			const runs = Array.from({ length: 20 }, () => oneOf(random, sending));
			await inAHurry(async () => {
				for (const run of runs)
					for (const words of await wrongWithRun(run, chosen))
						wrong.push(
							`seed ${SEED}, case ${n}: ${chosen.map(({ name }) => name).join('; ')}\n${words}`,
						);
			});
		}
		expect(wrong).toEqual([]);
	});
});
