/** Makes texts equal that differ only in case and width. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Makes texts equal that differ only in case, width or spaces. */
export const foldedWithoutSpaces = (text: string): string => folded(text).replace(/\s+/g, '');

/** Puts a whole list into words: `0, 2 and 5 to 9`. */
export const listed = (all: readonly string[]): string =>
	[all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ');
