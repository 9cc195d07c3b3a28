import { sleep } from 'n8n-workflow';

/** Executions, polls and the editor of the same n8n wait as long. */
const LONGEST_MS = 50;

/** Gives everything else in the process a turn from time to time; to be asked between parts of long work. */
export function turns(): () => Promise<void> | undefined {
	let since = performance.now();
	const pause = async () => {
		await sleep(0);
		since = performance.now();
	};
	return () => (performance.now() - since < LONGEST_MS ? undefined : pause());
}

/** Does some work for one after the other; everything else in the process has its turns in between. */
export async function inTurns<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
	const others = turns();
	for (const one of all) {
		const turn = others();
		if (turn) await turn;
		work(one);
	}
}
