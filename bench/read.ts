import { compete, middle, type Entrant, type Result } from './contest';
import { digits, inWords, markdown, megabytes, mediansOf, times, type Say } from './figures';

const ENTRANTS: readonly Entrant[] = [
	{ name: 'This node, *Get Many*, *Return All*', contestant: 'ours', task: 'reads' },
	{ name: 'HTTP Request, an item a page', contestant: 'http-request', task: 'reads' },
	{ name: 'HTTP Request and Split Out', contestant: 'http-request', task: 'splitReads' },
	{ name: 'axios in a loop', contestant: 'loop', task: 'reads' },
];

const RUNS = 3;

interface Measured {
	readonly name: string;
	/** One for each size. */
	readonly results: readonly Result[];
}

/** What it costs to read all records of a form, as text with tables. */
export async function reads(isQuick: boolean, say: Say): Promise<string> {
	const sizes = isQuick ? [1_500, 3_000] : [10_000, 100_000];
	const runs = isQuick ? 1 : RUNS;
	const found = ENTRANTS.map(({ name }) => ({ name, results: [] as Result[] }));
	for (const count of sizes) {
		const results = ENTRANTS.map(() => [] as Result[]);
		// In turn, so that a busy moment of the machine does not hit all runs of one.
		for (let run = 1; run <= runs; run++) {
			for (const [i, entrant] of ENTRANTS.entries()) {
				say(`read: ${inWords(count)} records, ${entrant.name}, run ${run}`);
				results[i]!.push(await read(entrant, count));
			}
		}
		results.forEach((same, i) => found[i]!.results.push(middle(same)));
	}
	const words = `All records of a form, in pages of 1,000; ${mediansOf(runs)}. Ratios are to this node.`;
	const grown = `What one record more costs between ${sizes.map(inWords).join(' and ')} of them, and how the cost of a record changes from the one to the other: 1.0 is a cost in step with the number.`;
	return [words, table(found, sizes), grown, growth(found, sizes)].join('\n\n');
}

async function read(entrant: Entrant, count: number): Promise<Result> {
	const result = await compete(entrant, { count }, { records: count });
	if (result.rows === count || result.failure !== undefined) return result;
	throw new Error(`${result.rows} of ${count} records were read`);
}

const HEAD = [
	'Contestant',
	'Records',
	'Requests',
	'Time (s)',
	'ratio',
	'CPU (s)',
	'ratio',
	'Memory before (MB)',
	'peak (MB)',
	'ratio',
];

function table(found: readonly Measured[], sizes: readonly number[]): string {
	const lines = sizes.flatMap((count, i) =>
		found.map(({ name, results }) => {
			const ours = found[0]!.results[i]!;
			const one = results[i]!;
			return [
				name,
				inWords(count),
				inWords(one.requests),
				digits(one.ms / 1000),
				times(one.ms, ours.ms),
				digits(one.cpu / 1000),
				times(one.cpu, ours.cpu),
				megabytes(one.before),
				megabytes(one.peak),
				times(one.peak, ours.peak),
			];
		}),
	);
	return markdown(HEAD, lines);
}

function growth(found: readonly Measured[], [small, large]: readonly number[]): string {
	const head = [
		'Contestant',
		'Time (µs)',
		'CPU (µs)',
		'Memory (bytes)',
		'Time, ratio',
		'CPU, ratio',
	];
	const more = large! - small!;
	const lines = found.map(({ name, results: [first, last] }) => [
		name,
		digits(((last!.ms - first!.ms) * 1000) / more),
		digits(((last!.cpu - first!.cpu) * 1000) / more),
		inWords((last!.peak - first!.peak) / more),
		times(last!.ms / large!, first!.ms / small!),
		times(last!.cpu / large!, first!.cpu / small!),
	]);
	return markdown(head, lines);
}
