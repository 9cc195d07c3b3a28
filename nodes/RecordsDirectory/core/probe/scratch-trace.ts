import type { Id } from '../id';
import type { ProbeReply } from './reply';

/** What became of the writes. */
export interface ScratchTrace {
	/** By the name of the request. */
	readonly replies: ReadonlyMap<string, ProbeReply>;
	readonly fields: ScratchFields;
	readonly mark: string;
	/** The record that was created first, once it was listed. */
	readonly created?: Id;
	/** How often the list was read until the new record was in it. */
	readonly looks: number;
	/** Records of its own that the probe could not delete. */
	readonly left: readonly Id[];
	/** Whether it is not known that all of them were found. */
	readonly isDoubtful: boolean;
}

/** What the form must have: a required text, and a text that may stay empty. */
export interface ScratchFields {
	readonly required: string;
	readonly optional: string;
}
