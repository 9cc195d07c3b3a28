import { QUESTIONS } from '../../scripts/probe/findings';
import { MOST_PROBE_REQUESTS } from '../../scripts/probe/requests';
import { isAnswering, settings, type Setting } from '../n8n/dialects/settings';
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
const wordsOf = ({ findings, truth, requests }: Run) => [
	...mistakesIn(findings, truth),
	...(requests > MOST_PROBE_REQUESTS ? [`${requests} requests`] : []),
];

const open = ({ findings, truth }: Pick<Run, 'findings' | 'truth'>) =>
	openIn(findings, truth).map((one) => one.replace(/:.*/, ''));

/** What does not show under a setting, although it shows without. */
const ofLargeLists = [
	...['changingValues', 'defaultOrder', 'emptyValues', 'fileContent', 'orderDirections'],
	...['overLimit', 'pageCap', 'pastTheEnd', 'processFunction', 'query', 'relatedCodeKey'],
	...['ties', 'times'],
];
const stillOpen: Readonly<Record<string, readonly string[]>> = {
	// The seed of the one form that the key is for.
	'a key for one form': ['ties', 'detailRows', 'pageCap', 'emptyApplications', 'times'],
	'a key for another form': [
		...['defaultLimit', 'ties', 'multipleValues', 'emptyValues', 'processFunction'],
		...['fileContent', 'pageCap', 'multipleFlag', 'emptyApplications', 'times'],
	],
	// Only the pages after the first would show these.
	'pastTheEnd: repeats': ['defaultLimit', 'pageCap'],
	'deepPages: refused': ['pageCap'],
	'deepPages: empty': ['pageCap'],
	// An edited record is not on the page, or not yet.
	'pageCap: 100': ['ties'],
	// A page of an unusual size may be a whole list.
	'pageCap: 25': ['pageCap', 'ties'],
	'visibleAfterSeconds: 90': ['ties'],
	'writes that take effect after 202': ['ties'],
	'heavyPages: slow': ofLargeLists,
	'heavyPages: large': ofLargeLists,
	'heavyPages: cut': ofLargeLists,
};

describe('the probe does not know the site that it meets', () => {
	test.each(sampled(settings, nameOf, 1 / 12).map((one) => [nameOf(one), one] as const))(
		'%s',
		async (_, setting) => {
			const run = await probedSite([setting], { prepare: rich });
			expect(wordsOf(run)).toEqual([]);
			if (!isAnswering(setting)) return;
			expect(open(run).sort()).toEqual([...(stillOpen[setting.name] ?? [])].sort());
		},
	);

	test('a site without any setting, with little and with much in it', async () => {
		for (const circumstances of [{}, { prepare: rich }])
			expect(wordsOf(await probedSite([], circumstances))).toEqual([]);
	});
});

/** Settings of the keys and limits, which the other tests have. */
const writable = settings.filter(
	(one) => isAnswering(one) && !one.credential && !one.options?.limits,
);
const isWritten = (question: string) =>
	QUESTIONS.some(({ name, otherwise }) => name === question && otherwise === 'needs writing');

test.each(sampled(writable, nameOf, 1 / 12).map((one) => [nameOf(one), one] as const))(
	'writing shows what reading does not, and changes nothing else: %s',
	async (_, setting) => {
		const { findings, truth } = await probedSite([setting], { scratchForm: 'whole' });
		expect(mistakesIn(findings, truth)).toEqual([]);
		expect(open({ findings, truth }).filter(isWritten)).toEqual([]);
	},
);

const failing = (random: () => number) => ({ disturb: faults(random) });
const written = (_: () => number, n: number): Circumstances => ({
	scratchForm: n % 3 === 0 ? 'least' : 'whole',
});
const READ = isSample ? 10 : times(250);
const DISTURBED = isSample ? 6 : times(75);
const WRITTEN = isSample ? 6 : times(150);

test.each<[string, number, number, (random: () => number, n: number) => Circumstances]>([
	['random combinations', READ, SEED, () => ({})],
	['with requests that fail', DISTURBED, SEED + 10_000, failing],
	[
		'with others who write as well',
		DISTURBED,
		SEED + 30_000,
		(random) => ({ ...failing(random), meanwhile: others(random) }),
	],
	['with a form to write to', WRITTEN, SEED + 1, written],
	[
		'with a form to write to, and requests that fail',
		WRITTEN,
		SEED + 10_001,
		(random, n) => ({ ...written(random, n), disturb: faults(random, 60) }),
	],
])('no finding about random sites is wrong: %s', async (_, cases, seed, around) => {
	const wrong: string[] = [];
	for (let n = 0; n < cases; n++) {
		const random = seeded(seed + n);
		const all = combination(random);
		const circumstances = around(random, n);
		const some = circumstances.scratchForm ? all.filter(({ credential }) => !credential) : all;
		const prepare = n % RICH_EVERY === 0 && !circumstances.scratchForm ? { prepare: rich } : {};
		const words = wordsOf(await probedSite(some, { ...prepare, ...circumstances }));
		const names = some.map(nameOf).join('; ');
		if (words.length > 0) wrong.push(`seed ${seed + n}: ${names}\n${words.join('\n')}`);
	}
	expect(wrong).toEqual([]);
});
