import type { FaultAnswer } from '../../../sandbox/service/faults';

/** Requests sent while a fault lasts: for a read, for an update or deletion, for a create or import. */
type Attempts = readonly [read: number, repeatable: number, creating: number];

/** A fault of one request, and what must follow from it: the rules, not what was observed. */
export interface Fault {
	readonly name: string;
	readonly way: FaultAnswer;
	readonly attempts: Attempts;
	/** Whether the service carries out a write that meets the fault. */
	readonly takesEffect?: boolean;
	/** What the reply shows about a write. */
	readonly write: 'done' | 'not done' | 'open';
	/** Whether every further request would fail in the same way, so that nothing more is sent. */
	readonly isFinal?: boolean;
	/** The paths of requests about one entry, of which the failure says nothing about the others. */
	readonly spares?: RegExp;
	/** Whether the service checked and rejected what was sent. */
	readonly isRefusal?: boolean;
	/** The headline; in the place of … it names what was not found. */
	readonly message: string;
}

const ONCE: Attempts = [1, 1, 1];
const ALL_AGAIN: Attempts = [4, 4, 4];
/** A create or an import that may have taken effect is never retried. */
const SAFE_AGAIN: Attempts = [4, 4, 1];

const said = (code: number, message: string, details: readonly string[] = []) => ({
	errors: { code, message, details: details.map((one) => ({ message: one })) },
});
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const now = { 'retry-after': '0' };
const page = '<html><body>Oops</body></html>';

const KEPT = { takesEffect: true } as const;

const refusal = { attempts: ONCE, write: 'not done', isRefusal: true } as const;
const limit = { attempts: ALL_AGAIN, write: 'not done', isFinal: true } as const;
const turnedAway = { attempts: ONCE, write: 'not done', isFinal: true } as const;
const broken = { attempts: SAFE_AGAIN, write: 'open' } as const;
const silent = { attempts: SAFE_AGAIN, write: 'open' } as const;
const unreadable = { attempts: ONCE, write: 'done', takesEffect: true } as const;
/** The status of a write tells enough. */
const cutOff = { attempts: [4, 1, 1], write: 'done', takesEffect: true } as const;

const reached = (code: string) => `The service could not be reached (${code})`;
const NOT_THE_API = 'Another program responded, not the records service';
const CUT_OFF = 'The response of the service was cut off';

// prettier-ignore
export const faults: readonly Fault[] = [
	{ name: '400 with details', way: { status: 400, body: said(400, 'Bad Request', ['First', 'Second']) }, ...refusal, message: 'Bad Request: First; Second' },
	{ name: '400 without details', way: { status: 400 }, ...refusal, message: 'Bad Request' },
	{ name: '401', way: { status: 401 }, ...turnedAway, message: 'Unauthorized' },
	{ name: '402 for 100 seconds', way: { status: 402, headers: now }, ...limit, message: 'Request exhausted per 100 second' },
	{ name: '402 for the month', way: { status: 402, body: said(402, 'Request exhausted per month') }, ...turnedAway, message: 'Request exhausted per month' },
	{ name: '403', way: { status: 403 }, ...turnedAway, spares: /\/records\/\d+/, message: 'Access Denied' },
	{ name: '404', way: { status: 404 }, ...refusal, message: 'Not Found: …' },
	{ name: '405', way: { status: 405 }, ...refusal, message: 'Method Not Allowed' },
	{ name: '429 without a body', way: { status: 429, headers: now, body: '' }, ...limit, message: 'Too Many Requests' },
	{ name: '500, nothing done', way: { status: 500 }, ...broken, message: 'Internal Server Error' },
	{ name: '500, all done', way: { status: 500, ...KEPT }, ...broken, ...KEPT, message: 'Internal Server Error' },
	{ name: '502 with a page, nothing done', way: { status: 502, headers: html, body: page }, ...broken, message: 'Bad Gateway' },
	{ name: '502 with a page, all done', way: { status: 502, headers: html, body: page, ...KEPT }, ...broken, ...KEPT, message: 'Bad Gateway' },
	{ name: '200 with nothing', way: { status: 200, body: '', ...KEPT }, ...unreadable, message: NOT_THE_API },
	{ name: '200, JSON cut off', way: { status: 200, headers: json, body: '{"code":"A","na', ...KEPT }, ...cutOff, message: CUT_OFF },
	{ name: '200, connection cut off', way: { cut: true }, ...cutOff, message: CUT_OFF },
	{ name: '200, JSON of another shape', way: { status: 200, body: { hello: 'world' }, ...KEPT }, ...unreadable, message: 'The response is not from the records service' },
	{ name: '200 with a login page', way: { status: 200, headers: html, body: page }, attempts: ONCE, write: 'open', message: NOT_THE_API },
	{ name: 'redirect to another host', way: { status: 302, headers: { location: 'http://127.0.0.1:1/login' } }, attempts: ONCE, write: 'open', message: 'The service points to another address (status 302)' },
	{ name: 'reset before it was received', way: { drop: 'before' }, ...silent, message: reached('ECONNRESET') },
	{ name: 'reset after it took effect', way: { drop: 'after' }, ...silent, ...KEPT, message: reached('ECONNRESET') },
	{ name: 'no answer for two minutes', way: { never: true }, ...silent, message: 'The service did not respond in time (ECONNABORTED)' },
];
