import { MOST_PROBE_REQUESTS } from '../../scripts/probe/requests';
import { settings, type Setting } from '../n8n/dialects/settings';
import { seeded } from '../simulation/random';
import { isLong, isSample, sampled, seedOr, times } from '../support/effort';
import { combination, faults, others } from './combinations';
import { probedSite, rich, type Circumstances, type Run } from './site';
import { mistakesIn, openIn } from './truth';

jest.setTimeout(isLong ? 3_600_000 : 600_000);

const SEED = seedOr(20_262);
/** One in five sites has many records. */
const RICH_EVERY = 5;

const nameOf = ({ row, name }: Setting) => `row ${row}, ${name}`;
const namesOf = (some: readonly Setting[]) => some.map(nameOf).join('; ');
const wordsOf = ({ findings, truth, requests }: Run) => [
	...mistakesIn(findings, truth),
	...(requests > MOST_PROBE_REQUESTS ? [`${requests} requests`] : []),
];

/** What does not show under a setting, although it shows without. */
const stillOpen: Readonly<Record<string, readonly string[]>> = {
	// The seed of the one form that the key is for.
	'a key for one form': ['ties', 'detailRows', 'pageCap', 'emptyApplications', 'times'],
	'a key for another form': [
		...['defaultLimit', 'ties', 'multipleValues', 'emptyValues', 'processFunction'],
		...['fileContent', 'pageCap', 'multipleFlag', 'emptyApplications', 'times'],
	],
	// Only the pages after the first would show these.
	'every page is the first': ['defaultLimit', 'pageCap'],
	// An edited record is not on the page, or not yet.
	'100 rows a page': ['ties'],
	'visible later': ['ties'],
};
/** The clock of these sites is put forward whenever their limit is reached. */
const openUnderLimits = ['clockOffsetSeconds'];

describe('the probe does not know the site that it meets', () => {
	test.each(sampled(settings, nameOf, 1 / 12).map((one) => [nameOf(one), one] as const))(
		'%s',
		async (_, setting) => {
			const run = await probedSite([setting], { prepare: rich });
			expect(wordsOf(run)).toEqual([]);
			// At the limit of the month nothing can be asked.
			if (setting.options?.limits?.perMonth === 0) return;
			const open = openIn(run.findings, run.truth).map((one) => one.replace(/:.*/, ''));
			const expected = stillOpen[setting.name] ?? (setting.options?.limits ? openUnderLimits : []);
			expect(open.sort()).toEqual([...expected].sort());
		},
	);

	test('a site without any setting, with little and with much in it', async () => {
		for (const circumstances of [{}, { prepare: rich }])
			expect(wordsOf(await probedSite([], circumstances))).toEqual([]);
	});
});

/** Random sites, and the wrong findings about them. */
async function wrongOf(
	cases: number,
	seed: number,
	around: (random: () => number) => Circumstances,
): Promise<string[]> {
	const wrong: string[] = [];
	for (let n = 0; n < cases; n++) {
		const random = seeded(seed + n);
		const some = combination(random);
		const prepare = n % RICH_EVERY === 0 ? { prepare: rich } : {};
		const run = await probedSite(some, { ...prepare, ...around(random) });
		const words = wordsOf(run);
		if (words.length > 0) wrong.push(`seed ${seed + n}: ${namesOf(some)}\n${words.join('\n')}`);
	}
	return wrong;
}

const CASES = isSample ? 10 : times(250);
const DISTURBED = isSample ? 6 : times(75);

test('random combinations of settings', async () => {
	expect(await wrongOf(CASES, SEED, () => ({}))).toEqual([]);
});

test('random combinations, with requests that fail', async () => {
	expect(
		await wrongOf(DISTURBED, SEED + 10_000, (random) => ({ disturb: faults(random) })),
	).toEqual([]);
});

test('random combinations, with others who write', async () => {
	const around = (random: () => number) => ({ meanwhile: others(random) });
	expect(await wrongOf(DISTURBED, SEED + 20_000, around)).toEqual([]);
});

test('random combinations, with everything at once', async () => {
	const around = (random: () => number) => ({
		disturb: faults(random),
		meanwhile: others(random),
	});
	expect(await wrongOf(DISTURBED, SEED + 30_000, around)).toEqual([]);
});
