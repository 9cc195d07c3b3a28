import type { Dialect } from './dialects.ts';
import type { ApiKey } from './keys.ts';
import type { Store } from './store.ts';

/** One authenticated request, checked against openapi.yaml. */
export interface Call {
	/** Decoded path parameters. */
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string>>;
	body: unknown;
	key: ApiKey;
	store: Store;
	dialect: Dialect;
	/** The service's base address, without trailing slash. */
	base: string;
}

export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** Set if the document does not show this body, so it is not checked against openapi.yaml. */
	unspecified?: boolean;
}

export type Operation = (call: Call) => Answer;

export const noContent: Answer = { status: 204 };
export const created: Answer = { status: 201 };
