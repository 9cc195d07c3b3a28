import type { JsonObject } from '../../json';
import type { Kind } from '../field';
import { choice, choices } from './choice';
import { file } from './file';
import { number } from './number';
import { organizations, users } from './people';
import { table } from './table';
import { text, untyped } from './text';
import { date, dateTime, time } from './time';

/** The document names no types: a field is of the first kind that fits its definition, or its type's name, a hint. */
export const KINDS = {
	table,
	choice,
	choices,
	file,
	dateTime,
	date,
	time,
	users,
	organizations,
	number,
	text,
	untyped,
};

export const findKind = (row: JsonObject, columns: number): readonly [name: string, kind: Kind] =>
	Object.entries<Kind>(KINDS).find(([, kind]) => kind.fits(row, columns)) ?? ['untyped', untyped];
