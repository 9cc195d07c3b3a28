import { LONGEST_TEXT, shortened } from '../text';
import type { Failure } from './failure';

/** Characters of a text to search: users are shown fewer, also after long secrets were hidden. */
const SEARCHED = 10 * LONGEST_TEXT;

/** Hides keys and passwords, which a service may repeat: plain, percent-encoded, as in JSON and in base64. */
export function redacted(
	failure: Failure,
	keys: ReadonlyArray<string | undefined>,
	body?: unknown,
): Failure {
	const patterns = [...keys, ...passwordsIn(body)]
		.map((key) => key?.trim() ?? '')
		.filter((key) => key !== '')
		// A secret may be a part of another one.
		.sort((a, b) => b.length - a.length)
		.map(toPattern);
	const hidden = (text: string) =>
		shortened(
			patterns.reduce((left, secret) => left.replace(secret, '***'), text.slice(0, SEARCHED)),
		);
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

function toPattern(secret: string): RegExp {
	const spelledBy = (waysToWrite: (character: string) => readonly string[]) =>
		[...secret].map((one) => `(?:${waysToWrite(one).map(literal).join('|')})`).join('');
	const spellings = [literal(secret), spelledBy(inAddress), spelledBy(inJson)];
	return new RegExp([...spellings, ...inBase64(secret)].join('|'), 'g');
}

const literal = (text: string) => text.replace(/\W/g, '\\$&');

/** Writes numbers in hex, in both cases: upper case is usual in addresses, lower case in JSON. */
function inHex(prefix: string, numbers: readonly number[], digits: number): readonly string[] {
	const all = numbers.map((one) => one.toString(16).padStart(digits, '0'));
	return [all, all.map((hex) => hex.toUpperCase())].map((hex) => prefix + hex.join(prefix));
}

function inAddress(character: string): readonly string[] {
	const encoded = inHex('%', [...Buffer.from(character)], 2);
	if (character === ' ') return [...encoded, ' ', '+'];
	return character === '%' ? encoded : [...encoded, character];
}

function inJson(character: string): readonly string[] {
	const units = character.split('').map((unit) => unit.charCodeAt(0));
	// As it is, or after a backslash if JSON needs one.
	const usual = JSON.stringify(character).slice(1, -1);
	return [...inHex('\\u', units, 4), usual, ...(character === '/' ? ['\\/'] : [])];
}

/** Shorter sequences are part of many words. */
const LEAST_BASE64 = 4;

/**
 * In base64 or base64url (RFC 4648), alone or in a longer text such as `user:key`. Three bytes make four
 * characters, so there are three spellings, whose outer characters may contain parts of other bytes.
 */
const inBase64 = (secret: string): readonly string[] =>
	[0, 1, 2].flatMap((bytesBefore) => {
		const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
		const start = Math.ceil((bytesBefore * 8) / 6);
		const own = bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
		if (own.length < LEAST_BASE64) return [];
		const inner = own.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
		const [left, right] = [bytesBefore > 0, bytes.length % 3 > 0].map((isShared) =>
			isShared ? '[\\w+/-]?' : '',
		);
		return [`${left}${inner}${right}`];
	});
