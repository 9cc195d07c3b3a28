import type { JsonObject } from '../json';

/** Rows of detail tables, by table. */
export type Details = Readonly<Record<string, readonly JsonObject[]>>;

/** The values for the fields of a form, before the form has been read. */
export interface Mapped {
	/** By field ID or caption. */
	readonly values: JsonObject;
	readonly details: Details;
	/** Names of the fields whose expressions find no value. */
	readonly unfilled?: readonly string[];
	/** Whether the values are a whole input item, whose other properties are ignored. */
	readonly isWholeItem: boolean;
	/** The fields to match records by when they are created or updated; empty for the key fields. */
	readonly matchOn: readonly string[];
}
