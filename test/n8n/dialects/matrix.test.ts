import { plainDialect } from '../../../sandbox/service/dialects';
import { isLong, ofTheWhole, sampled } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { allowed } from './allowed';
import { judged } from './judge';
import { isNotYet, wrongForNow } from './not-yet-withstood';
import { runs, runsFor, type Run } from './runs';
import { dialectOf, settings, type Setting } from './settings';
import { closeSites, siteOf } from './site';
import { tried, type Tried } from './tried';

// Each setting has a hundred runs, and machines differ.
jest.setTimeout(isLong ? 600_000 : 120_000);

/** Where the limit makes a run wait, in one slice. */
const OVERSLEEPING = 400;

const usual = new Map<string, Tried>();
/** How many runs met a setting, by its name. */
const met = new Map<string, number>();

beforeAll(async () => {
	for (const run of runs) usual.set(run.name, await tried(run, []));
});
afterAll(closeSites);

const withScenario = runs.flatMap(({ name, right }) => (right ? [[name, right] as const] : []));

it.each(withScenario)('right under the plain dialect: %s', (name, right) => {
	const { outcome, sent, output, error } = usual.get(name)!;
	if ('fails' in right) {
		expect(error?.message).toMatch(right.fails.message);
		expect(sent).toHaveLength(right.fails.requests);
		expect(outcome.left).toEqual([]);
	} else {
		expect(sent).toEqual(right.sends);
		expect(output.map(({ json }) => json)).toEqual(right.gives);
	}
});

const chosen = sampled(settings, ({ name }) => name, 1 / 4);

it.each(chosen.map((one) => [one.row, one.name, one] as const))(
	'row %i, %s',
	async (_, name, setting) => {
		const wrong: string[] = [];
		await inAHurry(async () => {
			const nameOf = (run: Run) => `${name} ${run.name}`;
			for (const run of sampled(runsFor(setting, isLong), nameOf, 1 / 16)) {
				const { seen } = usual.get(run.name)!;
				const result = await judged(run, [setting], usual);
				if (result.seen !== seen) met.set(name, (met.get(name) ?? 0) + 1);
				const isExpected = isNotYet(run, [setting], usual.get(run.name)!.outcome);
				wrong.push(...wrongForNow(run.name, result.wrong, isExpected));
			}
		}, OVERSLEEPING);
		expect(wrong).toEqual([]);
	},
);

/** What a request by hand sees, which the nodes do not send. */
async function probed(some: readonly Setting[], { unmet }: Setting): Promise<unknown> {
	const site = await siteOf(some);
	site.restore(runs[0]!);
	site.service.dialect = { ...site.service.dialect, ...dialectOf(some) };
	const seen = await unmet!.probe(site.http);
	// The service names unknown paths as well, when it is closed.
	site.service.problems.length = 0;
	return seen;
}

describe('nothing is left out:', () => {
	it('every row of the list has a setting', () => {
		const rows = new Set(settings.map(({ row }) => row));
		expect([...rows]).toEqual(Array.from({ length: 44 }, (_, index) => index + 1));
	});

	it('every switch has a setting', () => {
		const switches = settings.flatMap(({ dialect }) => Object.keys(dialect ?? {}));
		expect([...new Set(switches)].sort()).toEqual(Object.keys(plainDialect).sort());
		expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length);
	});

	ofTheWhole('as every run shows', () => {
		it.each(settings.map((one) => [one.name, one] as const))(
			'the service is another to its clients: %s',
			async (name, setting) => {
				if (!setting.unmet) return expect(met.get(name)).toBeGreaterThan(0);
				expect(met.get(name)).toBeUndefined();
				expect(await probed([setting], setting)).not.toEqual(await probed([], setting));
			},
		);

		it('what may differ does so somewhere', () => {
			const outcomes = (name: string) => usual.get(name)!.outcome;
			for (const one of allowed) {
				const where = runs.filter((run) => one.of(run, outcomes(run.name)));
				expect([one.why, where.length > 0]).toEqual([one.why, true]);
				expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining([...one.under]));
			}
		});
	});
});
