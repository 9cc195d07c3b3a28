import type { Id } from '../../nodes/RecordsDirectory/core/id';
import type { ProbeReply } from './probe-reply';

/** The outcome of the writes. */
export interface ScratchTrace {
	/** By the name of the request. */
	readonly replies: ReadonlyMap<string, ProbeReply>;
	readonly fields: ScratchFields;
	readonly mark: string;
	readonly user?: ScratchUser;
	/** The record that was created first, once it was listed and nothing else could be it. */
	readonly created?: Id;
	/** Seconds from its creation to the list that had it; absent where a reply before that list is missing. */
	readonly listedAfter?: number;
	/** Records of its own that the probe could not delete. */
	readonly left: readonly Id[];
	/** Whether the probe stopped because something in front of the service has answered. */
	readonly isBlocked: boolean;
	/** Whether others may be left: records that were not found, or that may be copies of the probe's. */
	readonly isDoubtful: boolean;
}

/** What the form must have: a required text, and a text that may stay empty. It may have the others. */
export interface ScratchFields {
	readonly required: string;
	readonly optional: string;
	/** Whether the required text is the key field of the form. */
	readonly isKey: boolean;
	/** A field of users. */
	readonly users?: string;
	/** A field that the site calculates. */
	readonly calculated?: string;
}

/** A user whom a record of the probe may name. */
export interface ScratchUser {
	readonly code: string;
	readonly name: string;
}

/**
 * The text of the probe's record with this number. It is short, because a site may shorten texts, and the number
 * shows which write has caused a record.
 */
export const markText = (mark: string, nth: number): string => `${mark}-${nth}`;

/** Rows of a list of the writing part. */
export const LIST_ROWS = 50;

const OWN = '/api/apps/{scratchForm}/records/{own}';

/** The requests of the writing part, as they are announced and shown. */
export const SCRATCH_WORDS = {
	'scratch list': 'GET /api/apps/{scratchForm}/records?order=recordId:desc&page=1&limit=50',
	'scratch create': 'POST /api/apps/{scratchForm}/records',
	'scratch update': `PUT ${OWN}`,
	'scratch read': `GET ${OWN}`,
	'scratch import': 'POST /api/apps/{scratchForm}/records/import with the ID of the own record',
	'scratch restore': `PUT ${OWN}`,
	'scratch user object': `PUT ${OWN} with the code of a user as an object`,
	'scratch user pair': `PUT ${OWN} with the code and name of a user`,
	'scratch user text': `PUT ${OWN} with the code of a user as a text`,
	'scratch read user': `GET ${OWN}`,
	'scratch calculated': `PUT ${OWN} with a value for a calculated field`,
	'scratch read calculated': `GET ${OWN}`,
	'scratch without key': `PUT ${OWN} without the key field`,
	'scratch double key': 'POST /api/apps/{scratchForm}/records with the key of the own record',
	'scratch status': `PUT ${OWN} with a status that does not exist`,
	'scratch read status': `GET ${OWN}`,
	'scratch same status': `PUT ${OWN} with the status that it has`,
	'scratch bad import':
		'POST /api/apps/{scratchForm}/records/import with a bad row between two good ones',
	'scratch delete': `DELETE ${OWN}`,
	'scratch read deleted': `GET ${OWN}`,
} as const;

/** What the optional field holds first. */
export const KEPT = 'kept';
/** No value of a calculated field is like this by chance. */
export const NO_SUM = 918_273;
/** The number of the record that gets the key of the first one. */
export const DOUBLE = 5;
/** The number of the record behind the bad one of a rejected import. */
export const BEHIND = 6;
