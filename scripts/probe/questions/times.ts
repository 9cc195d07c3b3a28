import { textIn } from '../../../nodes/RecordsDirectory/core/json';
import { isZoned, recordTime } from '../../../nodes/RecordsDirectory/core/values/moment';
import { everyField, everyRecord, FORMS, answerRowsOf, successOf, type Answers } from '../answers';
import type { ProbeReply } from '../probe-reply';
import type { ScratchTrace } from '../scratch-trace';
import { ownIn, scratchReader } from '../written';
import {
	agreedEvidence,
	firstOf,
	measuredEvidence,
	needsWriting,
	question,
	seenEvidence,
	type Evidence,
} from '../question';

const RECORDS = FORMS.map((form) => `records ${form}`);

/** Clock, time zone, and how dates are written. */
export const times = [
	question({
		name: 'timestamps',
		rows: [22, 48],
		about: 'How the times of creation and update are written',
		asks: RECORDS,
		behaviours: {
			blank: 'Times of records are as documented: without a zone, in whole seconds.',
			zoned: 'Times of records have a zone. The nodes read it.',
			other: 'Times of records are not as documented. Report it: the trigger relies on them.',
		},
		documented: ['blank'],
		read: (answers) => {
			const texts = everyRecord(answers).flatMap(({ createdAt, updatedAt }) => [
				textIn(createdAt),
				textIn(updatedAt),
			]);
			if (texts.length === 0) return undefined;
			const isAs = firstOf([
				['blank', texts.every((text) => recordTime(text) === text)],
				['zoned', texts.every(isZoned)],
				['other', true],
			]);
			return seenEvidence(isAs, 'records 0');
		},
	}),
	question({
		name: 'dateHeader',
		rows: [22],
		about: 'Whether replies contain the time',
		asks: ['forms'],
		behaviours: {
			yes: 'Replies say what time it is, which saves the trigger requests.',
			no: 'Replies do not say what time it is. The trigger needs more requests if many records change in one second.',
		},
		read: ({ replies }) => {
			const reply = replies.get('forms');
			if (reply?.status !== 200) return undefined;
			return seenEvidence(timeOf(reply) === undefined ? 'no' : 'yes', 'forms');
		},
	}),
	question({
		name: 'clockOffsetSeconds',
		rows: [22],
		about: 'Whether the clock of the site is right',
		asks: ['forms', 'records again'],
		behaviours: {
			'#': 'The clock of the site is # seconds ahead of this machine (negative: behind). The trigger uses the clock of the site.',
		},
		read: (answers) => {
			const ahead = [...answers.replies.values()].flatMap(aheadIn);
			if (ahead.length === 0) return undefined;
			const [least, most] = [Math.min(...ahead), Math.max(...ahead)];
			// A clock that is set during the run, or that several machines do not share, proves nothing.
			return most - least > STEADY_SECONDS
				? undefined
				: measuredEvidence(median(ahead), 'forms', 'likely');
		},
	}),
	question({
		name: 'zoneOffsetMinutes',
		rows: [22, 27, 42],
		about: 'The time zone of the site',
		asks: RECORDS,
		behaviours: {
			'#': 'The site writes times with an offset of # minutes from UTC. Set a Time Zone with that offset in the credential.',
		},
		otherwise: 'needs writing',
		read: (answers) => scratchReader(offsetOfOwn)(answers) ?? zoneOffset(answers),
	}),
	needsWriting('timeZone', 42, 'Whether the clock of the site has summer time'),
	question({
		name: 'visibleAfterSeconds',
		rows: [22, 52],
		about: 'How soon a record that was written is listed',
		asks: [],
		behaviours: {
			'0': 'A new record is listed at once.',
			'#': 'A new record is listed within # seconds. Keep the Look-Back Window of triggers longer than that.',
		},
		otherwise: 'needs writing',
		read: scratchReader(({ listedAfter }) =>
			listedAfter === undefined
				? undefined
				: measuredEvidence(listedAfter, 'scratch create', listedAfter === 0 ? 'seen' : 'likely'),
		),
	}),
	question({
		name: 'dates',
		rows: [38],
		about: 'How dates are written',
		asks: ['forms', 'users'],
		behaviours: {
			slashes: 'Dates look like 2026/01/31.',
			hyphens: 'Dates look like 2026-01-31. The nodes accept both spellings.',
		},
		read: (answers) => {
			const forms = answerRowsOf(answers, 'forms', 'forms') ?? [];
			const users = answerRowsOf(answers, 'users', 'user') ?? [];
			const texts = [
				...forms.flatMap(({ startDay, endDay }) => [startDay, endDay]),
				...users.map(({ expire }) => expire),
			].map((value) => textIn(value ?? ''));
			return agreedEvidence(
				texts.map((text) => ({
					by: 'forms',
					behaviour: firstOf([
						['slashes', /^\d{4}\/\d\d\/\d\d/.test(text)],
						['hyphens', /^\d{4}-\d\d-\d\d/.test(text)],
					]),
				})),
			);
		},
	}),
	question({
		name: 'times',
		rows: [38],
		about: 'How dates with a time are written in records',
		asks: RECORDS,
		behaviours: {
			blank: 'Dates with a time look like 2026/01/31 09:00:00.',
			minutes: 'Dates with a time have no seconds. Seconds that are sent may be lost.',
			T: 'Dates with a time look like 2026-01-31T09:00:00.',
			Z: 'Dates with a time are in UTC, such as 2026-01-31T00:00:00Z.',
			offset: 'Dates with a time have an offset, such as 2026-01-31T09:00:00+09:00.',
		},
		read: (answers) =>
			agreedEvidence(
				timeFields(answers).flatMap(({ texts, form }) =>
					texts.map((text) => ({ by: `records ${form}`, behaviour: spellingOf(text) })),
				),
			),
	}),
];

function timeOf({ headers }: ProbeReply): number | undefined {
	const time = Date.parse(textIn(headers.date ?? ''));
	return Number.isNaN(time) ? undefined : time;
}

const STEADY_SECONDS = 3;

/**
 * Returns by how many seconds the site's clock is ahead. The header has whole seconds, and a slow reply proves
 * too little.
 */
function aheadIn(reply: ProbeReply): number[] {
	const time = timeOf(reply);
	const { sentMs, receivedMs } = reply;
	if (time === undefined || receivedMs - sentMs > 2_000) return [];
	return [Math.round((time + 500 - (sentMs + receivedMs) / 2) / 1000)];
}

const median = (list: readonly number[]): number =>
	[...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

const SPELLINGS = [
	['Z', /^\d{4}[-/]\d\d[-/]\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
	['offset', /^\d{4}[-/]\d\d[-/]\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/],
	['T', /^\d{4}[-/]\d\d[-/]\d\dT\d\d:\d\d:\d\d$/],
	['minutes', /^\d{4}[-/]\d\d[-/]\d\d \d\d:\d\d$/],
	['blank', /^\d{4}[-/]\d\d[-/]\d\d \d\d:\d\d:\d\d$/],
] as const;

const spellingOf = (text: string) => SPELLINGS.find(([, pattern]) => pattern.test(text))?.[0];

/** Fewer texts may look like times by chance. */
const LEAST_TIMES = 3;

/** Returns the fields whose values are all dates with a time. */
function timeFields(answers: Answers) {
	return everyField(answers).flatMap(({ values, form }) => {
		const texts = values.filter((value) => typeof value === 'string' && value !== '');
		const isTime = texts.every((text) => spellingOf(textIn(text)) !== undefined);
		return isTime && texts.length >= LEAST_TIMES ? [{ form, texts: texts.map(textIn) }] : [];
	});
}

const QUARTER_MS = 15 * 60_000;
/** A time may be set some seconds before the reply leaves. */
const TOLERANCE_MS = 60_000;

/** The offset by which the time of the own record differs from that of the reply to its creation. */
function offsetOfOwn(trace: ScratchTrace): Evidence<never> | undefined {
	const reply = successOf(trace, 'scratch create');
	const text = textIn(ownIn(trace, 'after creation')?.createdAt ?? '');
	const time = reply && timeOf(reply);
	if (time === undefined || recordTime(text) !== text) return undefined;
	// Beside a clock that is wrong, nothing tells the zone from the error.
	if (Math.abs(time - reply!.receivedMs) > TOLERANCE_MS) return undefined;
	const ahead = Date.parse(`${text.replaceAll('/', '-').replace(' ', 'T')}Z`) - time;
	const whole = Math.round(ahead / QUARTER_MS) * QUARTER_MS;
	const isNear = Math.abs(ahead - whole) <= TOLERANCE_MS;
	return isNear ? measuredEvidence(whole / 60_000, 'scratch create', 'likely') : undefined;
}

function zoneOffset(answers: Answers): Evidence<never> | undefined {
	const signs = timeFields(answers).flatMap(({ texts, form }) =>
		texts.map((text) => ({ by: `records ${form}`, behaviour: minutesAhead(text) })),
	);
	return agreedEvidence<never>(signs, 'likely');
}

/** The offset at the end of a time, in minutes. */
function minutesAhead(text: string): number | undefined {
	const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text.slice(text.indexOf('T'))) ?? [];
	const ahead = Number(hours) * 60 + Number(minutes);
	if (sign === undefined) return undefined;
	return sign === '-' ? -ahead : ahead;
}
