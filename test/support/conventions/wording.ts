// n8n's lint asks for a capital in From.
const small = new Set(
	'a an and as at but by for if in into nor of on or per the to via vs with'.split(' '),
);
const acronyms = /\b(ids?|urls?|json|api|csv|html|iso)\b/i;
const miswritten = /\b(?:Ids?|id|Urls?|url|Json|json|Api|api)\b/;
const htmlTag = /<\/?(?:a|b|br|code|em|i|li|strong|ul)(?:\s[^<>]*)?\/?>/g;

const words = (text: string) => text.split(/\s+/).filter((word) => /[a-z]/i.test(word));
const bare = (word: string) => word.replace(/^[^a-z0-9]+|[^a-z0-9]+$/gi, '');

export function isTitleCase(text: string): boolean {
	const all = words(text).map(bare);
	return all.every((word, index) => {
		const inner = index > 0 && index < all.length - 1;
		return small.has(word.toLowerCase()) && inner ? /^[a-z]/.test(word) : /^[A-Z0-9]/.test(word);
	});
}

export function isSentenceCase(text: string): boolean {
	const [first = '', ...rest] = words(text).map(bare);
	return /^[A-Z]/.test(first) && rest.every((word) => !/[A-Z]/.test(word) || acronyms.test(word));
}

/** 'ID', 'URL', 'JSON' and 'API' are written in capitals, save in what is quoted or code. */
export function writesAcronyms(text: string): boolean {
	const prose = text.replace(/<code>.*?<\/code>|'[^']*'|https?:\S+/g, '');
	return !miswritten.test(prose.replace(/\b[a-z]+[A-Z]\w*\b/g, ''));
}

/** One sentence has no final period, several have one. */
export function endsRightly(text: string): boolean {
	const prose = text.replace(htmlTag, '').replace(/\be\.g\.|\bi\.e\./g, '');
	const several = /[.!?]\s+[A-Z0-9['"(]/.test(prose);
	return several ? /[.!?)]$/.test(prose) : !prose.endsWith('.');
}

export function encodesAngles(text: string): boolean {
	return !/[<>]/.test(text.replace(htmlTag, ''));
}

export function isTidy(text: string): boolean {
	return text === text.trim() && !/ {2}/.test(text);
}

export function isSorted(texts: readonly string[]): boolean {
	const lower = texts.map((text) => text.toLowerCase());
	return lower.every((text, index) => index === 0 || (lower[index - 1] as string) <= text);
}
