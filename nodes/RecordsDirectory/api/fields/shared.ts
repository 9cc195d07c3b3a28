import { choice, flag, integer, pick, text } from '../define';

export const CODE_LENGTH = 256;

export const form = pick('Form', 'form', {
	wire: 'appsId',
	description: 'The form (app) that holds the records',
});

export const recordId = pick('Record', 'record', { description: 'The record of the form' });

export const alias = text('Alias', { maxLength: 256, description: 'Another name that is shown' });
export const aliasKana = text('Alias Kana', {
	maxLength: CODE_LENGTH,
	description: 'The reading of the alias',
});
export const note = text('Note', { multiline: true });

/** The reading of a name; it sorts lists at the service. */
export const kana = (maxLength: number) =>
	text('Kana', {
		maxLength,
		clearable: false,
		description: 'The reading of the name, which lists are sorted by',
	});

export const nameSearch = { name: text('Name', { description: 'Only those with this name' }) };

export const changedCode = text('New Code', {
	clearable: false,
	optional: true,
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The management code to change to; the present one stays when this is empty',
});

export const commentId = pick('Comment', 'comment', { description: 'The comment of the record' });
export const fieldId = pick('Field', 'field', { description: 'The field of the form' });

export const parentCommentId = pick('Parent Comment', 'comment', {
	wire: 'parentId',
	min: -1,
	description: 'The comment that this one answers; -1 for none',
});

/** An update reads first and sends the whole, unless this is switched off. */
export const keepOthers = flag('Keep Other Fields', {
	place: 'local',
	default: true,
	description:
		'Whether to read first and send everything back with the changes, so that fields left out are neither refused nor cleared. It costs one more request an item.',
});

/** For many creates: the requests of an import. */
export const throughImport = flag('Send Through Import', {
	place: 'local',
	description:
		'Whether to send a hundred items in a request instead of one each. The service then tells no IDs of what is new, and a refusal concerns all items of a request.',
});

/** In the directory an import overwrites what has the code, so the codes are looked up. */
export const newThroughImport: typeof throughImport = {
	...throughImport,
	description:
		'Whether to send a hundred items in a request instead of one each. An import would overwrite existing entries, so the node first looks for the codes: 1 request per 1,000 entries. If a code exists, its item fails. A refusal concerns all items of a request.',
};

export const splitRefused = flag('Split Refused Requests', {
	place: 'local',
	description:
		'Whether to send the items of a refused request again in parts, until only those are left out that the service refuses. For a service that keeps nothing of what it refuses; another one would create some items twice.',
});

export const requestsAtOnce = integer('Requests at Once', {
	place: 'local',
	min: 1,
	max: 5,
	default: 3,
	description:
		'How many requests may be under way at a time, up to 5; one without this option. More are quicker where the service takes long for each, but the records may be created in another order, and when a request is refused, those under way beside it have been sent.',
});

/** For nodes that compute with times. */
export const timesWithOffset = flag('Times with Offset', {
	place: 'local',
	description:
		'Whether to return times as ISO 8601 with an offset, such as 2026-07-01T08:30:00+09:00. The credential must name the time zone of the site.',
});

/** The keys under which the fields of simplified records stand. */
export const names = choice(
	'Name Fields By',
	[
		{
			name: 'Caption',
			value: 'captions',
			description: 'As people see them; the definition of the form is read once, too',
		},
		{
			name: 'Identifier',
			value: 'identifiers',
			description: 'Stable when captions change; values are as the service spells them',
		},
	],
	{ place: 'local', default: 'captions' },
);
