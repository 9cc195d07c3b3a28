import { identifiers, integer, pick, text } from './define';
import { form } from './fields';

/** The parameters of the trigger: what it watches, and which of it. */
export const recordWatch = { form };

export const noticeWatch = {
	code: pick('User', 'user', { description: 'The person whose notices are watched' }),
};

export const recordWatchOptions = {
	fields: identifiers('Output Fields', {
		placeholder: 'e.g. field-1,field-2',
		description: 'Comma-separated identifiers of the fields to return, all when absent',
	}),
	keyword: text('Keyword', {
		description:
			'Only records found by this word; it works only in forms with search fields set up',
	}),
	overlap: integer('Overlap (Seconds)', {
		min: 0,
		default: 120,
		description:
			'How far back each poll looks again, for records that show up later than the time they carry and for clocks that step back',
	}),
	query: text('Query', {
		description: 'The search condition in the words of the service, sent as it is',
	}),
};
