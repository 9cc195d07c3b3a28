import { exactNumber } from './decimal';
import { createHash } from 'node:crypto';

/** A JSON object of unknown shape. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object: neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object without some of its properties. */
export const omit = <T extends object, K extends keyof T>(
	object: T,
	names: readonly K[],
): Omit<T, K> => {
	const rest: Partial<T> = { ...object };
	for (const name of names) delete rest[name];
	return rest as Omit<T, K>;
};

/** Returns the objects of a list; nothing for other values. */
export const jsonObjectsIn = (value: unknown): readonly JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Parses JSON; a number that would be rounded becomes the text of its digits. Throws a `SyntaxError`. */
export const readJson = (text: string): unknown =>
	JSON.parse(
		mayRound(text)
			? withNumbers(text, (number) => (isHeld(number) ? number : `"${number}"`))
			: text,
	);

/** Returns the numbers of a JSON text that would be rounded, as they are written. */
export function roundedIn(json: string): readonly string[] {
	const rounded: string[] = [];
	if (!mayRound(json)) return rounded;
	withNumbers(json, (number) => {
		if (!isHeld(number)) rounded.push(number);
		return number;
	});
	return rounded;
}

/**
 * Finds texts that may contain such a number: sixteen or more digits, or an exponent. Most do not. A text that
 * is one number begins with it; every other number follows a sign or a space.
 */
const mayRound = (json: string): boolean => /^-?\d/.test(json) || MAY_ROUND.test(json);
const MAY_ROUND = /[:[, \n\r\t]-?\d(?:[\d.]{15}|[\d.]*[eE])/;

const isHeld = (number: string) =>
	/^[\d.]{1,15}$/.test(number) || exactNumber(number) !== undefined;

/** Replaces the numbers of a JSON text, but not those inside strings. */
const withNumbers = (json: string, instead: (number: string) => string): string =>
	splitAtStrings(json)
		.map((piece, n) => (n % 2 === 0 ? piece.replace(/-?\d[-+.\deE]*/g, instead) : piece))
		.join('"');

/** Returns the names that occur twice in one object of a JSON text; a parser would keep only the last value. */
export function repeatedIn(json: string): readonly string[] {
	const repeated: string[] = [];
	/** The names so far of each open object or list. */
	const open: Array<Set<string>> = [];
	const pieces = splitAtStrings(json);
	for (let n = 0; n < pieces.length; n += 2)
		for (const sign of pieces[n]?.match(/[{}[\]:]/g) ?? []) {
			if (sign === '{' || sign === '[') open.push(new Set());
			else if (sign !== ':') open.pop();
			else {
				const name = String(JSON.parse(`"${pieces[n - 1] ?? ''}"`));
				const names = open.at(-1);
				if (names?.has(name)) repeated.push(name);
				names?.add(name);
			}
		}
	return repeated;
}

/** Splits a JSON text at the quotes of its strings: every second piece is inside one. */
function splitAtStrings(json: string): string[] {
	const pieces: string[] = [];
	let isEscaped = false;
	for (const piece of json.split('"')) {
		if (isEscaped) pieces.push(`${pieces.pop()}"${piece}`);
		else pieces.push(piece);
		isEscaped = pieces.length % 2 === 0 && isEscaping(piece);
	}
	return pieces;
}

/** Whether a quote after this piece is escaped. */
function isEscaping(piece: string): boolean {
	let backslashes = 0;
	while (piece.at(-1 - backslashes) === '\\') backslashes++;
	return backslashes % 2 === 1;
}

/** Sets a property of any name; an assignment to `__proto__` would not create one. */
export function put(row: JsonObject, name: string, value: unknown): void {
	if (name !== '__proto__') row[name] = value;
	else
		Object.defineProperty(row, name, {
			value,
			enumerable: true,
			writable: true,
			configurable: true,
		});
}

/** Returns a property of the object itself; an ID such as `constructor` would otherwise find an inherited one. */
export const ownProperty = (object: JsonObject, name: string): unknown =>
	Object.hasOwn(object, name) ? object[name] : undefined;

/** Returns the text of a value; '' for objects and other values without one. */
export const textIn = (value: unknown): string =>
	typeof value === 'object' || value === undefined ? '' : String(value);

/**
 * Returns the text of any value, objects and lists as JSON: `String` fails for an object with an unusual
 * `toString`.
 */
export const asText = (value: unknown): string =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Leaves out characters without width: they come along when a text is copied. */
export const withoutInvisible = (text: string): string =>
	text.replace(/[\u00ad\u200b-\u200f\u2060]/g, '');

/** Whether a value is empty, in any spelling of the service (Record, value shapes: unset values). */
export const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || isEmptyList(value);

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether a value is nothing: missing, empty, only spaces of any kind, or a list of nothing. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && withoutInvisible(value).trim() === '') ||
	(Array.isArray(value) && value.every(isNothing));

/** Converts a text to a number, unless that would change it or look like a rounded number. */
export const numeric = (value: unknown): unknown =>
	typeof value === 'string' &&
	Number.isSafeInteger(Number(value)) &&
	String(Number(value)) === value
		? Number(value)
		: value;

/** Returns the finite number of a value, also from a text; undefined for none. */
export function numberIn(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Returns a list, or a list of the single value. */
export const asList = (value: unknown): readonly unknown[] =>
	Array.isArray(value) ? value : [value];

/**
 * Makes equal text for equal JSON values, whatever the order of keys. It builds a text, not an object, so that
 * keys such as `__proto__` are ordinary keys.
 */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
	// Called for each row of each poll, so it makes no array per key.
	let parts = '';
	for (const key of Object.keys(value).sort()) {
		const part: unknown = Reflect.get(value, key);
		if (part === undefined) continue;
		parts += `${parts && ','}${JSON.stringify(key)}:${canonical(part)}`;
	}
	return `{${parts}}`;
}

/** Makes `digits` hexadecimal digits, up to 64, that are equal for equal JSON values. */
export const fingerprint = (value: unknown, digits = 8): string =>
	createHash('sha256').update(canonical(value)).digest('hex').slice(0, digits);
