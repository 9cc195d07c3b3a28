import type { INodeParameters } from 'n8n-workflow';
import type { Entry } from '../../nodes/RecordsDirectory/api';
import type { Fault, Service } from '../../sandbox/service/service';
import { scenarios } from '../n8n/scenarios/all';
import { APP, DIRECTORY, PASSWORD, spelled } from './kept';

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

/** The scenario of an operation; where it takes a password, with one from the item. */
export function runOf({ key, resourceName: resource, operationName: operation, ...entry }: Entry) {
	const { params, additionalFields = {}, runs } = entry.operation;
	const { given, items = [{ json: {} }] } = scenarios[key];
	const loginPass = '={{ $json.password }}';
	const more = { ...(given.additionalFields as object), loginPass };
	const parameters: INodeParameters = {
		...{ resource, operation },
		...given,
		...('loginPass' in params && { loginPass }),
		...('loginPass' in additionalFields && { additionalFields: more }),
	};
	// A look-up returns the columns of its items.
	const own = runs.kind === 'lookUp' ? {} : { password: PASSWORD };
	return { parameters, items: items.map((item) => ({ ...item, json: { ...item.json, ...own } })) };
}

/** The faults of a kind for an operation: a service can repeat a password only where it got one. */
export function faultsFor(entry: Entry, kind: string): ReadonlyArray<readonly Fault[]> {
	const answerTo = (secrets: readonly string[]) => faultsOf(secrets)[kind]!;
	const toAll = { times: Infinity, answer: answerTo([APP, DIRECTORY]) };
	const toWrites = ['POST', 'PUT'].map((method) => ({
		method,
		times: Infinity,
		answer: answerTo([APP, DIRECTORY, PASSWORD]),
	}));
	const { params, additionalFields = {} } = entry.operation;
	return 'loginPass' in { ...params, ...additionalFields } ? [[toAll], toWrites] : [[toAll]];
}

/** From now on the service fails in this way only. */
export function planned({ faults }: Service, plan: readonly Fault[]): void {
	faults.clear();
	for (const fault of plan) faults.add(fault);
}
