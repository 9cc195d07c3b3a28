import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import type { Effect, ItemOutcome } from '../../core/bulk/effect';
import { Failure, type FailureKind } from '../../core/request/failure';
import { asHtml, countedFromZero, spanInWords, withoutTags } from '../../core/text';
import { tooDeepAsInputError, InputError } from '../../core/values/input-error';
import { ScanError } from '../../core/listing/walk';

/** Undefined for an error that is not of this package. */
function findAdvice(error: unknown, effect: Effect | undefined): string | undefined {
	if (error instanceof InputError) return error.advice;
	if (error instanceof ScanError)
		return error.isPassing ? 'The next poll tries again.' : NOT_AS_DOCUMENTED;
	if (!(error instanceof Failure)) return undefined;
	const { kind, status, retryAfterMs } = error;
	const { what, retry } = ADVICE[kind];
	const wait = kind === 'rate' && retryAfterMs;
	return together(
		wait ? `The next request is possible in ${spanInWords(wait)}.` : '',
		error.isOwnLimit ? OWN_LIMIT : (OF_STATUS[status ?? 0] ?? what),
		effect?.isAdvised ? '' : retry,
		error.isUntrusted ? OWN_CERTIFICATE : '',
		effect?.again,
	);
}

const OWN_LIMIT =
	"All requests of this n8n process to the site share 'Requests per 100 Seconds' of the credential. If the error persists, let triggers poll less often, or raise that number if the site allows more.";

const OWN_CERTIFICATE = "For a self-signed certificate, switch on 'Ignore SSL Issues (Insecure)'.";

const OF_STATUS: Readonly<Record<number, string>> = {
	404: "One of the IDs or codes does not exist in the service, or was deleted. Check your choices and expressions, and the path of the 'Base URL' if it has one.",
	405: "If the request was a PUT or DELETE, a proxy may block it: switch on 'Send PUT and DELETE as POST' in the credential. Otherwise check the path of the 'Base URL'.",
	413: 'The service, or a proxy in front of it, does not accept that much at a time. Use fewer rows or fields, or smaller files.',
};

const NOT_AS_DOCUMENTED =
	'Tell the provider of the service that its lists do not have the documented order and pages. Until then, read fewer rows, for example with a filter.';

interface Advice {
	/** What n8n's poll scheduler knows as the cause of a failure. Default: it passes. */
	readonly cause?: 'quota-exhausted' | 'credential-invalid' | 'configuration-invalid';
	readonly what?: string;
	/** What to do if no other sentence advises what to run again. */
	readonly retry?: string;
}

const ADVICE: { readonly [K in FailureKind]: Advice } = {
	rate: {
		what: "The site allows 100 requests per 100 seconds for all programs together. Try again later. If other programs use the site, lower 'Requests per 100 Seconds' in the credential.",
	},
	quota: {
		cause: 'quota-exhausted',
		what: 'The requests of this month are used up. Wait for the next month, or ask the provider of the service to raise the limit.',
	},
	key: {
		cause: 'credential-invalid',
		what: "Check the API key in the credential, and 'API Key Header'. Keys for forms and keys for the directory and notices come from different menus of the service, and some keys are valid for one form only.",
	},
	right: {
		cause: 'configuration-invalid',
		what: "The API key may lack the permission: grant it in the authentication settings of the service, or enter a 'Directory API Key' in the credential for the directory and notices. Or a firewall blocks the address of this n8n.",
	},
	refused: { cause: 'configuration-invalid', what: 'Fix what the message names.' },
	service: {
		what: 'The service could not complete the request.',
		retry: 'Try again later.',
	},
	pages: {
		what: NOT_AS_DOCUMENTED,
	},
	foreign: {
		cause: 'configuration-invalid',
		what: "Check the 'Base URL' in the credential. If it is right, tell the provider of the service.",
	},
	network: {
		what: "Check the 'Base URL' in the credential, and that the machine that runs n8n can reach it.",
	},
	slow: {
		what: 'The service is too slow, or a proxy delays its responses.',
		retry: 'Try again later, with fewer rows or fields at a time.',
	},
	large: {
		what: "Get fewer rows or fields at a time. If even a small list is too large, check the 'Base URL' in the credential.",
	},
	others: { what: "Use 'Update' or 'Create or Update' with 'Keep Unmapped Values'." },
	redirect: {
		cause: 'configuration-invalid',
		what: "The node does not follow redirects, to protect the key. Enter the final address as 'Base URL' in the credential.",
	},
	cancelled: {},
};

/** Tells n8n's poll scheduler how to treat the error (from n8n 2.37 on; older versions ignore it). */
function toDeclaration(error: unknown) {
	if (error instanceof ScanError) return { cause: 'temporarily-unavailable' } as const;
	const { kind = 'refused', retryAfterMs = 100_000 } = error instanceof Failure ? error : {};
	if (kind === 'rate') return { cause: 'rate-limited', retryAfterMs } as const;
	const { cause = 'temporarily-unavailable' } = ADVICE[kind];
	return { cause } as const;
}

interface ErrorWords {
	readonly message: string;
	readonly description: string;
}

interface ForeignError extends Error {
	readonly description?: string | null;
}

const together = (...texts: ReadonlyArray<string | null | undefined>) =>
	texts.filter(Boolean).join(' ');

function ownWords(thrown: unknown, effect?: Effect): ErrorWords | undefined {
	const error = tooDeepAsInputError(thrown);
	const advice = findAdvice(error, effect);
	if (advice === undefined) return undefined;
	const { message } = error as Error;
	const description = together(effect?.words, advice);
	return {
		message,
		description: together(description, countedFromZero(`${message} ${description}`)),
	};
}

/** Without escaping. */
export function errorWords(error: unknown, effect?: Effect): ErrorWords {
	const { message, description } = error as ForeignError;
	const otherWords = { message, description: together(effect?.words, description) };
	return ownWords(error, effect) ?? otherWords;
}

/** For `error` of a failed item, so that a workflow can branch on it. `details` are the service's own words. */
export function toItemError(error: unknown, outcome: ItemOutcome, effect?: Effect) {
	const { message, description } = errorWords(error, effect);
	const { status, details = [] } = error instanceof Failure ? error : {};
	return {
		message,
		...(description && { description }),
		outcome,
		...(status !== undefined && { status }),
		...(details.length > 0 && { details }),
	};
}

export interface ErrorPlace {
	readonly itemIndex?: number | undefined;
	readonly effect?: Effect | undefined;
	readonly notes?: readonly string[];
	/** Whether n8n shows only the message, which then has to say what to do as well. */
	readonly isAlone?: boolean;
}

/** The only place that makes errors of n8n. The editor shows the words unchanged. */
export function toNodeError(node: INode, error: unknown, place: ErrorPlace = {}) {
	const isBuilt = error instanceof NodeApiError || error instanceof NodeOperationError;
	const nodeError = isBuilt ? error : built(node, error, place);
	nodeError.context.itemIndex ??= place.itemIndex;
	nodeError.message = withoutTags(nodeError.message);
	return nodeError;
}

function built(node: INode, error: unknown, { effect, notes = [], isAlone = false }: ErrorPlace) {
	const words = ownWords(error, effect);
	const text = asHtml(together(words ? words.description : effect?.words, ...notes));
	// n8n's own descriptions, such as for a mistake in an expression, are HTML.
	if (!words) {
		const own = error as ForeignError;
		return new NodeOperationError(node, own, described(together(text, own.description)));
	}
	const { description } = words;
	const headline = words.message.replace(/([^.!?])$/, '$1.');
	const message = isAlone && description ? `${headline} ${description}` : words.message;
	const options = { ...described(text), failure: toDeclaration(error) };
	const nodeError =
		error instanceof Failure
			? new NodeApiError(node, { message }, { ...options, message, httpCode: httpCodeFor(error) })
			: new NodeOperationError(node, message, options);
	// n8n replaces messages that happen to contain an error code such as EPERM ("approvePermission").
	nodeError.message = message;
	return nodeError;
}

const described = (description: string) => (description ? { description } : {});

const httpCodeFor = ({ status, code = '' }: Failure) => String(status ?? code);
