import { offer } from '../remote';
import type { Job, Task } from './job';

export type Contestant = 'ours' | 'http-request' | 'helper' | 'loop';

/** What the work of a contestant cost this process. */
export interface Cost {
	/** The number of records. */
	readonly rows: number;
	readonly failure?: string;
	readonly ms: number;
	/** Milliseconds of all threads of this process. */
	readonly cpu: number;
	/** Bytes in memory before the work, and the most at any time. */
	readonly before: number;
	readonly peak: number;
}

let work: () => Promise<number>;

export const contestantCalls = {
	async prepare(contestant: Contestant, task: string, job: Job): Promise<void> {
		const tasks = (await import(`./${contestant}.ts`)) as Record<string, Task>;
		work = await tasks[task]!(job);
	},

	async run(): Promise<Cost> {
		const before = process.memoryUsage.rss();
		const cpu = process.cpuUsage();
		const started = performance.now();
		const outcome = await work().then(
			(rows) => ({ rows }),
			(error: Error) => ({ rows: 0, failure: error.message }),
		);
		const ms = performance.now() - started;
		const { user, system } = process.cpuUsage(cpu);
		const peak = process.resourceUsage().maxRSS * 1024;
		return { ...outcome, ms, cpu: (user + system) / 1000, before, peak };
	},
};

export type ContestantCalls = typeof contestantCalls;

offer(contestantCalls);
