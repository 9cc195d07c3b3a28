import type { Fault } from '../../sandbox/service/service';
import { spelled } from './kept';

const page = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

/** Every way to fail that the local service offers; each repeats the secrets wherever it has words. */
export function faultsOf(secrets: readonly string[]): Readonly<Record<string, Fault['answer']>> {
	const repeated = spelled(secrets);
	const details = repeated.map((message) => ({ message }));
	const message = `Refused ${repeated.join(' and ')}`;
	const key = encodeURIComponent(secrets[0] ?? '');
	const says = (status: number, headers: Record<string, string> = {}) => ({
		status,
		headers: { 'x-key': key, ...headers },
		body: { errors: { code: status, message, details } },
	});
	return {
		'400': says(400),
		'401': says(401),
		'402, each minute': says(402, { 'retry-after': '1' }),
		'402, each month': { status: 402, body: { errors: { message: `${message} per month` } } },
		'403': says(403),
		'404': says(404),
		'429': says(429, { 'retry-after': '0' }),
		'500': says(500, { 'retry-after': '0' }),
		'503, an hour': says(503, { 'retry-after': '3600' }),
		'302': says(302, { location: `http://127.0.0.1:1/?key=${key}` }),
		'a page': { status: 200, headers: page, body: `<html>${message}</html>` },
		'an error page': { status: 500, headers: { ...page, 'retry-after': '0' }, body: message },
		'an error that is a success': { ...says(400), status: 200 },
		'JSON of something else': { status: 200, body: { loginPass: message } },
		'broken JSON': { status: 200, headers: json, body: `{"loginPass":${JSON.stringify(message)},` },
		'drop before': { drop: 'before' },
		'drop after': { drop: 'after' },
		cut: { cut: true },
	};
}

export const KINDS = Object.keys(faultsOf([]));
