import type { JsonObject } from '../json';
import type { ValueContext } from '../values/moment';

/** A choice of a field, with its related codes 1 to 5; '' for none (Resources, SelectItem). */
interface FieldChoice {
	readonly name: string;
	readonly codes: readonly string[];
	readonly isDefault: boolean;
}

/** A field of a form as users know it. Bounds that the form does not set are undefined. */
export interface FormField {
	/** The field ID, `uniqueId`: the key in `record`. */
	readonly id: string;
	readonly caption: string;
	readonly kind: Kind;
	/** Whether it is always required. Requirements that depend on other fields are left to the service. */
	readonly required: boolean;
	readonly isKey: boolean;
	/** Whether a new record needs a value for it that only its creator can give. */
	readonly mustBeGiven?: boolean;
	/** Whether the form calculates it, so that the service accepts no value. */
	readonly isReadOnly: boolean;
	/**
	 * Whether it seems to hold no value, such as a label. The document names no types, so this alone rejects
	 * nothing.
	 */
	readonly isShownOnly?: boolean;
	/** Whether it is a static text of the form, without a value in records. */
	readonly isLabel?: boolean;
	/** Counts as one choice, but only `multiple` says so, which may stand for what nobody set. */
	readonly mayTakeSeveral?: boolean;
	readonly isMultiple: boolean;
	readonly choices: readonly FieldChoice[];
	/** The columns of a detail table; every other field has none. */
	readonly columns: readonly FormField[];
	readonly decimals?: number;
	readonly min?: number;
	readonly max?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly default?: string;
}

/** How the users and organizations of simplified records are shown. */
export type UsersAs = 'objects' | 'names' | 'codes';

/** How the values of a record are named and shown. */
export interface Keys {
	readonly keys: 'identifiers' | 'captions';
	/** All fields of the form, if only some are output: a caption must be unique among all of them. */
	readonly among?: readonly FormField[];
	readonly usersAs?: UsersAs;
}

/**
 * A kind of field: everything that differs from the other kinds. Its functions take no empty values, which are
 * the same for all kinds (`value.ts`).
 */
export interface Kind {
	readonly name: string;
	/** Whether a definition (Resources, Field), with a number of columns, describes such a field. */
	readonly fits: (row: JsonObject, columns: number) => boolean;
	/** Returns what its definition says beside what all fields have. Undefined and false mean nothing. */
	readonly parts?: (row: JsonObject) => {
		readonly [P in keyof FormField]?: FormField[P] | undefined;
	};
	/** Its input in n8n's mapper. */
	readonly input: 'string' | 'number' | 'dateTime' | 'time' | 'array' | 'options';
	/** What the label of its input says after the caption, which `name` is. */
	readonly labelNote?: (field: FormField, name: string) => string;
	/** Whether the API cannot write its values. */
	readonly isReadOnly?: true;
	/** Whether its values are lists, which are empty as []. */
	readonly isList?: true;
	/** Whether the input can show the initial value of a new record: it is written as a user would write it. */
	readonly isPrefilled?: true;
	/** The kind of directory entries, if its values are their codes. */
	readonly resource?: 'user' | 'organization';
	/** Whether nothing says what its values are: they may be numbers, dates or users. */
	readonly isUntyped?: true;
	/** Whether its values are dates or times, which may have an offset. */
	readonly isTime?: true;
	/** What *Conditions* can ask of its values, beside whether there is one. */
	readonly compares?: 'equality' | 'parts' | 'order';
	/** Whether one value is more than another, by their keys, if it `compares` by order. */
	readonly isMore?: (key: string, other: string) => boolean;
	/** Whether a key has a place in that order: `soon` in a field of dates has none. */
	readonly isOrdered?: (key: string) => boolean;
	/**
	 * Returns the value as the service accepts it; throws an `InputError` for one that the field does not accept.
	 * Missing for tables, which are written row by row (`record-writer.ts`), and for what the API cannot write.
	 */
	readonly write?: (field: FormField, value: unknown, reading: ValueContext) => unknown;
	/** Returns a function that gives a value of a reply one shape, whatever the service's spelling. */
	readonly read: (field: FormField, options: Keys) => (value: unknown) => unknown;
	/**
	 * Returns what a value, as `read` returns it, has in common with every equal value: the only equality of
	 * values. `zone` is the time zone of the site, if known.
	 */
	readonly key: (known: unknown, zone: string | undefined, field: FormField) => unknown;
	/** Whether a value of a reply can be read in several ways, so that its key proves nothing. */
	readonly isAmbiguous?: (field: FormField, value: unknown) => boolean;
}

/** Whether a field is a detail table. */
export const isTable = ({ columns }: FormField): boolean => columns.length > 0;
