import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ownGroup } from './command.ts';
import { n8nProgram } from './n8n-installation.ts';
import { freePort, host } from './ports.ts';
import { RunningProgram } from './running-program.ts';

export class N8nProcess extends RunningProgram {
	readonly origin: string;
	#paths: readonly string[];

	constructor(
		name: string,
		child: ChildProcess,
		port: number,
		log: string,
		paths: readonly string[],
	) {
		super(name, child, log);
		this.origin = `http://${host}:${port}`;
		this.#paths = paths;
	}

	/** Resolves once the database is migrated and everything that belongs to its role replies. */
	async ready(signal?: AbortSignal): Promise<void> {
		const answers = async (path: string) => {
			const reply = await fetch(this.origin + path).catch(() => undefined);
			const type = reply?.headers.get('content-type') ?? '';
			await reply?.body?.cancel();
			return reply?.ok === true && type.includes('json');
		};
		const answering = async () => {
			// While it starts, n8n replies to every path with a page that says so.
			for (const path of this.#paths)
				while (!(await answers(path))) await sleep(250, undefined, signal ? { signal } : {});
		};
		await this.before(answering());
	}
}

const guard = pathToFileURL(join(import.meta.dirname, '..', 'guard', 'preload.ts')).href;

const readiness = '/healthz/readiness';

/** The main process, whose interface the editor uses too, or a worker, which only reports its health. */
const roles = {
	start: { name: 'n8n', paths: [readiness, '/rest/settings'] },
	worker: { name: 'A worker of n8n', paths: [readiness] },
};

export async function startN8n(
	userFolder: string,
	port: number,
	log: string,
	settings: NodeJS.ProcessEnv = {},
	role: keyof typeof roles = 'start',
) {
	const environment = {
		...withoutForeignSettings(process.env),
		...settings,
		N8N_USER_FOLDER: userFolder,
		// Otherwise n8n allows every web page to read and write here.
		NODE_ENV: 'production',
		N8N_PORT: String(port),
		// In the addresses that the editor shows.
		N8N_HOST: host,
		N8N_LISTEN_ADDRESS: host,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_SECURE_COOKIE: 'false',
		// Packages that are already installed are still loaded.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
		NO_PROXY: [process.env['NO_PROXY'], host, 'localhost'].filter(Boolean).join(','),
		// n8n starts its task runner as "node", which must be the Node that runs n8n.
		PATH: dirname(process.execPath) + delimiter + (process.env['PATH'] ?? ''),
	};
	// After a kill, n8n would wait for ten seconds in case a process manager restarts it in a loop.
	await rm(join(userFolder, '.n8n', 'crash.journal'), { force: true });
	const child = spawn(process.execPath, ['--import', guard, n8nProgram, role], {
		env: environment,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: ownGroup,
	});
	const { name, paths } = roles[role];
	return new N8nProcess(name, child, port, log, paths);
}

/** Removes settings for another n8n (or for this Node, as a test runner sets them). */
function withoutForeignSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|NODE_OPTIONS$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)));
}
