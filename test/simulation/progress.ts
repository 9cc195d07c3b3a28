import { inWords } from './table';

export interface Progress {
	readonly done: number;
	/** One more run. */
	step(): void;
	/** Whether the time that was given is up. */
	isOver(): boolean;
}

const EVERY = 5_000;

/** Says every few seconds how far a long run is. */
export function progress(
	wanted: { readonly runs: number; readonly minutes: number },
	print: (line: string) => void,
): Progress {
	const started = Date.now();
	let said = started;
	let done = 0;
	return {
		get done() {
			return done;
		},
		step() {
			done++;
			const now = Date.now();
			if (now - said < EVERY) return;
			said = now;
			const seconds = (now - started) / 1000;
			const byRuns = ((wanted.runs - done) * seconds) / done;
			const left = Math.max(0, Math.min(byRuns, wanted.minutes * 60 - seconds));
			const rate = `${inWords(done / seconds)} runs/s`;
			print(`${inWords(done)} of ${inWords(wanted.runs)} runs, ${rate}, ${inTime(left)} left`);
		},
		isOver: () => Date.now() - started >= wanted.minutes * 60_000,
	};
}

const inTime = (seconds: number): string =>
	seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
