import { expectedOf } from './allowed';
import type { Run } from './runs';
import type { Setting } from './settings';
import { tried, type Outcome, type Tried } from './tried';

/** What the runs come to under the plain dialect, by their names. */
export type Usual = ReadonlyMap<string, Tried>;

export interface Judged extends Tried {
	/** In sentences; nothing where the run came to what it has to. */
	readonly wrong: readonly string[];
}

/** Tries a run under some settings and compares it with what is right. */
export async function judged(
	run: Run,
	settings: readonly Setting[],
	usual: Usual,
): Promise<Judged> {
	const others = (name: string): Outcome => {
		const one = usual.get(name);
		if (!one) throw new Error(`There is no run '${name}'`);
		return one.outcome;
	};
	const { expected, read } = expectedOf(run, settings, others);
	const result = await tried(run, settings);
	return { ...result, wrong: differences(run.name, expected, read(result.outcome)) };
}

function differences(name: string, expected: Outcome, actual: Outcome): string[] {
	return (['sent', 'told', 'left'] as const)
		.filter((part) => expected[part].join('\n') !== actual[part].join('\n'))
		.map((part) => `${name}: ${part}\n${firstDifference(expected[part], actual[part])}`);
}

function firstDifference(expected: readonly string[], actual: readonly string[]): string {
	const at = [...expected, ''].findIndex((line, n) => line !== actual[n]);
	const [one = '', other = ''] = [expected[at], actual[at]];
	const start = Math.max(0, [...one, ' '].findIndex((letter, n) => letter !== other[n]) - 60);
	const shown = (line: string) => line.slice(start, start + 240);
	return `  line ${at + 1} of ${expected.length}: ${shown(one)}\n  line ${at + 1} of ${actual.length}: ${shown(other)}`;
}
