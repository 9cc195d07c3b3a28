import type { NodeApiError } from 'n8n-workflow';
import { entries, type Entry } from '../../../nodes/RecordsDirectory/api';
import { inAHurry } from '../../support/hurry';
import { sampled } from '../../support/effort';
import { execute } from '../../support/n8n';
import { casesOf, scenarioOf, type Case, type Mode } from './cases';
import { expectedOf } from './expected';
import { differences, type Actual } from './judge';
import { startSite, type Site } from './site';
import { inTrouble } from './trouble';
import { undisturbed, type Undisturbed } from './undisturbed';

/** An operation has up to a hundred cases, and machines differ. */
const TIMEOUT_MS = 180_000;

/** What is wrong with one case. */
export type Examine = (site: Site, run: Undisturbed, one: Case) => Promise<readonly string[]>;

/** One test for each operation, of all faults at all of its requests. */
export function matrix(mode: Mode, examine: Examine = examined): void {
	beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
	afterEach(() => jest.restoreAllMocks());

	const tried = entries.filter((entry) => casesOf(entry, mode).length > 0);
	it.each(tried.map((entry) => [entry.key, entry] as const))(
		'%s',
		async (_, entry) => {
			const scenario = scenarioOf(entry, mode);
			const site = await startSite(scenario);
			const examineAll = async () => {
				const run = await undisturbed(site, entry, scenario);
				expect(sentFor(run, scenario.sends.length)).toEqual(methodsOf(scenario.sends));
				// One hurry for all: the pace of a site would not bear a clock that steps back.
				const wrong = await inAHurry(() => wrongIn(site, run, entry, mode, examine));
				expect(wrong).toEqual([]);
			};
			// What is wrong with the site says less than what is wrong with the runs.
			await examineAll().catch(async (error: unknown) => {
				await site.close().catch(() => {});
				throw error;
			});
			await site.close();
		},
		TIMEOUT_MS,
	);
}

const methodsOf = (requests: readonly { readonly method: string; readonly path: string }[]) =>
	requests.map(({ method, path }) => `${method} ${path}`);

const sentFor = ({ parts }: Undisturbed, count: number) =>
	methodsOf(parts.slice(0, count).map(({ request }) => request));

async function wrongIn(site: Site, run: Undisturbed, entry: Entry, mode: Mode, examine: Examine) {
	const wrong: string[] = [];
	const nameOf = ({ fault, position }: Case) => `${mode} ${entry.key} ${fault.name} ${position}`;
	for (const one of sampled(casesOf(entry, mode), nameOf, 1 / 16)) {
		expect(run.parts[one.position]?.request.method).toBe(one.method);
		const where = `${one.fault.name}, request ${one.position + 1} (${one.method})`;
		for (const words of await examine(site, run, one)) wrong.push(`${where}: ${words}`);
	}
	return wrong;
}

async function examined(site: Site, run: Undisturbed, one: Case): Promise<readonly string[]> {
	const expected = await expectedOf(site, run, one);
	site.restore();
	return differences(run, one, expected, await actualOf(site, run, one));
}

export async function actualOf(site: Site, run: Undisturbed, one: Case): Promise<Actual> {
	const { parameters, items } = run;
	const continueOnFail = one.mode === 'continue';
	const { result, sent } = await inTrouble(site, one, async (credentials) =>
		execute({ parameters, items: [...items], credentials, continueOnFail }).then(
			(output) => ({ output }),
			(error: NodeApiError) => ({ error }),
		),
	);
	return { ...result, sent, held: site.held() };
}
