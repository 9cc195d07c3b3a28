import { choice, dateTime, fieldPicks, integer, pick, picks, text, type Fields } from './define';
import { conditions, form, layout } from './fields/shared';
import { organization } from './organization';
import type { RecordEntity } from './record';
import { user } from './user';

export type EventSource =
	/** By time. If it is about one `value` of a record, items also have the previous one. */
	| {
			readonly kind: 'records';
			readonly params: Fields;
			readonly emits: 'recordCreated' | 'recordUpdated' | 'recordCreatedOrUpdated';
			readonly value?: keyof RecordEntity;
	  }
	| { readonly kind: 'deletions'; readonly params: Fields }
	/** `compares` has the label of each property that is compared. */
	| {
			readonly kind: 'entries';
			readonly params: Fields;
			readonly list: 'user' | 'organization' | 'field';
			readonly key: 'code' | 'fieldId';
			readonly compares: Readonly<Record<string, string>>;
			readonly emits: ReadonlyArray<'added' | 'changed' | 'removed'>;
	  }
	| {
			readonly kind: 'notices';
			readonly params: Fields;
			readonly emits: (difference: number) => boolean;
	  };

export interface TriggerEvent {
	readonly name: string;
	readonly description: string;
	readonly source: EventSource;
	readonly options: Fields;
	/** What it costs, and what it can miss while n8n is offline, in sentences for the user. */
	readonly cost: string;
}

const records = {
	kind: 'records',
	params: {
		form,
		...conditions,
		conditions: {
			...conditions.conditions,
			description:
				"Trigger the workflow only for records that meet the conditions. Takes 1 more request if 'Name Fields By' is 'Field IDs'. A value that cannot be compared counts as a match.",
		},
	},
} as const;
const notices = {
	kind: 'notices',
	params: {
		code: pick('User', 'user', {
			description: "The user whose notices to watch. For several, add 'More User Names or IDs'.",
		}),
	},
} as const;

const directory = { user, organization };

/** What can be watched of a user or organization, with its label: what is entered for a new one and returned. */
function ofDirectory(list: keyof typeof directory) {
	const { entity, operations } = directory[list];
	const { params, additionalFields } = operations.create;
	const entered: Fields = { ...params, ...additionalFields };
	const named = Object.entries(entered).filter(([name]) => name in entity && name !== 'code');
	const compares = Object.fromEntries(named.map(([name, { label }]) => [name, label]));
	return { kind: 'entries', params: {}, list, key: 'code', compares } as const;
}

const entriesOf = {
	user: ofDirectory('user'),
	organization: ofDirectory('organization'),
	field: {
		kind: 'entries',
		params: { form },
		list: 'field',
		key: 'fieldId',
		compares: {
			caption: 'Caption',
			selectItems: 'Choices',
			subTable: 'Columns',
			uniqueId: 'Field ID',
			primaryKey: 'Key Field',
			required: 'Required',
			multiple: 'Several Values',
			fieldType: 'Type',
		},
	},
} as const;

const ALL = { name: 'Emit All', value: 'everything', description: 'Emit missed changes' };
const NONE = { name: 'Emit None', value: 'nothing', description: 'Ignore missed changes' };
const catchUp = choice('After Downtime', [ALL, NONE], {
	default: 'everything',
	description: 'How to handle changes made while n8n was offline or the workflow was not published',
});

const search = {
	keyword: text('Keyword', {
		description:
			'Watch only records that contain this word. Publishing fails if the form has no search fields.',
	}),
	query: text('Query', {
		description:
			'A search condition in the syntax of the service: ask its provider for it. Check it with Fetch Test Event: if the site ignores it, all records trigger the workflow.',
	}),
};

/** They also apply to a trigger without the option. */
export const OVERLAP_SECONDS = 120;
export const SAVE_EVERY_MINUTES = 60;

const changes = {
	...search,
	catchUp,
	fields: fieldPicks('Output Field Names or IDs'),
	...layout,
	overlap: integer('Look-Back Window (Seconds)', {
		min: 0,
		default: OVERLAP_SECONDS,
		description:
			"How far back to look again for late records. Increase it if events are missed. If the site has daylight saving time and the credential has no 'Time Zone', enter 3720.",
	}),
};

const existingSince = dateTime('Existing Records Since', {
	beside: catchUp.label,
	default: '1970-01-01T00:00:00',
	placeholder: 'e.g. 1970-01-01 for all existing records',
	description:
		"Also trigger the workflow for existing records from this time on, before new events. Keep 1970-01-01 for all existing records. The time is in the time zone of the site. Reading takes about 1 request per 1,000 records. A poll emits up to 5,000 of them. Publishing again does not repeat them, but changing the form, 'Keyword', 'Query', watched fields or output fields does. If you use an expression, its value at the first poll is used.",
});

const saveEvery = integer('Save Every (Minutes)', {
	min: 0,
	default: SAVE_EVERY_MINUTES,
	description:
		'How often n8n saves the state of the trigger while there are no events, so that a restart misses fewer changes. A save is an execution without items. If nothing has changed, nothing is saved. Enter 0 to save only with events. Not needed with durable poll cursors, which an administrator can switch on.',
});

const updates = {
	...changes,
	watchedFields: fieldPicks(
		'Watched Field Names or IDs',
		'watchedField',
		"Changes to other fields do not trigger the workflow. Items show the old and new values as changes. The form may have up to 20,000 records. A change made while n8n is offline may be missed if the record is new; 'Save Every (Minutes)' makes this rare.",
	),
	saveEvery,
};

const deletions = {
	...search,
	catchUp,
	mostRemovals: integer('Removal Limit', {
		min: 1,
		default: 50,
		description:
			'The most deletions that can be emitted at once. Enter a little more than you ever expect. If more are missing, the trigger shows an error and emits none, as the key may have lost a permission. Without this option, the limit is a fifth of all, and at least 50.',
	}),
	...layout,
	saveEvery,
};

const entries = { catchUp, saveEvery };
const removals = { ...entries, mostRemovals: deletions.mostRemovals };
const changed = ({ compares }: { readonly compares: Readonly<Record<string, string>> }) => ({
	...entries,
	watchedFields: {
		kind: 'identifiers' as const,
		label: 'Watched Fields',
		choices: Object.entries(compares)
			.map(([value, name]) => ({ name, value }))
			.sort((a, b) => (a.name < b.name ? -1 : 1)),
		description: 'Changes to other fields do not trigger the workflow',
	},
});
const readsAll = (whom: 'users' | 'organizations') =>
	`A poll sends 1 request per 1,000 ${whom}, sometimes 1 more. Every 5 or 15 minutes is enough (Poll Times > Mode > Every X): such changes are rarely urgent. Without a 'Directory API Key', the 'API Key' must have the permission to read the directory.`;

const counts = {
	saveEvery,
	catchUp,
	moreCodes: picks('More User Names or IDs', 'user'),
};

const ONE_REQUEST = 'A poll without changes sends 1 request.';
const READS_ALL =
	'The first poll reads the whole form: 1 request per 1,000 records. The form may have up to 20,000.';

export const triggerEvents = {
	formChanged: {
		name: 'Form Changed',
		description:
			'When a field of a form is added, removed or changed. Only these changes count: caption, type, ID, choices, columns, and whether it is required, is a key field or takes several values.',
		source: { ...entriesOf.field, emits: ['added', 'changed', 'removed'] },
		options: removals,
		cost: 'A poll without changes sends 1 request, sometimes 2.',
	},
	noticeCountChanged: {
		name: 'Notice Count Changed',
		description: 'When the count of a notice goes up or down',
		source: { ...notices, emits: (difference) => difference !== 0 },
		options: counts,
		cost: 'A poll sends 1 request per user.',
	},
	noticeCountIncreased: {
		name: 'Notice Count Increased',
		description: 'When the count of a notice goes up',
		source: { ...notices, emits: (difference) => difference > 0 },
		options: counts,
		cost: 'A poll sends 1 request per user. An increase while n8n is offline can be missed if the count went down after the last save.',
	},
	organizationAdded: {
		name: 'Organization Added',
		description: 'When the directory gets a new organization',
		source: { ...entriesOf.organization, emits: ['added'] },
		options: entries,
		cost: readsAll('organizations'),
	},
	organizationChanged: {
		name: 'Organization Changed',
		description: 'When an organization moves to another parent, or changes otherwise',
		source: { ...entriesOf.organization, emits: ['changed'] },
		options: changed(entriesOf.organization),
		cost: readsAll('organizations'),
	},
	organizationRemoved: {
		name: 'Organization Removed',
		description: 'When an organization is deleted',
		source: { ...entriesOf.organization, emits: ['removed'] },
		options: removals,
		cost: readsAll('organizations'),
	},
	recordCreated: {
		name: 'Record Created',
		description:
			'When a form gets a new record. A record imported with an older creation time is not emitted.',
		source: { ...records, emits: 'recordCreated' },
		options: { ...changes, existingSince },
		cost: ONE_REQUEST,
	},
	recordCreatedOrUpdated: {
		name: 'Record Created or Updated',
		description: 'When a form gets a new record or one of its records changes',
		source: { ...records, emits: 'recordCreatedOrUpdated' },
		options: { ...updates, existingSince },
		cost: ONE_REQUEST,
	},
	recordDeleted: {
		name: 'Record Deleted',
		description: 'When a record of a form is deleted',
		source: { kind: 'deletions', params: { form } },
		options: deletions,
		cost: 'A poll without deletions sends 1 or 2 requests for forms of up to 980 records, and 2 to 5 for larger forms. The first poll reads the whole form: 1 request per 1,000 records. A deletion while n8n is offline can be missed if the record is new.',
	},
	recordStatusChanged: {
		name: 'Record Status Changed',
		description: 'When the process status of a record changes',
		source: { ...records, emits: 'recordUpdated', value: 'status' },
		options: { ...changes, saveEvery },
		cost: `${ONE_REQUEST} ${READS_ALL} A change while n8n is offline can be missed if the record is new.`,
	},
	recordUpdated: {
		name: 'Record Updated',
		description: 'When a record of a form changes',
		source: { ...records, emits: 'recordUpdated' },
		options: updates,
		cost: ONE_REQUEST,
	},
	userAdded: {
		name: 'User Added',
		description: 'When the directory gets a new user',
		source: { ...entriesOf.user, emits: ['added'] },
		options: entries,
		cost: readsAll('users'),
	},
	userChanged: {
		name: 'User Changed',
		description: 'When a user moves to another organization or position, or changes otherwise',
		source: { ...entriesOf.user, emits: ['changed'] },
		options: changed(entriesOf.user),
		cost: readsAll('users'),
	},
	userRemoved: {
		name: 'User Removed',
		description: 'When a user is deleted, or listed as retired',
		source: { ...entriesOf.user, emits: ['removed'] },
		options: removals,
		cost: readsAll('users'),
	},
} satisfies Record<string, TriggerEvent>;

export type TriggerEventName = keyof typeof triggerEvents;
