import { atMost, barsTable, type Bar } from './bars';
import { PAGE } from './contestants/job';
import { compete, inTurn, type Entrant, type Measured, type Result } from './contest';
import { COSTS, costsOf } from './costs';
import { inWords, markdown, mediansOf, type Say } from './figures';

/** Ways to read all records of a form, each with an item or a row per record. */
export const READERS = {
	ours: { name: 'This node, *Get Many*, *Return All*', contestant: 'ours', task: 'reads' },
	raw: { name: 'This node, without *Simplify*', contestant: 'ours', task: 'rawReads' },
	split: { name: 'HTTP Request and Split Out', contestant: 'http-request', task: 'splitReads' },
	helper: { name: "n8n's HTTP helper in a loop", contestant: 'helper', task: 'reads' },
	loop: { name: 'axios in a loop', contestant: 'loop', task: 'reads' },
} as const satisfies Record<string, Entrant>;

type Reader = keyof typeof READERS;

const RUNS = 3;

/** Measures reading all records of a form; returns text with tables. */
export async function reads(isQuick: boolean, say: Say): Promise<string> {
	const sizes = isQuick ? [1_500, 3_000] : [10_000, 100_000];
	const runs = isQuick ? 1 : RUNS;
	const lines: string[][] = [];
	let bars: Bar[] = [];
	for (const count of sizes) {
		const what = `read: ${inWords(count)} records`;
		const results = await inTurn(what, READERS, runs, say, (entrant) => readyRead(entrant, count));
		lines.push(...linesOf(results, count));
		// The bars apply to the longest list.
		bars = barsOf(results, count);
	}
	const words = `All records of a form, in pages of ${inWords(PAGE)}; ${mediansOf(runs)}. The service answers with ready bytes. Ratios are to this node.`;
	const table = markdown(['Contestant', 'Records', ...COSTS], lines);
	return [words, table, barsTable(bars)].join('\n\n');
}

const readyRead = async (entrant: Entrant, count: number): Promise<Result> =>
	allOf(count, await compete(entrant, { count }, { records: count, isReady: true }));

export const read = async (
	entrant: Entrant,
	count: number,
	environment?: NodeJS.ProcessEnv,
): Promise<Result> =>
	allOf(count, await compete(entrant, { count }, { records: count }, environment));

function allOf(count: number, result: Result): Result {
	if (result.rows === count || result.failure !== undefined) return result;
	throw new Error(`${result.rows} of ${count} records were read`);
}

const linesOf = (results: Measured<Reader>, count: number): string[][] =>
	(Object.keys(READERS) as Reader[]).map((key) => [
		READERS[key].name,
		inWords(count),
		...costsOf(results[key], results.ours),
	]);

function barsOf({ ours, raw, split, helper }: Measured<Reader>, count: number): Bar[] {
	// A full last page does not show that it is the last.
	const fewest = Math.floor(count / PAGE) + 1;
	const of = `${inWords(count)} records:`;
	return [
		atMost(`${of} requests`, ours.requests, fewest, inWords),
		atMost(`${of} without *Simplify*, time, to HTTP Request and Split Out`, raw.ms / split.ms, 1),
		atMost(`${of} without *Simplify*, peak memory, to the same`, raw.peak / split.peak, 1),
		atMost(
			`${of} without *Simplify*, CPU, to n8n's HTTP helper in a loop`,
			raw.cpu / helper.cpu,
			1.2,
		),
		atMost(`${of} CPU, to the same`, ours.cpu / helper.cpu, 1.5),
	];
}
