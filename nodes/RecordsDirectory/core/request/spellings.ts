/** Part of a text: from its first character to the one after its last. */
interface Span {
	readonly start: number;
	readonly end: number;
}

/** A text with one spelling decoded, and the start of each of its characters in the original. */
interface Reading {
	readonly text: string;
	/** One more than there are characters: the last is the end. */
	readonly places: readonly number[];
}

/** How a format writes characters; undefined if a sequence only looks like it. */
interface Spelling {
	readonly written: RegExp;
	read(written: string): string | undefined;
}

/** Names of characters in JSON, after a backslash. */
const JSON_NAMES: Readonly<Record<string, string>> = {
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

/** HTML names of the ASCII characters other than letters and digits. */
const HTML_NAMES: Readonly<Record<string, string>> = {
	Tab: '\t',
	NewLine: '\n',
	nbsp: ' ',
	excl: '!',
	quot: '"',
	QUOT: '"',
	num: '#',
	dollar: '$',
	percnt: '%',
	amp: '&',
	AMP: '&',
	apos: "'",
	lpar: '(',
	rpar: ')',
	ast: '*',
	midast: '*',
	plus: '+',
	comma: ',',
	period: '.',
	sol: '/',
	colon: ':',
	semi: ';',
	lt: '<',
	LT: '<',
	equals: '=',
	gt: '>',
	GT: '>',
	quest: '?',
	commat: '@',
	lsqb: '[',
	lbrack: '[',
	bsol: '\\',
	rsqb: ']',
	rbrack: ']',
	Hat: '^',
	lowbar: '_',
	UnderBar: '_',
	grave: '`',
	lcub: '{',
	lbrace: '{',
	verbar: '|',
	vert: '|',
	VerticalLine: '|',
	rcub: '}',
	rbrace: '}',
};

const htmlCharacter = (name: string): string | undefined => {
	if (!name.startsWith('#')) return Object.hasOwn(HTML_NAMES, name) ? HTML_NAMES[name] : undefined;
	// What HTML writes as #x41 is 0x41 in JavaScript.
	const code = Number(`0${name.slice(1)}`);
	return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
};

/** Matches percent-encoded UTF-8: `%` and two hexadecimal digits per byte. */
const PERCENT =
	/%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/;

const ADDRESS: Spelling = {
	written: new RegExp(PERCENT.source, 'gi'),
	read(written) {
		const character = Buffer.from(written.replaceAll('%', ''), 'hex').toString('utf8');
		return character.includes('\uFFFD') ? undefined : character;
	},
};

const FORM: Spelling = {
	written: new RegExp(`\\+|${PERCENT.source}`, 'gi'),
	read: (written) => (written === '+' ? ' ' : ADDRESS.read(written)),
};

const JSON_TEXT: Spelling = {
	written: /\\(?:u[\da-f]{4}|[^u])/gi,
	read: (written) =>
		/^\\u/i.test(written)
			? String.fromCharCode(Number.parseInt(written.slice(2), 16))
			: (JSON_NAMES[written.slice(1)] ?? written.slice(1)),
};

const HTML: Spelling = {
	written: /&(?:#\d{1,9}|#x[\da-f]{1,9}|[a-z]{2,12});/gi,
	read: (written) => htmlCharacter(written.slice(1, -1)),
};

/** Invisible characters: a secret that contains them looks like the secret. */
const UNSEEN: Spelling = {
	written: /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}]/gu,
	read: () => '',
};

/** How addresses, forms, JSON and HTML write characters, and the invisible characters in between. */
export const SPELLINGS: readonly Spelling[] = [ADDRESS, FORM, JSON_TEXT, HTML, UNSEEN];

/** A service may put another server's page into its JSON, and an address into that page. */
const DEPTH = 3;

/** Returns a text as it is, and decoded by each spelling, in every order. */
function readingsOf(text: string): readonly Reading[] {
	const asItIs = { text, places: Array.from({ length: text.length + 1 }, (_, place) => place) };
	const all = new Map<string, Reading>([[text, asItIs]]);
	let last: readonly Reading[] = [asItIs];
	for (let depth = 0; depth < DEPTH; depth++) {
		const found = last.flatMap((one) => SPELLINGS.map((spelling) => undone(one, spelling)));
		const fresh = found.filter(({ text: decoded }) => !all.has(decoded));
		last = [...new Map(fresh.map((one) => [one.text, one])).values()];
		for (const reading of last) all.set(reading.text, reading);
	}
	return [...all.values()];
}

function undone({ text, places }: Reading, { written, read }: Spelling): Reading {
	const from: Array<readonly number[]> = [];
	let end = 0;
	const decoded = text.replace(written, (signs: string, start: number) => {
		const character = read(signs);
		if (character === undefined) return signs;
		const { length } = character;
		from.push(
			places.slice(end, start),
			Array.from({ length }, () => places[start] ?? 0),
		);
		end = start + signs.length;
		return character;
	});
	return { text: decoded, places: [...from, places.slice(end)].flat() };
}

/** What to search for: the characters of a secret, and how many characters beside them partly belong to it. */
interface Sought {
	readonly characters: string;
	readonly isBase64: boolean;
	readonly before: number;
	readonly behind: number;
}

/** Shorter sequences are part of many words. */
const LEAST_BASE64 = 4;

/**
 * A secret in base64 (RFC 4648), alone or anywhere in a longer text such as `user:key`. Three bytes make four
 * characters, so there are three ways to write it, and its outer characters may also contain parts of other
 * bytes.
 */
const inBase64 = (secret: string): readonly Sought[] =>
	[0, 1, 2]
		.map((bytesBefore) => {
			const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
			const start = Math.ceil((bytesBefore * 8) / 6);
			const end = Math.floor((bytes.length * 8) / 6);
			return {
				characters: bytes.toString('base64').slice(start, end),
				isBase64: true,
				before: bytesBefore === 0 ? 0 : 1,
				behind: bytes.length % 3 === 0 ? 0 : 1,
			};
		})
		.filter(({ characters }) => characters.length >= LEAST_BASE64);

/** base64url uses two different characters. */
const asBase64 = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');

/** A text that ends with this many first characters of a secret was cut within it. */
const LEAST_BEGUN = 4;

function spansIn({ text, places }: Reading, sought: readonly Sought[]): readonly Span[] {
	const base64 = asBase64(text);
	return sought.flatMap(({ characters, isBase64, before, behind }) => {
		const searched = isBase64 ? base64 : text;
		const spans: Span[] = [];
		const add = (start: number, end: number) =>
			spans.push({
				start: places[Math.max(0, start - before)] ?? 0,
				end: places[Math.min(text.length, end + behind)] ?? 0,
			});
		const { length } = characters;
		let at = searched.indexOf(characters);
		for (; at >= 0; at = searched.indexOf(characters, at + length)) add(at, at + length);
		const begun = begunAtEnd(searched, characters);
		if (begun > 0) add(text.length - begun, text.length);
		return spans;
	});
}

/** Returns how many first characters of a secret a text ends with; 0 if too few to tell. */
function begunAtEnd(text: string, characters: string): number {
	for (let length = Math.min(characters.length - 1, text.length); length >= LEAST_BEGUN; length--)
		if (text.endsWith(characters.slice(0, length))) return length;
	return 0;
}

/**
 * Replaces each secret in a text by `***`: as it is, percent-encoded, with `+` for spaces, escaped as in JSON
 * or HTML, several of these nested, and in base64. Also replaces the start of a secret at the end of a text
 * that was cut.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	const sought = secrets.flatMap((secret) => [
		{ characters: secret, isBase64: false, before: 0, behind: 0 },
		...inBase64(secret),
	]);
	const spans = readingsOf(text).flatMap((reading) => spansIn(reading, sought));
	let hidden = '';
	let end = 0;
	for (const span of spans.sort((a, b) => a.start - b.start)) {
		if (span.start >= end) hidden += `${text.slice(end, span.start)}***`;
		end = Math.max(end, span.end);
	}
	return hidden + text.slice(end);
}
