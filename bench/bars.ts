import { inWords, markdown } from './figures';

/** A bar to meet, and the measured value. */
export interface Bar {
	readonly what: string;
	readonly wanted: string;
	readonly measured: string;
	readonly isMet: boolean;
}

type Show = (value: number) => string;

/** Shows as many digits as matter: `1.04`, `14.9`, `150`. */
const fine: Show = (value) => (value < 100 ? value.toFixed(value < 10 ? 2 : 1) : inWords(value));

const bar =
	(words: string, holds: (measured: number, bound: number) => boolean) =>
	(what: string, measured: number, bound: number, show: Show = fine): Bar => ({
		what,
		wanted: words === '' ? show(bound) : `${words} ${show(bound)}`,
		measured: show(measured),
		isMet: holds(measured, bound),
	});

export const exactly = bar('', (measured, bound) => measured === bound);
export const atMost = bar('at most', (measured, bound) => measured <= bound);
export const atLeast = bar('at least', (measured, bound) => measured >= bound);
export const below = bar('under', (measured, bound) => measured < bound);

/** Shows which bars are met, as text with a table. */
export function barsTable(bars: readonly Bar[]): string {
	const lines = bars.map(({ what, wanted, measured, isMet }) => [
		what,
		wanted,
		measured,
		isMet ? 'met' : `missed (${measured})`,
	]);
	return `Targets:\n\n${markdown(['What', 'Target', 'Measured', 'Result'], lines)}`;
}
