import { WrongArgument } from './command-line.ts';
import { CommandFailed } from './command.ts';
import { PortInUse } from './ports.ts';
import { ProgramDied } from './running-program.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** An error whose message says everything; other errors are shown with their place in the code. */
export class PlainError extends Error {}

const plain = [PlainError, WrongArgument, CommandFailed, ProgramDied, PortInUse];

export function explain(error: unknown): void {
	const words = plain.some((kind) => error instanceof kind)
		? (error as Error).message
		: error instanceof Error
			? (error.stack ?? error.message)
			: String(error);
	process.stderr.write(`\n${words}\n`);
	process.exitCode = 1;
}

/** Handles Ctrl+C and similar signals: the first asks to stop, the second forces it. */
export function stopRequest(insist: () => void): AbortSignal {
	const abort = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => {
			if (abort.signal.aborted) insist();
			else abort.abort(new Error('The start was stopped.'));
		});
	return abort.signal;
}

export const aborted = (signal: AbortSignal) =>
	new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
