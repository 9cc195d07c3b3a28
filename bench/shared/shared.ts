import { atMost, barsTable, below, exactly, type Bar } from '../bars';
import { inWords, markdown, seconds, type Say } from '../figures';
import { executedIn, importedIn, LIMIT, share, type Plan, type Shared } from './site';
import type { Execution, Executed, Looks } from './worker';

const executions = (records: number, gets: number): Execution[] => [
	{ task: 'imports', count: records, from: 0 },
	{ task: 'gets', count: gets, from: 0 },
];

interface Plans {
	readonly one: Plan;
	readonly three: Plan;
}

const USUAL: Plans = {
	one: {
		executions: [...executions(2_000, 100), ...executions(2_000, 100)],
		pollMs: 60_000,
		searchMs: 30_000,
	},
	three: { executions: executions(2_000, 80) },
};
const QUICK: Plans = {
	one: {
		executions: [...executions(150, 3), ...executions(150, 3)],
		pollMs: 200,
		searchMs: 400,
	},
	three: { executions: executions(150, 3) },
};

const PROCESSES = 3;
/** The longest that a poll or a list may wait, and the share of requests that may be rejected. */
const LONGEST_SECONDS = 5;
const MOST_REFUSED = 0.05;

/** Measures how several n8n share the rate limit of a site; returns text with tables. */
export async function shared(isQuick: boolean, say: Say): Promise<string> {
	const plans = isQuick ? QUICK : USUAL;
	say(`shared: one process, and ${PROCESSES} that share a site, some minutes`);
	const [one, three] = await Promise.all([share(1, plans.one), share(PROCESSES, plans.three)]);
	const every = (ms = 0) => seconds(ms / 1000);
	return [
		`The service rejects more than ${LIMIT} requests in 100 s; each measurement has its own service, and both run in parallel.`,
		`One n8n: four executions, a trigger that polls every ${every(plans.one.pollMs)} and a list of the editor that is searched every ${every(plans.one.searchMs)}, all at once. ${requestsOf(one)}`,
		executionsTable(one),
		looksTable(one),
		`${PROCESSES} n8n that do not know of each other, like workers of n8n, with two executions each. ${requestsOf(three)}`,
		executionsTable(three),
		barsTable([...barsOfOne(one), ...barsOfThree(three)]),
	].join('\n\n');
}

const requestsOf = ({ requests, refused }: Shared): string =>
	`${inWords(requests)} requests, ${inWords(refused)} of them rejected:`;

const TASKS = { imports: '*Import*', gets: '*Get*, one by one' };

function executionsTable({ lives }: Shared): string {
	const lines = lives.flatMap(({ executed }, i) =>
		executed.map(({ task, count, rows, failure, ms }) => [
			lives.length > 1 ? `${i + 1}: ${TASKS[task]}` : TASKS[task],
			failure === undefined ? 'done' : `failed: ${failure}`,
			inWords(count),
			inWords(rows),
			seconds(ms / 1000),
		]),
	);
	return markdown(['Execution', 'Outcome', 'Records', 'For the next node', 'Time'], lines, 2);
}

const looksIn = ({ lives }: Shared) =>
	lives.flatMap(({ polls, searches }): (readonly [string, Looks])[] => [
		...(polls ? [['Polls of the trigger', polls] as const] : []),
		...(searches ? [["Searches in the editor's list", searches] as const] : []),
	]);

function looksTable(found: Shared): string {
	const lines = looksIn(found).map(([name, { times, failed, failure, longestMs }]) => [
		name,
		failure === undefined ? 'done' : `failed: ${failure}`,
		inWords(times),
		inWords(failed),
		seconds(longestMs / 1000),
	]);
	return markdown(['Beside them', 'Outcome', 'Times', 'Failed', 'Longest wait'], lines, 2);
}

const barsOfOne = (one: Shared): Bar[] => [
	exactly('One n8n: requests rejected', one.refused, 0, inWords),
	...looksIn(one).flatMap(([name, { failed, longestMs }]) => [
		exactly(`One n8n: ${inside(name)} that failed`, failed, 0, inWords),
		below(`One n8n: longest wait for the ${inside(name)} (s)`, longestMs / 1000, LONGEST_SECONDS),
	]),
	...barsOfWork('One n8n', one),
];

const inside = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

const barsOfThree = (three: Shared): Bar[] => [
	atMost(
		`${PROCESSES} n8n: share of rejected requests`,
		three.refused / three.requests,
		MOST_REFUSED,
		(part) => `${(part * 100).toFixed(1)} %`,
	),
	...barsOfWork(`${PROCESSES} n8n`, three),
];

const isDone = ({ failure, rows, count }: Executed) => failure === undefined && rows === count;

const barsOfWork = (who: string, all: Shared): Bar[] => [
	exactly(
		`${who}: executions with all their records`,
		executedIn(all).filter(isDone).length,
		executedIn(all).length,
		inWords,
	),
	exactly(`${who}: records saved`, all.arrived, importedIn(all), inWords),
	exactly(`${who}: records saved twice`, all.repeated, 0, inWords),
];
