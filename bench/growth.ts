import { atMost, barsTable, type Bar } from './bars';
import { inTurn, type Entrant, type Result } from './contest';
import { digits, inWords, markdown, times, type Say } from './figures';
import { imported, IMPORTERS } from './import';
import { read, READERS } from './read';

interface Work {
	readonly entrant: Entrant;
	once(entrant: Entrant, count: number, environment: NodeJS.ProcessEnv): Promise<Result>;
}

const WORKS: readonly Work[] = [
	{ entrant: READERS.ours, once: read },
	{ entrant: IMPORTERS.json, once: imported },
];

interface Size {
	readonly count: number;
	readonly runs: number;
}

const USUAL: readonly Size[] = [
	{ count: 1_000, runs: 7 },
	{ count: 10_000, runs: 5 },
	{ count: 100_000, runs: 3 },
];
const QUICK: readonly Size[] = [
	{ count: 150, runs: 1 },
	{ count: 1_500, runs: 1 },
];

/** The highest ratio of the cost per record to the cost among a tenth of the records. */
const MOST = 1.3;

/** The cost per record. */
interface Each {
	/** Microseconds, microseconds, and bytes of additional memory. */
	readonly time: number;
	readonly cpu: number;
	readonly memory: number;
}

const FIGURES = ['time', 'cpu', 'memory'] as const;

interface Grown {
	readonly name: string;
	/** In order of size. */
	readonly results: readonly Result[];
}

/** Shows how the cost per record changes with the number of records, as text with tables. */
export async function growth(isQuick: boolean, say: Say): Promise<string> {
	const sizes = isQuick ? QUICK : USUAL;
	const grown: Grown[] = [];
	for (const { entrant, once } of WORKS) {
		const results: Result[] = [];
		for (const { count, runs } of sizes) {
			const what = `growth: ${inWords(count)} records`;
			// The whole n8n is only needed for n8n's other nodes.
			const { one } = await inTurn(what, { one: entrant }, runs, say, () =>
				once(entrant, count, {}),
			);
			results.push(one);
		}
		grown.push({ name: entrant.name, results });
	}
	return [
		'What one record costs this node, by the number of records: medians of the given number of runs. Memory is the peak above the use before the work. Ratios are to the size before: 1.0 means that the cost grows with the number.',
		markdown(
			HEAD,
			grown.flatMap((one) => linesOf(one, sizes)),
		),
		'What one more record costs between two sizes:',
		markdown(
			HEAD_OF_MORE,
			grown.flatMap((one) => moreLinesOf(one, sizes)),
		),
		barsTable(grown.flatMap((one) => barsOf(one, sizes))),
	].join('\n\n');
}

const eachOf = ({ ms, cpu, before, peak }: Result, count: number): Each => ({
	time: (ms * 1000) / count,
	cpu: (cpu * 1000) / count,
	memory: (peak - before) / count,
});

const HEAD = [
	...['Work', 'Records', 'Runs', 'Time (µs)', 'ratio', 'CPU (µs)', 'ratio'],
	...['Memory (bytes)', 'ratio'],
];

function linesOf({ name, results }: Grown, sizes: readonly Size[]): string[][] {
	const all = results.map((one, i) => eachOf(one, sizes[i]!.count));
	return sizes.map(({ count, runs }, i) => [
		name,
		inWords(count),
		inWords(runs),
		...FIGURES.flatMap((cost) => [
			digits(all[i]![cost]),
			i === 0 ? '-' : times(all[i]![cost], all[i - 1]![cost]),
		]),
	]);
}

const HEAD_OF_MORE = ['Work', 'From', 'To', 'Time (µs)', 'CPU (µs)', 'Memory (bytes)'];

const moreLinesOf = ({ name, results }: Grown, sizes: readonly Size[]): string[][] =>
	sizes.slice(1).map(({ count }, i) => {
		const [less, more] = [eachOf(results[i]!, 1), eachOf(results[i + 1]!, 1)];
		const grown = count - sizes[i]!.count;
		const costs = FIGURES.map((cost) => digits((more[cost] - less[cost]) / grown));
		return [name, inWords(sizes[i]!.count), inWords(count), ...costs];
	});

function barsOf({ name, results }: Grown, sizes: readonly Size[]): Bar[] {
	const [before, last] = results.map((one, i) => eachOf(one, sizes[i]!.count)).slice(-2);
	return FIGURES.map((cost) =>
		atMost(
			`${name}: ${cost === 'cpu' ? 'CPU' : cost} of one of ${inWords(sizes.at(-1)!.count)}, to one of a tenth`,
			last![cost] / before![cost],
			MOST,
		),
	);
}
