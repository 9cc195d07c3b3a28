import { sum } from '../figures';
import { remotely } from '../remote';
import type { ServiceCalls } from '../service';
import type { Execution, Executed, Life, Lived, WorkerCalls } from './worker';

export const LIMIT = 100;
/** Records of the form at first. */
const BEFORE = 200;

/** The same for every n8n of a site. */
export type Plan = Pick<Life, 'executions' | 'pollMs' | 'searchMs'>;

/** The result for a site that several n8n shared. */
export interface Shared {
	/** One per n8n. */
	readonly lives: readonly Lived[];
	readonly requests: number;
	readonly refused: number;
	/** Of the orders to import: those that arrived, and those that arrived more than once. */
	readonly arrived: number;
	readonly repeated: number;
}

/** Lets this many n8n, each in its own process, use one service in parallel. */
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

/** Gives each execution its own order numbers. */
const numbered = (one: Execution, n: number): Execution => ({ ...one, from: (n + 1) * 1_000_000 });

export const executedIn = ({ lives }: Shared): Executed[] =>
	lives.flatMap(({ executed }) => executed);

/** Returns the orders that all executions together had to import. */
export const importedIn = (shared: Shared): number =>
	sum(executedIn(shared).map(({ task, count }) => (task === 'imports' ? count : 0)));
