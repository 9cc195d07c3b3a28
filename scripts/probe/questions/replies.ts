import {
	isJsonObject,
	jsonObjectsIn,
	textIn,
	type JsonObject,
} from '../../../nodes/RecordsDirectory/core/json';
import { folded } from '../../../nodes/RecordsDirectory/core/text';
import {
	answerBodyOf,
	FORMS,
	formsToRead,
	answerRowsOf,
	USERS,
	usersToRead,
	type Answers,
} from '../answers';
import { isRejected, type ProbeReply } from '../probe-reply';
import {
	agreedEvidence,
	firstOf,
	likelyEvidence,
	needsWriting,
	question,
	seenEvidence,
	type Evidence,
} from '../question';

const NOTICES = USERS.map((user) => `notices ${user}`);
const ERRORS = ['unknown field', 'page 0', 'unknown form'];

/** The shapes of errors, notices and comments. */
export const replies = [
	question({
		name: 'errorBody',
		rows: [19, 47],
		about: 'What an error looks like',
		asks: ERRORS,
		behaviours: {
			json: 'Errors are JSON, as documented. The nodes show the words of the site.',
			flat: 'Errors are JSON with `code` and `message`. The nodes show the message.',
			message: 'Errors are JSON with a `message`. The nodes show it.',
			list: 'Errors are a list, `errors`. The nodes show the texts in it.',
			problem: 'Errors are JSON with `title` and `detail`. The nodes show both.',
			otherJson: 'Errors are JSON of another shape. The nodes show the texts in it.',
			empty: 'Errors have no body. The nodes can only show the status.',
			html: 'Errors are web pages. The nodes show the status and the texts of the page.',
			cut: 'Errors are cut off. The nodes can only show the status.',
		},
		documented: ['json'],
		read: (answers) => {
			const signs = errorReplies(answers).flatMap(({ name, reply }) => {
				const behaviour = shapeOf(reply);
				return behaviour ? [{ by: name, behaviour }] : [];
			});
			return agreedEvidence(signs, signs.length === 1 ? 'likely' : 'seen');
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
		read: (answers) =>
			agreedEvidence(
				errorReplies(answers).map(({ name, errors: { code } }) => ({
					by: name,
					behaviour: firstOf([
						['number', typeof code === 'number'],
						['string', typeof code === 'string'],
					]),
				})),
			),
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
		read: (answers) =>
			agreedEvidence(
				noticesIn(answers).map(({ name, body: { notices } }) => ({
					by: name,
					behaviour: firstOf([
						['missing', notices === undefined],
						['empty', Array.isArray(notices) && notices.length === 0],
					]),
				})),
			),
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
		read: (answers) =>
			agreedEvidence(
				FORMS.map((form) => `comments ${form}`).flatMap((by) =>
					(answerRowsOf(answers, by, 'comments') ?? [])
						.flatMap(({ file }) => jsonObjectsIn(file))
						.map(({ content, size }) => ({
							by,
							behaviour: firstOf([
								['dataUrl', /^data:[^,]*;base64,/.test(textIn(content ?? ''))],
								['base64', isBase64(textIn(content ?? ''), size)],
							]),
						})),
				),
			),
	}),
];

/** Returns replies that must be errors; failures of the site do not count. */
const errorReplies = (answers: Answers) =>
	ERRORS.flatMap((name) => {
		const reply = answers.replies.get(name);
		if (!reply || !(isRejected(reply) || reply.status === 404)) return [];
		return [{ name, reply, errors: errorsIn(reply) }];
	});

/** Returns the documented error body (Errors); empty for another body. */
const errorsIn = ({ body }: ProbeReply): JsonObject =>
	isJsonObject(body) && isJsonObject(body.errors) ? body.errors : {};

function shapeOf({ body }: ProbeReply) {
	const text = textIn(body ?? '').trim();
	return firstOf([
		['json', isJsonObject(body) && isJsonObject(body.errors) && 'message' in body.errors],
		['list', isJsonObject(body) && Array.isArray(body.errors)],
		['problem', isJsonObject(body) && 'title' in body && 'detail' in body],
		['flat', isJsonObject(body) && 'message' in body && 'code' in body],
		['message', isJsonObject(body) && 'message' in body],
		['otherJson', isJsonObject(body)],
		['empty', text === ''],
		['html', text.startsWith('<')],
		['cut', text.startsWith('{')],
	]);
}

/** An unknown field is the only mistake whose details the document describes. */
function errorDetails(answers: Answers) {
	const by = 'unknown field';
	const found = errorReplies(answers).find(({ name }) => name === by);
	if (!found || !isRejected(found.reply) || Object.keys(found.errors).length === 0)
		return undefined;
	const { details } = found.errors;
	const hasWords = jsonObjectsIn(details).some(({ message }) => textIn(message ?? '') !== '');
	return seenEvidence(
		firstOf([
			['absent', details === undefined || details === null],
			['empty', Array.isArray(details) && details.length === 0],
			['messages', hasWords],
			['withoutMessage', Array.isArray(details)],
		]),
		by,
	);
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

function noticeCode(answers: Answers) {
	const signs = noticesIn(answers).map(({ name, asked, body }) => {
		const code = textIn(body.code);
		return {
			by: name,
			behaviour: firstOf([
				// A code without capitals would look the same in small letters.
				['asked', code === asked && /[A-Z]/.test(code)],
				['otherCase', code !== asked && code.toLowerCase() === asked.toLowerCase()],
				['otherWidth', code !== asked && folded(code) === folded(asked)],
			]),
		};
	});
	const reading = agreedEvidence(signs);
	return reading?.behaviour === 'asked' ? { ...reading, certainty: 'likely' as const } : reading;
}

/** Whether a text can be Base64 of a file of this size, if the size is known. Other texts have the same signs. */
function isBase64(text: string, size: unknown): boolean {
	const signs = text.replace(/[\s=]/g, '');
	if (signs === '' || !/^[A-Za-z\d+/]+$/.test(signs)) return false;
	const bytes = Math.floor((signs.length * 3) / 4);
	return textIn(size ?? '') === '' || Number(size) === bytes;
}
