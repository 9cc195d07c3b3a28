import { bar } from '../scripts/packages.mjs';
import type { Part } from './arguments';
import type { Say } from './figures';

/** The number of measurements of each part, in its usual sizes and in its quick ones. */
export const STEPS: Readonly<Record<Part, readonly [usual: number, quick: number]>> = {
	start: [8, 6],
	trigger: [23, 14],
	import: [15, 5],
	read: [30, 10],
	delays: [32, 16],
	n8n: [48, 12],
	growth: [30, 4],
	limit: [2, 2],
	shared: [1, 1],
};

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

export interface Progress {
	/** Says what is measured from now on. */
	readonly say: Say;
	/** Removes the progress bar before lasting output. */
	clear(): void;
}

/** Shows a bar with the current measurement and its time on a terminal; elsewhere one line per measurement. */
export function progress(parts: readonly Part[], isQuick: boolean, output: Output): Progress {
	if (!output.isTTY) return { say: (line) => output.write(`${line}\n`), clear: () => {} };
	const all = parts.map((part) => STEPS[part][isQuick ? 1 : 0]).reduce((sum, one) => sum + one, 0);
	let done = -1;
	let since = 0;
	let now = '';
	const draw = () => {
		const seconds = Math.round((Date.now() - since) / 1000);
		const line = `${bar(done / all)}  ${seconds} s  ${now}`;
		output.write(`\r${line.slice(0, output.columns - 1)}\x1b[K`);
	};
	// The measurements run in their own processes, so drawing costs them nothing.
	setInterval(() => now && draw(), 1000).unref();
	return {
		say(line) {
			[done, since, now] = [done + 1, Date.now(), line];
			draw();
		},
		clear() {
			now = '';
			output.write('\r\x1b[K');
		},
	};
}
