import { digits, inWords, markdown, sum, times, type Say } from '../figures';
import type { Remote } from '../remote';
import type { ServiceCalls } from '../service';
import type { TriggerCalls } from './client';
import { EVENTS, mostOf, onForm, requestsOf, SETTLES_AFTER, type Event, type Poll } from './life';

const PAGE = 1000;

interface Bulk {
	readonly event: Event;
	readonly done: string;
	happen(service: Remote<ServiceCalls>, count: number): Promise<void>;
}

const BULKS: readonly Bulk[] = [
	{
		event: 'recordCreatedOrUpdated',
		done: 'edited, evenly over the form,',
		happen: (service, count) => service.edit(count, 1),
	},
	{
		event: 'recordCreated',
		done: 'created',
		happen: (service, count) => service.create(count),
	},
];

/** Measures what it costs if very many records have the same time. */
export async function bulkChanges(
	client: Remote<TriggerCalls>,
	records: number,
	count: number,
	say: Say,
): Promise<string> {
	const tables: string[] = [];
	for (const { event, done, happen } of BULKS) {
		say(`trigger: ${inWords(count)} records ${done} in one second`);
		const polls = await onForm(client, { records }, async (alive, service) => {
			const life = await alive(event);
			await happen(service, count);
			return [...(await life.bring(count)), ...(await life.calm())];
		});
		const words = `${EVENTS[event]}, a form of ${inWords(records)} records; ${inWords(count)} were ${done} in one second. The ratio is that of the requests to the pages of ${inWords(PAGE)} which these rows fill.`;
		tables.push(`${words}\n\n${table(phasesOf(polls), count)}`);
	}
	return tables.join('\n\n');
}

type Phases = Readonly<Record<string, readonly Poll[]>>;

function phasesOf(polls: readonly Poll[]): Phases {
	const last = polls.findLastIndex(({ events }) => events > 0);
	const after = polls.slice(last + 1);
	const isSettled = ({ at }: Poll) => at - polls[0]!.at >= SETTLES_AFTER;
	const settling = after.filter((poll) => !isSettled(poll));
	const settled = after.filter(isSettled);
	const closed = settled.findLastIndex(({ requests }) => requests > 1) + 1;
	return {
		'emits them': polls.slice(0, last + 1),
		'while the window settles': settling,
		'closes the window': settled.slice(0, closed),
		'quiet afterwards': settled.slice(closed),
	};
}

const HEAD = [
	'Poll',
	'Polls',
	'Requests',
	'Most in one',
	'Ratio',
	'MB received',
	'Time (s)',
	'Largest state (bytes)',
];

function table(phases: Phases, count: number): string {
	const lines = Object.entries(phases).map(([name, polls]) => [
		name,
		inWords(polls.length),
		inWords(requestsOf(polls)),
		inWords(mostOf(polls, 'requests')),
		mostOf(polls, 'requests') > 2 ? times(requestsOf(polls) * PAGE, count) : '-',
		digits(sum(polls.map(({ bytes }) => bytes)) / 1e6),
		digits(sum(polls.map(({ ms }) => ms)) / 1000),
		inWords(mostOf(polls, 'state')),
	]);
	return markdown(HEAD, lines);
}
