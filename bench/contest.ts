import { median, type Say } from './figures';
import type { Job } from './contestants/job';
import type { Contestant, ContestantCalls, Cost } from './contestants/process';
import { remotely } from './remote';
import type { ServiceCalls, ServiceSetting } from './service';

/** A contestant, by the name that the tables show. */
export interface Entrant {
	readonly name: string;
	readonly contestant: Contestant;
	readonly task: string;
}

export interface Result extends Cost {
	readonly requests: number;
	readonly refused: number;
	/** Records that arrived in the form. */
	readonly records: number;
}

/** Records to warm up with, like an n8n that has run for a while: code is loaded, compiled and connected. */
const FIRST = 200;

/** Numbers of orders that no other run imports. */
const LAST_ORDER = 1_000_000_000;

/** Where n8n's other nodes are. */
const WHOLE_N8N = { BENCH_N8N: 'sandbox/n8n/package.json' };

/** Makes one run, with its own service and process. */
export async function compete(
	{ contestant, task }: Entrant,
	job: Omit<Job, 'url'>,
	setting: ServiceSetting,
	environment: NodeJS.ProcessEnv = WHOLE_N8N,
): Promise<Result> {
	return await remotely<ServiceCalls, Result>('service.ts', async (service) => {
		const isLimited = setting.per100Seconds !== undefined;
		const url = await service.start(
			isLimited ? setting : { ...setting, records: Math.min(FIRST, setting.records) },
		);
		let before = 0;
		const cost = await remotely<ContestantCalls, Cost>(
			'contestants/process.ts',
			async (client) => {
				if (!isLimited) {
					const from = LAST_ORDER - FIRST;
					await client.prepare(contestant, task, { ...job, count: FIRST, from, url });
					await client.run();
					await service.add(setting.records - (await service.count()));
				}
				if (setting.isReady) {
					// The first reading makes the bytes ready.
					await client.prepare(contestant, task, { ...job, url });
					await client.run();
				}
				await service.taken();
				before = await service.count();
				await client.prepare(contestant, task, { ...job, url });
				return await client.run();
			},
			environment,
		);
		const { requests, refused } = await service.taken();
		const records = (await service.count()) - before;
		await service.stop();
		return { ...cost, requests, refused, records };
	});
}

export type Entrants<Key extends string> = Readonly<Record<Key, Entrant>>;
export type Measured<Key extends string> = Readonly<Record<Key, Result>>;

/**
 * Returns the medians of several runs of each. The contestants take turns, so that a busy moment does not hit
 * all runs of one.
 */
export async function inTurn<Key extends string>(
	what: string,
	entrants: Entrants<Key>,
	runs: number,
	say: Say,
	once: (entrant: Entrant) => Promise<Result>,
): Promise<Measured<Key>> {
	const all = Object.entries<Entrant>(entrants).map(([key, entrant]) => {
		return { key, entrant, results: [] as Result[] };
	});
	for (let run = 1; run <= runs; run++) {
		for (const { entrant, results } of all) {
			say(`${what}, ${entrant.name}, run ${run}`);
			results.push(await once(entrant));
		}
	}
	const measured = all.map(({ key, results }) => [key, middle(results)] as const);
	return Object.fromEntries(measured) as Measured<Key>;
}

/** Returns the median of each figure of several runs, which must agree in what they did. */
function middle(results: readonly Result[]): Result {
	const of = (figure: 'ms' | 'cpu' | 'before' | 'peak') =>
		median(results.map((result) => result[figure]));
	const first = results[0]!;
	for (const { requests, rows, failure } of results) {
		if (failure !== undefined) throw new Error(failure);
		if (requests !== first.requests || rows !== first.rows)
			throw new Error('Two runs of the same work were not alike');
	}
	return { ...first, ms: of('ms'), cpu: of('cpu'), before: of('before'), peak: of('peak') };
}
