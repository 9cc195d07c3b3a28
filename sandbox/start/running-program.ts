import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { signalGroup } from './command.ts';

export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
	/** Whether it ended without having been asked to. */
	unexpected: boolean;
	lastLines: string;
}

export class ProgramDied extends Error {
	constructor(name: string, exit: Exit, log: string) {
		super(
			`${name} stopped unexpectedly (${exit.code ?? exit.signal}). Its last lines:\n` +
				`${exit.lastLines.replace(/^/gm, '  | ')}\n(whole log: ${log})`,
		);
	}
}

/** A program that runs until it is stopped; its output goes to its log. */
export class RunningProgram {
	readonly name: string;
	readonly exited: Promise<Exit>;
	readonly log: string;
	readonly pid: number | undefined;
	#child: ChildProcess;
	#stopping = false;
	#tail = '';

	constructor(name: string, child: ChildProcess, log: string) {
		this.name = name;
		this.#child = child;
		this.pid = child.pid;
		this.log = log;
		const file = createWriteStream(log, { flags: 'a' });
		for (const stream of [child.stdout, child.stderr])
			stream?.on('data', (chunk: Buffer) => {
				file.write(chunk);
				this.#tail = (this.#tail + chunk.toString()).slice(-8000);
			});
		this.exited = new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code, signal) => {
				file.end();
				const lastLines = this.#tail.trimEnd().split('\n').slice(-20).join('\n');
				resolve({ code, signal, unexpected: !this.#stopping, lastLines });
			});
		});
		this.exited.catch(() => {});
	}

	/** Its last output. */
	get tail(): string {
		return this.#tail;
	}

	/** Waits for `that`; fails if the program ends first. */
	async before<T>(that: Promise<T>): Promise<T> {
		const died = this.exited.then((exit) => {
			throw new ProgramDied(this.name, exit, this.log);
		});
		died.catch(() => {});
		return await Promise.race([that, died]);
	}

	/** Asks it to stop and waits; kills it when patience ends. */
	async stop(patience = 45_000, signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
		this.#stopping = true;
		this.#child.kill(signal);
		const impatient = setTimeout(() => this.kill(), patience);
		const exit = await this.exited;
		clearTimeout(impatient);
		return exit;
	}

	kill(): void {
		this.#stopping = true;
		signalGroup(this.#child, 'SIGKILL');
	}
}
