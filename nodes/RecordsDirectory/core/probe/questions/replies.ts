import { isJsonObject, jsonObjectsIn, textIn, type JsonObject } from '../../json';
import { errorsIn } from '../../request/failure';
import { folded } from '../../values/folded';
import {
	answerBodyOf,
	FORMS,
	formsToRead,
	answerRowsOf,
	USERS,
	usersToRead,
	type Answers,
} from '../answers';
import type { ProbeReply } from '../probe-reply';
import {
	agreedEvidence,
	likelyEvidence,
	needsWriting,
	question,
	seenEvidence,
	type Evidence,
	type Sign,
} from '../question';

const NOTICES = USERS.map((user) => `notices ${user}`);
const ERRORS = ['unknown field', 'page 0', 'unknown form'];

/** The shapes of errors, notices and comments. */
export const replies = [
	question({
		name: 'errorBody',
		rows: [19],
		about: 'What an error looks like',
		asks: ERRORS,
		behaviours: {
			json: 'Errors are JSON, as documented. The nodes show the words of the site.',
			empty: 'Errors have no body. The nodes can only show the status.',
			html: 'Errors are web pages. The nodes can only show the status.',
			cut: 'Errors are cut off. The nodes can only show the status.',
		},
		documented: ['json'],
		read: (answers) => {
			const signs = errorReplies(answers).flatMap(({ name, reply }) => {
				const behaviour = shapeOf(reply);
				return behaviour ? [{ by: name, behaviour }] : [];
			});
			const reading = agreedEvidence(signs);
			return reading && signs.length === 1 ? { ...reading, certainty: 'likely' } : reading;
		},
	}),
	question({
		name: 'errorCode',
		rows: [19],
		about: 'How an error writes its code',
		asks: ERRORS,
		behaviours: {
			number: 'The code of an error is a number.',
			string: 'The code of an error is a text. The nodes use the status.',
		},
		documented: ['number'],
		read: (answers) => {
			const signs = errorReplies(answers).flatMap(
				({ name, errors: { code } }): Array<Sign<'number' | 'string'>> => {
					if (typeof code === 'number') return [{ by: name, behaviour: 'number' }];
					return typeof code === 'string' ? [{ by: name, behaviour: 'string' }] : [];
				},
			);
			return agreedEvidence(signs);
		},
	}),
	question({
		name: 'errorDetails',
		rows: [19],
		about: 'Whether an error says what is wrong',
		asks: ['unknown field'],
		behaviours: {
			messages: 'Errors say what is wrong. The nodes show it.',
			absent: 'Errors do not say what is wrong. The nodes can only show the headline.',
			empty: 'Errors have an empty list of details. The nodes can only show the headline.',
			withoutMessage: 'Errors have details without words. The nodes can only show the headline.',
		},
		documented: ['messages'],
		read: errorDetails,
	}),
	question({
		name: 'zeroCounts',
		rows: [23],
		about: 'Notices whose count is 0',
		asks: NOTICES,
		behaviours: {
			kept: 'A notice stays in the list with a count of 0. The trigger reads 0 as none.',
			leftOut: 'A notice whose count is 0 is not listed. The trigger reads a missing notice as 0.',
		},
		read: zeroCounts,
	}),
	question({
		name: 'noNotices',
		rows: [23],
		about: 'The notices of a user who has none',
		asks: NOTICES,
		behaviours: {
			empty: 'A user without notices has an empty list.',
			missing: 'A user without notices has no list. The nodes read that as none.',
		},
		read: (answers) => {
			const signs = noticesIn(answers).flatMap(
				({ name, body }): Array<Sign<'missing' | 'empty'>> => {
					if (!Object.hasOwn(body, 'notices')) return [{ by: name, behaviour: 'missing' }];
					const isEmpty = Array.isArray(body.notices) && body.notices.length === 0;
					return isEmpty ? [{ by: name, behaviour: 'empty' }] : [];
				},
			);
			return agreedEvidence(signs);
		},
	}),
	question({
		name: 'emptyApplications',
		rows: [35],
		about: 'Forms in which a user has no notices',
		asks: ['forms', ...NOTICES],
		behaviours: {
			withoutList:
				'A form without notices is listed without `noticeList`. The nodes read that as none.',
			leftOut: 'A form without notices is not listed.',
		},
		read: emptyApplications,
	}),
	question({
		name: 'noticeCode',
		rows: [35],
		about: 'How notices write the code of the user',
		asks: ['users', ...NOTICES],
		behaviours: {
			asked: 'Notices name their user as asked.',
			otherCase: 'Notices name their user in other letters. Get Many returns the code like that.',
			otherWidth: 'Notices name their user in wide letters. Get Many returns the code like that.',
		},
		documented: ['asked'],
		read: noticeCode,
	}),
	needsWriting('noticesOfRetired', 35, 'The notices of a user who has left'),
	question({
		name: 'fileContent',
		rows: [26],
		about: 'How the file of a comment is written',
		asks: FORMS.map((form) => `comments ${form}`),
		behaviours: {
			base64: 'Files of comments are Base64.',
			dataUrl: 'Files of comments are data URLs. The nodes read both.',
		},
		read: fileContent,
	}),
];

interface ErrorReply {
	readonly name: string;
	readonly reply: ProbeReply;
	/** The documented body; empty if it is another one. */
	readonly errors: JsonObject;
}

/** Returns replies that must be errors; failures of the site do not count. */
const errorReplies = (answers: Answers): readonly ErrorReply[] =>
	ERRORS.flatMap((name) => {
		const reply = answers.replies.get(name);
		if (reply?.status !== 400 && reply?.status !== 404) return [];
		return [{ name, reply, errors: errorsIn(reply.body) }];
	});

function shapeOf({ body }: ProbeReply): 'json' | 'empty' | 'html' | 'cut' | undefined {
	if (isJsonObject(body)) return 'json';
	const text = textIn(body ?? '').trim();
	if (text === '') return 'empty';
	if (text.startsWith('<')) return 'html';
	return text.startsWith('{') ? 'cut' : undefined;
}

type Details = 'messages' | 'absent' | 'empty' | 'withoutMessage';

/** An unknown field is the only mistake whose details the document describes. */
function errorDetails(answers: Answers): Evidence<Details> | undefined {
	const found = errorReplies(answers).find(({ name }) => name === 'unknown field');
	if (found?.reply.status !== 400 || Object.keys(found.errors).length === 0) return undefined;
	const { details } = found.errors;
	const by = 'unknown field';
	if (details === undefined || details === null) return seenEvidence('absent', by);
	if (!Array.isArray(details)) return undefined;
	if (details.length === 0) return seenEvidence('empty', by);
	const hasWords = jsonObjectsIn(details).some(({ message }) => textIn(message ?? '') !== '');
	return seenEvidence(hasWords ? 'messages' : 'withoutMessage', by);
}

interface NoticeReply {
	readonly name: string;
	readonly asked: string;
	readonly body: JsonObject;
	/** The forms of its list. */
	readonly forms: readonly JsonObject[];
}

const noticesIn = (answers: Answers): readonly NoticeReply[] =>
	USERS.flatMap((user) => {
		const name = `notices ${user}`;
		const body = answerBodyOf(answers, name);
		const asked = usersToRead(answers)[user];
		if (!body || asked === undefined || textIn(body.code ?? '') === '') return [];
		return [{ name, asked, body, forms: jsonObjectsIn(body.notices) }];
	});

const entriesOf = ({ forms }: NoticeReply) =>
	forms.flatMap(({ appsId, noticeList }) =>
		jsonObjectsIn(noticeList).map(({ id, count }) => ({
			key: `${textIn(appsId ?? '')} ${textIn(id ?? '')}`,
			isZero: textIn(count) === '0',
		})),
	);

function zeroCounts(answers: Answers): Evidence<'kept' | 'leftOut'> | undefined {
	const all = noticesIn(answers).map((one) => ({ name: one.name, entries: entriesOf(one) }));
	const zero = all.find(({ entries }) => entries.some(({ isZero }) => isZero));
	if (zero) return seenEvidence('kept', zero.name);
	const keys = new Set(all.flatMap(({ entries }) => entries.map(({ key }) => key)));
	// A property that others have is missing if the count would be 0.
	const lacking = all.find(
		({ entries }) => new Set(entries.map(({ key }) => key)).size < keys.size,
	);
	return lacking && likelyEvidence('leftOut', lacking.name);
}

function emptyApplications(answers: Answers): Evidence<'withoutList' | 'leftOut'> | undefined {
	const all = noticesIn(answers).filter(({ forms }) => forms.length > 0);
	const without = all.find(({ forms }) => forms.some((form) => !Object.hasOwn(form, 'noticeList')));
	if (without) return seenEvidence('withoutList', without.name);
	const known = (answerRowsOf(answers, 'forms', 'forms') ?? []).length;
	const short = all.find(
		({ forms }) => forms.length < Math.min(known, formsToRead(answers).length),
	);
	return short && likelyEvidence('leftOut', short.name);
}

type NoticeCode = 'asked' | 'otherCase' | 'otherWidth';

function noticeCode(answers: Answers): Evidence<NoticeCode> | undefined {
	const signs = noticesIn(answers).flatMap(({ name, asked, body }): Array<Sign<NoticeCode>> => {
		const code = textIn(body.code);
		// A code without capitals would look the same in small letters.
		if (code === asked) return /[A-Z]/.test(code) ? [{ by: name, behaviour: 'asked' }] : [];
		if (code.toLowerCase() === asked.toLowerCase()) return [{ by: name, behaviour: 'otherCase' }];
		return folded(code) === folded(asked) ? [{ by: name, behaviour: 'otherWidth' }] : [];
	});
	const reading = agreedEvidence(signs);
	return reading?.behaviour === 'asked' ? { ...reading, certainty: 'likely' } : reading;
}

type Content = 'base64' | 'dataUrl';

/** Whether a text can be Base64 of a file of this size, if the size is known. Other texts have the same signs. */
function isBase64(text: string, size: unknown): boolean {
	const signs = text.replace(/[\s=]/g, '');
	if (signs === '' || !/^[A-Za-z\d+/]+$/.test(signs)) return false;
	const bytes = Math.floor((signs.length * 3) / 4);
	return textIn(size ?? '') === '' || Number(size) === bytes;
}

function fileContent(answers: Answers): Evidence<Content> | undefined {
	const signs = FORMS.flatMap((form) => {
		const by = `comments ${form}`;
		const files = (answerRowsOf(answers, by, 'comments') ?? []).flatMap(({ file }) =>
			jsonObjectsIn(file),
		);
		return files.flatMap(({ content, size }): Array<Sign<Content>> => {
			const text = textIn(content ?? '');
			if (/^data:[^,]*;base64,/.test(text)) return [{ by, behaviour: 'dataUrl' }];
			return isBase64(text, size) ? [{ by, behaviour: 'base64' }] : [];
		});
	});
	return agreedEvidence(signs);
}
