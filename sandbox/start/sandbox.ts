import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createNeighbours, type Neighbours } from '../site/neighbours.ts';
import { mountSite } from '../site/site.ts';
import { type Dialect, plainDialect } from '../service/dialects.ts';
import { startService } from '../service/service.ts';
import { lock } from './lock.ts';
import { loginIn, passwordFile } from './login.ts';
import { installN8n } from './n8n-installation.ts';
import {
	type CredentialReference,
	type Login,
	N8nClient,
	type SavedWorkflow,
} from './n8n-client.ts';
import { type N8nProcess, startN8n } from './n8n-process.ts';
import { installPackage } from './package-installation.ts';
import { requireFreePort } from './ports.ts';
import { apiKey, credentialFor, limits, prepare } from './preparation.ts';
import type { Exit } from './running-program.ts';
import { silent, type Step } from './steps.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

export interface SandboxOptions {
	n8nPort: number;
	servicePort: number;
	/** Everything that a start leaves, except the installation of n8n. */
	dataFolder?: string;
	/** Whether to delete the data of earlier starts. */
	reset?: boolean;
	orderEverySeconds?: number;
	/** How the service behaves where its document is silent. */
	dialect?: Partial<Dialect>;
	/** Further settings of n8n, as environment variables. */
	n8nSettings?: NodeJS.ProcessEnv;
	step?: Step;
	/** The command as users type it, for the message about ports in use. */
	command?: string;
	/** Interrupts the start and stops everything started so far. */
	signal?: AbortSignal;
}

export interface Sandbox {
	editorUrl: string;
	login: Login;
	n8n: N8nClient;
	n8nProcess: N8nProcess;
	credential: CredentialReference;
	credentialData: Record<string, unknown>;
	/** The examples that run by themselves. */
	workflows: SavedWorkflow[];
	/** The examples that the user starts in the editor. */
	toTry: SavedWorkflow[];
	service: Service;
	neighbours: Neighbours;
	userFolder: string;
	logFile: string;
	/** Stops n8n, then the service, and returns how n8n ended. */
	stop(): Promise<Exit>;
	/** Stops without giving n8n time to finish. */
	kill(): void;
}

export const defaultData = join(import.meta.dirname, '..', 'data');
/** For the pages of the service, whatever the keys of its users are. */
const siteKey = 'sandbox-site-key';
const channelFile = 'channel.jsonl';

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const { step = silent, signal, dataFolder = defaultData } = options;
	const logFile = join(dataFolder, 'n8n.log');
	const userFolder = join(dataFolder, 'n8n');
	const undo: Array<() => Promise<unknown>> = [];
	try {
		await checkPorts(options);
		await mkdir(dataFolder, { recursive: true });
		const unlock = await lock(dataFolder, options.command);
		undo.push(unlock);
		if (options.reset) await step('Forgetting earlier data', () => forget(dataFolder));
		await mkdir(userFolder, { recursive: true });
		const installLog = join(dataFolder, 'install.log');
		await installN8n(step, installLog, signal);
		await installPackage(userFolder, step, installLog, signal);

		const { orderEverySeconds } = options;
		const neighbours = createNeighbours({
			channelFile: join(dataFolder, channelFile),
			...(orderEverySeconds && { orderEverySeconds }),
		});
		const service = await step('Starting the local service', () =>
			startLocalService(options, join(dataFolder, 'service.sqlite'), neighbours),
		);
		undo.push(() => service.close());
		const { n8nPort, n8nSettings } = options;
		const n8nProcess = await startN8n(userFolder, n8nPort, logFile, n8nSettings);
		undo.push(() => n8nProcess.stop());
		await step('Starting n8n', () => n8nProcess.ready(signal));

		const n8n = new N8nClient(n8nProcess.origin);
		const login = await loginIn(dataFolder);
		const credentialData = credentialFor(service.url, options.dialect);
		const prepared = await step('Preparing login, credential and workflows', (show) =>
			prepare(n8n, { login, credentialData, serviceOrigin: service.origin }, show),
		);
		signal?.throwIfAborted();
		return {
			editorUrl: n8nProcess.origin,
			login,
			n8n,
			n8nProcess,
			...prepared,
			credentialData,
			service,
			neighbours,
			userFolder,
			logFile,
			stop: async () => {
				const exit = await n8nProcess.stop();
				await service.close();
				await unlock();
				return exit;
			},
			kill: () => n8nProcess.kill(),
		};
	} catch (error) {
		for (const stop of undo.reverse()) await stop();
		throw error;
	}
}

/** Deletes only what a start creates: the folder may contain the user's own files. */
async function forget(dataFolder: string): Promise<void> {
	const database = ['service.sqlite', 'service.sqlite-shm', 'service.sqlite-wal'];
	for (const name of ['n8n', passwordFile, 'n8n.log', 'install.log', channelFile, ...database])
		await rm(join(dataFolder, name), { recursive: true, force: true });
}

async function checkPorts({ n8nPort, servicePort, command }: SandboxOptions): Promise<void> {
	const check = (port: number, purpose: string, option: string, variable: string) =>
		requireFreePort(port, purpose, option, variable, command);
	await check(n8nPort, "n8n's editor", '--n8n-port', 'SANDBOX_N8N_PORT');
	await check(servicePort, 'the local service', '--service-port', 'SANDBOX_SERVICE_PORT');
}

function startLocalService(
	{ servicePort: port, dialect = {} }: SandboxOptions,
	database: string,
	neighbours: Neighbours,
) {
	return startService({
		port,
		database,
		limits,
		dialect,
		recentSeed: true,
		keys: [{ key: apiKey }, { key: siteKey, scopes: ['app', 'user', 'notice'] }],
		mount: (app) => {
			neighbours.mount(app);
			const { zoneOffsetMinutes } = { ...plainDialect, ...dialect };
			mountSite(app, {
				apiBase: '',
				apiKey: siteKey,
				headerName: 'X-Service-API-Key',
				zoneOffsetMinutes,
			});
		},
	});
}
