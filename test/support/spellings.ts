/** A coin: each character of a text may be spelled in more than one way. */
type Coin = () => boolean;

type Speller = (text: string, coin: Coin) => string;

const each = (text: string, spell: (character: string) => string) => [...text].map(spell).join('');

const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, '0');
const inCase = (escaped: string, coin: Coin) =>
	coin() ? escaped.replace(/[\da-f]{2,4}/g, (digits) => digits.toUpperCase()) : escaped;

const percent = (character: string, coin: Coin) =>
	inCase([...Buffer.from(character)].map((byte) => `%${hex(byte)}`).join(''), coin);

const isSafe = (character: string) => /^[\w.~!*'()@:,;=?/-]$/.test(character);

const json = (character: string, coin: Coin): string => {
	if (/^["\\]$/.test(character) && coin()) return `\\${character}`;
	if (character === '/' && coin()) return '\\/';
	if (!/^["\\\p{Cc}]$/u.test(character) && coin()) return character;
	const units = Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit));
	return inCase(units.map((unit) => `\\u${hex(unit, 4)}`).join(''), coin);
};

/** Each way of writing a text that is searched for. */
export const SPELLERS: Readonly<Record<string, Speller>> = {
	'as it is': (text) => text,
	'percent-encoded': (text, coin) =>
		each(text, (one) => (isSafe(one) && coin() ? one : percent(one, coin))),
	'of a form': (text, coin) =>
		each(text, (one) => {
			if (one === ' ' && coin()) return '+';
			return isSafe(one) && coin() ? one : percent(one, coin);
		}),
	JSON: (text, coin) => each(text, (one) => json(one, coin)),
};

/** A secret as base64 in a longer text, and the part of it that shows nothing of the secret. */
export function base64Of(before: string, secret: string, behind: string, isUrl: boolean) {
	const encoding = isUrl ? 'base64url' : 'base64';
	const [start, length] = [before, secret].map((text) => Buffer.byteLength(text) * 8) as [
		number,
		number,
	];
	const text = Buffer.from(before + secret + behind).toString(encoding);
	return {
		text,
		left: text.slice(0, Math.floor(start / 6)),
		right: text.slice(Math.ceil((start + length) / 6)),
	};
}
