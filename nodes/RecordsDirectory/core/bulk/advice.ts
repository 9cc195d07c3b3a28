import { rateWords } from '../limits';
import type { FailureKind } from '../request/failure';

/** What a run does with its items; `comparison` first compares all of them with the service. */
export type RunKind = 'read' | 'creation' | 'change' | 'deletion' | 'comparison';

interface AdviceOnRun {
	/** The outcome word of items that succeeded. */
	readonly done: 'returned' | 'saved' | 'deleted';
	/** What to do with unknown items. */
	readonly unknown: (items: 'it' | 'them') => string;
	/** What to do with items that failed or were not sent. */
	readonly rest: string;
}

const check = (items: string) => `Check before you run ${items} again.`;
const ONLY_THE_REST = 'Run the node again with only the items that failed or were not sent.';

/** The only advice on running items again: one per outcome and kind of run. */
export const ADVICE_ON_RUN: { readonly [K in RunKind]: AdviceOnRun } = {
	read: { done: 'returned', unknown: () => '', rest: ONLY_THE_REST },
	creation: { done: 'saved', unknown: check, rest: ONLY_THE_REST },
	change: { done: 'saved', unknown: check, rest: ONLY_THE_REST },
	deletion: { done: 'deleted', unknown: check, rest: ONLY_THE_REST },
	comparison: {
		done: 'saved',
		unknown: () => '',
		// A sync with a part of the list would retire or delete everybody else.
		rest: 'Run all items again: the node compares them with the service first.',
	},
};

interface AdviceOnFailure {
	readonly what: string;
	/** What to do if no other sentence advises what to run again. */
	readonly retry?: string;
}

/** What the user can do about a failure. */
export const ADVICE_ON_FAILURE: { readonly [K in FailureKind]: AdviceOnFailure } = {
	rate: { what: rateWords.advice },
	quota: {
		what: 'The requests of this month are used up. Wait for the next month, or ask the provider of the service to release the limit.',
	},
	key: {
		what: 'Check the API key in the credential. Keys for forms and keys for the directory and notices come from different menus of the service, and a key may be valid for one form only.',
	},
	right: {
		what: 'The key has no right to this part of the API. Give it the right in the authentication settings of the service. For the directory and notices, you can enter a second key in the credential.',
	},
	refused: { what: 'Correct what the service names.' },
	service: { what: 'The service could not complete the request.', retry: 'Try again later.' },
	pages: {
		what: "Use a smaller 'Limit' if the operation has one, and tell the provider of the service that its lists ignore the page number.",
	},
	foreign: {
		what: 'Check the Base URL in the credential: another program answers at that address.',
	},
	network: { what: 'Check the Base URL in the credential and whether this machine reaches it.' },
	slow: {
		what: 'The service is too slow, or a proxy delays its replies.',
		retry: 'Try again later, with fewer rows or fields at a time.',
	},
	large: {
		what: 'Get fewer rows or fields at a time. If even a small list is too large, check the Base URL in the credential.',
	},
	redirect: {
		what: 'The service points to another address. The node did not follow it, to protect the key. Enter the final address as Base URL in the credential.',
	},
	cancelled: { what: '' },
};
