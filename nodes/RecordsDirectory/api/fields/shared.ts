import { choice, flag, integer, pick, text } from '../define';

export const CODE_LENGTH = 256;

export const form = pick('Form', 'form', {
	wire: 'appsId',
	description: 'The form (app) that contains the records',
});

export const recordId = pick('Record', 'record', { description: 'The record of the form' });

/** What '' does in most fields of the directory that may be empty. */
export const CLEARS = 'Leave empty to clear it';

export const alias = text('Alias', {
	maxLength: 256,
	description: 'An alternative name',
	whenEmpty: CLEARS,
});
export const aliasKana = text('Phonetic Alias (Kana)', {
	maxLength: CODE_LENGTH,
	description: 'How the alias is pronounced',
	whenEmpty: CLEARS,
});
export const note = text('Note', { multiline: true, whenEmpty: CLEARS });

/** The phonetic name. The service sorts lists by it. */
export const kana = (maxLength: number) =>
	text('Phonetic Name (Kana)', {
		maxLength,
		description: 'How the name is pronounced. Lists are sorted by it.',
	});

export const nameSearch = {
	name: text('Name', { description: 'Return only results with this name' }),
};

export const changedCode = text('New Code', {
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The code that replaces the current one',
});

export const commentId = pick('Comment', 'comment', { description: 'The comment of the record' });
export const fieldId = pick('Field', 'field', { description: 'The field of the form' });

export const parentCommentId = pick('Parent Comment', 'comment', {
	wire: 'parentId',
	min: -1,
	description: 'The comment to reply to, or -1 for none',
});

/** On by default: an update reads the entry first and sends it whole. */
export const keepOthers = flag('Keep Other Fields', {
	place: 'local',
	default: true,
	description:
		'Whether to read the entry first and send back the values that you do not change. Otherwise the service may clear these values or reject the update. Takes 1 more request per item.',
});

/** Creates many records with imports instead of single requests. */
export const throughImport = flag('Send in Batches', {
	place: 'local',
	description:
		'Whether to send up to 100 items per request. New IDs are not returned, and one invalid item rejects its whole batch.',
});

/** A directory import overwrites entries with the same code, so the codes are checked first. */
export const newThroughImport: typeof throughImport = {
	...throughImport,
	description:
		'Whether to send up to 100 items per request. The node first checks that the codes are new (1 request per 1,000 entries), and items with an existing code fail. One invalid item rejects its whole batch.',
};

/** For services that do not return the ID of a new record. */
export const findNew = flag('Find the New Record', {
	place: 'local',
	description:
		'Whether to look up the record ID of a new record if the service does not return it. The form needs a key field with a value. It takes 1 more request per new record, 1 or 2 per 100 records of an import, and 1 per run.',
});

export const requestsAtOnce = integer('Parallel Requests', {
	place: 'local',
	min: 1,
	max: 5,
	default: 3,
	description:
		'Number of import requests sent in parallel (1 to 5). Records may be created out of order.',
});

/** The property names of simplified records: captions or field IDs. */
export const names = choice(
	'Field Names',
	[
		{
			name: 'Captions',
			value: 'captions',
			description: 'The names shown in the form. Takes 1 more request.',
		},
		{
			name: 'Field IDs',
			value: 'identifiers',
			description:
				'Stay the same when captions change. Values are returned as the service sends them.',
		},
	],
	{ place: 'local', default: 'captions' },
);

/** Fields of users and organizations in simplified records. */
export const usersAs = choice(
	'Users As',
	[
		{ name: 'Codes', value: 'codes', description: 'A list such as ["E0001"]' },
		{ name: 'Names', value: 'names', description: 'A list such as ["Aiko Tanaka"]' },
		{ name: 'Objects', value: 'objects', description: 'A list of objects with code and name' },
	],
	{
		place: 'local',
		default: 'objects',
		description:
			'How to return users and organizations in fields. Has no effect if Simplify is off. With field IDs, it takes 1 more request.',
	},
);

/** Whether the fields of an entry are inputs, or properties of the input item; in the words of n8n's mapper. */
export const mappingMode = choice(
	'Mapping Column Mode',
	[
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Use the properties of the input item that have the names of the fields',
		},
		{
			name: 'Map Each Column Manually',
			value: 'defineBelow',
			description: 'Enter a value for each field',
		},
	],
	{
		place: 'local',
		isFixed: true,
		default: 'defineBelow',
		description: 'How the fields get their values',
	},
);

export const unknownColumns = choice(
	'Unknown Columns',
	[
		{ name: 'Fail', value: 'fail', description: 'Reject the item before anything is sent' },
		{ name: 'Ignore', value: 'ignore', description: 'Do not send them, and name them in a hint' },
	],
	{
		place: 'local',
		default: 'ignore',
		description:
			'What to do with input columns that match no field when fields are mapped automatically',
	},
);

/** The inputs of every list and read, with n8n's own words. */
export const returnAll = flag('Return All', {
	description: 'Whether to return all results or only up to a given limit',
});
export const limit = integer('Limit', {
	default: 50,
	min: 1,
	description: 'Max number of results to return',
});
export const simplify = flag('Simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});
