import { imitationOf } from '../../sandbox/service/profile';
import { QUESTIONS } from '../../scripts/probe/findings';
import { profileOf } from '../../scripts/probe/profile';
import { MOST_PROBE_REQUESTS } from '../../scripts/probe/requests';
import { isAnswering, settings, type Setting } from '../n8n/dialects/settings';
import { canBeProfiled } from '../profile/setting';
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

/** Settings under which not all that a site does shows. */
const hiding = [
	// The pages after the first, an edited record, and the size of a page.
	...['pastTheEnd: repeats', 'deepPages: refused', 'deepPages: empty', 'pageCap: 100'],
	...['pageCap: 25', 'visibleAfterSeconds: 90', 'writes that take effect after 202'],
	// Most forms, and long lists.
	...['a key for one form', 'a key for another form'],
	...['heavyPages: slow', 'heavyPages: large', 'heavyPages: cut'],
];

/** What a run shows. Unknown behaviours have their default, and a clock keeps running. */
const shownIn = ({ findings }: Pick<Run, 'findings'>) =>
	new Map(
		findings
			.filter((one) => one.behaviour !== undefined && one.question !== 'clockOffsetSeconds')
			.map(({ question, behaviour }) => [question, behaviour]),
	);

/** What of it a run shows at a service that imitates the profile of the site. */
async function imitated(run: Run, setting: Setting) {
	const { dialect } = imitationOf(JSON.parse(JSON.stringify(profileOf(run.findings))));
	const again = await probedSite([{ ...setting, dialect }], { prepare: [rich] });
	const asked = shownIn(run);
	return new Map([...shownIn(again)].filter(([question]) => asked.has(question)));
}

describe('the probe does not know the site that it meets', () => {
	test.each(sampled(settings, nameOf, 1 / 24).map((one) => [nameOf(one), one] as const))(
		'%s',
		async (_, setting) => {
			const run = await probedSite([setting], { prepare: [rich] });
			expect(wordsOf(run)).toEqual([]);
			if (!isAnswering(setting)) return;
			if (!hiding.includes(setting.name)) expect(open(run)).toEqual([]);
			if (!canBeProfiled(setting) || setting.credential) return;
			expect(await imitated(run, setting)).toEqual(shownIn(run));
		},
	);
});

/** Settings of the keys and limits, which the other tests have. */
const writable = settings.filter(
	(one) => isAnswering(one) && !one.credential && !one.options?.limits,
);
const isWritten = (question: string) =>
	QUESTIONS.some(({ name, otherwise }) => name === question && otherwise === 'needs writing');

test.each(sampled(writable, nameOf, 1 / 24).map((one) => [nameOf(one), one] as const))(
	'writing shows what reading does not, and changes nothing else: %s',
	async (_, setting) => {
		const { findings, truth } = await probedSite([setting], { scratchForm: 'whole' });
		expect(mistakesIn(findings, truth)).toEqual([]);
		expect(open({ findings, truth }).filter(isWritten)).toEqual([]);
	},
);

const failing = (random: () => number) => ({ prepare: [faults(random)] });
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
		(random, n) => ({ ...written(random, n), prepare: [faults(random, 60)] }),
	],
])('no finding about random sites is wrong: %s', async (_, cases, seed, around) => {
	const wrong: string[] = [];
	for (let n = 0; n < cases; n++) {
		const random = seeded(seed + n);
		const all = combination(random);
		const circumstances = around(random, n);
		const some = circumstances.scratchForm ? all.filter(({ credential }) => !credential) : all;
		const isRich = n % RICH_EVERY === 0 && !circumstances.scratchForm;
		const prepare = [...(isRich ? [rich] : []), ...(circumstances.prepare ?? [])];
		const words = wordsOf(await probedSite(some, { ...circumstances, prepare }));
		const names = some.map(nameOf).join('; ');
		if (words.length > 0) wrong.push(`seed ${seed + n}: ${names}\n${words.join('\n')}`);
	}
	expect(wrong).toEqual([]);
});
