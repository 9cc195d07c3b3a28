import type { INodeProperties } from 'n8n-workflow';
import type { Fields } from '../../api/define';
import { triggerEvents, watched, type TriggerEvent } from '../../api/trigger';
import { SIMPLIFY } from './fixed-properties';
import { propertyOf } from './field-property';

const events = Object.entries(triggerEvents) as Array<[string, TriggerEvent]>;

const namesOf = (which: (event: TriggerEvent) => boolean): string[] =>
	events.filter(([, event]) => which(event)).map(([name]) => name);

/** What the trigger shows, made from its events. */
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
	...inputs(watched.record, 'record'),
	...inputs(watched.notice, 'notice'),
	{
		...SIMPLIFY,
		displayOptions: { show: { event: namesOf(({ watches }) => watches === 'record') } },
	},
	...groupedBy(({ options }) => options).map(([options, names]) => collection(options, names)),
];

const inputs = (fields: Fields, what: TriggerEvent['watches']): INodeProperties[] =>
	Object.entries(fields).map(([name, field]) => ({
		...propertyOf(name, field),
		required: true,
		displayOptions: { show: { event: namesOf(({ watches }) => watches === what) } },
	}));

const collection = (options: Fields, names: string[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show: { event: names } },
	options: Object.entries(options)
		.map(([name, field]) => propertyOf(name, field))
		.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
});

/** What watching costs, against the 300,000 requests of a month for each API (Limits). */
const REQUESTS =
	'One request every minute makes 1,440 a day and about 43,800 a month; every 5 minutes 288 and 8,760; every hour 24 and 730. The service allows 300,000 a month for each API.';

/** What is to be known of an event before it is chosen. */
const notices = (
	kind: string,
	textOf: (event: TriggerEvent) => string | undefined,
): INodeProperties[] =>
	groupedBy(textOf).flatMap(([text, names]) =>
		text === undefined
			? []
			: {
					displayName: text,
					name: `${kind}${names[0]?.replace(/^./, (letter) => letter.toUpperCase()) ?? ''}`,
					type: 'notice',
					default: '',
					displayOptions: { show: { event: names } },
				},
	);

function groupedBy<T>(part: (event: TriggerEvent) => T): Array<[T, string[]]> {
	const groups = new Map<T, string[]>();
	for (const [name, event] of events) {
		const group = groups.get(part(event));
		if (group) group.push(name);
		else groups.set(part(event), [name]);
	}
	return [...groups];
}
