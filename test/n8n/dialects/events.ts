import type { Setting } from './settings';
import { watched } from './stories';
import type { Told } from './told';

const events = Object.keys(watched);

/** Rows that decide what a trigger sees, whatever it watches. */
export const OF_TRIGGERS = [6, 7, 10, 18, 20, 22, 23, 24, 25, 35, 37, 39, 40, 42];

/** The events that are tried with a setting: all, or two by turns where it is about something else. */
export const eventsFor = ({ row }: Setting, index: number, isAll: boolean): string[] =>
	isAll || OF_TRIGGERS.includes(row)
		? events
		: [0, 1].map((n) => events[(2 * index + n) % events.length]!);

/** What the stories do not meet, and the test that does. */
export const elsewhere: Readonly<Record<string, string>> = {
	'past the end: 404':
		'each page begins in the one before; a form of full pages has a test of its own',
	'deletion leaves updatedAt': 'with deletions that are listed: test/n8n/trigger/deletions.test.ts',
};

/** Why a trigger tells nothing under a setting, and what its polls say. */
export interface Mute {
	readonly under: RegExp;
	readonly why: string;
	readonly of: (event: string) => boolean;
	/** How what they say begins; advice may follow. */
	readonly says: readonly string[];
}

export const mutes: readonly Mute[] = [
	{
		under: /^a key for another form$/,
		why: 'other forms answer 401',
		of: (event) => event.startsWith('record'),
		says: ['Unauthorized', 'The fields of the form cannot be read: Unauthorized'],
	},
	{
		under: /^no notices of who has left$/,
		why: 'the service no longer knows the user',
		of: (event) => event.startsWith('notice'),
		says: ['Not Found: user E0030'],
	},
	{
		under: /^limit of the month/,
		why: 'no request works until the limit is released; until then there is no first poll',
		of: () => true,
		says: [],
	},
	{
		under: /^process function off$/,
		why: 'there is no status that could change',
		of: (event) => event === 'recordStatusChanged',
		says: [],
	},
];

/** Others have used up the limit; the next poll emits what this one could not. */
const PASSING = [
	'Request exhausted per 100 second',
	'The requests of the last 100 seconds are used up',
];

/** Returns what is wrong with the emitted events, in sentences. */
export function wrongWith(
	event: string,
	settings: readonly Setting[],
	{ told, happened, eventIds, failures }: Told,
): string[] {
	const mute = mutes.find(
		(one) => one.of(event) && settings.some(({ name }) => one.under.test(name)),
	);
	const isLimited = settings.some(({ options }) => options?.limits?.per100Seconds);
	const expected = mute ? happened.map(() => []) : happened;
	const says = mute?.says ?? (isLimited ? PASSING : []);
	const isSaid = (failure: string) => says.some((start) => failure.startsWith(start));
	const unexpected = [...new Set(failures)].filter((one) => !isSaid(one));
	return [
		...expected.flatMap((round, n) =>
			JSON.stringify(round) === JSON.stringify(told[n])
				? []
				: [`${event}, round ${n + 1}: ${round.join(', ')}\n  it told: ${told[n]?.join(', ')}`],
		),
		...(new Set(eventIds).size === eventIds.length ? [] : [`${event}: an event was told twice`]),
		...unexpected.map((one) => `${event}: a poll failed: ${one}`),
		// A poll that has to wait for the limit may do so without a failure.
		...(mute && says.length > 0 && failures.length === 0 ? [`${event}: no poll failed`] : []),
	];
}
