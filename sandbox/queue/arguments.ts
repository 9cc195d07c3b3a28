import { COMMON_OPTIONS, dataFolderIn, defaultPorts, portsIn } from '../start/arguments.ts';
import { optionsIn, wholeNumber, WrongArgument } from '../start/command-line.ts';

export const command = 'npm run sandbox:queue';
const defaultWorkers = 2;
const mostWorkers = 16;

export const help = `${command} -- [options]

Starts the sandbox of "npm start" with n8n in queue mode: a main process, workers that run the
executions, Redis and PostgreSQL.

  --workers <number>     number of workers           (${defaultWorkers})
  --n8n-port <port>      port of n8n's editor        (or SANDBOX_N8N_PORT;     ${defaultPorts.n8n})
  --service-port <port>  port of the local service   (or SANDBOX_SERVICE_PORT; ${defaultPorts.service})
  --data <folder>        folder for all data         (or SANDBOX_QUEUE_DATA; a temporary folder)
  --redis <url>          a running Redis             (or SANDBOX_REDIS)
                         redis://user:password@host:port/database
  --postgres <url>       a running PostgreSQL        (or SANDBOX_POSTGRES)
                         postgres://user:password@host:port/database; n8n creates its tables there
  --help                 show this text

Without --redis and --postgres, the command starts both with their own data and ports
(Debian: apt-get install redis-server postgresql).
Ctrl+C stops everything that the command started. With --data, the next start continues with the same data.
`;

export interface QueueArguments {
	help: boolean;
	workers: number;
	n8nPort: number;
	servicePort: number;
	dataFolder?: string;
	redis?: URL;
	postgres?: URL;
}

const OPTIONS = {
	...COMMON_OPTIONS,
	workers: { type: 'string' },
	redis: { type: 'string' },
	postgres: { type: 'string' },
} as const;

export function readArguments(words: string[], environment: NodeJS.ProcessEnv): QueueArguments {
	const values = optionsIn(words, OPTIONS, command);
	const given = (option: keyof typeof values, variable: string) =>
		(values[option] as string | undefined) || environment[variable] || undefined;
	const dataFolder = dataFolderIn(values, environment, 'SANDBOX_QUEUE_DATA');
	const redis = address('--redis', given('redis', 'SANDBOX_REDIS'), ['redis:', 'rediss:']);
	const postgres = address('--postgres', given('postgres', 'SANDBOX_POSTGRES'), [
		'postgres:',
		'postgresql:',
	]);
	if (postgres && !dataFolder)
		throw new WrongArgument(
			'--postgres needs --data: n8n stores the key for its encrypted data in that folder.',
		);
	return {
		help: values.help ?? false,
		workers: values.workers
			? wholeNumber('--workers', values.workers, 1, mostWorkers)
			: defaultWorkers,
		...portsIn(values, environment),
		...(dataFolder ? { dataFolder } : {}),
		...(redis ? { redis } : {}),
		...(postgres ? { postgres } : {}),
	};
}

function address(name: string, text: string | undefined, protocols: string[]): URL | undefined {
	if (!text) return undefined;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// The value may contain a password, so it is not repeated.
	if (!url?.hostname || !protocols.includes(url.protocol))
		throw new WrongArgument(
			`${name} must be an address like ${protocols[0]}//user:password@host:port/database.`,
		);
	return url;
}
