/** Runs one step of the start and shows that it is going on. */
export type Step = <T>(title: string, work: () => Promise<T>) => Promise<T>;

export const silent: Step = (_title, work) => work();

const elapsed = (since: number) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

/** A line for each step with its seconds; on a terminal the seconds run while the step does. */
export function showSteps(output: NodeJS.WriteStream): Step {
	const line = (mark: string, title: string, since: number) =>
		`  ${mark} ${title.padEnd(48)} ${elapsed(since).padStart(6)}`;
	return async (title, work) => {
		const since = Date.now();
		const draw = () => output.write(`\r${line('…', title, since)}`);
		const finish = (mark: string) => {
			clearInterval(timer);
			output.write(`${output.isTTY ? '\r' : ''}${line(mark, title, since)}\n`);
		};
		// Without a terminal there is no line to redraw, and silence for minutes looks like a hang.
		const timer = output.isTTY
			? setInterval(draw, 1000)
			: setInterval(() => output.write(`${line('…', title, since)}\n`), 15_000);
		if (output.isTTY) draw();
		try {
			const result = await work();
			finish('✓');
			return result;
		} catch (error) {
			finish('✗');
			throw error;
		}
	};
}
