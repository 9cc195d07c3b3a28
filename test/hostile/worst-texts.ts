import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A text that may take a pattern long: parts that are repeated between a beginning and an end. */
export interface Worst {
	readonly prefix: string;
	readonly pump: string;
	readonly end: string;
}

/** Makes the text with this many characters. */
export const textOf = ({ prefix, pump, end }: Worst, length: number): string =>
	prefix + pump.repeat(Math.max(1, Math.ceil((length - prefix.length) / pump.length))) + end;

/** Characters that patterns tell apart; the last is in few of them. */
const SIGNS = [
	...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
	...['\n', '\r', '\t', 'é', 'É', '価', '「', '」', '\uD83D', '\uDC4D', '\u0000'],
];
/** Different characters that pumps are made of, and the most characters of a pump of them. */
const MOST_SIGNS = 6;
const LONGEST = 3;

/**
 * Texts that patterns with backtracking may take long for: each repeated part of the pattern, repeated; all short texts of the
 * characters that it tells apart, repeated; each also behind what the pattern wants before, and before what it does not want.
 */
export function worstFor({ source, flags }: RegExp): Worst[] {
	const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
		unicode: flags.includes('u'),
		unicodeSets: flags.includes('v'),
	});
	const sample = sampler(flags);
	const pumps = new Set(shortTexts(signsIn(pattern, sample)));
	const prefixes = new Set(['']);
	visitRegExpAST(pattern, {
		onAlternativeEnter: ({ elements }) => {
			for (const [n, element] of elements.entries()) {
				if (element.type !== 'Quantifier') continue;
				const before = elements.slice(0, n).map(sample).join('');
				prefixes.add(before);
				for (const part of partsOf(element, sample))
					for (const behind of ['', before]) pumps.add(behind + part);
			}
			pumps.add(elements.map(sample).join(''));
		},
	});
	pumps.delete('');
	const all: Worst[] = [];
	for (const pump of pumps)
		for (const prefix of prefixes)
			for (const end of ['', '\u0000', '\n!']) all.push({ prefix, pump, end });
	return all;
}

type Sample = (node: AST.Element) => string;

/** Gives a text that fits a part of a pattern. */
function sampler(flags: string): Sample {
	const plain = flags.replace(/[gy]/g, '');
	const sample: Sample = (node) => {
		switch (node.type) {
			case 'Character':
				return String.fromCodePoint(node.value);
			case 'CharacterSet':
			case 'CharacterClass':
			case 'ExpressionCharacterClass': {
				const one = new RegExp(`^(?:${node.raw})$`, plain);
				return SIGNS.find((sign) => one.test(sign)) ?? firstIn(node);
			}
			case 'Group':
			case 'CapturingGroup':
				return node.alternatives[0]?.elements.map(sample).join('') ?? '';
			case 'Quantifier':
				return sample(node.element).repeat(Math.max(1, node.min));
			case 'Backreference':
			case 'Assertion':
				return '';
		}
	};
	return sample;
}

/** A character of a class that names rare ones only. */
function firstIn(node: AST.Element): string {
	const [first] = node.type === 'CharacterClass' ? node.elements : [];
	if (first?.type === 'Character') return String.fromCodePoint(first.value);
	return first?.type === 'CharacterClassRange' ? String.fromCodePoint(first.min.value) : '';
}

/** What a quantifier repeats: a text for each of its alternatives. */
const partsOf = ({ element }: AST.Quantifier, sample: Sample): string[] =>
	element.type === 'Group' || element.type === 'CapturingGroup'
		? element.alternatives.map(({ elements }) => elements.map(sample).join(''))
		: [sample(element)];

/** A character for each part of the pattern that takes one, those first that most parts take. */
function signsIn(pattern: AST.Pattern, sample: Sample): string[] {
	const parts: Array<AST.Character | AST.CharacterSet | AST.CharacterClass> = [];
	const add = (node: (typeof parts)[number]) => parts.push(node);
	visitRegExpAST(pattern, {
		onCharacterEnter: ({ parent, ...rest }) => {
			if (parent.type !== 'CharacterClass' && parent.type !== 'CharacterClassRange')
				add({ parent, ...rest });
		},
		onCharacterSetEnter: (node) => node.parent.type !== 'CharacterClass' && add(node),
		onCharacterClassEnter: add,
	});
	const uses = new Map<string, number>();
	for (const part of parts) {
		const sign = sample(part);
		uses.set(sign, (uses.get(sign) ?? 0) + 1);
	}
	uses.delete('');
	return [...uses]
		.sort(([, a], [, b]) => b - a)
		.map(([sign]) => sign)
		.slice(0, MOST_SIGNS);
}

function shortTexts(signs: readonly string[]): string[] {
	let texts = [''];
	const all: string[] = [];
	for (let length = 1; length <= LONGEST; length++) {
		texts = texts.flatMap((text) => signs.map((sign) => text + sign));
		all.push(...texts);
	}
	return all;
}
