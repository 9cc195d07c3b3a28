import { type ChildProcess, spawn } from 'node:child_process';

/** What a person at the terminal sees of the command, and how it ended. */
interface Terminal {
	child: ChildProcess;
	output(): string;
	ended: Promise<number | null>;
}

/** Starts a script of the sandbox as a person does. */
export function terminal(
	script: string,
	words: readonly string[],
	environment: NodeJS.ProcessEnv = {},
): Terminal {
	const { NODE_OPTIONS, ...own } = process.env;
	const env = { ...own, ...environment };
	// One pipe, as at a terminal: of two, the second may be read first.
	const joined = ['-c', 'exec "$@" 2>&1', 'sh', process.execPath, script, ...words];
	const child = spawn('/bin/sh', joined, { env });
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	return {
		child,
		output: () => output,
		ended: new Promise((resolve) => child.once('close', (code) => resolve(code))),
	};
}

/** Waits until it has said so. */
export const says = (terminal: Terminal, words: string) =>
	new Promise<void>((resolve, reject) => {
		const look = () => terminal.output().includes(words) && resolve();
		terminal.child.stdout?.on('data', look);
		void terminal.ended.then(() => reject(new Error(`It ended first:\n${terminal.output()}`)));
		look();
	});
