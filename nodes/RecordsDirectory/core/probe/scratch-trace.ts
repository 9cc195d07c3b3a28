import type { Id } from '../id';
import type { ProbeReply } from './reply';

/** The outcome of the writes. */
export interface ScratchTrace {
	/** By the name of the request. */
	readonly replies: ReadonlyMap<string, ProbeReply>;
	readonly fields: ScratchFields;
	readonly mark: string;
	/** The first record created, once it was listed. */
	readonly created?: Id;
	/** How often the list was read until it contained the new record. */
	readonly looks: number;
	/** The probe's own records that it could not delete. */
	readonly left: readonly Id[];
	/** Whether some of them may not have been found. */
	readonly isDoubtful: boolean;
}

/** The fields that the form must have: a required text, and a text that may stay empty. */
export interface ScratchFields {
	readonly required: string;
	readonly optional: string;
}
