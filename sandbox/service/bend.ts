import { zonedTime } from './dates.ts';
import { wholeDefinition } from './definitions.ts';
import type { Dialect } from './dialects.ts';
import { hugeId, hugeIdsIn, withIds } from './ids.ts';
import type { Answer } from './operation.ts';

/**
 * Converts a documented reply to the dialect's shape. This happens after the reply was checked against
 * openapi.yaml, so that a dialect never hides a mistake of the service.
 */
export function bend(given: Answer, dialect: Dialect, operationId = ''): Reply {
	if (given.status < 400) return bentSuccess(given, dialect, operationId);
	const { body, headers = {} } = given;
	// With a status of success, only `errors` shows a rejection.
	const isShown = dialect.rejectedStatus !== 200 || ['json', 'list'].includes(dialect.errorBody);
	const status = given.status === 400 && isShown ? dialect.rejectedStatus : given.status;
	const json = { ...headers, 'content-type': JSON_TYPE };
	const { errors } = bentErrors(body as ErrorsOf, dialect);
	const text = JSON.stringify({ errors });
	switch (dialect.errorBody) {
		case 'json':
			return { status, headers: json, text };
		case 'flat':
		case 'message':
		case 'list':
		case 'problem':
			return { status, headers: json, text: JSON.stringify(others[dialect.errorBody](errors)) };
		case 'cut':
			return { status, headers: json, text: text.slice(0, text.length / 2) };
		case 'empty':
			return { status, headers, text: '' };
		case 'html':
			return {
				status,
				headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
				text: `<html><body><h1>Error ${status}</h1></body></html>`,
			};
	}
}

export interface Reply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

interface ErrorsOf {
	errors: { code: number; message: string; details?: { message: string }[] };
}

function bentSuccess(answer: Answer, dialect: Dialect, operationId: string): Reply {
	const { headers = {} } = answer;
	const isRead = /^(get|list)/.test(operationId);
	const { status, body } = isRead ? answer : bentWrite(answer, dialect);
	if (body === undefined || status === 204)
		return { status, headers: located(headers, dialect), text: '' };
	if (typeof body === 'string') {
		return {
			status,
			headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
			text: body,
		};
	}
	const shown = shapes.reduce<unknown>((value, shape) => shape(value, dialect, operationId), body);
	const json = { ...located(headers, dialect), 'content-type': JSON_TYPE };
	return { status, headers: json, text: JSON.stringify(shown) };
}

/** The reply to a successful write. */
function bentWrite({ status, body }: Answer, { writeStatus, writeBody }: Dialect) {
	const bodies = { documented: body, empty: undefined, json: { result: 'success' }, text: 'OK' };
	return {
		status: writeStatus === 'documented' ? statusFor(status, writeBody) : writeStatus,
		body: bodies[writeBody],
	};
}

/** A 204 cannot carry a body. */
const statusFor = (status: number, body: Dialect['writeBody']) =>
	status === 204 && ['json', 'text'].includes(body) ? 200 : status;

function located(headers: Record<string, string>, { ids }: Dialect): Record<string, string> {
	const { location } = headers;
	if (location === undefined || ids === 'usual') return headers;
	return { ...headers, location: hugeIdsIn(location) };
}

/** Each changes a successful reply if the dialect wants it. */
const shapes: ReadonlyArray<(body: unknown, dialect: Dialect, operationId: string) => unknown> = [
	withDefinitions,
	(body, { deletionFlag }) =>
		deletionFlag === 'number' ? body : everywhere(body, 'isDeleted', deletions[deletionFlag]),
	(body, { ids }) => (ids === 'usual' ? body : withIds(body, hugeId)),
	(body, { numbers }) => (numbers === 'strings' ? numbersAsText(body) : body),
	(body, dialect) =>
		dialect.timestamps === 'blank'
			? body
			: ['createdAt', 'updatedAt'].reduce(
					(shown, name) => everywhere(shown, name, (time) => zonedTime(String(time), dialect)),
					body,
				),
	(body, { emptyLists }, operationId) =>
		emptyLists === 'list' || !operationId.startsWith('list')
			? body
			: withoutLists(body, emptyLists),
];

function withoutLists(body: unknown, emptyLists: 'null' | 'object' | 'emptyBody'): unknown {
	const entries = Object.entries(body as Values);
	const isEmpty = ([, value]: [string, unknown]) => Array.isArray(value) && value.length === 0;
	if (emptyLists === 'emptyBody') return entries.some(isEmpty) ? {} : body;
	const empty = emptyLists === 'null' ? null : {};
	return Object.fromEntries(entries.map((entry) => (isEmpty(entry) ? [entry[0], empty] : entry)));
}

const deletions = {
	text: (value: unknown) => String(value),
	boolean: (value: unknown) => value === 1,
	absent: () => undefined,
};

function withDefinitions(body: unknown, dialect: Dialect, operationId: string): unknown {
	if (dialect.unsetProperties === 'absent') return body;
	if (operationId === 'getField') return wholeDefinition(body as object as Values, dialect);
	if (operationId !== 'listFields') return body;
	const { fields } = body as { fields: Values[] };
	return { fields: fields.map((field) => wholeDefinition(field, dialect)) };
}

type Values = Record<string, unknown>;

/** Changes a property wherever the service returns it, except fields of a form with the same name. */
function everywhere(value: unknown, name: string, change: (value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => everywhere(one, name, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => {
			if (key === 'record') return [key, one];
			return [key, key === name ? change(one) : everywhere(one, name, change)];
		}),
	);
}

/** Errors that other services of this kind send. */
const others = {
	flat: (errors: BentErrors) => ({ code: 'CB_VA01', id: '1505999166', message: wordsOf(errors) }),
	message: (errors: BentErrors) => ({ message: wordsOf(errors) }),
	list: ({ message, details = [] }: BentErrors) => ({ errors: [{ message }, ...details] }),
	problem: ({ code, message, details = [] }: BentErrors) => ({
		type: 'about:blank',
		title: message,
		status: code,
		detail: details.map((detail) => detail.message).join(' '),
	}),
};
const wordsOf = ({ message, details = [] }: BentErrors) =>
	[message, ...details.map((detail) => detail.message)].join(' ');

interface BentErrors {
	code: number | string;
	message: string;
	details?: { message?: string }[];
}

function bentErrors(
	{ errors: { code, message, details } }: ErrorsOf,
	dialect: Dialect,
): { errors: BentErrors } {
	const shaped = {
		messages: details,
		absent: undefined,
		empty: [],
		withoutMessage: details?.map(() => ({})),
	}[dialect.errorDetails];
	return {
		errors: {
			code: dialect.errorCode === 'string' ? String(code) : code,
			message,
			...(shaped === undefined ? {} : { details: shaped }),
		},
	};
}

function numbersAsText(value: unknown): unknown {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return value.map(numbersAsText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, numbersAsText(one)]));
}
