import { help, readArguments } from './start/arguments.ts';
import { greeting } from './start/greeting.ts';
import { keepForOwner } from './start/owner-only.ts';
import { ProgramDied } from './start/running-program.ts';
import { imitated } from './start/profile.ts';
import { defaultData, type Sandbox, startSandbox } from './start/sandbox.ts';
import { showSteps } from './start/steps.ts';
import { tellStory } from './start/story.ts';
import { aborted, explain, print, stopRequest } from './start/terminal.ts';

async function live(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	print(greeting(sandbox));
	tellStory(sandbox, print, process.stdout.columns);
	await Promise.race([aborted(signal), sandbox.n8nProcess.exited]);
	if (signal.aborted) print('\n  Stopping n8n and the service …');
	// The service reports requests that it does not know; here that is a remark, not a failure.
	await sandbox.stop().catch((error: Error) => print(error.message));
	const exit = await sandbox.n8nProcess.exited;
	if (exit.unexpected) throw new ProgramDied('n8n', exit, sandbox.logFile);
	print(exit.code === 0 ? '  Stopped.' : `  n8n stopped with ${exit.code ?? exit.signal}.`);
}

async function main(): Promise<void> {
	const wanted = readArguments(process.argv.slice(2), process.env);
	if (wanted.help) return print(help);
	const dialect = imitated(wanted.profile, print);
	let sandbox: Sandbox | undefined;
	const signal = stopRequest(() => sandbox?.kill());
	await keepForOwner(wanted.dataFolder ?? defaultData);
	try {
		sandbox = await startSandbox({ ...wanted, dialect, step: showSteps(process.stdout), signal });
	} catch (error) {
		if (!signal.aborted) throw error;
		print('\n  Stopped before everything was started.');
		return;
	}
	await live(sandbox, signal);
}

// An open connection must not keep the program alive once everything has stopped.
main()
	.catch(explain)
	.finally(() => process.exit());
