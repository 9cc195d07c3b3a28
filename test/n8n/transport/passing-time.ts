import { getEventListeners } from 'node:events';
import { inAHurry } from '../../support/hurry';

/** Time that passes only as a test says: the clock of this process, and the timers that guard requests. */
export interface PassingTime {
	/** Lets so many milliseconds pass. Timers that end meanwhile fire in their order. */
	pass(ms: number): void;
	/** How many timers somebody still waits for. */
	timers(): number;
}

export async function inPassingTime<T>(test: (time: PassingTime) => Promise<T>): Promise<T> {
	return await inAHurry(async ({ skip }) => {
		let timers: Array<{ readonly at: number; readonly signal: AbortSignal; fire(): void }> = [];
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const controller = new AbortController();
			const { signal } = controller;
			timers.push({ at: performance.now() + ms, signal, fire: () => controller.abort() });
			return signal;
		});
		const pass = (ms: number) => {
			const until = performance.now() + ms;
			for (;;) {
				const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
				if (!next) break;
				timers = timers.filter((one) => one !== next);
				skip(Math.max(0, next.at - performance.now()));
				next.fire();
			}
			skip(Math.max(0, until - performance.now()));
		};
		try {
			const awaited = () => timers.filter(({ signal }) => getEventListeners(signal, 'abort')[0]);
			return await test({ pass, timers: () => awaited().length });
		} finally {
			timeout.mockRestore();
		}
	});
}

/** Waits, without timers, until something is true, for three seconds of the machine at most. */
export async function until(isTrue: () => boolean): Promise<void> {
	const end = Date.now() + 3_000;
	while (!isTrue()) {
		if (Date.now() > end) throw new Error(`Still not true: ${isTrue}`);
		await turn();
	}
}

/** Lets everything arrive that is on its way within this process. */
export async function arrived(): Promise<void> {
	for (let n = 0; n < 30; n++) await turn();
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
