import { compete, inTurn, type Entrant, type Result } from './contest';
import { digits, inWords, markdown, mediansOf, times, type Say } from './figures';
import { IMPORTERS } from './import';
import { READERS } from './read';

interface Work {
	readonly what: string;
	readonly count: number;
	/** Records in the form before the work. */
	readonly before: number;
	/** The first is the one that the others are compared with. */
	readonly entrants: readonly Entrant[];
}

const { json, batched, loop } = IMPORTERS;

const works = (isQuick: boolean): readonly Work[] => [
	{
		what: 'imported',
		count: isQuick ? 150 : 2_000,
		before: 0,
		entrants: [json, batched, loop],
	},
	{
		what: 'read',
		count: isQuick ? 1_500 : 10_000,
		before: isQuick ? 1_500 : 10_000,
		entrants: [READERS.ours, READERS.raw, READERS.split, READERS.loop],
	},
];

/** Milliseconds before each answer. */
const USUAL = [0, 50, 200, 1_500];
const QUICK = [0, 20];

const RUNS = 1;

/** Measures transfers with a service that takes long for each answer; returns text with tables. */
export async function delays(isQuick: boolean, say: Say): Promise<string> {
	const all = isQuick ? QUICK : USUAL;
	const parts = [
		`The service waits before each answer; ${mediansOf(RUNS)}. Ratios are to the first line of each table.`,
	];
	for (const work of works(isQuick)) {
		const results: Array<Readonly<Record<string, Result>>> = [];
		for (const delayMs of all) {
			const what = `delays: ${inWords(work.count)} records ${work.what}, ${delayMs} ms per answer`;
			const byName = Object.fromEntries(work.entrants.map((one) => [one.name, one]));
			results.push(
				await inTurn(what, byName, RUNS, say, async (entrant) => {
					const setting = { records: work.before, delayMs };
					return await compete(entrant, { count: work.count }, setting);
				}),
			);
		}
		const names = work.entrants.map(({ name }) => name);
		parts.push(`${inWords(work.count)} records ${work.what}:`, delayTable(names, all, results));
	}
	return parts.join('\n\n');
}

/** Shows the time of each contestant for each delay, beside that of the first one. */
export function delayTable(
	names: readonly string[],
	all: readonly number[],
	results: ReadonlyArray<Readonly<Record<string, Pick<Result, 'ms'>>>>,
): string {
	const head = ['Contestant', ...all.flatMap((ms) => [`${inWords(ms)} ms (s)`, 'ratio'])];
	const lines = names.map((name) => [
		name,
		...results.flatMap((one) => [
			digits(one[name]!.ms / 1000),
			times(one[name]!.ms, one[names[0]!]!.ms),
		]),
	]);
	return markdown(head, lines);
}
