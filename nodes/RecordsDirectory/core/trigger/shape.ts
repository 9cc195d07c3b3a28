import { idIn } from '../id';
import { isJsonObject } from '../json';

/** Whether a value that n8n has kept is what the trigger once saved. */
export type Shape = (value: unknown) => boolean;

export const anything: Shape = () => true;
export const aText: Shape = (value) => typeof value === 'string';
export const aNumber: Shape = (value) => typeof value === 'number' && Number.isFinite(value);
export const aFlag: Shape = (value) => typeof value === 'boolean';
export const aCount: Shape = (value) => Number.isSafeInteger(value) && Number(value) > 0;
export const anId: Shape = (value) => idIn(value) !== undefined;

export const oneOf =
	(...values: readonly unknown[]): Shape =>
	(value) =>
		values.includes(value);

export const either =
	(...shapes: readonly Shape[]): Shape =>
	(value) =>
		shapes.some((shape) => shape(value));

export const listOf =
	(shape: Shape): Shape =>
	(value) =>
		Array.isArray(value) && value.every(shape);

/** An object of values by record ID, or by any other text. */
export const tableOf =
	(shape: Shape, key: Shape = aText): Shape =>
	(value) =>
		isJsonObject(value) && Object.keys(value).every(key) && Object.values(value).every(shape);

type Parts = Readonly<Record<string, Shape>>;

/** An object with what it must and what it may have; anything else in it is from a later version, and does no harm. */
export const object =
	(must: Parts, may: Parts = {}): Shape =>
	(value) =>
		isJsonObject(value) &&
		Object.entries(must).every(([name, shape]) => shape(value[name])) &&
		Object.entries(may).every(([name, shape]) => value[name] === undefined || shape(value[name]));
