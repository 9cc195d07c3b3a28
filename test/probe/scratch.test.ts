import { QUESTIONS } from '../../scripts/probe/findings';
import { settings, type Setting } from '../n8n/dialects/settings';
import { seeded } from '../simulation/random';
import { isLong, isSample, sampled, seedOr, times } from '../support/effort';
import { combination, faults } from './combinations';
import { probedSite } from './site';
import { mistakesIn, openIn } from './truth';

jest.setTimeout(isLong ? 3_600_000 : 600_000);

const nameOf = ({ row, name }: Setting) => `row ${row}, ${name}`;
const open = (words: readonly string[]) => words.map((one) => one.replace(/:.*/, ''));
const isWritten = (name: string) =>
	QUESTIONS.some(({ name: known, otherwise }) => known === name && otherwise === 'needs writing');

/** Settings of the keys and limits, which the other tests have. */
const behaving = settings.filter(({ credential, options }) => !credential && !options?.limits);

test.each(sampled(behaving, nameOf, 1 / 12).map((one) => [nameOf(one), one] as const))(
	'writing shows what reading does not, and changes nothing else: %s',
	async (_, setting) => {
		const { findings, truth } = await probedSite([setting], { scratchForm: 'whole' });
		expect(mistakesIn(findings, truth)).toEqual([]);
		expect(open(openIn(findings, truth)).filter(isWritten)).toEqual([]);
	},
);

const CASES = isSample ? 6 : times(150);
const SEED = seedOr(20_263);

test.each([
	['random combinations', 0, false],
	['random combinations, with requests that fail', 10_000, true],
] as const)('%s', async (_, further, isDisturbed) => {
	const wrong: string[] = [];
	for (let n = 0; n < CASES; n++) {
		const seed = SEED + further + n;
		const random = seeded(seed);
		const some = combination(random).filter(({ credential }) => !credential);
		const disturb = isDisturbed ? { disturb: faults(random, 60) } : {};
		const scratchForm = n % 3 === 0 ? 'least' : 'whole';
		const { findings, truth } = await probedSite(some, { scratchForm, ...disturb });
		const words = mistakesIn(findings, truth);
		if (words.length > 0)
			wrong.push(`seed ${seed}: ${some.map(nameOf).join('; ')}\n${words.join('\n')}`);
	}
	expect(wrong).toEqual([]);
});
