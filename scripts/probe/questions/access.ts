import { isSuccess, type ProbeReply } from '../probe-reply';
import { answerRowsOf, answerStatusOf } from '../answers';
import { cannotBeAsked, firstOf, likelyEvidence, question, seenEvidence } from '../question';

const isDenied = (status: number | undefined) => status === 401 || status === 403;

/** A firewall's 429 has other words. */
const isAboutLimit = ({ body }: ProbeReply, words = /100 second|month/i) =>
	words.test(JSON.stringify(body ?? ''));

/** Who may send requests, and how often. */
export const access = [
	question({
		name: 'connection',
		rows: [1, 3],
		about: 'Whether the address and the header of the key are right',
		asks: ['forms'],
		behaviours: {
			accepted: 'The address, the key and the name of its header are right.',
			rejected: 'The site rejects the key. Check the key, and the name of its header.',
		},
		read: (answers) =>
			seenEvidence(
				firstOf([
					['accepted', answerRowsOf(answers, 'forms', 'forms')],
					// A 403 may be a firewall's, or that of a right key.
					['rejected', answerStatusOf(answers, 'forms') === 401],
				]),
				'forms',
			),
	}),
	question({
		name: 'scopes',
		rows: [2],
		about: 'Whether one key is for forms and directory',
		asks: ['forms', 'users'],
		behaviours: {
			oneKey: 'One key is for everything. Leave the Directory API Key of the credential empty.',
			twoKeys: 'The directory needs its own key. Enter it as the Directory API Key.',
		},
		read: (answers) => {
			const { hasDirectoryKey = false } = answers.given;
			if (hasDirectoryKey || !answerRowsOf(answers, 'forms', 'forms')) return undefined;
			if (answerRowsOf(answers, 'users', 'user')) return seenEvidence('oneKey', 'users');
			return isDenied(answerStatusOf(answers, 'users'))
				? likelyEvidence('twoKeys', 'users')
				: undefined;
		},
	}),
	question({
		name: 'formKey',
		rows: [2],
		about: 'Whether the key is valid for one form only',
		asks: ['forms', 'unknown form'],
		behaviours: {
			anyForm: 'The key is valid for every form.',
			oneForm: 'The key is valid for some forms only. The others fail with 401.',
		},
		read: (answers) => {
			const status = answerStatusOf(answers, 'unknown form');
			return likelyEvidence(
				firstOf([
					['anyForm', status === 404],
					['oneForm', isDenied(status)],
				]),
				'unknown form',
			);
		},
	}),
	question({
		name: 'limitStatus',
		rows: [18],
		about: 'The status of a request over the rate limit',
		asks: [],
		behaviours: {
			'402': 'A request over the rate limit fails with 402. The nodes wait and retry.',
			'429': 'A request over the rate limit fails with 429. The nodes wait and retry.',
		},
		documented: ['402'],
		read: ({ limited }) =>
			limited &&
			seenEvidence(
				firstOf([
					['402', limited.reply.status === 402],
					['429', isAboutLimit(limited.reply)],
				]),
				limited.by,
			),
	}),
	question({
		name: 'retryAfter',
		rows: [18],
		about: 'Whether the site says how long to wait for its rate limit',
		asks: [],
		behaviours: {
			yes: 'The nodes wait as long as the site says.',
			no: 'The nodes wait until the 100 seconds are over.',
		},
		read: ({ limited }) =>
			limited &&
			seenEvidence(
				firstOf([
					[
						'yes',
						limited.reply.headers['retry-after'] !== undefined && isAboutLimit(limited.reply),
					],
					// The monthly limit is a different one.
					['no', isAboutLimit(limited.reply, /100 second/i)],
				]),
				limited.by,
			),
	}),
	cannotBeAsked('limitWindow', 18, 'How the 100 seconds of the rate limit are counted'),
	question({
		name: 'limitHeaders',
		rows: [18],
		about: 'Whether replies say how many requests are left',
		asks: ['forms'],
		behaviours: {
			yes: 'Replies have headers about the rate limit. The nodes do not need them.',
			no: 'Replies say nothing about the rate limit. The nodes count themselves.',
		},
		read: ({ replies }) => {
			const reply = replies.get('forms');
			if (!reply || !isSuccess(reply)) return undefined;
			const hasOne = Object.keys(reply.headers).some((name) => /rate-?limit|quota/i.test(name));
			return seenEvidence(hasOne ? 'yes' : 'no', 'forms');
		},
	}),
	question({
		name: 'unknownPaths',
		rows: [44],
		about: 'The answer to a path that does not exist',
		asks: ['unknown path'],
		behaviours: {
			notFound: 'A wrong Base URL is noticed immediately, because the site answers 404.',
			page: 'A wrong Base URL may answer with a page. The nodes notice that it is not the service.',
		},
		documented: ['notFound'],
		read: (answers) => {
			const reply = answers.replies.get('unknown path');
			if (reply?.status === 404) return seenEvidence('notFound', 'unknown path');
			const isPage = reply && isSuccess(reply) && typeof reply.body === 'string';
			// It may be a page about maintenance.
			return isPage ? likelyEvidence('page', 'unknown path') : undefined;
		},
	}),
	cannotBeAsked('firewall', 50, 'What a firewall in front of the site answers'),
	cannotBeAsked('firewallBlocks', 50, 'Whom a firewall in front of the site blocks'),
];
