import { digits, inWords, markdown, median, type Say } from '../figures';
import type { Remote } from '../remote';
import type { TriggerCalls } from './client';
import { EVENTS, mostOf, onForm, type Event, type Poll } from './life';

interface Quiet {
	readonly name: string;
	readonly records: number;
	readonly polls: readonly Poll[];
}

/** Measures a poll without changes. */
export async function quietPolls(
	client: Remote<TriggerCalls>,
	forms: readonly number[],
	count: number,
	say: Say,
): Promise<string> {
	const measured: Quiet[] = [];
	for (const hasGaps of [false, true]) {
		for (const records of forms) {
			await onForm(client, { records, hasGaps }, async (alive) => {
				for (const event of eventsFor(hasGaps)) {
					const name = EVENTS[event] + (hasGaps ? ', a tenth of the IDs missing' : '');
					say(`trigger: quiet polls, ${name}, ${inWords(records)} records`);
					const life = await alive(event);
					measured.push({ name, records, polls: await life.polls(count) });
				}
			});
		}
	}
	return `Polls when nothing has changed, one per minute; medians of ${count} polls.\n\n${table(measured)}`;
}

/** Missing IDs matter for deletions only. */
const eventsFor = (hasGaps: boolean): readonly Event[] =>
	hasGaps ? ['recordDeleted'] : (Object.keys(EVENTS) as Event[]);

const HEAD = [
	'Quiet poll',
	'Records',
	'Requests',
	'Most',
	'Bytes received',
	'CPU (ms)',
	'State (bytes)',
];

function table(measured: readonly Quiet[]): string {
	const of = ({ polls }: Quiet, what: 'requests' | 'bytes' | 'cpuMs') =>
		median(polls.map((poll) => poll[what]));
	const groups = [...Map.groupBy(measured, ({ name }) => name).values()];
	const lines = groups
		.flat()
		.map((one) => [
			one.name,
			inWords(one.records),
			inWords(of(one, 'requests')),
			inWords(mostOf(one.polls, 'requests')),
			inWords(of(one, 'bytes')),
			digits(of(one, 'cpuMs')),
			inWords(mostOf(one.polls, 'state')),
		]);
	return markdown(HEAD, lines);
}
