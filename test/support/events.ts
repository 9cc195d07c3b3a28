import type { TriggerEventName } from '../../nodes/RecordsDirectory/api/trigger';

/** An event as docs/events.md shows it. */
interface Example {
	readonly text: string;
	/** What has happened to a support request of the sandbox before the trigger emits the item. */
	readonly happened: 'added' | 'closed' | 'removed';
	readonly item: { readonly [property: string]: unknown };
}

const ADDED = {
	recordId: 41,
	uniqueId: 'SUP00041',
	status: 'In progress',
	Subject: 'Projector does not start',
	Description: 'The screen stays black',
	Requester: [{ code: 'E0002', name: 'Ben Carter' }],
	Assignee: [{ code: 'E0001', name: 'Aiko Tanaka' }],
	Department: [],
	Priority: 'High',
	Channel: ['Phone'],
	'Due date': '2026-03-04',
	Hours: 0.5,
	'Attachments note': null,
	creator: 'Ben Carter',
	createdAt: '2026-03-02 19:00:00',
	updater: 'Ben Carter',
	updatedAt: '2026-03-02 19:00:00',
	accessUrl: 'https://your-site.example.com/forms/1/records/41',
	isDeleted: 0,
};

const CLOSED = {
	...ADDED,
	status: 'Closed',
	'Attachments note': 'The cable was loose',
	createdAt: '2026-03-02 18:00:00',
	updater: 'Aiko Tanaka',
};

export const USER = {
	code: 'E0031',
	id: 45,
	name: 'Nao Ueda',
	kana: 'ウエダ ナオ',
	loginId: 'user31',
	expire: '9999/12/31',
	organizationCode: 'ORG07',
	positionCode: 'P6',
	outsideAccess: false,
	subBelong: [],
};

const NOTICE = {
	appsId: '1',
	appsName: 'Support Requests',
	id: '1',
	label: 'Assigned to me',
	url: 'https://your-site.example.com/forms/1/records?filter=1',
};
const ICON = { name: 'headset', src: 'https://your-site.example.com/icons/headset.svg' };

/** Every event, most with an example of its item, from which docs/events.md comes. */
export const examples: Readonly<Record<TriggerEventName, Partial<Example>>> = {
	recordCreated: {
		text: 'The new record. The fields of the form have their captions as names or, with *Name Fields By* set to *Field IDs*, their field IDs.',
		happened: 'added',
		item: {
			...ADDED,
			event: 'recordCreated',
			eventId: 'recordCreated:1:41:2026-03-02 19:00:00',
			appsId: 1,
		},
	},
	recordUpdated: {
		text: 'The record after the change. The service does not show earlier values. To trigger the workflow only for changes of certain fields, and to\nget [their values before and after the change](trigger.md#what-has-changed), choose them in *Watched Field Names or IDs*.',
		happened: 'closed',
		item: {
			...CLOSED,
			event: 'recordUpdated',
			eventId: 'recordUpdated:1:41:2026-03-02 19:00:00:c4cca01d',
			appsId: 1,
		},
	},
	recordCreatedOrUpdated: {},
	recordStatusChanged: {
		text: 'The record after the change, with its previous status as `previousStatus` and in `changes`.',
		happened: 'closed',
		item: {
			...CLOSED,
			event: 'recordStatusChanged',
			eventId: 'recordStatusChanged:1:41:2026-03-02 19:00:00:3e68907a',
			appsId: 1,
			previousStatus: 'In progress',
			changes: { status: { from: 'In progress', to: 'Closed' } },
		},
	},
	recordDeleted: {
		text: 'The IDs, and the other values if the service still returns them.',
		happened: 'removed',
		item: { event: 'recordDeleted', eventId: 'recordDeleted:1:41:1', appsId: 1, recordId: 41 },
	},
	noticeCountIncreased: {
		text: 'One item per notice whose count went up. `difference` is `count` minus `previousCount`.',
		happened: 'added',
		item: {
			event: 'noticeCountIncreased',
			eventId: 'noticeCountIncreased:E0001:1:1:1:7:8',
			code: 'E0001',
			...NOTICE,
			count: 8,
			previousCount: 7,
			difference: 1,
			icon: ICON,
		},
	},
	noticeCountChanged: {
		text: 'The same, also for a count that went down: `difference` is then negative.',
		happened: 'closed',
		item: {
			event: 'noticeCountChanged',
			eventId: 'noticeCountChanged:E0001:1:1:1:8:7',
			code: 'E0001',
			...NOTICE,
			count: 7,
			previousCount: 8,
			difference: -1,
			icon: ICON,
		},
	},
	userAdded: {
		text: 'The new user, without a password.',
		happened: 'added',
		item: {
			...USER,
			event: 'userAdded',
			eventId: 'userAdded:added:1772442000000:1:533bfe3a:E0031',
			change: 'added',
		},
	},
	userChanged: {
		text: 'The user after the change. `changes` has the values before and after it. *Watched Fields* limits the event to some of them.',
		happened: 'closed',
		item: {
			...{ ...USER, organizationCode: 'ORG08' },
			event: 'userChanged',
			eventId: 'userChanged:changed:1772442000000:1:1bd74136:E0031',
			change: 'changed',
			changes: { organizationCode: { from: 'ORG07', to: 'ORG08' } },
		},
	},
	userRemoved: {
		text: 'The last known values of a user who was deleted, or who is listed as retired. A user with a new code counts as removed and added.',
		happened: 'removed',
		item: {
			...{ code: 'E0031', expire: '9999/12/31', loginId: 'user31', name: 'Nao Ueda' },
			...{ kana: 'ウエダ ナオ', positionCode: 'P6', organizationCode: 'ORG07' },
			event: 'userRemoved',
			eventId: 'userRemoved:removed:1772442000000:1:533bfe3a:E0031',
			change: 'removed',
		},
	},
	organizationAdded: {},
	organizationChanged: {},
	organizationRemoved: {},
	formChanged: {},
};
