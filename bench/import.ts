import { atLeast, barsTable, exactly, type Bar } from './bars';
import { BATCH } from './contestants/job';
import { compete, inTurn, type Entrant, type Measured, type Result } from './contest';
import { COSTS, costsOf } from './costs';
import { inWords, markdown, mediansOf, seconds, waiting, type Say } from './figures';

/** Ways to bring many records into a form. */
export const IMPORTERS = {
	json: {
		name: 'This node, *Import*, a record as JSON',
		contestant: 'ours',
		task: 'imports',
	},
	mapped: {
		name: 'This node, *Import*, fields mapped automatically',
		contestant: 'ours',
		task: 'mappedImports',
	},
	single: {
		name: 'HTTP Request, one record per request',
		contestant: 'http-request',
		task: 'imports',
	},
	batched: {
		name: 'HTTP Request, given ready batches of 100',
		contestant: 'http-request',
		task: 'batchedImports',
	},
	loop: { name: 'axios in a loop, ready batches of 100', contestant: 'loop', task: 'imports' },
} as const satisfies Record<string, Entrant>;

type Importer = keyof typeof IMPORTERS;

/** What this node sends per 100 s: twenty requests are kept for triggers and the editor. */
const OWN_SHARE = 80;

/** More than elsewhere: the contestants with a hundred requests are close to each other. */
const RUNS = 7;
/** Records in the form before the import. */
const BEFORE = 200;

/** Measures the import of many records into a form; returns text with tables. */
export async function imports(isQuick: boolean, say: Say): Promise<string> {
	const count = isQuick ? 300 : 10_000;
	const runs = isQuick ? 1 : RUNS;
	const what = `import: ${inWords(count)} records`;
	const results = await inTurn(what, IMPORTERS, runs, say, (entrant) => imported(entrant, count));
	const words = `${inWords(count)} records, which the workflow or the loop already has; ${mediansOf(runs)}. Ratios are to this node, given a record as JSON by \`={{ $json }}\`; mapping needs one more request, for the fields of the form. The last column is computed, not measured: the time, and 100 s of waiting for each 100 requests before the last ones; for each ${OWN_SHARE} of this node, which keeps twenty for triggers and the editor.`;
	return [words, table(results), barsTable(barsOf(results, count))].join('\n\n');
}

export async function imported(
	entrant: Entrant,
	count: number,
	environment?: NodeJS.ProcessEnv,
): Promise<Result> {
	const result = await compete(entrant, { count }, { records: BEFORE }, environment);
	if (result.records === count || result.failure !== undefined) return result;
	throw new Error(`${result.records} of ${count} records have arrived`);
}

const importers = Object.keys(IMPORTERS) as Importer[];

function table(results: Measured<Importer>): string {
	const head = ['Contestant', ...COSTS, 'With 100 requests in 100 s, computed'];
	const lines = importers.map((key) => [
		IMPORTERS[key].name,
		...costsOf(results[key], results.json),
		seconds(underLimit(key, results)),
	]);
	return markdown(head, lines);
}

function underLimit(key: Importer, results: Measured<Importer>): number {
	const { ms, requests } = results[key];
	const isOurs = IMPORTERS[key].contestant === 'ours';
	return ms / 1000 + waiting(requests, isOurs ? OWN_SHARE : undefined);
}

function barsOf(results: Measured<Importer>, count: number): Bar[] {
	const { json, single, mapped } = results;
	const slow = underLimit('single', results);
	const batches = Math.ceil(count / BATCH);
	return [
		exactly('As JSON: requests', json.requests, batches, inWords),
		atLeast('As JSON: times faster than record by record', single.ms / json.ms, 15),
		atLeast('As JSON: times less CPU than record by record', single.cpu / json.cpu, 30),
		atLeast(
			'As JSON: times faster than record by record, under the limit',
			slow / underLimit('json', results),
			90,
		),
		// Mapping reads the fields of the form once. Nobody else checks values, so only its requests compare.
		exactly('Mapped automatically: requests', mapped.requests, batches + 1, inWords),
	];
}
