/** A text as people compare texts: whatever the case and width of its letters. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What texts have in common that differ in case, width or spaces only. */
export const plain = (text: string): string => folded(text).replace(/\s+/g, '');
