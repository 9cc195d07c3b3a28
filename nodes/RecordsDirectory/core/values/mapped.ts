import type { JsonObject } from '../json';

/** Rows of detail tables, by table. */
export type Details = Readonly<Record<string, readonly JsonObject[]>>;

/** The values for the fields of a form, before anybody has looked at the form. */
export interface Mapped {
	/** By identifier or caption. */
	readonly values: JsonObject;
	readonly details: Details;
	/** The values are those of the input item, in which what the form does not have means nothing. */
	readonly isWholeItem: boolean;
	/** What records are found by when they are created or updated; empty for the key fields. */
	readonly matchOn: readonly string[];
}
