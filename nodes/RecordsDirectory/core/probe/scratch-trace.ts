import type { Id } from '../id';
import type { ProbeReply } from './probe-reply';

/** The outcome of the writes. */
export interface ScratchTrace {
	/** By the name of the request. */
	readonly replies: ReadonlyMap<string, ProbeReply>;
	readonly fields: ScratchFields;
	readonly mark: string;
	readonly user?: ScratchUser;
	/** The record that was created first, once it was listed and nothing else could be it. */
	readonly created?: Id;
	/** Seconds from its creation to the list that had it; absent where a reply before that list is missing. */
	readonly listedAfter?: number;
	/** Records of its own that the probe could not delete. */
	readonly left: readonly Id[];
	/** Whether others may be left: records that were not found, or that may be copies of the probe's. */
	readonly isDoubtful: boolean;
}

/** What the form must have: a required text, and a text that may stay empty. It may have the others. */
export interface ScratchFields {
	readonly required: string;
	readonly optional: string;
	/** Whether the required text is the key field of the form. */
	readonly isKey: boolean;
	/** A field of users. */
	readonly users?: string;
	/** A field that the site calculates. */
	readonly calculated?: string;
}

/** A user whom a record of the probe may name. */
export interface ScratchUser {
	readonly code: string;
	readonly name: string;
}

/**
 * The text of the probe's record with this number. It is short, because a site may shorten texts, and the number
 * shows which write has caused a record.
 */
export const markText = (mark: string, nth: number): string => `${mark}-${nth}`;

/** Rows of a list of the writing part. */
export const LIST_ROWS = 50;
