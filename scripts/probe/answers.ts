import { recordIn } from '../../nodes/RecordsDirectory/core/values/record-properties';
import { idIn, type Id } from '../../nodes/RecordsDirectory/core/id';
import { listIn } from '../../nodes/RecordsDirectory/core/request/reply';
import { isRejected, isSuccess, type ProbeReply } from './probe-reply';
import type { ScratchTrace } from './scratch-trace';
import {
	isJsonObject,
	jsonObjectsIn,
	numberIn,
	textIn,
	type JsonObject,
} from '../../nodes/RecordsDirectory/core/json';

/** What the user gives the probe besides the address and keys. */
export interface ProbeInput {
	/** The form to look at first. */
	readonly form?: Id | undefined;
	/** The user whose notices are read first. */
	readonly user?: string | undefined;
	/** Whether the directory has a key of its own. */
	readonly hasDirectoryKey?: boolean;
}

/** The replies so far. */
export interface Answers {
	readonly given: ProbeInput;
	/** By request name. Without replies that were cut off or never came. */
	readonly replies: ReadonlyMap<string, ProbeReply>;
	/** The first reply about a rate limit. */
	readonly limited?: { readonly by: string; readonly reply: ProbeReply };
	/** Whether something in front of the service seems to have answered, after the service had answered other requests. */
	readonly isBlocked?: boolean;
	/** How often each request was sent. */
	readonly tries: ReadonlyMap<string, number>;
	/** Whether the probe sends nothing more: every request would be rejected, or what it is given does not exist. */
	readonly isOver: boolean;
	/** The outcome for the probe's own records, if the user has made a form for them. */
	readonly scratch?: ScratchTrace;
}

export const noAnswers = (given: ProbeInput): Answers => ({
	given,
	replies: new Map(),
	tries: new Map(),
	isOver: false,
});

/** The forms whose records are read. */
export const FORMS = [0, 1, 2, 3, 4];
/** The users whose notices are read. */
export const USERS = [0, 1, 2, 3];

/** The replies to requests that read, or to those of the writing part. */
type Replies = Pick<Answers | ScratchTrace, 'replies'>;

/** Returns a reply, if the request succeeded. */
export function successOf({ replies }: Replies, name: string): ProbeReply | undefined {
	const reply = replies.get(name);
	return reply && isSuccess(reply) ? reply : undefined;
}

/** Returns the body of a successful reply with an object. */
export function answerBodyOf(answers: Replies, name: string): JsonObject | undefined {
	const body = successOf(answers, name)?.body;
	return isJsonObject(body) ? body : undefined;
}

/** Returns the rows of a list; undefined without one. */
export function answerRowsOf(
	answers: Replies,
	name: string,
	root = 'records',
): readonly JsonObject[] | undefined {
	const body = answerBodyOf(answers, name);
	try {
		return body && jsonObjectsIn(listIn(body, root));
	} catch {
		return undefined;
	}
}

/** Returns the status of a reply; 400 for every rejection. */
export function answerStatusOf({ replies }: Replies, name: string): number | undefined {
	const reply = replies.get(name);
	return reply && isRejected(reply) ? 400 : reply?.status;
}

/** Returns the IDs of records, in order. */
export const recordIdsOf = (rows: readonly JsonObject[]): readonly Id[] =>
	rows.flatMap(({ recordId }) => idIn(recordId) ?? []);

/** Returns the forms to read: the one that the user named, then those with the most records. */
export function formsToRead(answers: Answers): readonly Id[] {
	const { form } = answers.given;
	const listed = (answerRowsOf(answers, 'forms', 'forms') ?? []).flatMap((row) => {
		const id = idIn(row.id);
		return id === undefined ? [] : [{ id, count: numberIn(row.count) ?? 0 }];
	});
	const ids = [...listed].sort((a, b) => b.count - a.count).map(({ id }) => id);
	return form === undefined ? ids : [form, ...ids.filter((id) => id !== form)];
}

/** Returns the fields of a form. */
export const fieldsReadOf = (answers: Answers, form: number): readonly JsonObject[] =>
	answerRowsOf(answers, `fields ${form}`, 'fields') ?? [];

/** Returns the records of a form that were read first; of the first form two pages. */
export const recordsReadOf = (answers: Answers, form: number): readonly JsonObject[] => [
	...(answerRowsOf(answers, `records ${form}`) ?? []),
	...((form === 0 ? answerRowsOf(answers, 'next page') : undefined) ?? []),
];

/** Returns all records that were read first, of all forms. */
export const everyRecord = (answers: Answers): readonly JsonObject[] =>
	FORMS.flatMap((form) => recordsReadOf(answers, form));

/** A field and its values in records. */
export interface FieldValues {
	readonly field: JsonObject;
	readonly form: number;
	/** Without records that lack the field altogether. */
	readonly values: readonly unknown[];
	/** The number of records with and without it. */
	readonly missing: number;
}

/** Returns every field of every form that was read, with its values. */
export const everyField = (answers: Answers): readonly FieldValues[] =>
	FORMS.flatMap((form) => {
		const held = recordsReadOf(answers, form).map(recordIn);
		return fieldsReadOf(answers, form).map((field) => {
			const id = textIn(field.uniqueId);
			const having = held.filter((values) => Object.hasOwn(values, id));
			const values = having.map((one) => one[id]);
			return { field, form, values, missing: held.length - having.length };
		});
	});

/** Returns the codes of users whose notices are read. */
export function usersToRead(answers: Answers): readonly string[] {
	const { user } = answers.given;
	const codes = (answerRowsOf(answers, 'users', 'user') ?? [])
		.map(({ code }) => textIn(code ?? ''))
		.filter((code) => code !== '');
	return user === undefined ? codes : [user, ...codes.filter((code) => code !== user)];
}
