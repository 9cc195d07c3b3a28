import { recordIn } from '../form/edits';
import { idIn, isAbove, type Id } from '../id';
import { isJsonObject, jsonObjectsIn, textIn, type JsonObject } from '../json';
import { isSuccess, type ProbeReply } from './reply';

/** The outcome of the writes. */
export interface ScratchTrace {
	/** By the name of the request. */
	readonly replies: ReadonlyMap<string, ProbeReply>;
	readonly fields: ScratchFields;
	readonly mark: string;
	readonly user?: ScratchUser;
	/** The record that was created first, once it was listed. */
	readonly created?: Id;
	/** Seconds from its creation to the list that had it; absent where a reply before that list is missing. */
	readonly listedAfter?: number;
	/** Records of its own that the probe could not delete. */
	readonly left: readonly Id[];
	/** Whether some of them may not have been found. */
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

/** The reply to a request of the writing part, if it succeeded. */
export function successOf({ replies }: ScratchTrace, name: string): ProbeReply | undefined {
	const reply = replies.get(name);
	return reply && isSuccess(reply) ? reply : undefined;
}

export const statusOf = ({ replies }: ScratchTrace, name: string): number | undefined =>
	replies.get(name)?.status;

/** The record that a single read has returned. */
export function rowIn(trace: ScratchTrace, name: string): JsonObject | undefined {
	const body = successOf(trace, name)?.body;
	return isJsonObject(body) ? body : undefined;
}

/** The rows of a list; undefined where none was given. */
export function rowsOf(trace: ScratchTrace, when: string): readonly JsonObject[] | undefined {
	const list = rowIn(trace, `scratch list ${when}`)?.records;
	return Array.isArray(list) ? jsonObjectsIn(list) : undefined;
}

/** The own record in a list. */
export const ownIn = (trace: ScratchTrace, when: string): JsonObject | undefined =>
	rowsOf(trace, when)?.find(({ recordId }) => idIn(recordId) === trace.created);

/** Whether the own record is missing in a list that goes down to its place. */
export function isGoneFrom(trace: ScratchTrace, when: string): boolean {
	const ids = rowsOf(trace, when)?.map(({ recordId }) => idIn(recordId));
	if (!ids || ids.includes(undefined) || ids.includes(trace.created)) return false;
	return ids.length < LIST_ROWS || ids.some((id) => isAbove(trace.created, id));
}

/** Rows of a list of the writing part. */
export const LIST_ROWS = 50;

/** Records of the probe with this number. */
export const markedIn = (trace: ScratchTrace, when: string, nth: number): readonly JsonObject[] =>
	(rowsOf(trace, when) ?? []).filter(
		(row) => textIn(recordIn(row)[trace.fields.required] ?? '') === `${trace.mark} ${nth}`,
	);
