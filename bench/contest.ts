import { median } from './figures';
import type { Job } from './contestants/job';
import type { Contestant, ContestantCalls, Cost } from './contestants/process';
import { remotely } from './remote';
import type { ServiceCalls, ServiceSetting } from './service';

/** One who does a task, by the name that the tables show. */
export interface Entrant {
	readonly name: string;
	readonly contestant: Contestant;
	readonly task: string;
}

export interface Result extends Cost {
	readonly requests: number;
	readonly refused: number;
	/** Records of the form afterwards. */
	readonly records: number;
}

/** One run, with a service and a process of its own. */
export async function compete(
	{ contestant, task }: Entrant,
	job: Omit<Job, 'url'>,
	setting: ServiceSetting,
): Promise<Result> {
	return await remotely<ServiceCalls, Result>('service.ts', async (service) => {
		const url = await service.start(setting);
		const cost = await remotely<ContestantCalls, Cost>(
			'contestants/process.ts',
			async (client) => {
				await client.prepare(contestant, task, { ...job, url });
				return await client.run();
			},
			{ BENCH_N8N: 'sandbox/n8n/package.json' },
		);
		const { requests, refused } = await service.taken();
		const records = await service.count();
		await service.stop();
		return { ...cost, requests, refused, records };
	});
}

/** The middle of each figure of several runs, which must agree in what they did. */
export function middle(results: readonly Result[]): Result {
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
