import { withoutSecrets } from '../../../nodes/RecordsDirectory/core/request/spellings';
import { base64Of } from '../../support/spellings';

const SECRET = 'k3y-Of-The-S1te';

/** The names in the HTML standard of each ASCII character other than letters and digits. */
const NAMES: ReadonlyArray<readonly [character: string, names: string]> = [
	['\t', 'Tab'],
	['\n', 'NewLine'],
	// A key is written with a plain space, which a page may write as one that does not break.
	[' ', 'nbsp'],
	['!', 'excl'],
	['"', 'quot QUOT'],
	['#', 'num'],
	['$', 'dollar'],
	['%', 'percnt'],
	['&', 'amp AMP'],
	["'", 'apos'],
	['(', 'lpar'],
	[')', 'rpar'],
	['*', 'ast midast'],
	['+', 'plus'],
	[',', 'comma'],
	['.', 'period'],
	['/', 'sol'],
	[':', 'colon'],
	[';', 'semi'],
	['<', 'lt LT'],
	['=', 'equals'],
	['>', 'gt GT'],
	['?', 'quest'],
	['@', 'commat'],
	['[', 'lsqb lbrack'],
	['\\', 'bsol'],
	[']', 'rsqb rbrack'],
	['^', 'Hat'],
	['_', 'lowbar UnderBar'],
	['`', 'grave'],
	['{', 'lcub lbrace'],
	['|', 'verbar vert VerticalLine'],
	['}', 'rcub rbrace'],
];
const named = NAMES.flatMap(([character, names]) =>
	names.split(' ').map((name) => [name, character] as const),
);

describe('a character of a secret may be written', () => {
	it.each(named)('by its name in HTML: &%s;', (name, character) => {
		expect(withoutSecrets(`Key 7a&${name};b9 rejected`, [`7a${character}b9`])).toBe(
			'Key *** rejected',
		);
	});

	it.each([
		['&#65;', 'A'],
		['&#x41;', 'A'],
		['&#X4a;', 'J'],
		['&#0065;', 'A'],
		['&#x10FFFF;', '\u{10FFFF}'],
		['&#1114111;', '\u{10FFFF}'],
		['&#128077;', '👍'],
	])('by its number in HTML: %s', (number, character) => {
		expect(withoutSecrets(`Key 7a${number}b9 rejected`, [`7a${character}b9`])).toBe(
			'Key *** rejected',
		);
	});

	it.each([
		['\\b', '\b'],
		['\\f', '\f'],
		['\\n', '\n'],
		['\\r', '\r'],
		['\\t', '\t'],
		['\\"', '"'],
		['\\\\', '\\'],
		['\\/', '/'],
		['\\u000a', '\n'],
		['\\u00E9', 'é'],
	])('after a backslash in JSON: %s', (escaped, character) => {
		expect(withoutSecrets(`Key 7a${escaped}b9 rejected`, [`7a${character}b9`])).toBe(
			'Key *** rejected',
		);
	});
});

it.each([
	['an unknown name', '&nosuchname;'],
	['a number above all characters', '&#1114112;'],
	['a hexadecimal number above all characters', '&#x110000;'],
	['bytes that are no UTF-8', '%C0%80'],
	['a surrogate half in percent-encoding', '%ED%A0%80'],
	['a percent sign', '100%'],
	['a backslash at the end of a line', 'C:\\'],
])('beside %s a secret is hidden, and what is no spelling stays', (_, words) => {
	expect(withoutSecrets(`${words} ${SECRET} ${words}`, [SECRET])).toBe(`${words} *** ${words}`);
	expect(withoutSecrets(words, [SECRET])).toBe(words);
});

it('a secret in HTML is hidden after what is only a name in JavaScript', () => {
	expect(withoutSecrets('&constructor; &toString; Key 7a&lt;b9', ['7a<b9'])).toBe(
		'&constructor; &toString; Key ***',
	);
});

it('a secret that contains every spelling itself is hidden as it is', () => {
	const secret = 'a%41b+c\\nd&lt;e\u200bf';
	expect(withoutSecrets(`Key ${secret} rejected`, [secret])).toBe('Key *** rejected');
});

describe('of a text that was cut within a secret', () => {
	it.each([4, 5, SECRET.length - 1])('the first %i characters are hidden', (length) => {
		expect(withoutSecrets(`Key ${SECRET.slice(0, length)}`, [SECRET])).toBe('Key ***');
	});

	it('3 characters are too few to tell', () => {
		expect(withoutSecrets('Key k3y', [SECRET])).toBe('Key k3y');
	});

	it.each([
		['percent-encoded', 'Key k3y%2DO'],
		['in HTML', 'Key k3y&#45;O'],
		['in JSON', 'Key k3y\\u002dO'],
	])('the first characters are hidden %s', (_, text) => {
		expect(withoutSecrets(text, [SECRET])).toBe('Key ***');
	});

	it('the first characters are hidden in base64', () => {
		const { text, left } = base64Of('user:', SECRET, '', false);
		const cut = text.slice(0, text.length - 6);
		expect(withoutSecrets(`Basic ${cut}`, [SECRET])).toBe(`Basic ${left}***`);
	});

	it('a text that is no more than the start of a secret is hidden', () => {
		expect(withoutSecrets('k3y-Of', [SECRET])).toBe('***');
	});

	it('the start of a secret before other words is none', () => {
		expect(withoutSecrets('Key k3y-Of rejected', [SECRET])).toBe('Key k3y-Of rejected');
	});
});

describe('several secrets', () => {
	it.each([
		['one after the other', 'first-key and other-key', '*** and ***'],
		['without anything between', 'first-keyother-key', '******'],
		['the same one twice', 'first-key first-key', '*** ***'],
		['one with another in it', 'an outer-other-key-end', 'an ***'],
		['two that overlap', 'an outer-other-key-ending', 'an ***'],
	])('are all hidden: %s', (_, text, shown) => {
		const secrets = ['first-key', 'other-key', 'outer-other-key-end', 'key-ending'];
		expect(withoutSecrets(text, secrets)).toBe(shown);
	});

	it('are none: the text stays as it is', () => {
		expect(withoutSecrets(`%41 &lt; ${SECRET}`, [])).toBe(`%41 &lt; ${SECRET}`);
	});
});

it('a secret of three bytes is hidden in base64, which writes it in four characters', () => {
	expect(withoutSecrets('Basic YWI6eHl6OmNk', ['xyz'])).toBe('Basic YWI6***OmNk');
});
