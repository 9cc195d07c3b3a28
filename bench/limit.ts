import { compete, type Entrant, type Result } from './contest';
import { inWords, markdown, seconds, type Say } from './figures';
import { IMPORTERS } from './import';

interface Entry extends Entrant {
	/** Milliseconds between two requests, if the user sets the pace by hand. */
	readonly interval?: number;
}

const GETS: readonly Entry[] = [
	{ name: 'This node, *Get*', contestant: 'ours', task: 'gets' },
	{ name: 'HTTP Request', contestant: 'http-request', task: 'gets' },
	{
		name: 'HTTP Request, *Batching* set to one per second',
		contestant: 'http-request',
		task: 'gets',
		interval: 1000,
	},
	{ name: 'axios in a loop', contestant: 'loop', task: 'gets' },
];

const LIMIT = 100;
/** Records of the form at first. */
const BEFORE = 200;

/** Measures how each contestant handles the service's rate limit; returns text with tables. */
export async function limit(isQuick: boolean, say: Say): Promise<string> {
	const [some, many] = isQuick ? [2, 120] : [150, 1_000];
	say(`limit: ${inWords(many)} records to import`);
	const imported = await fare(Object.values(IMPORTERS), many, ({ records }) => records);
	say(`limit: ${inWords(some)} records to get, some minutes`);
	const got = await fare(GETS, some, ({ rows }) => rows);
	return [
		`The service rejects more than ${LIMIT} requests in 100 s. Each contestant has its own service. All run in parallel, because they mostly wait.`,
		`${inWords(many)} records to import:`,
		table('Records that arrived', imported),
		`${inWords(some)} records to read one by one:`,
		table('Records for the next node', got),
	].join('\n\n');
}

type Fared = readonly [name: string, reached: number, result: Result];

async function fare(
	entries: readonly Entry[],
	count: number,
	reached: (result: Result) => number,
): Promise<Fared[]> {
	return await Promise.all(
		entries.map(async ({ interval, ...entrant }): Promise<Fared> => {
			const pace = interval === undefined ? {} : { interval };
			const job = { count, requestsPer100Seconds: LIMIT, ...pace };
			const setting = { records: BEFORE, per100Seconds: LIMIT };
			const result = await compete(entrant, job, setting);
			return [entrant.name, reached(result), result];
		}),
	);
}

function table(what: string, fared: readonly Fared[]): string {
	const lines = fared.map(([name, reached, { failure, requests, refused, ms }]) => [
		name,
		failure === undefined ? 'done' : `failed: ${failure}`,
		inWords(reached),
		inWords(requests),
		inWords(refused),
		seconds(ms / 1000),
	]);
	return markdown(['Contestant', 'Outcome', what, 'Requests', 'Rejected', 'Time'], lines, 2);
}
