import { sum } from '../figures';
import { remotely } from '../remote';
import type { ServiceCalls } from '../service';
import type { Execution, Executed, Life, Lived, WorkerCalls } from './worker';

export const LIMIT = 100;
/** Records of the form at first. */
const BEFORE = 200;

/** The same for all n8n of a site. */
export type Plan = Pick<Life, 'executions' | 'pollMs' | 'searchMs'>;

/** What became of a site that several shared. */
export interface Shared {
	/** One for each n8n. */
	readonly lives: readonly Lived[];
	readonly requests: number;
	readonly refused: number;
	/** Of the orders that were to be imported: in the form, and in it more than once. */
	readonly arrived: number;
	readonly repeated: number;
}

/** Lets so many n8n, each a process of its own, use a service of theirs at once. */
export async function share(processes: number, plan: Plan): Promise<Shared> {
	return await remotely<ServiceCalls, Shared>('service.ts', async (service) => {
		const url = await service.start({ records: BEFORE, per100Seconds: LIMIT });
		const before = { numbers: await service.numbers(), count: await service.count() };
		const live = (_: unknown, n: number) =>
			remotely<WorkerCalls, Lived>('shared/worker.ts', async (worker) => {
				return await worker.live({
					...plan,
					executions: plan.executions.map((one, i) => numbered(one, n * 100 + i)),
					url,
					limit: LIMIT,
				});
			});
		const lives = await Promise.all(Array.from({ length: processes }, live));
		const { requests, refused } = await service.taken();
		const arrived = (await service.numbers()) - before.numbers;
		const repeated = (await service.count()) - before.count - arrived;
		await service.stop();
		return { lives, requests, refused, arrived, repeated };
	});
}

/** Orders of which no other execution has the numbers. */
const numbered = (one: Execution, n: number): Execution => ({ ...one, from: (n + 1) * 1_000_000 });

export const executedIn = ({ lives }: Shared): Executed[] =>
	lives.flatMap(({ executed }) => executed);

/** Orders that were to be imported, by all together. */
export const importedIn = (shared: Shared): number =>
	sum(executedIn(shared).map(({ task, count }) => (task === 'imports' ? count : 0)));
