import { choice, fieldPicks, identifiers, integer, pick, picks, text, type Fields } from './define';
import { form, names, timesWithOffset } from './fields/shared';

/** An event of the trigger: the watch that finds it, and what can be said about that beside. */
export interface TriggerEvent {
	readonly name: string;
	readonly description: string;
	readonly watch: WatchName;
	readonly options: Fields;
	/** What it costs, in a sentence for the person who chooses it. */
	readonly cost: string;
	/** What it misses around a restart of n8n without durable poll cursors, which forgets polls without events. */
	readonly afterRestart?: string;
}

/** The watches of `n8n/trigger`, each with what must be chosen for it: the form, or the person. */
export const watched = {
	record: { form },
	deletion: { form },
	notice: { code: pick('User', 'user', { description: 'The person whose notices are watched' }) },
};

export type WatchName = keyof typeof watched;

const EVERYTHING = {
	name: 'Everything',
	value: 'everything',
	description: 'Start the workflow for all that changed meanwhile',
};
const NOTHING = {
	name: 'Nothing',
	value: 'nothing',
	description: 'Go on from how things are now',
};
const NEWEST = {
	name: 'Newest',
	value: 'newest',
	description: 'Start the workflow for the newest changes only',
};
const CATCH_UP = {
	default: 'everything',
	description:
		'What to do about all that changed while n8n was down or the workflow was not published',
};

const search = {
	keyword: text('Keyword', {
		description:
			'Only records found by this word. Publishing fails if the form has no search fields and ignores keywords.',
	}),
	query: text('Query', {
		description: 'The search condition in the words of the service, sent as it is',
	}),
};

const changes = {
	...search,
	catchUp: choice('Catch Up', [EVERYTHING, NEWEST, NOTHING], CATCH_UP),
	catchUpLimit: integer('Catch Up Limit', {
		min: 1,
		default: 50,
		description:
			"How many of the newest changes start the workflow if 'Catch Up' is 'Newest'. Older changes are skipped.",
	}),
	fields: fieldPicks('Output Field Names or IDs'),
	names,
	timesWithOffset,
	overlap: integer('Overlap (Seconds)', {
		min: 0,
		default: 120,
		description:
			'How far back each poll looks again, for records that show up later than the time they carry and for clocks that step back. If the site has summer time and the credential names no Time Zone, enter 3,720.',
	}),
};

const saving = {
	saveEvery: integer('Save Every (Minutes)', {
		min: 0,
		default: 60,
		description:
			'How often n8n saves what the trigger has learned without an event, so that a restart does not forget it. 0 means that n8n saves with events only. Each save appears in the list of executions as one without items. Not needed with durable poll cursors.',
	}),
};

const updates = {
	...changes,
	watchedFields: identifiers('Only When These Fields Change', {
		placeholder: 'e.g. field-6,status',
		description:
			'Comma-separated identifiers; other changes start nothing. The trigger remembers them for each record of the form, up to 20,000 records. If a record is created after the last event and changed while n8n is down, the change may be missed; Save Every (Minutes) makes this rare.',
	}),
	...saving,
};

const deletions = {
	...search,
	catchUp: choice('Catch Up', [EVERYTHING, NOTHING], CATCH_UP),
	fields: changes.fields,
	names,
	timesWithOffset,
	...saving,
};

const counts = {
	...saving,
	catchUp: choice('Catch Up', [EVERYTHING, NOTHING], CATCH_UP),
	moreCodes: picks('More User Names or IDs', 'user'),
};

const missed = (what: string) =>
	`${what} is missed. The option Save Every (Minutes) makes this rare; n8n's durable poll cursors prevent it.`;

const ONE_REQUEST = 'A poll without changes sends 1 request.';
const READS_ALL =
	'The first poll reads the whole form: 1 request per 1,000 records, up to 20,000 records.';

export const triggerEvents = {
	noticeCountChanged: {
		name: 'Notice Count Changed',
		description: 'When the count of a notice goes up or down',
		watch: 'notice',
		options: counts,
		cost: 'A poll sends 1 request per user.',
	},
	noticeCountIncreased: {
		name: 'Notice Count Increased',
		description: 'When the count of a notice goes up',
		watch: 'notice',
		options: counts,
		cost: 'A poll sends 1 request per user.',
		afterRestart: missed(
			'A count that has fallen since the last event and rises while n8n is down',
		),
	},
	recordCreated: {
		name: 'Record Created',
		description: 'When a form gets a new record',
		watch: 'record',
		options: changes,
		cost: ONE_REQUEST,
	},
	recordCreatedOrUpdated: {
		name: 'Record Created or Updated',
		description: 'When a form gets a new record or one of its records changes',
		watch: 'record',
		options: updates,
		cost: ONE_REQUEST,
	},
	recordDeleted: {
		name: 'Record Deleted',
		description: 'When a record of a form is deleted',
		watch: 'deletion',
		options: deletions,
		cost: 'A poll without deletions sends 1 request for a form of up to 980 records, else 2 to 5. The first poll reads the whole form: 1 request per 1,000 records.',
		afterRestart: missed(
			'A record that is created after the last event and deleted while n8n is down',
		),
	},
	recordStatusChanged: {
		name: 'Record Status Changed',
		description: 'When the process status of a record changes',
		watch: 'record',
		options: { ...changes, ...saving },
		cost: `${ONE_REQUEST} ${READS_ALL}`,
		afterRestart: missed(
			'A change of status while n8n is down, of a record that was created after the last event,',
		),
	},
	recordUpdated: {
		name: 'Record Updated',
		description: 'When a record of a form changes',
		watch: 'record',
		options: updates,
		cost: ONE_REQUEST,
	},
} satisfies Record<string, TriggerEvent>;

export type TriggerEventName = keyof typeof triggerEvents;

/** The events that a watch finds. */
export type EventOf<Name extends WatchName> = {
	[Event in TriggerEventName]: (typeof triggerEvents)[Event]['watch'] extends Name ? Event : never;
}[TriggerEventName];
