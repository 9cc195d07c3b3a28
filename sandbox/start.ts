import { help, readArguments, WrongArgument } from './start/arguments.ts';
import { CommandFailed } from './start/command.ts';
import { N8nDied } from './start/n8n-process.ts';
import { PortInUse } from './start/ports.ts';
import { type Sandbox, startSandbox } from './start/sandbox.ts';
import { showSteps } from './start/steps.ts';
import { greeting, tellStory } from './start/story.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// These say all there is to say; of any other error the place in the code is wanted, too.
const plain = [WrongArgument, CommandFailed, N8nDied, PortInUse];

function explain(error: unknown): void {
	const words = plain.some((kind) => error instanceof kind)
		? (error as Error).message
		: error instanceof Error
			? (error.stack ?? error.message)
			: String(error);
	process.stderr.write(`\n${words}\n`);
	process.exitCode = 1;
}

/** Ctrl+C and its relatives: the first asks, the second insists. */
function stopRequest(insist: () => void): AbortSignal {
	const abort = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => {
			if (abort.signal.aborted) insist();
			else abort.abort(new Error('The start was broken off.'));
		});
	return abort.signal;
}

const aborted = (signal: AbortSignal) =>
	new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});

async function live(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	print(greeting(sandbox));
	tellStory(sandbox, print);
	await Promise.race([aborted(signal), sandbox.n8nProcess.exited]);
	if (signal.aborted) print('\n  Stopping n8n and the service …');
	// The service complains of requests that it does not know; here that is a remark, not a failure.
	await sandbox.stop().catch((error: Error) => print(error.message));
	const exit = await sandbox.n8nProcess.exited;
	if (exit.unexpected) throw new N8nDied(exit, sandbox.logFile);
	print(exit.code === 0 ? '  Stopped.' : `  n8n ended with ${exit.code ?? exit.signal}.`);
}

async function main(): Promise<void> {
	const wanted = readArguments(process.argv.slice(2), process.env);
	if (wanted.help) return print(help);
	let sandbox: Sandbox | undefined;
	const signal = stopRequest(() => sandbox?.kill());
	try {
		sandbox = await startSandbox({ ...wanted, step: showSteps(process.stdout), signal });
	} catch (error) {
		if (!signal.aborted) throw error;
		print('\n  Stopped before everything was started.');
		return;
	}
	await live(sandbox, signal);
}

// A connection that is still open must not keep the program alive once all is stopped.
main()
	.catch(explain)
	.finally(() => process.exit());
