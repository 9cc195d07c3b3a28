/** Rows per page (Limits). */
export const PAGE_LIMIT = 1000;

/** The most values in a page, so that reading its JSON does not block other work for long. */
const MOST_VALUES = 200_000;

export const rowsPerPage = (fields: number): number =>
	Math.min(PAGE_LIMIT, Math.max(100, Math.floor(MOST_VALUES / fields)));

/** Entries per import request (Limits). */
export const IMPORT_LIMIT = 100;
export const WINDOW_MS = 100_000;
