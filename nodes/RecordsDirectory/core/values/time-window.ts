import { textIn, type JsonObject } from '../json';
import type { Values } from './validate';

/** The records that are wanted by their times. */
export interface TimeWindow {
	/** The time that counts, by which they are read from the newest on. */
	readonly by: 'updatedAt' | 'createdAt';
	/** The name of its input. */
	readonly label: string;
	/** The oldest time that is wanted, `yyyy-MM-dd hh:mm:ss`. */
	readonly from: string;
	/** Whether a record that is not older is wanted. */
	readonly isWanted: (row: JsonObject) => boolean;
	/** Whether some that are not older may not be wanted. */
	readonly isPartial: boolean;
}

/** The window that the options of a list name; undefined for none. Where both are given, both must hold. */
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
	const isWanted = () => true;
	return {
		by: 'createdAt',
		label: 'Created After',
		from: createdAfter,
		isWanted,
		isPartial: false,
	};
}
