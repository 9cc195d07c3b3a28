import type { INodeProperties } from 'n8n-workflow';
import type { Fields } from '../api/define';
import { noticeWatch, recordWatch, recordWatchOptions } from '../api/trigger';
import { SIMPLIFY } from './fixed-properties';
import { propertyOf } from './property';

const EVENTS = [
	{
		name: 'Notice Count Changed',
		value: 'noticeCountChanged',
		description: 'When the count of a notice goes up or down',
	},
	{
		name: 'Notice Count Increased',
		value: 'noticeCountIncreased',
		description: 'When the count of a notice goes up',
	},
	{ name: 'Record Created', value: 'recordCreated', description: 'When a form gets a new record' },
	{
		name: 'Record Created or Updated',
		value: 'recordCreatedOrUpdated',
		description: 'When a form gets a new record or one of its records changes',
	},
	{
		name: 'Record Updated',
		value: 'recordUpdated',
		description: 'When a record of a form changes',
	},
];

const NOTICE_EVENTS = ['noticeCountChanged', 'noticeCountIncreased'];
const RECORD_EVENTS = ['recordCreated', 'recordCreatedOrUpdated', 'recordUpdated'];

/** What the trigger shows, made from its fields. */
export const triggerProperties = (): INodeProperties[] => [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENTS,
		default: 'recordCreated',
	},
	...inputs(recordWatch, RECORD_EVENTS),
	...inputs(noticeWatch, NOTICE_EVENTS),
	{ ...SIMPLIFY, displayOptions: { show: { event: RECORD_EVENTS } } },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: { event: RECORD_EVENTS } },
		options: Object.entries(recordWatchOptions)
			.map(([name, field]) => propertyOf(name, field))
			.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	},
];

const inputs = (fields: Fields, events: string[]): INodeProperties[] =>
	Object.entries(fields).map(([name, field]) => ({
		...propertyOf(name, field),
		required: true,
		displayOptions: { show: { event: events } },
	}));
