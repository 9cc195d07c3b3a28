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
	/^(importRecords|importFailure|createRecordAnswer|updateBody|writeStatus|writeBody)$/.test(name);

/** What does not show where a new record is listed late. */
const stillOpen: Readonly<Record<string, readonly string[]>> = {
	'visible later': ['importFailure', 'importRecords'],
};

/** Settings of the keys and limits, which the other tests have. */
const behaving = settings.filter(({ credential, options }) => !credential && !options?.limits);

test.each(sampled(behaving, nameOf, 1 / 8).map((one) => [nameOf(one), one] as const))(
	'writing shows what reading does not, and changes nothing else: %s',
	async (_, setting) => {
		const { findings, truth } = await probedSite([setting], { hasScratch: true });
		expect(mistakesIn(findings, truth)).toEqual([]);
		const missing = open(openIn(findings, truth)).filter(isWritten);
		expect(missing.sort()).toEqual(stillOpen[setting.name] ?? []);
	},
);

const CASES = isSample ? 10 : times(150);
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
		const { findings, truth } = await probedSite(some, { hasScratch: true, ...disturb });
		const words = mistakesIn(findings, truth);
		if (words.length > 0)
			wrong.push(`seed ${seed}: ${some.map(nameOf).join('; ')}\n${words.join('\n')}`);
	}
	expect(wrong).toEqual([]);
});
