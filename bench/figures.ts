import { inWords } from '../test/simulation/table';

export { inWords, markdown } from '../test/simulation/table';

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

export const mediansOf = (runs: number): string =>
	runs === 1 ? 'one run' : `medians of ${runs} runs`;

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Writes a ratio: `1.0`, `12`. */
export const times = (value: number, base: number): string => digits(value / base);

/** Writes at least two digits: `0.52`, `5.2`, `52`, `5,200`. */
export const digits = (value: number): string =>
	value < 0.995 ? value.toFixed(2) : value < 9.95 ? value.toFixed(1) : inWords(value);

export type Say = (line: string) => void;

export const megabytes = (bytes: number): string => inWords(bytes / 1e6);

/** `1.2 s`, `15 min`, `2.8 h`. */
export function seconds(value: number): string {
	if (value < 180) return `${digits(value)} s`;
	return value < 5400 ? `${digits(value / 60)} min` : `${digits(value / 3600)} h`;
}

/** Returns how many seconds this many requests have to wait at least, for a limit per 100 seconds. */
export const waiting = (requests: number, allowed = 100): number =>
	Math.floor((requests - 1) / allowed) * 100;
