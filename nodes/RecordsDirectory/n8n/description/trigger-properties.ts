import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../api/define';
import { triggerEvents, type TriggerEvent } from '../../api/trigger';
import { grouped } from '../../core/grouped';
import { listing } from '../../api/fields/shared';
import { OPTIONS, toCollection, toProperty } from './field-property';

const events = Object.entries(triggerEvents) as Array<[string, TriggerEvent]>;

/** Returns the events that need an input. */
const eventsWith = (input: string): string[] =>
	events.filter(([, { source }]) => input in source.params).map(([name]) => name);

/** Makes the properties of the trigger from its events. */
export const triggerProperties = (): INodeProperties[] => [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: events.map(([value, { name, description }]) => ({ name, value, description })),
		default: 'recordCreated',
	},
	...notices('cost', ({ cost }) => `${cost} ${REQUESTS}`),
	...notices('afterRestart', ({ afterRestart }) => afterRestart),
	...Object.entries<Field>(Object.assign({}, ...events.map(([, { source }]) => source.params))).map(
		([name, field]) => ({
			...toProperty(name, field),
			required: true,
			displayOptions: { show: { event: eventsWith(name) } },
		}),
	),
	{
		...toProperty('simplify', listing.simplify),
		displayOptions: { show: { event: eventsWith('form') } },
	},
	toCollection(
		'options',
		OPTIONS,
		'event',
		events.map(([name, { options }]) => [name, options]),
	),
];

/** Compares the cost with the 300,000 monthly requests of each API (Limits). */
const REQUESTS =
	'At one request per poll, that is about 43,800 requests a month if you poll every minute, 8,760 every 5 minutes, or 730 every hour. The limit is 300,000 a month.';

/** What users should know about an event before they choose it. */
const notices = (
	kind: string,
	find: (event: TriggerEvent) => string | undefined,
): INodeProperties[] =>
	grouped(events, ([, event]) => find(event)).map(([text, some]) => ({
		displayName: text,
		name: kind + some[0][0].replace(/^./, (letter) => letter.toUpperCase()),
		type: 'notice',
		default: '',
		displayOptions: { show: { event: some.map(([name]) => name) } },
	}));
