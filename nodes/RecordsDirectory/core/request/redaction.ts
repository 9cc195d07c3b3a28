import { LONGEST_TEXT, shortened } from '../text';
import type { Failure } from './failure';

/** Characters of a text to search: users are shown fewer. */
const SEARCHED = 2 * LONGEST_TEXT;

/**
 * Returns the failure with short words and without secrets: the keys, and the passwords in the body of the
 * request, which a service may repeat in its errors. They are found as they are, percent-encoded, as in JSON and in
 * base64.
 */
export function redacted(
	failure: Failure,
	keys: ReadonlyArray<string | undefined>,
	body?: unknown,
): Failure {
	const secrets = [...keys, ...passwordsIn(body)]
		.map((key) => key?.trim() ?? '')
		.filter((key) => key !== '');
	// Shortened afterwards: the hidden text is shorter than what was searched.
	const hidden = (text: string) => shortened(withoutSecrets(text.slice(0, SEARCHED), secrets));
	return failure.with({
		message: hidden(failure.message),
		details: failure.details.map(hidden),
	});
}

function passwordsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
		name === 'loginPass' && typeof inner === 'string' ? [inner] : passwordsIn(inner),
	);
}

/** What to search for: the ways to write each character, and how many characters beside them partly belong to it. */
interface Sought {
	readonly characters: ReadonlyArray<readonly string[]>;
	readonly before: number;
	readonly behind: number;
}

/**
 * Replaces each secret in a text by `***`: as it is, percent-encoded, escaped as in JSON, and in base64. Also
 * replaces the start of a secret at the end of a text that was cut.
 */
function withoutSecrets(text: string, secrets: readonly string[]): string {
	const sought = secrets.flatMap((secret) => {
		const all = [...secret];
		const plain = [all.map((one) => [one]), all.map(inAddress), all.map(inJson)];
		return [
			...plain.map((characters) => ({ characters, before: 0, behind: 0 })),
			...inBase64(secret),
		];
	});
	let hidden = '';
	let end = 0;
	for (let at = 0; at < text.length; at++) {
		for (const { characters, before, behind } of sought) {
			const found = findEnd(text, at, characters);
			if (found === undefined) continue;
			const start = Math.max(0, at - before);
			if (start >= end) hidden += `${text.slice(end, start)}***`;
			end = Math.max(end, Math.min(text.length, found + behind));
		}
	}
	return hidden + text.slice(end);
}

/** A text that ends with this many first characters of a secret was cut within it. */
const LEAST_BEGUN = 4;

/** Returns where a secret that starts at a place ends; undefined if none starts there. */
function findEnd(
	text: string,
	start: number,
	characters: Sought['characters'],
): number | undefined {
	let at = start;
	for (const [n, ways] of characters.entries()) {
		if (at === text.length && n >= LEAST_BEGUN) return at;
		const written = ways.find((way) => text.startsWith(way, at));
		if (written === undefined) return undefined;
		at += written.length;
	}
	return at;
}

/** Upper case is usual in addresses, lower case in JSON. */
const inBothCases = (hex: string) => [hex, hex.toUpperCase()];

const inAddress = (character: string): readonly string[] => {
	const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
	const encoded = inBothCases(bytes.map((byte) => `%${byte}`).join(''));
	if (character === ' ') return [...encoded, ' ', '+'];
	return character === '%' ? encoded : [...encoded, character];
};

const inJson = (character: string): readonly string[] => {
	const units = Array.from({ length: character.length }, (_, unit) =>
		character.charCodeAt(unit).toString(16).padStart(4, '0'),
	);
	const escaped = [units, units.map((unit) => unit.toUpperCase())].map((all) =>
		all.map((unit) => `\\u${unit}`).join(''),
	);
	// As it is, or after a backslash if JSON needs one.
	const usual = JSON.stringify(character).slice(1, -1);
	return character === '/' ? [...escaped, '\\/', usual] : [...escaped, usual];
};

/** Shorter sequences are part of many words. */
const LEAST_BASE64 = 4;

/**
 * A secret in base64 or base64url (RFC 4648), alone or anywhere in a longer text such as `user:key`. Three bytes
 * make four characters, so there are three ways to write it, and its outer characters may also contain parts of
 * other bytes.
 */
const inBase64 = (secret: string): readonly Sought[] =>
	[0, 1, 2]
		.map((bytesBefore) => {
			const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
			const start = Math.ceil((bytesBefore * 8) / 6);
			const written = bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
			return {
				characters: [...written].map((one) => [one, OF_BASE64URL[one] ?? one]),
				before: bytesBefore === 0 ? 0 : 1,
				behind: bytes.length % 3 === 0 ? 0 : 1,
			};
		})
		.filter(({ characters }) => characters.length >= LEAST_BASE64);

const OF_BASE64URL: Readonly<Record<string, string>> = { '+': '-', '/': '_' };
