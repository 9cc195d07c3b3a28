/** Makes texts equal that differ only in case and width. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Makes texts equal that differ only in case, width or spaces. */
export const foldedWithoutSpaces = (text: string): string => folded(text).replace(/\s+/g, '');
