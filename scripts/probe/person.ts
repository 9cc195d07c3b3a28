import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownTimes, sharedTimes, type Times } from './times';

/** The user who runs the command. */
export interface Person {
	print(line: string): void;
	/** Returns the user's answer; undefined if nobody can answer. */
	ask(question: string): Promise<string | undefined>;
	/** The same, without showing what is typed. */
	askSecretly(question: string): Promise<string | undefined>;
	/** Returns why a file cannot be saved there; undefined if nothing speaks against it. */
	whyNot(file: string): string | undefined;
	/** Saves a file for the user. */
	keep(file: string, text: string): void;
	/** When the user's runs have sent requests to a site. */
	times(site: string): Times;
	/** Waits so many milliseconds. */
	wait(ms: number): Promise<void>;
	/** Calls `stop` when the user wants to end (Ctrl+C), once. Returns how to stop listening. */
	onStop(stop: () => void): () => void;
}

/** The user at the terminal. */
export const person = (): Person => ({
	print: (line) => void process.stdout.write(`${line}\n`),
	ask: (question) => answerTo(question, process.stdout),
	askSecretly: async (question) => {
		if (!process.stdin.isTTY) return undefined;
		process.stdout.write(question);
		const answer = await answerTo('', new Writable({ write: (_, __, done) => done() }));
		process.stdout.write('\n');
		return answer;
	},
	whyNot,
	keep: (file, text) => writeFileSync(file, text),
	times,
	wait: (ms) => sleep(ms),
	onStop: (stop) => {
		process.once('SIGINT', stop);
		return () => void process.off('SIGINT', stop);
	},
});

/** In the project, where other users of the machine cannot put a link in its place. */
const TIMES = 'node_modules/.cache/probe';

function times(site: string): Times {
	try {
		return sharedTimes(TIMES, site);
	} catch {
		process.stdout.write(
			`The times of requests cannot be saved in ${TIMES}: wait 100 seconds between two runs.\n\n`,
		);
		return ownTimes();
	}
}

export function whyNot(file: string): string | undefined {
	const folder = dirname(resolve(file));
	if (!existsSync(folder)) return 'its folder does not exist';
	const isNew = !existsSync(file);
	if (!isNew && statSync(file).isDirectory()) return 'it is a folder';
	try {
		accessSync(isNew ? folder : file, constants.W_OK);
		return undefined;
	} catch {
		return 'you may not write there';
	}
}

async function answerTo(question: string, output: NodeJS.WritableStream) {
	if (!process.stdin.isTTY) return undefined;
	const lines = createInterface({ input: process.stdin, output, terminal: true });
	try {
		return await lines.question(question);
	} finally {
		lines.close();
	}
}
