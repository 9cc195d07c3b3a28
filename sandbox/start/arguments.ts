import { resolve } from 'node:path';
import { folderPath, optionsIn, wholeNumber } from './command-line.ts';

export const defaultPorts = { n8n: 5678, service: 8650 };

export const help = `npm start -- [options]

Starts a local records service and a real n8n with this package and its example workflows.

  --n8n-port <port>      port of n8n's editor        (or SANDBOX_N8N_PORT;     ${defaultPorts.n8n})
  --service-port <port>  port of the local service   (or SANDBOX_SERVICE_PORT; ${defaultPorts.service})
  --data <folder>        folder for all data         (or SANDBOX_DATA; sandbox/data)
  --profile <file>       the service behaves like the site of this profile (npm run probe writes it)
  --reset                start over: delete workflows, records and login; n8n stays installed
  --help                 show this text

Ctrl+C stops everything. The next start continues with the same data.
`;

export interface Arguments {
	help: boolean;
	reset: boolean;
	n8nPort: number;
	servicePort: number;
	dataFolder?: string;
	/** The file of a profile. */
	profile?: string;
}

export function readArguments(words: string[], environment: NodeJS.ProcessEnv): Arguments {
	const values = optionsIn(words, OPTIONS, 'npm start');
	const dataFolder = dataFolderIn(values, environment, 'SANDBOX_DATA');
	return {
		...(dataFolder ? { dataFolder } : {}),
		...(values.profile ? { profile: resolve(values.profile) } : {}),
		help: values.help ?? false,
		reset: values.reset ?? false,
		...portsIn(values, environment),
	};
}

/** Returns the folder that a person has chosen for the data. */
export function dataFolderIn(
	values: { readonly data?: string },
	environment: NodeJS.ProcessEnv,
	variable: string,
): string | undefined {
	const named = environment[variable];
	if (values.data) return folderPath('--data', values.data);
	return named ? folderPath(variable, named) : undefined;
}

/** The options that every start of the sandbox has. */
export const COMMON_OPTIONS = {
	help: { type: 'boolean', short: 'h' },
	data: { type: 'string' },
	'n8n-port': { type: 'string' },
	'service-port': { type: 'string' },
} as const;

const OPTIONS = {
	...COMMON_OPTIONS,
	reset: { type: 'boolean' },
	profile: { type: 'string' },
} as const;

export const portsIn = (
	values: { readonly 'n8n-port'?: string; readonly 'service-port'?: string },
	environment: NodeJS.ProcessEnv,
) => ({
	n8nPort:
		port('--n8n-port', values['n8n-port']) ??
		port('SANDBOX_N8N_PORT', environment['SANDBOX_N8N_PORT']) ??
		defaultPorts.n8n,
	servicePort: servicePortIn(values, environment),
});

export const servicePortIn = (
	values: { readonly 'service-port'?: string },
	environment: NodeJS.ProcessEnv,
) =>
	port('--service-port', values['service-port']) ??
	port('SANDBOX_SERVICE_PORT', environment['SANDBOX_SERVICE_PORT']) ??
	defaultPorts.service;

const port = (name: string, text: string | undefined): number | undefined =>
	text ? wholeNumber(name, text, 1, 65_535) : undefined;
