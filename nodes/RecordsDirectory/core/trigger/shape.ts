import { idIn, type Id } from '../id';
import { isJsonObject } from '../json';

/** Whether a value that n8n has kept is what the trigger once saved. */
export type IsSaved = (value: unknown) => boolean;

/** The same of a type: neither more nor less than what the type allows, so that no part of a state is forgotten. */
export interface Shape<in out T> {
	(value: unknown): boolean;
	/** Never set: it ties the shape to the type. */
	readonly of?: T;
}

export const aText: Shape<string> = (value) => typeof value === 'string';
export const aNumber: Shape<number> = (value) => Number.isFinite(value);
export const aFlag: Shape<boolean> = (value) => typeof value === 'boolean';
export const aCount: Shape<number> = (value) => Number.isSafeInteger(value) && Number(value) > 0;
export const anId: Shape<Id> = (value) => idIn(value) !== undefined;

export const oneOf =
	<const T>(...values: readonly T[]): Shape<T> =>
	(value) =>
		values.some((one) => one === value);

export const either =
	<T extends readonly unknown[]>(
		...shapes: { readonly [K in keyof T]: Shape<T[K]> }
	): Shape<T[number]> =>
	(value) =>
		shapes.some((shape) => shape(value));

export const listOf =
	<T>(shape: Shape<T>): Shape<readonly T[]> =>
	(value) =>
		Array.isArray(value) && value.every(shape);

/** An object of values by record ID, or by any other text. */
export const valuesByKey =
	<T>(shape: Shape<T>, key: IsSaved = aText): Shape<Readonly<Record<string, T>>> =>
	(value) =>
		isJsonObject(value) && Object.keys(value).every(key) && Object.values(value).every(shape);

type NamesOfMay<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
type Must<T> = { readonly [K in Exclude<keyof T, NamesOfMay<T>>]: Shape<T[K]> };
type May<T> = { readonly [K in NamesOfMay<T>]-?: Shape<Exclude<T[K], undefined>> };

/** An object with what it must and what it may have; anything else in it is from a later version, and does no harm. */
export const objectWith =
	<T extends object>(must: Must<T>, may: May<T>): Shape<T> =>
	(value) =>
		isJsonObject(value) &&
		Object.entries<IsSaved>(must).every(([name, isSaved]) => isSaved(value[name])) &&
		Object.entries<IsSaved>(may).every(
			([name, isSaved]) => value[name] === undefined || isSaved(value[name]),
		);
