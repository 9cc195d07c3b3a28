import { greeting } from '../start/story.ts';
import type { QueueSandbox } from './sandbox.ts';

const processLine = (name: string, pid: number | undefined, place: string) =>
	`    ${name.padEnd(15)} ${`process ${pid}`.padEnd(17)} ${place}`;

const serverLine = (name: string, { url, pid }: QueueSandbox['redis']) =>
	pid === undefined
		? `    ${name.padEnd(15)} ${'ran already'.padEnd(17)} ${url.host}`
		: processLine(name, pid, url.host);

export function queueGreeting(sandbox: QueueSandbox): string {
	const { n8nProcess, workers, redis, postgres } = sandbox;
	const lines = [
		processLine('main', n8nProcess.pid, n8nProcess.log),
		...workers.map(({ pid, log }, index) => processLine(`worker ${index + 1}`, pid, log)),
		serverLine('Redis', redis),
		serverLine('PostgreSQL', postgres),
	];
	return `\n  n8n in queue mode\n${lines.join('\n')}\n${greeting(sandbox)}`;
}
