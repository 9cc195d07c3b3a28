/** A text as people compare texts: whatever the case and width of its letters. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
