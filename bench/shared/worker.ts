import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { listSearch, poll } from '../../test/support/n8n';
import { byId } from '../../test/support/world';
import { gets, imports } from '../contestants/ours';
import { KEY, type Task } from '../contestants/job';
import { FORM } from '../orders';
import { offer } from '../remote';

const TASKS = { imports, gets } satisfies Record<string, Task>;

/** An execution of a workflow with this node. */
export interface Execution {
	readonly task: keyof typeof TASKS;
	/** Records to import or to get. */
	readonly count: number;
	readonly from: number;
}

/** The result of an execution. */
export interface Executed extends Execution {
	readonly rows: number;
	readonly failure?: string;
	readonly ms: number;
}

/** What an observer saw who looks repeatedly. */
export interface Looks {
	readonly times: number;
	readonly failed: number;
	/** The first error message. */
	readonly failure?: string;
	/** From the start of a look to its success. */
	readonly longestMs: number;
}

export interface Life {
	readonly url: string;
	readonly limit: number;
	readonly executions: readonly Execution[];
	/** Milliseconds between two polls of a trigger and between two searches in a list, if there are any. */
	readonly pollMs?: number;
	readonly searchMs?: number;
}

export interface Lived {
	readonly executed: readonly Executed[];
	readonly polls?: Looks;
	readonly searches?: Looks;
}

export const workerCalls = {
	/** An n8n in which all of this happens in parallel, until the executions have ended. */
	async live({ url, limit, executions, pollMs, searchMs }: Life): Promise<Lived> {
		const credentials = { baseUrl: url, apiKey: KEY, requestsPer100Seconds: limit };
		const parameters = { event: 'recordCreatedOrUpdated', form: byId(FORM) };
		const staticData: IDataObject = {};
		let isOver = false;
		const again = (ms: number | undefined, look: () => Promise<void>) =>
			ms === undefined ? undefined : looksOf(look, ms, () => isOver);
		const polls = again(pollMs, async () => {
			await poll({ parameters, credentials, staticData });
			// The first poll does not fail because of the rate limit: it leaves its work to the next one.
			if (staticData.state === undefined) throw new Error('The first poll did not succeed');
		});
		const searches = again(searchMs, async () => {
			await listSearch('searchRecord', { parameters: { form: byId(FORM) }, credentials });
		});
		const executed = await Promise.all(executions.map((one) => execute(one, url, limit)));
		isOver = true;
		return { executed, polls: await polls, searches: await searches };
	},
};

async function execute(one: Execution, url: string, limit: number): Promise<Executed> {
	const { task, count, from } = one;
	const work = await TASKS[task]({ url, count, from, requestsPer100Seconds: limit });
	const started = performance.now();
	const outcome = await work().then(
		(rows) => ({ rows }),
		(error: Error) => ({ rows: 0, failure: error.message }),
	);
	return { ...one, ...outcome, ms: performance.now() - started };
}

/** Looks at a steady pace until the end; after a long look immediately again. */
async function looksOf(
	look: () => Promise<void>,
	everyMs: number,
	isOver: () => boolean,
): Promise<Looks> {
	const failures: string[] = [];
	let [times, longestMs] = [0, 0];
	for (let since = performance.now(); !isOver(); ) {
		const started = performance.now();
		const hasSucceeded = await look().then(
			() => true,
			(error: Error) => {
				failures.push(error.message);
				return false;
			},
		);
		times++;
		longestMs = Math.max(longestMs, performance.now() - since);
		await sleep(Math.max(0, started + everyMs - performance.now()));
		if (hasSucceeded) since = performance.now();
	}
	const [failure] = failures;
	const looks = { times, failed: failures.length, longestMs };
	return failure === undefined ? looks : { ...looks, failure };
}

export type WorkerCalls = typeof workerCalls;

offer(workerCalls);
