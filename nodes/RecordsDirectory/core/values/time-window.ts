import { textIn, type JsonObject } from '../json';
import type { Values } from './validate';

/** A period of time from which records are read. */
export interface TimeWindow {
	/** The time that counts; records are read by it, newest first. */
	readonly by: 'updatedAt' | 'createdAt';
	/** The label of its input. */
	readonly label: string;
	/** The oldest time to read, `yyyy-MM-dd hh:mm:ss`. */
	readonly from: string;
	/** Whether to return a record that is new enough. */
	readonly isWanted: (row: JsonObject) => boolean;
	/** Whether records that are new enough may still be skipped. */
	readonly isPartial: boolean;
}

/** Returns the period that the options of a list give; undefined for none. If both are given, both must match. */
export function windowIn({ changedAfter, createdAfter }: Values): TimeWindow | undefined {
	if (changedAfter !== undefined)
		return {
			by: 'updatedAt',
			label: 'Changed After',
			from: changedAfter,
			isWanted: ({ createdAt }) => textIn(createdAt) >= (createdAfter ?? ''),
			isPartial: createdAfter !== undefined,
		};
	if (createdAfter === undefined) return undefined;
	return {
		by: 'createdAt',
		label: 'Created After',
		from: createdAfter,
		isWanted: () => true,
		isPartial: false,
	};
}
