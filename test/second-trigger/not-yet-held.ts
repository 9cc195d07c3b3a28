import type { Violation } from './judge';
import { dialectOf, isNotice, type Story } from './story';

/** A promise that the trigger does not keep yet. The long run says which no story hits any more: remove them. */
export interface NotYetHeld {
	readonly name: string;
	hits(story: Story, violation: Violation): boolean;
}

const starts = ({ kind }: Violation, ...kinds: readonly string[]) =>
	kinds.some((one) => kind.startsWith(one));
/** What was told wrongly or not at all. */
const isEvents = (violation: Violation) =>
	starts(violation, 'lost', 'repeated', 'untrue', 'never quiet', 'one eventId');
const hasHistory = ({ event, options }: Story) =>
	event === 'recordStatusChanged' || options.watched !== undefined;

export const NOT_YET_HELD: readonly NotYetHeld[] = [
	{
		name: 'notices of more users than a poll has requests for never come',
		hits: (story, violation) =>
			isNotice(story.event) &&
			story.limit !== undefined &&
			starts(violation, 'never asks for a user', 'never ends', 'lost'),
	},
	{
		name: 'one user who has left stops the notices of all',
		hits: (_, violation) => starts(violation, 'fails for ever, as a user has left'),
	},
	{
		name: 'status and watched fields are never read to the end if a form needs more requests than a poll has',
		hits: (story, violation) =>
			hasHistory(story) && story.limit !== undefined && starts(violation, 'never ends', 'lost'),
	},
	{
		name: 'Catch Up has no effect when a workflow is published again',
		hits: (_, violation) => starts(violation, 'a flood after publishing again'),
	},
	{
		name: 'Catch Up is forgotten if the first poll after a restart does not do all the work',
		hits: ({ limit, steps }, violation) =>
			starts(violation, 'a flood after a restart') &&
			(limit !== undefined ||
				steps.some(
					(step) =>
						step.do === 'unpublish' || 'faults' in step || (step.do === 'poll' && 'crash' in step),
				)),
	},
	{
		name: 'a passing failure blocks publishing again',
		hits: (_, violation) => starts(violation, 'a passing failure blocks publishing again'),
	},
	{
		name: 'without durable cursors a restart forgets quiet polls, and nothing says what is missed',
		hits: (story, violation) =>
			story.saving === 'plain' &&
			starts(violation, 'lost, as a restart forgot', 'lost, as the trigger began again'),
	},
	{
		name: 'with durable cursors n8n drops a quiet poll of publishing, and nothing says what is missed after a restart',
		hits: (story, violation) =>
			story.saving === 'durable' &&
			starts(violation, 'lost, as a restart forgot', 'lost, as the trigger began again'),
	},
	{
		name: 'an unusable state is taken for an empty one, is never replaced, or fails in words of JavaScript',
		hits: (_, violation) => violation.kind.includes('an unusable state'),
	},
	{
		name: 'a service that sends a little at a time holds a poll',
		hits: (_, violation) => starts(violation, 'a poll waits as long as the service does'),
	},
	{
		name: 'the history of status and watched fields keeps deleted records',
		hits: (story, violation) => hasHistory(story) && starts(violation, 'the state keeps growing'),
	},
	{
		name: 'values that differ on every reply are events',
		hits: (story, violation) =>
			dialectOf(story).volatile !== 'nothing' &&
			(isEvents(violation) || starts(violation, 'a flood after other settings')) &&
			!starts(violation, 'lost'),
	},
	{
		name: 'records with isDeleted false count as deleted',
		hits: (story, violation) =>
			dialectOf(story).isDeleted === 'boolean' &&
			(starts(violation, 'lost', 'untrue: deleted') ||
				(story.event === 'recordDeleted' && starts(violation, 'fails'))),
	},
	{
		name: 'record IDs beyond 2^53 are mixed up',
		hits: (story, violation) =>
			dialectOf(story).ids === 'beyond 2^53' &&
			(isEvents(violation) || starts(violation, 'the same event with another eventId')),
	},
	{
		name: 'records of an hour that the clock of the site shows twice come late or never',
		hits: (story, violation) =>
			dialectOf(story).hour !== 'usual' && starts(violation, 'lost', 'repeated'),
	},
	{
		name: 'a status or watched field whose change makes the record fit the filter is no event',
		hits: (_, violation) => starts(violation, 'lost: the change made the record fit the filter'),
	},
	{
		name: 'an old record that begins to fit the filter is told as created',
		hits: ({ options, steps }, violation) =>
			(options.keyword !== undefined ||
				options.query !== undefined ||
				steps.some((step) => step.do === 'version' && step.change === 'filter')) &&
			starts(violation, 'untrue: created, but there before', 'untrue: no watched field changed'),
	},
	{
		name: 'a new version with another overlap or output begins again',
		hits: (_, violation) => starts(violation, 'lost, after a new version'),
	},
];

/** Stories that end the whole process, and so the test with it: they are not played. Remove what is mended. */
export const DEADLY: readonly { readonly name: string; is(story: Story): boolean }[] = [];

export const isDeadly = (story: Story): boolean => DEADLY.some(({ is }) => is(story));
