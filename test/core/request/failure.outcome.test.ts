import {
	brokenOutcome,
	Failure,
	type RawReply,
	readOutcome,
} from '../../../nodes/RecordsDirectory/core/request/failure';
import type { ApiRequest } from '../../../nodes/RecordsDirectory/core/request/request';

const request = (method: ApiRequest['method']): ApiRequest => ({ method, path: '/', query: {} });
const reply = (body: unknown, type = 'application/json', statusCode = 200): RawReply => ({
	statusCode,
	headers: { 'content-type': type },
	body,
});
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const WRITES = METHODS.slice(1);
const PAGE = '<html>Sign in</html>';
const HTML = 'text/html';

describe('a reply with a success status', () => {
	it.each([
		['an empty list of errors', { errors: [] }],
		['no errors', { errors: null }],
	])('to a write succeeds with %s', (_, body) => {
		for (const method of WRITES)
			expect(readOutcome(request(method), reply(body))).toEqual(reply(body));
	});

	it.each([
		['a short text of a server that calls everything a page', 'Created', HTML],
		['signs that are no markup', 'count < 5, id <41>', 'text/plain'],
		[
			'a list that was cut off',
			`\n [{"recordId": 41, "x": "${'x'.repeat(500)}`,
			'application/json; charset=utf-8',
		],
		[
			'JSON with a record whose errors are its own',
			'{"record": {"errors": {"a',
			'application/json',
		],
		['the longest short text', 'x'.repeat(200), 'text/plain'],
	])('to a write succeeds with any success status and %s', (_, body, type) => {
		for (const method of WRITES)
			for (const status of [200, 201, 202, 204, 299])
				expect(readOutcome(request(method), reply(body, type, status))).toEqual(
					reply(body, type, status),
				);
	});

	it.each(['{"errors": {"code": 400, "mess', '\n {"errors":{"code": 400, "mess', '{ "err', '{'])(
		'to a write is unknown if it was cut off and may name errors: %s',
		(body) => {
			const message = 'The response of the service was cut off';
			for (const method of WRITES)
				for (const type of ['application/json', 'text/plain'])
					expect(readOutcome(request(method), reply(body, type))).toMatchObject({
						...{ kind: 'service', status: 200, message, ambiguous: true },
					});
		},
	);

	it.each(WRITES)('that is a page or a long text is not from the service: %s', (method) => {
		const others = [
			reply(PAGE, HTML),
			reply(`\uFEFF\n<!DOCTYPE html>${PAGE}`, 'text/plain'),
			reply('Please <a href="/login">log in</a>', 'text/plain'),
			reply('Please log in. '.repeat(20), 'text/plain'),
			// The connection broke, so only the start of the page arrived.
			reply(undefined, HTML),
			reply('x'.repeat(201), 'text/plain'),
			// Long, and neither JSON by its type nor by its text.
			reply(`{"a": "${'x'.repeat(200)}`, 'text/plain'),
			reply(`Sign in [here] {${'x'.repeat(200)}`),
		];
		for (const other of others) {
			expect(readOutcome(request(method), other)).toMatchObject({
				kind: 'foreign',
				status: 200,
				message: 'Another program responded, not the records service',
				ambiguous: true,
			});
		}
	});

	it.each([
		[['x', 'y'], 'The service reported an error (status 200): x; y'],
		[{ message: 'Locked', details: [{ message: 'by Ann' }] }, 'Locked: by Ann'],
	])('with errors is a rejection: %j', (errors, message) => {
		const rejected = { kind: 'refused', status: 200, message };
		expect(readOutcome(request('PUT'), reply({ errors }))).toMatchObject({
			...rejected,
			ambiguous: true,
		});
		expect(readOutcome(request('GET'), reply({ errors }))).toMatchObject({
			...rejected,
			ambiguous: false,
		});
	});

	it.each([
		['401', 'key'],
		[403, 'right'],
		[402, 'rate'],
	])('with the error code %s counts as that failure for a read only', (code, kind) => {
		const body = { errors: { code, message: 'So' } };
		const failed = { kind, status: Number(code), message: 'So' };
		expect(readOutcome(request('GET'), reply(body))).toMatchObject(failed);
		// A write may have taken effect, so it must not be retried.
		const open = { kind: 'refused', status: 200, ambiguous: true };
		expect(readOutcome(request('POST'), reply(body))).toMatchObject(open);
	});

	it.each([
		['a page that is called JSON', reply(PAGE), 'foreign'],
		['a word that is called JSON', reply('Maintenance'), 'foreign'],
		['a list', reply([]), 'foreign'],
		['JSON that was cut off', reply('{"a":'), 'service'],
	])('to a read must be an object, not %s', (_, other, kind) => {
		const message =
			kind === 'service'
				? 'The response of the service was cut off'
				: 'Another program responded, not the records service';
		const failure = readOutcome(request('GET'), other);
		expect(failure).toMatchObject({ kind, status: 200, message, ambiguous: false });
	});
});

it.each([
	[
		'a page',
		'<html><title>Error</title><script>x < 1</script><h1>Error</h1>\n<p>No  subject</p>',
		'Error; No subject',
	],
	['a page that never ends a script', `<p>Blocked</p><script>${'<!-- '.repeat(9_000)}`, 'Blocked'],
	[
		'a message in a language',
		{ error: { message: { lang: 'en', value: 'No subject' } } },
		'No subject',
	],
	['a list with codes', [{ message: 'No subject', errorCode: 'REQUIRED' }], 'No subject'],
])('a rejection takes its message from %s', (_, body, words) => {
	const failure = readOutcome(request('PUT'), reply(body, HTML, 400)) as Failure;
	expect(failure.message).toContain(`: ${words}`);
	expect(failure.message).not.toMatch(/x < 1|REQUIRED|en;/);
});

/** A connection that broke, during a write unless said otherwise. */
const broken = (error: object, method: ApiRequest['method'] = 'POST') =>
	brokenOutcome(request(method), error);

describe('a reply when the connection broke', () => {
	const JSON_TYPE = { 'content-type': 'application/json' };

	it.each([
		['no status, whatever n8n says', { httpCode: '200', cause: {} }],
		['a status that does not exist', { httpCode: '600' }],
		['a number that is too long for a status', { httpCode: '1200' }],
	])('%s: counts as no reply', (_, error) => {
		expect(broken(error)).toMatchObject({ kind: 'network', status: undefined });
	});

	it('a status: a write succeeded', () => {
		expect(broken({ httpCode: '204' })).toEqual({
			statusCode: 204,
			headers: JSON_TYPE,
			body: undefined,
		});
	});

	it('an error status: the request failed', () => {
		const failure = { kind: 'service', status: 500 };
		expect(broken({ cause: { response: { status: 500 } } })).toMatchObject(failure);
	});

	it('a status from n8n only: the reply to a read was cut off', () => {
		expect(broken({ httpCode: '200' }, 'GET')).toMatchObject({ kind: 'service', status: 200 });
	});
});

describe('a broken connection', () => {
	it.each([
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
		...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_INVALID_URL', 'CERT_HAS_EXPIRED'],
		...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('%s: nothing was sent', (code) => {
		expect(broken({ cause: { code } })).toMatchObject({
			kind: 'network',
			code,
			message: `The service could not be reached (${code})`,
			ambiguous: false,
		});
	});

	it.each(['ECONNRESET', 'X_CERT_', ''])('%s: the outcome is unknown', (code) => {
		expect(broken({ httpCode: code })).toMatchObject({ code, ambiguous: true });
	});

	it('is reported as a timeout if the service did not respond in time', () => {
		const message = 'The service did not respond in time (ECONNABORTED)';
		expect(broken({ cause: { code: 'ECONNABORTED' } })).toMatchObject({ message });
	});

	it('is reported with its first error code, or else with its own message', () => {
		const [cause, httpCode, code] = [{ code: 'A' }, 'B', 'C'];
		const said = (error: object) => (broken(error) as Failure).message;
		const reached = (why: string) => `The service could not be reached (${why})`;
		expect(said({ cause, httpCode, code })).toBe(reached('A'));
		expect(said({ cause: {}, httpCode, code, message: 'x' })).toBe(reached('B'));
		expect(said({ httpCode: null, code })).toBe(reached('C'));
		expect(said({ message: 'x' })).toBe(reached('x'));
		expect(said({})).toBe(reached('no response'));
	});
});

it('a failure of the service is not about a certificate, whatever its code', () => {
	const code = 'SELF_SIGNED_CERT_IN_CHAIN';
	expect(new Failure({ kind: 'service', message: '', code }).isUntrusted).toBe(false);
});
