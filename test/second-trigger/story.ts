import type { TriggerEventName } from '../../nodes/RecordsDirectory/api/trigger';
import { examples, valueIn } from '../support/events';
import type { Dialect as Common } from '../second-model/site';

export type Event = TriggerEventName;
export const EVENTS = Object.keys(examples) as Event[];

export const isNotice = (event: Event): boolean => examples[event].about === 'notice';

/** What a site may do where the document is silent; the numbers are the rows of the list of silent points. */
export interface Dialect
	extends Pick<
		Common,
		| 'pastEnd'
		| 'cap'
		| 'equals'
		| 'deleted'
		| 'isDeleted'
		| 'errors'
		| 'numbers'
		| 'ids'
		| 'choice'
		| 'several'
		| 'tableRows'
		| 'empty'
		| 'uids'
		| 'zone'
		| 'dates'
		| 'times'
	> {
	/** Row 10: deleting touches `updatedAt`. */
	readonly deleting: 'keeps the time' | 'touches the time';
	/** Row 17. */
	readonly query: 'works' | 'ignored';
	/** Row 18. */
	readonly refusal: '402' | '429';
	/** Row 22: the `Date` header. */
	readonly header: 'right' | 'missing' | 'another clock';
	/** Row 22: seconds that the clock of the site is off. */
	readonly skew: 'none' | 'ahead' | 'behind';
	/** Row 23. */
	readonly zero: 'stays' | 'gone';
	/** Rows 23 and 35. */
	readonly noNotices: 'empty list' | 'missing' | 'application without list';
	/** Row 35. */
	readonly code: 'as asked' | 'another case';
	/** Row 40. */
	readonly volatile: 'nothing' | 'formula' | 'address';
	/** Row 42. */
	readonly hour: 'usual' | 'repeated' | 'skipped';
	/** What the credential says about the site. */
	readonly named: 'nothing' | 'zone';
}

/** The first of each is the plain one. */
export const DIALECTS: { readonly [K in keyof Dialect]: readonly Dialect[K][] } = {
	pastEnd: ['empty', '404'],
	cap: [1000, 100, 500],
	equals: ['by ID', 'shuffled'],
	deleted: ['gone', 'listed', 'readable'],
	isDeleted: ['number', 'text', 'boolean', 'absent if live'],
	errors: ['full', 'code as text', 'no details', 'empty', 'HTML', 'cut off'],
	numbers: ['numbers', 'texts'],
	ids: ['small', 'beyond 2^53'],
	choice: ['name', 'object'],
	several: ['array', 'commas'],
	tableRows: ['plain', 'record'],
	empty: ['text', 'null', 'missing'],
	uids: ['field-1', 'field_1', 'Japanese', 'JavaScript'],
	zone: ['Asia/Tokyo', 'America/Los_Angeles', 'UTC'],
	dates: ['yyyy/MM/dd', 'yyyy-MM-dd'],
	times: ['space', 'T', 'without seconds'],
	deleting: ['keeps the time', 'touches the time'],
	query: ['works', 'ignored'],
	refusal: ['402', '429'],
	header: ['right', 'missing', 'another clock'],
	skew: ['none', 'ahead', 'behind'],
	zero: ['stays', 'gone'],
	noNotices: ['empty list', 'missing', 'application without list'],
	code: ['as asked', 'another case'],
	volatile: ['nothing', 'formula', 'address'],
	hour: ['usual', 'repeated', 'skipped'],
	named: ['nothing', 'zone'],
};

export const PLAIN = Object.fromEntries(
	Object.entries(DIALECTS).map(([name, [first]]) => [name, first]),
) as unknown as Dialect;

export const FAULTS = [
	'402',
	'402 month',
	'429',
	'500',
	'502',
	'401',
	'403',
	'404',
	'200 HTML',
	'reset',
	'cut',
	'hang',
	'drip',
] as const;
export type FaultKind = (typeof FAULTS)[number];
/** What a person would call passing: the service or the network, not the key or the form. */
export const PASSING: readonly FaultKind[] = [
	'402',
	'429',
	'500',
	'502',
	'reset',
	'cut',
	'hang',
	'drip',
];

export interface Fault {
	readonly kind: FaultKind;
	/** The first request of the poll that it strikes, from 1 on. */
	readonly at: number;
	readonly count: number;
}

/** What somebody does at the site. Rows go by their place among what lives. */
export type Write =
	| { readonly does: 'creates'; readonly count: number; readonly late?: number }
	| { readonly does: 'edits'; readonly which: number; readonly late?: number }
	| { readonly does: 'amount'; readonly which: number; readonly to: number }
	| { readonly does: 'colour'; readonly which: number; readonly to: string }
	| { readonly does: 'status'; readonly which: number; readonly to: string }
	| { readonly does: 'deletes'; readonly which: number; readonly count: number }
	| {
			readonly does: 'counts';
			readonly user: string;
			readonly notice: string;
			readonly to: number;
	  }
	| { readonly does: 'leaves'; readonly user: string };

/** A write before a request of a poll, from 1 on. */
export interface Meanwhile {
	readonly before: number;
	readonly write: Write;
}

export type Step =
	| { readonly do: 'write'; readonly write: Write }
	| {
			readonly do: 'poll';
			/** Seconds since the last step. */
			readonly after: number;
			readonly meanwhile?: readonly Meanwhile[];
			readonly faults?: readonly Fault[];
			/** Seconds that each request takes. */
			readonly slow?: number;
			/** Another poll begins at this request, before the poll is over. */
			readonly overlap?: number;
			/** n8n is killed: before it saved what the poll said, or (plain saving) with the state saved and no execution. */
			readonly crash?: 'before saving' | 'before the execution';
	  }
	| { readonly do: 'test' }
	| { readonly do: 'restart'; readonly down: number; readonly faults?: readonly Fault[] }
	| { readonly do: 'unpublish' }
	| { readonly do: 'publish'; readonly after: number; readonly faults?: readonly Fault[] }
	/** A new version: nothing of the trigger changed, what it gives out, how it looks back, or what it watches. */
	| {
			readonly do: 'version';
			readonly change: 'other nodes' | 'output' | 'overlap' | 'filter';
	  }
	/** n8n continues with a state that another trigger of the workflow has saved over (plain saving). */
	| { readonly do: 'older state'; readonly back: number }
	/** The state is spoiled in the database, and n8n starts again. */
	| {
			readonly do: 'spoil';
			readonly how: 'text' | 'list' | 'number' | 'missing' | 'other type' | 'other number';
			readonly which: number;
	  }
	| { readonly do: 'clock'; readonly seconds: number };

export interface Options {
	readonly watched?: readonly string[];
	readonly keyword?: string;
	readonly query?: string;
	readonly catchUp?: 'everything' | 'nothing';
	readonly overlap?: number;
	/** The oldest existing records to begin with: so many seconds before the story. */
	readonly since?: number;
}

export interface Story {
	readonly seed: number;
	readonly event: Event;
	readonly options: Options;
	readonly saving: 'plain' | 'durable';
	/** Requests per 100 seconds that the credential says and the site permits; none of concern if missing. */
	readonly limit?: number;
	readonly dialect: Partial<Dialect>;
	/** Records of the form before. */
	readonly records: number;
	/** Users whose notices are watched. */
	readonly users: readonly string[];
	readonly steps: readonly Step[];
}

export const dialectOf = ({ dialect }: Story): Dialect => ({ ...PLAIN, ...dialect });
/** The values of a record that start the workflow when they change; empty if every change does. */
export function watchedOf({ event, options }: Pick<Story, 'event' | 'options'>): readonly string[] {
	const about = valueIn(event);
	return about ? [about.value] : (options.watched ?? []);
}
export const isOfValues = (story: Story): boolean => watchedOf(story).length > 0;
export const overlapOf = ({ options }: Story): number => options.overlap ?? 120;
export const NOTICES = ['a', 'b', 'c'];
export const STATUSES = ['open', 'asked', 'done'];
