import { barsTable } from '../bars';
import type { Say } from '../figures';
import { inCopy } from './build';
import { building } from './building';
import { loading } from './loading';
import { parameters } from './parameters';
import { sizes } from './sizes';

const USUAL = { loads: 15, items: 5_000, readings: 5, builds: 3 };
const QUICK = { loads: 2, items: 200, readings: 2, builds: 1 };

/** Measures what the package costs n8n before it does anything; returns text with tables. */
export async function start(isQuick: boolean, say: Say): Promise<string> {
	const { loads, items, readings, builds } = isQuick ? QUICK : USUAL;
	return await inCopy(async (folder) => {
		const built = building(folder, builds, say);
		const loaded = loading(folder, loads, say);
		const sized = await sizes(folder, say);
		const read = await parameters(items, readings, say);
		const sections = [loaded, sized, read, built];
		const texts = sections.map(({ text }) => text);
		return [...texts, barsTable(sections.flatMap(({ bars }) => bars))].join('\n\n');
	});
}
