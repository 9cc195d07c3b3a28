import fc from 'fast-check';
import {
	Failure,
	type FailureKind,
	type RawReply,
	toFailure,
} from '../../../nodes/RecordsDirectory/core/request/failure';

const MONTH = 'Request exhausted per month';
const SECONDS = 'Request exhausted per 100 second';

const failed = (statusCode: number, body?: unknown, more: Partial<RawReply> = {}) =>
	toFailure({ statusCode, headers: {}, body, ...more });
const said = (message: unknown, details?: unknown) => ({ errors: { code: 400, message, details } });

describe('the kind of a failure', () => {
	it.each<[number, string, FailureKind]>([
		[400, 'Bad Request', 'refused'],
		[401, 'Unauthorized', 'key'],
		[402, MONTH, 'quota'],
		[402, SECONDS, 'rate'],
		[402, '', 'rate'],
		[403, 'Access Denied', 'right'],
		[404, 'Not Found', 'refused'],
		[405, 'Method Not Allowed', 'refused'],
		[429, SECONDS, 'rate'],
		[429, MONTH, 'quota'],
		[429, 'Too Many Requests', 'rate'],
		[500, 'Internal Server Error', 'service'],
		[503, 'closed for this month', 'service'],
		[400, 'no such month', 'refused'],
		[302, '', 'redirect'],
	])('%i "%s" is %s', (status, message, kind) => {
		expect(failed(status, said(message)).kind).toBe(kind);
	});

	it('a limit is told by the status line where there is no body', () => {
		expect(failed(402, '', { statusMessage: MONTH }).kind).toBe('quota');
		expect(failed(402, '', { statusMessage: 'Payment Required' }).kind).toBe('rate');
	});

	it.each([400, 401, 402, 403, 404, 405, 429])('%i had no effect', (status) => {
		expect(failed(status).ambiguous).toBe(false);
	});

	it.each([302, 303, 500, 502, 503, 504])('%i may have had an effect', (status) => {
		expect(failed(status).ambiguous).toBe(true);
	});
});

describe("the service's own words", () => {
	it.each([
		[10, /: 0; 1; 2; 3; 4; 5; 6; 7; 8; 9$/],
		[11, /; 8; 9; and 1 more$/],
		[100, /; 8; 9; and 90 more$/],
	])('%i details: the message holds ten', (count, words) => {
		const details = Array.from({ length: count }, (_, n) => ({ message: `${n}.` }));
		const failure = failed(400, said('Bad Request', details));
		expect(failure.message).toMatch(words);
		expect(failure.details).toHaveLength(Math.min(count, 10));
	});

	const details = [{ message: 'name is required' }, { message: 'kana is required' }];

	it.each<[string, unknown, string, readonly string[]]>([
		['a message', said('Bad Request'), 'Bad Request', []],
		['no details', said('Bad Request', []), 'Bad Request', []],
		['null details', said('Bad Request', null), 'Bad Request', []],
		['details that are no list', said('Bad Request', { message: 'x' }), 'Bad Request', []],
		['details without a message', said('Bad Request', [{}, null, 3]), 'Bad Request', []],
		['details with an empty message', said('Bad Request', [{ message: '' }]), 'Bad Request', []],
		['a detail that is a text', said('Bad Request', ['x']), 'Bad Request: x', ['x']],
		['a code that is a text', { errors: { code: '400', message: 'Bad' } }, 'Bad', []],
		['an empty message', said(''), 'from the status line', []],
		['a message that is a number', said(400), 'from the status line', []],
		['an empty body', '', 'from the status line', []],
		['no body', undefined, 'from the status line', []],
		['HTML', '<html><body>Bad Gateway</body></html>', 'from the status line', []],
		['JSON that was cut off', '{"errors":{"code":40', 'from the status line', []],
		['another shape', { error: 'x' }, 'from the status line', []],
		['errors that are a text', { errors: 'x' }, 'from the status line', []],
		['a list', [1], 'from the status line', []],
		['null', null, 'from the status line', []],
	])('%s', (_, body, message, expected) => {
		const failure = failed(400, body, { statusMessage: 'from the status line' });
		expect(failure.message).toBe(message);
		expect(failure.details).toEqual(expected);
		expect(failure.status).toBe(400);
	});

	it('of a redirect, that it leads elsewhere', () => {
		const elsewhere = 'The service points to another address (status 302)';
		expect(failed(302, '', { statusMessage: 'Found' }).message).toBe(elsewhere);
		expect(failed(399).message).toBe('The service points to another address (status 399)');
		expect(failed(400).message).toBe('The service answered with status 400');
	});

	it('details become one sentence', () => {
		const two = ['Version 1.5 is needed.', 'Code is empty.'].map((message) => ({ message }));
		expect(failed(400, said('Bad Request', two)).message).toBe(
			'Bad Request: Version 1.5 is needed; Code is empty',
		);
	});

	it('every detail is reported', () => {
		const failure = failed(400, said('Bad Request', details));
		expect(failure.details).toEqual(['name is required', 'kana is required']);
		for (const words of ['Bad Request', ...failure.details]) {
			expect(failure.message).toContain(words);
		}
	});

	it('any body is a failure, never an exception', () => {
		fc.assert(
			fc.property(fc.anything(), fc.integer({ min: 300, max: 599 }), (body, status) => {
				expect(failed(status, body).message).not.toBe('');
				expect(failed(status, { errors: body }).status).toBe(status);
			}),
		);
	});
});

describe('how long the service asks to wait', () => {
	const DATE = 'Wed, 31 Mar 2027 00:01:30 GMT';
	const date = 'Wed, 31 Mar 2027 00:00:00 GMT';
	const asked = (headers: RawReply['headers']) => failed(429, '', { headers }).retryAfterMs;

	it.each<[string, RawReply['headers'], number | undefined]>([
		['seconds', { 'retry-after': '12' }, 12_000],
		['no time', { 'retry-after': '0' }, 0],
		['a negative time', { 'retry-after': '-5' }, 0],
		['a day', { 'retry-after': '86400' }, 86_400_000],
		['more than a day', { 'retry-after': '86401' }, 86_400_000],
		['a wait without an end', { 'retry-after': 'Infinity' }, 86_400_000],
		[
			'a date, by a clock that has stopped',
			{ 'retry-after': DATE, date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
			86_400_000,
		],
		['parts of a second', { 'retry-after': '0.5' }, 500],
		['a date', { 'retry-after': DATE, date }, 90_000],
		[
			'a date, by the clock of the service, which is ahead',
			{ 'retry-after': DATE, date: 'Wed, 31 Mar 2027 00:01:00 GMT' },
			30_000,
		],
		[
			'a date, by the clock of the service, which is behind',
			{ 'retry-after': DATE, date: 'Tue, 30 Mar 2027 23:59:30 GMT' },
			120_000,
		],
		['a date without a clock', { 'retry-after': DATE }, undefined],
		['a date, beside a clock that cannot be read', { 'retry-after': DATE, date: 'x' }, undefined],
		['a date that has passed', { 'retry-after': 'Tue, 30 Mar 2027 00:00:00 GMT', date }, 0],
		['nothing', {}, undefined],
		['an empty text', { 'retry-after': ' ' }, undefined],
		['words', { 'retry-after': 'soon' }, undefined],
		['a list', { 'retry-after': ['1', '2'] }, undefined],
	])('%s', (_, headers, expected) => expect(asked(headers)).toBe(expected));
});

it('a failure is known by its name, and has had no effect and no details unless it says so', () => {
	expect(new Failure({ kind: 'network', message: 'x' })).toMatchObject({
		name: 'Failure',
		message: 'x',
		details: [],
		looks: [],
		ambiguous: false,
	});
});

it('a failure keeps what a look-up has shown, also with other facts changed', () => {
	const looks = [{ fate: 'saved' }, { fate: 'absent' }] as const;
	const failure = new Failure({ kind: 'slow', message: 'x', looks });
	expect(failure.with({ message: 'y' })).toMatchObject({ kind: 'slow', message: 'y', looks });
});

it.each([
	['rate', true],
	['quota', true],
	['key', true],
	['right', true],
	['cancelled', true],
	['refused', false],
	['service', false],
	['foreign', false],
	['network', false],
	['slow', false],
	['large', false],
	['redirect', false],
] as const)('whether every further request fails like one of the kind %s: %j', (kind, is) => {
	expect(new Failure({ kind, message: '' }).isFinal).toBe(is);
});

it.each([
	[{ code: 'ECONNABORTED' }, true],
	[{ code: 'ETIMEDOUT' }, true],
	[{ code: 'ECONNRESET' }, false],
	[{ status: 504 }, true],
	[{ status: 503 }, false],
	[{}, false],
])(
	'whether the service may still be working on a request that ends with %j: %j',
	(facts, expected) => {
		expect(new Failure({ kind: 'network', message: '', ...facts }).mayStillRun).toBe(expected);
	},
);
