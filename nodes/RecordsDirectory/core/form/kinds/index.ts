import type { JsonObject } from '../../json';
import type { Kind } from '../field';
import { choice, choices } from './choice';
import { file } from './file';
import { number } from './number';
import { organizations, users } from './people';
import { table } from './table';
import { text, untyped } from './text';
import { date, dateTime, time } from './time';

/**
 * The kinds of fields. The document names no field types, so a field is of the first kind that fits the
 * structure of its definition, or the name of its type, which is only a hint.
 */
export const KINDS: readonly Kind[] = [
	...[table, choice, choices, file],
	...[dateTime, date, time, users, organizations, number],
	...[text, untyped],
];

/** Returns the kind of a field by its definition (Resources, Field) and its number of columns. */
export const findKind = (row: JsonObject, columns: number): Kind =>
	KINDS.find((kind) => kind.fits(row, columns)) ?? untyped;
