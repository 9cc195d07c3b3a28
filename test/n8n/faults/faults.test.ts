import { entries } from '../../../nodes/RecordsDirectory/api';
import { runWorkflow } from '../../support/engine';
import { sampled } from '../../support/effort';
import { allInAHurry, inAHurry } from '../../support/hurry';
import { scenarios } from '../scenarios/all';
import { casesOf, MODES, scenarioOf } from './cases';
import { expectedOf } from './expected';
import { differences } from './judge';
import { actualOf } from './matrix';
import { startSite } from './site';
import { undisturbed } from './undisturbed';

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const methodsOf = (requests: readonly { readonly method: string; readonly path: string }[]) =>
	requests.map(({ method, path }) => `${method} ${path}`);

const all = MODES.flatMap((mode) =>
	entries.map((entry) => ({ mode, entry, key: entry.key })),
).filter(({ mode, entry }) => casesOf(entry, mode).length > 0);

it.each(all)(
	'$key: with every fault at every request, what is reported and saved is right ($mode)',
	async ({ mode, entry, key }) => {
		const scenario = scenarioOf(entry, mode);
		const site = await startSite(scenario);
		const wrong: string[] = [];
		try {
			const run = await undisturbed(site, entry, scenario);
			const requests = run.parts.slice(0, scenario.sends.length).map(({ request }) => request);
			expect(methodsOf(requests)).toEqual(methodsOf(scenario.sends));
			const cases = sampled(
				casesOf(entry, mode),
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
					for (const words of differences(run, one, expected, actual))
						wrong.push(`${where}: ${words}`);
				}
			});
			expect(wrong).toEqual([]);
		} catch (error) {
			// What is wrong with the site says less than what is wrong with the runs.
			await site.close().catch(() => {});
			throw error;
		}
		await site.close();
	},
	180_000,
);

describe("with n8n's Retry On Fail", () => {
	allInAHurry();

	it.each([
		['record.create', 'POST', { drop: 'after' }, 2],
		['record.create', 'POST', { drop: 'before' }, 1],
		['comment.create', 'POST', { status: 500, takesEffect: true }, 2],
		['comment.create', 'POST', { status: 400 }, 1],
		// The directory rejects a code that exists.
		['position.create', 'POST', { drop: 'after' }, 1],
		['comment.get', 'GET', { status: 400 }, 0],
	] as const)(
		'%s after one failed %s (%j) leaves %i more rows',
		async (key, method, answer, more) => {
			const entry = entries.find((one) => one.key === key)!;
			const { given, items = [{ json: {} }] } = scenarios[key];
			const { resourceName: resource, operationName: operation } = entry;
			const site = await startSite(scenarios[key]);
			site.restore();
			const before = site.held().length;
			site.service.faults.add({ method, nth: 1, times: 1, answer });
			await runWorkflow({
				parameters: { resource, operation, ...given },
				items: [...items],
				credentials: site.credentials,
				retryOnFail: { maxTries: 2, waitBetweenTries: 1 },
			});
			expect(site.service.log.filter((one) => one.method === method)).toHaveLength(2);
			expect(site.held().length - before).toBe(more);
			await site.close();
		},
	);
});
