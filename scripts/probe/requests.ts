import { idIn, idsAbove, type Id } from '../../nodes/RecordsDirectory/core/id';
import { jsonObjectsIn, textIn, type JsonObject } from '../../nodes/RecordsDirectory/core/json';
import { PAGE_LIMIT } from '../../nodes/RecordsDirectory/core/limits';
import { toFailure } from '../../nodes/RecordsDirectory/core/request/failure';
import type { ApiRequest } from '../../nodes/RecordsDirectory/core/request/request';
import { UNKNOWN_WORD } from '../../nodes/RecordsDirectory/core/values/list-parameters';
import {
	FORMS,
	USERS,
	formsToRead,
	recordIdsOf,
	recordsReadOf,
	answerRowsOf,
	fieldsReadOf,
	usersToRead,
	type Answers,
	type ProbeInput,
} from './answers';
import { isPage, isSuccess, type ProbeReply } from './probe-reply';

/** A read request of the probe. Names in braces are filled in from earlier replies. */
export interface ProbeRequest {
	readonly name: string;
	readonly path: string;
	readonly query?: Readonly<Record<string, string | number>>;
	/** Which of the forms or users it reads. */
	readonly of?: number;
}

/** The most requests per run, including retries. */
export const MOST_PROBE_REQUESTS = 60;

const RECORDS = '/api/apps/{form}/records';
const WHOLE = { page: 1, limit: PAGE_LIMIT };
const FORM_LIST = '/api/apps/forms';
/** No service has it, and the local service knows why it is requested. */
const NO_SUCH_PATH = '/api/no-such-path';
const NO_QUERY = 'this is (no query';

const main = (name: string, query: ProbeRequest['query'] = {}, path = RECORDS): ProbeRequest => ({
	name,
	path,
	query,
	of: 0,
});

const named = (name: string, slot: string): ProbeRequest => ({
	name,
	path: FORM_LIST,
	query: { name: `{${slot}}`, ...WHOLE },
});

/** Is sent only if a user is given. */
const GIVEN_USER: ProbeRequest = { name: 'given user', path: '/api/admin/users/{givenUser}' };

/** The requests of every probe, in the order in which they are sent. Most of them serve several questions. */
export const PROBE_REQUESTS: readonly ProbeRequest[] = [
	{ name: 'forms', path: FORM_LIST, query: WHOLE },
	{ name: 'users', path: '/api/admin/users', query: { page: 1, limit: 50 } },
	...FORMS.map((of) => ({
		name: `fields ${of}`,
		path: '/api/apps/{form}/fields',
		query: WHOLE,
		of,
	})),
	...FORMS.map((of) => ({
		name: `records ${of}`,
		path: RECORDS,
		query: of === 0 ? WHOLE : { page: 1, limit: 100 },
		of,
	})),
	main('next page', { page: 2, limit: PAGE_LIMIT }),
	main('no limit'),
	main('no limit, next page', { page: 2 }),
	main('no limit again'),
	main('sorted', { order: 'creatorCode:desc', ...WHOLE }),
	main('sorted again', { order: 'creatorCode:desc', ...WHOLE }),
	{
		name: 'related code',
		path: '/api/apps/{choiceForm}/records',
		query: { fields: '{choiceField}[1]', page: 1, limit: 50 },
	},
	...FORMS.map((of) => ({
		name: `comments ${of}`,
		path: `${RECORDS}/{record}/comments`,
		query: { page: 1, limit: 100 },
		of,
	})),
	...USERS.map((of) => ({ name: `notices ${of}`, path: '/api/common/notices/{user}', of })),
	named('name', 'name'),
	named('start of the name', 'start'),
	named('inside of the name', 'inside'),
	named('name in other letters', 'otherCase'),
	main('gap', {}, `${RECORDS}/{gap}`),
	main('records again', WHOLE),
	// What sites may reject comes last: a firewall may block the probe for it.
	main('past the end', { page: 1_000_000, limit: PAGE_LIMIT }),
	...FORMS.slice(0, 4).map((of) => ({
		name: `keyword ${of}`,
		path: RECORDS,
		query: { keyword: UNKNOWN_WORD, page: 1, limit: 5 },
		of,
	})),
	main('over the limit', { page: 1, limit: 1001 }),
	main('sorted upwards', { order: 'creatorCode:asc', ...WHOLE }),
	main('unknown query', { query: NO_QUERY, page: 1, limit: 50 }),
	main('unknown field', { fields: UNKNOWN_WORD, page: 1, limit: 1 }),
	main('page 0', { page: 0, limit: 1 }),
	{ name: 'unknown form', path: '/api/apps/forms/{unknownForm}' },
	{ name: 'unknown path', path: NO_SUCH_PATH },
];

/** The first request fails for a wrong address or key, so it comes before those about what is given. */
const IN_ORDER = PROBE_REQUESTS.toSpliced(1, 0, GIVEN_USER);

/** The number of requests if none fails. */
export const usualRequests = ({ user }: ProbeInput): number =>
	PROBE_REQUESTS.length + (user === undefined ? 0 : 1);

/** Shows a request without an ID, a name or a code of the site. */
export function probeRequestInWords({ path, query = {} }: ProbeRequest): string {
	const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
	return `GET ${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

export const probeRequestOf = (name: string): ProbeRequest => {
	const found = PROBE_REQUESTS.find((ask) => ask.name === name);
	if (!found) throw new Error(`The probe has no request "${name}"`);
	return found;
};

/** Returns the next request, and how to send it; undefined at the end. */
export function nextProbeRequest(
	answers: Answers,
): { ask: ProbeRequest; request: ApiRequest } | undefined {
	if (answers.isOver) return undefined;
	for (const ask of IN_ORDER) {
		const request = isDue(answers, ask) ? requestOf(ask, answers) : undefined;
		if (request) return { ask, request };
	}
	return undefined;
}

/** The most requests that a run can repeat. */
const REPETITIONS = MOST_PROBE_REQUESTS - IN_ORDER.length;
const MOST_TRIES = 3;

function isDue({ replies, tries }: Answers, { name }: ProbeRequest): boolean {
	const tried = tries.get(name) ?? 0;
	// A reply that was cut off or never came is repeated like a failure of the site.
	const { status = 500 } = replies.get(name) ?? {};
	const repetitions = sentOf({ tries }) - tries.size;
	return tried === 0 || (status >= 500 && tried < MOST_TRIES && repetitions < REPETITIONS);
}

/** The number of requests sent. */
export const sentOf = ({ tries }: Pick<Answers, 'tries'>): number =>
	[...tries.values()].reduce((sum, tried) => sum + tried, 0);

/** Adds a reply to the answers; undefined for a reply that never came or was cut off. */
export function withReply(
	answers: Answers,
	ask: ProbeRequest,
	reply: ProbeReply | undefined,
): Answers {
	const { name } = ask;
	const tries = new Map(answers.tries).set(name, (answers.tries.get(name) ?? 0) + 1);
	if (reply === undefined) return { ...answers, tries };
	if (reply.status === 402 || reply.status === 429) {
		const { limited = { by: name, reply } } = answers;
		const isStuck = (tries.get(name) ?? 0) >= MOST_TRIES;
		return { ...answers, tries, limited, isOver: isStuck || isForLong(reply) };
	}
	if (isBlocked(answers, ask, reply)) return { ...answers, tries, isBlocked: true, isOver: true };
	const replies = new Map(answers.replies).set(name, reply);
	const known = { ...answers, tries, replies };
	const isKeyWrong = name === 'forms' && (reply.status === 401 || reply.status === 403);
	return { ...known, isOver: isKeyWrong || unknownIn(known) !== undefined };
}

/** Whether something in front of the service has answered instead. */
function isBlocked({ replies }: Answers, { name, path, of }: ProbeRequest, reply: ProbeReply) {
	// Of a path that does not exist, a page is an answer.
	if (replies.size === 0 || name === 'unknown path') return false;
	const isPermitted = PROBE_REQUESTS.some((other) => {
		const known = other.path === path && other.of === of && replies.get(other.name);
		return known && isSuccess(known);
	});
	return isPage(reply) || (reply.status === 403 && isPermitted);
}

/** What is wrong with the form or user that the probe is given. */
export interface Unknown {
	readonly input: 'form' | 'user';
	readonly message: string;
}

/** Returns undefined if nothing shows that a form or user is wrong. */
export function unknownIn({ given: { form, user }, replies }: Answers): Unknown | undefined {
	const { status: ofForm = 0 } = replies.get('fields 0') ?? {};
	if (form !== undefined && (ofForm === 401 || ofForm === 403 || ofForm === 404))
		return { input: 'form', message: noForm(form) };
	const isUnknown = user !== undefined && replies.get(GIVEN_USER.name)?.status === 404;
	return isUnknown ? { input: 'user', message: `There is no user ${user}` } : undefined;
}

export const noForm = (form: Id): string =>
	`There is no form ${form}, or the key has no right to it`;

/** Whether the site will accept no requests for the rest of the month, according to its message. */
const isForLong = ({ status, headers, body }: ProbeReply): boolean =>
	toFailure({ statusCode: status, headers, body }).kind === 'quota';

type Slot = (answers: Answers, of: number) => Id | undefined;

const SLOTS: Readonly<Record<string, Slot>> = {
	form: (answers, of) => formsToRead(answers)[of],
	// The oldest record is the most likely to have comments.
	record: (answers, of) => [...recordIdsOf(recordsReadOf(answers, of))].sort(idsAbove)[0],
	user: (answers, of) => usersToRead(answers)[of],
	givenUser: ({ given }) => given.user,
	gap: (answers) => gapIn(recordIdsOf(recordsReadOf(answers, 0))),
	choiceForm: (answers) => {
		const of = FORMS.find((form) => choiceIn(answers, form) !== undefined);
		return of === undefined ? undefined : formsToRead(answers)[of];
	},
	choiceField: (answers) => FORMS.map((form) => choiceIn(answers, form)).find(isGiven),
	unknownForm: (answers) =>
		formsToRead(answers).includes(UNKNOWN_FORM) ? undefined : UNKNOWN_FORM,
	name: (answers) => searchedName(answers),
	start: (answers) => searchedName(answers)?.slice(0, 3),
	inside: (answers) => searchedName(answers)?.slice(1, 4),
	otherCase: (answers) => inOtherLetters(searchedName(answers)),
};

const UNKNOWN_FORM = 999_999_999;

const isGiven = <T>(value: T | undefined): value is T => value !== undefined;

/** Returns the request with all slots filled; undefined while a value is unknown. */
function requestOf(
	{ path, query = {}, of = 0 }: ProbeRequest,
	answers: Answers,
): ApiRequest | undefined {
	let isWhole = true;
	const filled = (text: string, write: (value: string) => string) =>
		text.replace(/\{(\w+)\}/g, (_, slot: string) => {
			const value = SLOTS[slot]?.(answers, of);
			isWhole &&= value !== undefined;
			return write(String(value));
		});
	const parameters = Object.entries(query).map(([name, value]) => [
		name,
		typeof value === 'string' ? filled(value, String) : value,
	]);
	const request: ApiRequest = {
		method: 'GET',
		path: filled(path, encodeURIComponent),
		query: Object.fromEntries(parameters) as ApiRequest['query'],
	};
	return isWhole ? request : undefined;
}

/** Returns an ID between those of the list that the list does not contain. */
function gapIn(ids: readonly Id[]): Id | undefined {
	const sorted = [...ids].sort(idsAbove);
	const at = sorted.findIndex((id, n) => n > 0 && idsAbove(id, sorted[n - 1] ?? id) > 1);
	const before = sorted[at - 1];
	return before === undefined ? undefined : idIn(String(BigInt(before) + 1n));
}

/** Returns a field with choices whose name can be part of a list of fields. */
const choiceIn = (answers: Answers, form: number): string | undefined =>
	fieldsReadOf(answers, form)
		.filter(({ selectItems }) => jsonObjectsIn(selectItems).length > 0)
		.map(({ uniqueId }) => textIn(uniqueId))
		.find((id) => id !== '' && !/[,[\]:]/.test(id));

const LEAST_LETTERS = 5;

/** Returns the name of a form to try a search with. */
export function searchedName(answers: Answers): string | undefined {
	const names = formNames(answerRowsOf(answers, 'forms', 'forms') ?? []);
	return (
		names.find((name) => inOtherLetters(name) !== undefined && isPlain(name)) ?? names.find(isPlain)
	);
}

/** Whether the parts of a name differ from its start. */
const isPlain = (name: string): boolean =>
	[...name].length >= LEAST_LETTERS &&
	!name.startsWith(name.slice(1, 4)) &&
	name.trim() === name &&
	!/\s/.test(name.slice(0, 4));

export const formNames = (rows: readonly JsonObject[]): readonly string[] =>
	rows.map(({ name }) => textIn(name ?? '')).filter((name) => name !== '');

/** Swaps small and capital letters of a name; undefined if that changes nothing. */
function inOtherLetters(name: string | undefined): string | undefined {
	const turned = [...(name ?? '')]
		.map((sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()))
		.join('');
	const isBack = turned.toLowerCase() === name?.toLowerCase();
	return turned === name || !isBack ? undefined : turned;
}
