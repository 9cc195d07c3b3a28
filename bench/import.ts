import { compete, middle, type Entrant, type Result } from './contest';
import {
	digits,
	inWords,
	markdown,
	megabytes,
	seconds,
	mediansOf,
	times,
	waiting,
	type Say,
} from './figures';

/** Ways to bring many records into a form. */
export const IMPORTERS: readonly Entrant[] = [
	{ name: 'This node, *Import*', contestant: 'ours', task: 'imports' },
	{
		name: 'HTTP Request, one record a request',
		contestant: 'http-request',
		task: 'imports',
	},
	{
		name: 'HTTP Request, given ready batches of 100',
		contestant: 'http-request',
		task: 'batchedImports',
	},
	{ name: 'axios in a loop, ready batches of 100', contestant: 'loop', task: 'imports' },
];

/** What this node sends in 100 s where nobody waits: five are kept for triggers and the editor. */
const OWN_SHARE = 95;

const RUNS = 3;
/** Records of the form before the import. */
const BEFORE = 200;

/** What it costs to bring many records into a form, as text with a table. */
export async function imports(isQuick: boolean, say: Say): Promise<string> {
	const count = isQuick ? 300 : 10_000;
	const runs = isQuick ? 1 : RUNS;
	const results = new Map<Entrant, Result[]>(IMPORTERS.map((entrant) => [entrant, []]));
	// In turn, so that a busy moment of the machine does not hit all runs of one.
	for (let run = 1; run <= runs; run++) {
		for (const [entrant, found] of results) {
			say(`import: ${inWords(count)} records, ${entrant.name}, run ${run}`);
			found.push(await imported(entrant, count));
		}
	}
	const words = `${inWords(count)} records, which n8n's workflow or the loop has at hand; ${mediansOf(runs)}. Ratios are to this node. The last column is computed, not measured: the time, and 100 s of waiting for each 100 requests before the last ones; for each 95 of this node, which keeps five for triggers and the editor.`;
	return `${words}\n\n${table([...results].map(([{ name }, found]) => [name, middle(found)]))}`;
}

async function imported(entrant: Entrant, count: number): Promise<Result> {
	const result = await compete(entrant, { count }, { records: BEFORE });
	if (result.records === BEFORE + count || result.failure !== undefined) return result;
	throw new Error(`${result.records - BEFORE} of ${count} records have arrived`);
}

const HEAD = [
	'Contestant',
	'Requests',
	'ratio',
	'Time (s)',
	'ratio',
	'CPU (s)',
	'ratio',
	'Memory before (MB)',
	'peak (MB)',
	'ratio',
	'With 100 requests in 100 s, computed',
];

function table(results: ReadonlyArray<readonly [string, Result]>): string {
	const ours = results[0]![1];
	const lines = results.map(([name, one]) => [
		name,
		inWords(one.requests),
		times(one.requests, ours.requests),
		digits(one.ms / 1000),
		times(one.ms, ours.ms),
		digits(one.cpu / 1000),
		times(one.cpu, ours.cpu),
		megabytes(one.before),
		megabytes(one.peak),
		times(one.peak, ours.peak),
		seconds(one.ms / 1000 + waiting(one.requests, one === ours ? OWN_SHARE : undefined)),
	]);
	return markdown(HEAD, lines);
}
