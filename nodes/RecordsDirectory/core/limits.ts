import { spanInWords } from './text';

/** Rows per page (Limits). */
export const PAGE_LIMIT = 1000;

/** The most values in a page, so that reading its JSON does not block other work for long. */
const MOST_VALUES = 200_000;

export const rowsPerPage = (fields: number): number =>
	Math.min(PAGE_LIMIT, Math.max(100, Math.floor(MOST_VALUES / fields)));
/** Entries per import request (Limits). */
export const IMPORT_LIMIT = 100;
export const WINDOW_MS = 100_000;

export const rateWords = {
	usedUp: 'Rate limit reached: the requests per 100 seconds are used up',
	asked: 'Rate limit reached: the site has asked to wait',
	usedUpByTriggers: (most: number, limit: number) =>
		`Rate limit reached: triggers have used their share, ${most} of ${limit} requests per 100 seconds`,
	usedUpAt: (site: string) => `The rate limit of ${site} is used up`,
	waited: (ms: number) => `This run waited ${spanInWords(ms)} for the rate limit of the service.`,
};
