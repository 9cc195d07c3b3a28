import { entries } from '../../../nodes/RecordsDirectory/api';
import { sampled } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { scenarios } from '../scenarios/all';
import { actualOf } from './actual';
import { casesOf, MODES } from './cases';
import { expectedOf } from './expected';
import { differences, RULES } from './judge';
import { paired } from './pairs';
import { startSite } from './site';
import { undisturbed } from './undisturbed';

const methodsOf = (requests: readonly { readonly method: string; readonly path: string }[]) =>
	requests.map(({ method, path }) => `${method} ${path}`);

const all = MODES.flatMap((mode) =>
	entries.flatMap((entry) => {
		const { key } = entry;
		const scenario = mode === 'continue' ? paired(key, scenarios[key]) : scenarios[key];
		return scenario && casesOf(scenario, mode).length > 0 ? [{ mode, entry, key, scenario }] : [];
	}),
);

/** What is wrong with the runs, for each rule. */
async function wrongWith({ mode, entry, key, scenario }: (typeof all)[number]) {
	const site = await startSite(scenario);
	const wrong = RULES.map((): string[] => []);
	try {
		const run = await undisturbed(site, entry, scenario);
		const requests = run.parts.slice(0, scenario.sends.length).map(({ request }) => request);
		expect(methodsOf(requests)).toEqual(methodsOf(scenario.sends));
		const cases = sampled(
			casesOf(scenario, mode),
			({ fault, position }) => `${mode} ${key} ${fault.name} ${position}`,
			1 / 16,
		);
		// One hurry for all: the pace of a site would not bear a clock that steps back.
		await inAHurry(async () => {
			for (const one of cases) {
				const expected = await expectedOf(site, run, one);
				site.restore();
				const actual = await actualOf(site, run, one);
				const where = `${one.fault.name}, request ${one.position + 1} (${one.method})`;
				for (const [n, all] of differences(run, one, expected, actual).entries())
					wrong[n]!.push(...all.map((words) => `${where}: ${words}`));
			}
		});
	} catch (error) {
		// What is wrong with the site says less than what is wrong with the runs.
		await site.close().catch(() => {});
		throw error;
	}
	await site.close();
	return wrong;
}

describe.each(all)('$key, whatever fails at whatever request ($mode)', (one) => {
	let wrong: Awaited<ReturnType<typeof wrongWith>>;
	beforeAll(async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		wrong = await wrongWith(one);
	}, 180_000);
	afterAll(() => jest.restoreAllMocks());

	it.each(RULES)('%s', (rule) => expect(wrong[RULES.indexOf(rule)]).toEqual([]));
});
