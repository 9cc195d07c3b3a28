import { bar } from '../../scripts/packages.mjs';

/** How much of a step is done, from 0 to 1. */
export type Share = () => number;

/** Runs one step of the start and shows that it is running; the step may report its progress. */
export type Step = <T>(
	title: string,
	work: (show: (share: Share) => void) => Promise<T>,
) => Promise<T>;

export const silent: Step = (_title, work) => work(() => {});

const elapsed = (since: number) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

const clearToEnd = '\x1b[K';

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** Shows one line per step with its seconds; on a terminal the seconds count while the step runs. */
export function showSteps(output: Output): Step {
	const line = (mark: string, title: string, since: number) =>
		`  ${mark} ${title.padEnd(48)} ${elapsed(since).padStart(6)}`;
	return async (title, work) => {
		const since = Date.now();
		let share: Share | undefined;
		const now = () => line('…', title, since) + (share ? `  ${bar(share())}` : '');
		const draw = () => output.write(`\r${now()}${clearToEnd}`);
		const finish = (mark: string) => {
			clearInterval(timer);
			const [start, end] = output.isTTY ? ['\r', clearToEnd] : ['', ''];
			output.write(`${start}${line(mark, title, since)}${end}\n`);
		};
		// Without a terminal no line can be redrawn, and minutes of silence look like a hang.
		const timer = output.isTTY
			? setInterval(draw, 1000)
			: setInterval(() => output.write(`${now()}\n`), 15_000);
		if (output.isTTY) draw();
		try {
			const result = await work((given) => (share = given));
			finish('✓');
			return result;
		} catch (error) {
			finish('✗');
			throw error;
		}
	};
}
