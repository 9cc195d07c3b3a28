/** A coin: each character of a text may be spelled in more than one way. */
export type Coin = () => boolean;

type Speller = (text: string, coin: Coin) => string;

const each = (text: string, spell: (character: string) => string) => [...text].map(spell).join('');

const hex = (code: number, coin: Coin) => {
	const digits = code.toString(16);
	return coin() ? digits.toUpperCase() : digits;
};

const percent = (character: string, coin: Coin) =>
	[...Buffer.from(character)].map((byte) => `%${hex(byte, coin).padStart(2, '0')}`).join('');

const isSafe = (character: string) => /^[\w.~!*'()@:,;=?/-]$/.test(character);

const json = (character: string, coin: Coin): string => {
	if (/^["\\]$/.test(character) && coin()) return `\\${character}`;
	if (character === '/' && coin()) return '\\/';
	if (!/^["\\\p{Cc}]$/u.test(character) && coin()) return character;
	return Array.from(
		{ length: character.length },
		(_, unit) => `\\u${hex(character.charCodeAt(unit), coin).padStart(4, '0')}`,
	).join('');
};

const NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'/': 'sol',
	'+': 'plus',
	'=': 'equals',
};

const html = (character: string, coin: Coin): string => {
	const name = NAMES[character];
	if (character !== '&' && coin()) return character;
	if (name !== undefined && coin()) return `&${name};`;
	const code = character.codePointAt(0)!;
	const zeros = coin() ? '00' : '';
	return coin() ? `&#${zeros}${code};` : `&#${coin() ? 'x' : 'X'}${zeros}${hex(code, coin)};`;
};

/** Every way in which a service may write characters into a text. */
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
	HTML: (text, coin) => each(text, (one) => html(one, coin)),
	'with signs that nobody sees': (text, coin) =>
		each(text, (one) => (coin() ? `${one}\u202e` : `${one}\u200b`)),
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
