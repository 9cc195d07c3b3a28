import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** The user who runs the command. */
export interface Person {
	print(line: string): void;
	/** Returns the user's answer; undefined if nobody can answer. */
	ask(question: string): Promise<string | undefined>;
	/** The same, without showing what is typed. */
	askSecretly(question: string): Promise<string | undefined>;
	/** Saves a file for the user. */
	keep(file: string, text: string): void;
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
	keep: (file, text) => writeFileSync(file, text),
	onStop: (stop) => {
		process.once('SIGINT', stop);
		return () => void process.off('SIGINT', stop);
	},
});

async function answerTo(question: string, output: NodeJS.WritableStream) {
	if (!process.stdin.isTTY) return undefined;
	const lines = createInterface({ input: process.stdin, output, terminal: true });
	try {
		return await lines.question(question);
	} finally {
		lines.close();
	}
}
