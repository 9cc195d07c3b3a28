import type { Dialect } from './dialects.ts';
import type { Answer } from './operation.ts';

/**
 * Bends a reply that keeps to the document into the dialect's shape. It happens after the reply was
 * checked against openapi.yaml, so that a dialect never hides a mistake of the service.
 */
export function bend({ status, body, headers = {} }: Answer, dialect: Dialect): Reply {
	if (body === undefined) return { status, headers, text: '' };
	const json = { ...headers, 'content-type': 'application/json; charset=utf-8' };
	if (status < 400) {
		const shaped = dialect.numbers === 'strings' ? numbersAsText(body) : body;
		return { status, headers: json, text: JSON.stringify(shaped) };
	}
	const text = JSON.stringify(bentErrors(body as ErrorsOf, dialect));
	switch (dialect.errorBody) {
		case 'json':
			return { status, headers: json, text };
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

interface ErrorsOf {
	errors: { code: number; message: string; details?: { message: string }[] };
}

function bentErrors({ errors: { code, message, details } }: ErrorsOf, dialect: Dialect) {
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
