import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, ownGroup } from '../start/command.ts';
import { RunningProgram } from '../start/running-program.ts';

export interface Server {
	url: URL;
	/** Undefined if the server was already running. */
	pid?: number | undefined;
	stop(): Promise<unknown>;
	kill(): Promise<unknown>;
}

/** A server that was already running keeps running. */
export const foreign = (url: URL): Server => ({
	url,
	stop: async () => {},
	kill: async () => {},
});

interface Start {
	name: string;
	program: string;
	words: string[];
	folder: string;
	log: string;
	account?: Account | undefined;
	signal?: AbortSignal | undefined;
}

/** Controls a server that was started here. */
export const serverOf = (
	url: URL,
	program: RunningProgram,
	stop: () => Promise<unknown>,
): Server => ({
	url,
	pid: program.pid,
	stop,
	kill() {
		program.kill();
		return program.exited;
	},
});

/** Both Redis and PostgreSQL log this. */
const ready = /ready to accept connections/i;
const patienceMs = 60_000;

/** Starts Redis or PostgreSQL and waits until it accepts connections. */
export async function startServer(start: Start): Promise<RunningProgram> {
	start.signal?.throwIfAborted();
	const child = spawn(start.program, start.words, {
		cwd: start.folder,
		// Translated messages would not match.
		env: { ...process.env, LC_ALL: 'C' },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: ownGroup,
		...start.account,
	});
	const server = new RunningProgram(start.name, child, start.log);
	try {
		await server.before(saysReady(server, start.signal));
		return server;
	} catch (error) {
		server.kill();
		throw error;
	}
}

async function saysReady(server: RunningProgram, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + patienceMs;
	while (!ready.test(server.tail)) {
		if (Date.now() > end)
			throw new Error(`${server.name} was not ready after a minute. Its log: ${server.log}`);
		await sleep(50, undefined, signal ? { signal } : {});
	}
}
