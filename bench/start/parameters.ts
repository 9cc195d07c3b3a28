import { digits, inWords, markdown, median, mediansOf, type Say } from '../figures';
import { remotely } from '../remote';
import type { ReaderCalls, Way } from './reader';
import type { Section } from './section';

const WAYS: Readonly<Record<Way, string>> = {
	json: 'a record as JSON, one expression',
	byHand: 'five fields mapped by hand, one expression each',
	mapped: 'fields mapped automatically',
};

/** Measures reading the parameters of an item. */
export async function parameters(count: number, runs: number, say: Say): Promise<Section> {
	const lines: string[][] = [];
	for (const [way, name] of Object.entries(WAYS) as [Way, string][]) {
		say(`start: parameters of ${inWords(count)} items, ${name}`);
		const [first = 0, ...others] = await remotely<ReaderCalls, number[]>(
			'start/reader.ts',
			async (reader) => {
				const all = [await reader.read(way, 1)];
				while (all.length <= runs) all.push(await reader.read(way, count));
				return all;
			},
		);
		lines.push([name, digits(first), digits((median(others) * 1000) / count)]);
	}
	const words = `Reading and checking the parameters of an import, with the expressions evaluated by n8n-core: the first item of a process, and one of ${inWords(count)}, ${mediansOf(runs)} in one process.`;
	const table = markdown(['Import', 'First item (ms)', 'An item (µs)'], lines);
	return { text: `${words}\n\n${table}`, bars: [] };
}
