import type { Bar } from '../bars';

/** What a measurement has found, and which bars it knows. */
export interface Section {
	readonly text: string;
	readonly bars: readonly Bar[];
}
