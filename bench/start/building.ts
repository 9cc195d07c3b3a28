import { below } from '../bars';
import { digits, markdown, median, mediansOf, sum, type Say } from '../figures';
import { build } from './build';
import type { Section } from './section';

const MOST_SECONDS = 20;

/** Measures building the package in a folder. */
export function building(folder: string, runs: number, say: Say): Section {
	const all = Array.from({ length: runs }, (_, run) => {
		say(`start: building the package, run ${run + 1}`);
		return build(folder);
	});
	const whole = median(all.map((steps) => sum(steps.map(([, ms]) => ms)))) / 1000;
	const lines = all[0]!.map(([command], i) => [
		`\`${command}\``,
		digits(median(all.map((steps) => steps[i]![1])) / 1000),
	]);
	const words = `Building the package, step by step; ${mediansOf(runs)}.`;
	const table = markdown(['Step', 'Time (s)'], [...lines, ['All of it', digits(whole)]]);
	const bars = [below('Building the package (s)', whole, MOST_SECONDS)];
	return { text: `${words}\n\n${table}`, bars };
}
