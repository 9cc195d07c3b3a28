import { exactNumber } from './decimal';
import { createHash } from 'node:crypto';

export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const omit = <T extends object, K extends keyof T>(
	object: T,
	names: readonly K[],
): Omit<T, K> => {
	const rest: Partial<T> = { ...object };
	for (const name of names) delete rest[name];
	return rest as Omit<T, K>;
};

export const jsonObjectsIn = (value: unknown): readonly JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];

/** A number that would be rounded becomes the text of its digits. Throws a `SyntaxError`. */
export const readJson = (text: string): unknown =>
	JSON.parse(
		mayRound(text)
			? text.replace(TOKENS, (token) => (isRounded(token) ? `"${token}"` : token))
			: text,
	);

export const roundedIn = (json: string): readonly string[] =>
	mayRound(json) ? (json.match(TOKENS) ?? []).filter(isRounded) : [];

/** Sixteen or more digits or an exponent may be such a number. It begins the text, or follows a sign or a space. */
const mayRound = (json: string): boolean => /^-?\d/.test(json) || MAY_ROUND.test(json);
const MAY_ROUND = /[:[, \n\r\t]-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/** The strings, numbers, brackets and colons of a JSON text. A string ends at a quote after an even number of backslashes. */
const TOKENS = /"[^]*?"(?<=(?<!\\)(?:\\\\)*")|-?\d[-+.\deE]*|[{}[\]:]/g;

const isRounded = (token: string): boolean =>
	/^-?\d/.test(token) && !/^[\d.]{1,15}$/.test(token) && exactNumber(token) === undefined;

/** Returns the names that occur twice in one object; a parser would keep only the last value. */
export function repeatedIn(json: string): readonly string[] {
	const repeated: string[] = [];
	/** The names so far of each open object or list. */
	const open: Array<Set<string>> = [];
	let last = '';
	for (const token of json.match(TOKENS) ?? []) {
		if (token === '{' || token === '[') open.push(new Set());
		if (token === '}' || token === ']') open.pop();
		if (token === ':') {
			const name = String(JSON.parse(last));
			if (open.at(-1)?.has(name)) repeated.push(name);
			open.at(-1)?.add(name);
		}
		last = token;
	}
	return repeated;
}

/** An assignment to `__proto__` would not create a property. */
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

/** An ID such as `constructor` would otherwise find an inherited property. */
export const ownProperty = (object: JsonObject, name: string): unknown =>
	Object.hasOwn(object, name) ? object[name] : undefined;

export const textIn = (value: unknown): string =>
	typeof value === 'object' || value === undefined ? '' : String(value);

/** `String` fails for an object with an unusual `toString`. */
export const asText = (value: unknown): string =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** In any spelling of the service (Record, value shapes: unset values). */
export const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || isEmptyList(value);

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	// Characters without width come along when a text is copied.
	(typeof value === 'string' && value.replace(/[\u00ad\u200b-\u200f\u2060]/g, '').trim() === '') ||
	(Array.isArray(value) && value.every(isNothing));

/** A number for a text, unless that would change the text or look like a rounded number. */
export const numeric = (value: unknown): unknown =>
	typeof value === 'string' &&
	Number.isSafeInteger(Number(value)) &&
	String(Number(value)) === value
		? Number(value)
		: value;

/** Matches `1,024`, but nothing in `1,5`. */
const GROUPED = /^\d{1,3}(,\d{3})+$/;

export function numberIn(value: unknown): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = isText ? Number(GROUPED.test(value) ? value.replaceAll(',', '') : value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export const asList = (value: unknown): readonly unknown[] =>
	Array.isArray(value) ? value : [value];

/** Equal text for equal values, whatever the order of keys. It makes no object, so `__proto__` is an ordinary key. */
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

/** `digits` hexadecimal digits, up to 64, that are equal for equal JSON values. */
export const fingerprint = (value: unknown, digits = 8): string =>
	createHash('sha256').update(canonical(value)).digest('hex').slice(0, digits);
