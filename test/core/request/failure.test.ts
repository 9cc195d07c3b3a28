import {
	Failure,
	type FailureKind,
	type RawReply,
	toFailure,
} from '../../../nodes/RecordsDirectory/core/request/failure';

const MONTH = 'Request exhausted per month';

const failed = (statusCode: number, body?: unknown, more: Partial<RawReply> = {}) =>
	toFailure({ statusCode, headers: {}, body, ...more });
const said = (message: unknown, details?: unknown) => ({ errors: { code: 400, message, details } });

describe('the kind of a failure', () => {
	it.each<[number, string, FailureKind]>([
		[401, 'Unauthorized', 'key'],
		[402, '', 'rate'],
		[403, 'Access Denied', 'right'],
		[429, MONTH, 'quota'],
		[429, 'Too Many Requests', 'rate'],
		[500, 'Internal Server Error', 'service'],
		[408, 'Request Timeout', 'service'],
		[425, 'Too Early', 'service'],
		[400, 'no such month', 'refused'],
		[302, '', 'redirect'],
	])('%i "%s" is %s', (status, message, kind) => {
		expect(failed(status, said(message)).kind).toBe(kind);
	});

	it.each([400, 405])('%i had no effect', (status) => {
		expect(failed(status).ambiguous).toBe(false);
	});

	it.each([303, 408, 500, 503])('%i may have had an effect', (status) => {
		expect(failed(status).ambiguous).toBe(true);
	});
});

describe("the service's own words", () => {
	it.each<[string, unknown, string, readonly string[]]>([
		['details with an empty message', said('Bad Request', [{ message: '' }]), 'Bad Request', []],
		['a detail that is a text', said('Bad Request', ['x']), 'Bad Request: x', ['x']],
		['an empty message', said(''), 'from the status line', []],
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
		expect(failed(400).message).toBe('The service responded with status 400');
	});

	it('details become one sentence', () => {
		const two = ['Version 1.5 is needed.', 'Code is empty.'].map((message) => ({ message }));
		expect(failed(400, said('Bad Request', two)).message).toBe(
			'Bad Request: Version 1.5 is needed; Code is empty',
		);
	});
});

describe('how long the service asks to wait', () => {
	const date = 'Wed, 31 Mar 2027 00:00:00 GMT';
	const asked = (headers: RawReply['headers']) => failed(429, '', { headers }).retryAfterMs;

	it.each<[string, RawReply['headers'], number | undefined]>([
		['no time', { 'retry-after': '0' }, 0],
		['a day', { 'retry-after': '86400' }, 3_600_000],
		['a date that has passed', { 'retry-after': 'Tue, 30 Mar 2027 00:00:00 GMT', date }, 0],
		['an empty text', { 'retry-after': ' ' }, undefined],
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

it.each([
	['rate', true],
	['quota', true],
	['key', true],
	['right', true],
	['cancelled', true],
	['large', false],
] as const)('whether every further request fails like one of the kind %s: %j', (kind, is) => {
	expect(new Failure({ kind, message: '' }).isFinal).toBe(is);
});

it.each([
	[{ code: 'ETIMEDOUT' }, true],
	[{ status: 504 }, true],
	[{ status: 503 }, false],
])(
	'whether the service may still be working on a request that ends with %j: %j',
	(facts, expected) => {
		expect(new Failure({ kind: 'network', message: '', ...facts }).mayStillRun).toBe(expected);
	},
);
