import { greeting, pair } from '../start/greeting.ts';
import { command } from './arguments.ts';
import type { QueueSandbox } from './sandbox.ts';

const processLine = (name: string, pid: number | undefined, place: string) =>
	pair(name, `process ${pid}`.padEnd(17) + place);

const serverLine = (name: string, { url, pid }: QueueSandbox['redis']) =>
	pid === undefined
		? pair(name, 'already running'.padEnd(17) + url.host)
		: processLine(name, pid, url.host);

export function queueGreeting(sandbox: QueueSandbox, isKept: boolean): string {
	const { n8nProcess, workers, redis, postgres } = sandbox;
	const alsoRuns = [
		processLine("n8n's main process", n8nProcess.pid, n8nProcess.log),
		...workers.map(({ pid, log }, index) => processLine(`n8n's worker ${index + 1}`, pid, log)),
		serverLine('Redis', redis),
		serverLine('PostgreSQL', postgres),
	];
	const afterwards = isKept
		? `${command} with the same --data continues.`
		: 'The data is deleted; --data <folder> keeps it.';
	const last = workers.at(-1)?.pid;
	const alsoTry = [
		`Kill a worker (kill -9 ${last}) while a workflow runs: n8n lists its\n` +
			'execution as crashed, and the other workers run what is queued.',
	];
	return greeting(sandbox, { alsoRuns, afterwards, ...(workers.length > 1 ? { alsoTry } : {}) });
}
