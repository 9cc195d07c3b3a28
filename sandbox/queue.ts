import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { help, readArguments } from './queue/arguments.ts';
import { queueGreeting } from './queue/greeting.ts';
import { type QueueSandbox, startQueueSandbox } from './queue/sandbox.ts';
import { keepForOwner } from './start/owner-only.ts';
import { ProgramDied } from './start/running-program.ts';
import { showSteps } from './start/steps.ts';
import { tellStory } from './start/story.ts';
import { aborted, explain, print, stopRequest } from './start/terminal.ts';

/** A worker may end, or be killed as an experiment: the others take over its queue. */
function tellOfWorkers({ workers }: QueueSandbox): void {
	workers.forEach((worker, index) =>
		worker.exited.then(
			({ unexpected, code, signal }) =>
				unexpected && print(`          worker ${index + 1} stopped (${code ?? signal})`),
			() => {},
		),
	);
}

async function live(sandbox: QueueSandbox, isKept: boolean, signal: AbortSignal): Promise<void> {
	print(queueGreeting(sandbox, isKept));
	tellStory(sandbox, print, process.stdout.columns);
	tellOfWorkers(sandbox);
	await Promise.race([aborted(signal), sandbox.n8nProcess.exited]);
	if (signal.aborted) print('\n  Stopping n8n, its workers, Redis, PostgreSQL and the service …');
	// The service reports requests that it does not know; here that is a remark, not a failure.
	await sandbox.stop().catch((error: Error) => print(error.message));
	const exit = await sandbox.n8nProcess.exited;
	if (exit.unexpected) throw new ProgramDied('n8n', exit, sandbox.logFile);
	print(exit.code === 0 ? '  Stopped.' : `  n8n stopped with ${exit.code ?? exit.signal}.`);
}

async function startAndLive(wanted: ReturnType<typeof readArguments>, dataFolder: string) {
	let sandbox: QueueSandbox | undefined;
	const signal = stopRequest(() => sandbox?.kill());
	await keepForOwner(dataFolder);
	try {
		const step = showSteps(process.stdout);
		sandbox = await startQueueSandbox({ ...wanted, dataFolder, step, signal });
	} catch (error) {
		if (!signal.aborted) throw error;
		print('\n  Stopped before everything was started.');
		return;
	}
	await live(sandbox, wanted.dataFolder !== undefined, signal);
}

async function main(): Promise<void> {
	const wanted = readArguments(process.argv.slice(2), process.env);
	if (wanted.help) return print(help);
	if (wanted.dataFolder) return startAndLive(wanted, wanted.dataFolder);
	const folder = await mkdtemp(join(tmpdir(), 'records-directory-queue-'));
	// After a failure the folder stays, unless it is empty: the message names the logs in it.
	await startAndLive(wanted, folder).finally(() => rmdir(folder).catch(() => {}));
	await rm(folder, { recursive: true, force: true });
}

// An open connection must not keep the program alive once everything has stopped.
main()
	.catch(explain)
	.finally(() => process.exit());
