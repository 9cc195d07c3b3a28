import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownGroup, signalGroup } from './command.ts';
import { n8nProgram } from './n8n-installation.ts';
import { freePort, host } from './ports.ts';

export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
	/** Nobody had asked it to stop. */
	unexpected: boolean;
	lastLines: string;
}

export class N8nDied extends Error {
	constructor(exit: Exit, log: string) {
		super(
			`n8n ended by itself (${exit.code ?? exit.signal}). Its last lines:\n` +
				`${exit.lastLines.replace(/^/gm, '  | ')}\n(all of it: ${log})`,
		);
	}
}

export class N8nProcess {
	readonly exited: Promise<Exit>;
	readonly origin: string;
	readonly log: string;
	readonly pid: number | undefined;
	#child: ChildProcess;
	#stopping = false;
	#tail = '';

	constructor(child: ChildProcess, port: number, log: string) {
		this.#child = child;
		this.pid = child.pid;
		this.origin = `http://${host}:${port}`;
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

	/** Until the database is migrated and the REST interface answers. */
	async ready(signal?: AbortSignal): Promise<void> {
		const died = this.exited.then((exit) => {
			throw new N8nDied(exit, this.log);
		});
		died.catch(() => {});
		const answers = async (path: string) => {
			const reply = await fetch(this.origin + path).catch(() => undefined);
			const type = reply?.headers.get('content-type') ?? '';
			await reply?.body?.cancel();
			return reply?.ok === true && type.includes('json');
		};
		const answering = async () => {
			// While it starts, n8n answers every path with a page that says so.
			while (!((await answers('/healthz/readiness')) && (await answers('/rest/settings'))))
				await sleep(250, undefined, signal ? { signal } : {});
		};
		await Promise.race([answering(), died]);
	}

	/** Asks n8n to stop and waits; it has its own limit of 30 seconds for running executions. */
	async stop(patience = 45_000): Promise<Exit> {
		this.#stopping = true;
		this.#child.kill('SIGTERM');
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

export async function startN8n(
	userFolder: string,
	port: number,
	log: string,
	settings: NodeJS.ProcessEnv = {},
) {
	const environment = {
		...withoutForeignSettings(process.env),
		...settings,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: host,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_SECURE_COOKIE: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		NO_PROXY: [process.env['NO_PROXY'], host, 'localhost'].filter(Boolean).join(','),
		// n8n starts its task runner as "node", which must be the Node that runs n8n.
		PATH: dirname(process.execPath) + delimiter + (process.env['PATH'] ?? ''),
	};
	const child = spawn(process.execPath, [n8nProgram, 'start'], {
		env: environment,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: ownGroup,
	});
	return new N8nProcess(child, port, log);
}

/** Settings for another n8n (or for this Node, as a test runner has them) stay outside. */
function withoutForeignSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|NODE_OPTIONS$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)));
}
