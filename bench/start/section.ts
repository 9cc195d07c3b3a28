import type { Bar } from '../bars';

/** The results of a measurement, and its bars. */
export interface Section {
	readonly text: string;
	readonly bars: readonly Bar[];
}
