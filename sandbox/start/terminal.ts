import { WrongArgument } from './arguments.ts';
import { CommandFailed } from './command.ts';
import { PortInUse } from './ports.ts';
import { ProgramDied } from './running-program.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** An error that says all there is to say; of any other the place in the code is wanted, too. */
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

/** Ctrl+C and its relatives: the first asks, the second insists. */
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
