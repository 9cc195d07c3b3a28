import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

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

export class WrongArgument extends Error {}

export function readArguments(words: string[], environment: NodeJS.ProcessEnv): Arguments {
	const own = { reset: { type: 'boolean' }, profile: { type: 'string' } } as const;
	const values = parsed(words, own, help);
	const data = values.data ?? environment['SANDBOX_DATA'];
	return {
		...(data ? { dataFolder: resolve(data) } : {}),
		...(values.profile ? { profile: resolve(values.profile) } : {}),
		help: values.help ?? false,
		reset: values.reset ?? false,
		...portsIn(values, environment),
	};
}

/** The options that every start of the sandbox has. */
const common = {
	help: { type: 'boolean', short: 'h' },
	data: { type: 'string' },
	'n8n-port': { type: 'string' },
	'service-port': { type: 'string' },
} as const;

type Options = NonNullable<ParseArgsConfig['options']>;

/** Returns the typed arguments of a start of the sandbox. */
export const parsed = <const Own extends Options>(args: string[], options: Own, text: string) =>
	valuesIn(args, { ...common, ...options }, text);

/** Returns the typed arguments as options; throws a `WrongArgument` with the help if they are invalid. */
export function valuesIn<const All extends Options>(args: string[], options: All, text: string) {
	try {
		return parseArgs({ args, options }).values;
	} catch (error) {
		throw new WrongArgument(`${(error as Error).message}\n\n${text}`);
	}
}

export const portsIn = (
	values: { readonly 'n8n-port'?: string; readonly 'service-port'?: string },
	environment: NodeJS.ProcessEnv,
) => ({
	n8nPort: port(
		'--n8n-port',
		values['n8n-port'] ?? environment['SANDBOX_N8N_PORT'],
		defaultPorts.n8n,
	),
	servicePort: servicePortIn(values, environment),
});

export const servicePortIn = (
	values: { readonly 'service-port'?: string },
	environment: NodeJS.ProcessEnv,
) =>
	port(
		'--service-port',
		values['service-port'] ?? environment['SANDBOX_SERVICE_PORT'],
		defaultPorts.service,
	);

function port(name: string, text: string | undefined, otherwise: number): number {
	if (text === undefined || text === '') return otherwise;
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1 || value > 65_535)
		throw new WrongArgument(`${name} must be a port between 1 and 65535, not "${text}".`);
	return value;
}
