import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export class CommandFailed extends Error {}

export interface Account {
	uid: number;
	gid: number;
}

interface Surroundings {
	cwd: string;
	/** The output of the command is added to this file. */
	log: string;
	environment?: NodeJS.ProcessEnv;
	/** The account that runs the command, if it is another one. */
	account?: Account | undefined;
	signal?: AbortSignal | undefined;
}

// Its own group: Ctrl+C in the terminal reaches only this program, which then stops its children in the right
// order, and a child's own children can be stopped with it.
export const ownGroup = process.platform !== 'win32';

export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	if (!ownGroup) child.kill(signal);
	else process.kill(-child.pid, signal);
}

/** Runs a command to its end; a failure contains the last lines of its output. */
export function run(command: string, words: string[], around: Surroundings): Promise<string> {
	around.signal?.throwIfAborted();
	mkdirSync(dirname(around.log), { recursive: true });
	const log = createWriteStream(around.log, { flags: 'a' });
	log.write(`\n$ ${[command, ...words].join(' ')}\n`);
	return new Promise((resolve, reject) => {
		const child = spawn(command, words, {
			cwd: around.cwd,
			env: { ...process.env, ...around.environment },
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: ownGroup,
			...around.account,
		});
		let output = '';
		let said = '';
		const stop = () => signalGroup(child, 'SIGTERM');
		around.signal?.addEventListener('abort', stop, { once: true });
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk: Buffer) => {
				said = (said + chunk.toString()).slice(-4000);
				log.write(chunk);
			});
		child.once('error', reject);
		child.once('close', (code, killedBy) => {
			around.signal?.removeEventListener('abort', stop);
			log.end();
			if (around.signal?.aborted) reject(around.signal.reason as Error);
			else if (code === 0) resolve(output);
			else {
				const lines = said.trimEnd().split('\n').slice(-20).join('\n');
				const title = `"${[command, ...words].join(' ')}" ended with ${code ?? killedBy}`;
				reject(new CommandFailed(`${title}:\n${lines}\n(all of it: ${around.log})`));
			}
		});
	});
}

/** Runs npm as the user started it, with this program's Node. */
export function npm(words: string[], around: Surroundings): Promise<string> {
	const script = process.env['npm_execpath'];
	return script?.endsWith('.js')
		? run(process.execPath, [script, ...words], around)
		: run(process.platform === 'win32' ? 'npm.cmd' : 'npm', words, around);
}
