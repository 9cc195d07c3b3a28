import type { Dialect } from '../service/dialects.ts';
import type { Field } from '../service/resources.ts';
import { startService } from '../service/service.ts';
import { defaultPorts, servicePortIn } from './arguments.ts';
import { optionsIn } from './command-line.ts';
import { apiKey, limits } from './preparation.ts';

export const command = 'npm run service';

export const help = `${command} -- [options]

Starts the local records service without n8n. Its data is in memory and gone when it stops.

  --service-port <port>  port of the service   (or SANDBOX_SERVICE_PORT; ${defaultPorts.service})
  --profile <file>       behave like the site of this profile (npm run probe writes it)
  --help                 show this text
`;

const OPTIONS = {
	help: { type: 'boolean', short: 'h' },
	'service-port': { type: 'string' },
	profile: { type: 'string' },
} as const;

export function readArguments(words: string[], environment: NodeJS.ProcessEnv) {
	const values = optionsIn(words, OPTIONS, command);
	return { ...values, port: servicePortIn(values, environment) };
}

/** The ID of the form to which a probe may write. */
export const scratchForm = 5;

/** A field of each kind that the probe can use. */
const fields: Field[] = [
	{
		...{ fieldId: 51, fieldType: 'text', caption: 'Title', uniqueId: 'field-51' },
		...{ required: true, primaryKey: true },
	},
	{ fieldId: 52, fieldType: 'text', caption: 'Note', uniqueId: 'field-52', max_length: 50 },
	{ fieldId: 53, fieldType: 'userSelection', caption: 'Owner', uniqueId: 'field-53' },
	{ fieldId: 54, fieldType: 'calculation', caption: 'Sum', uniqueId: 'field-54', calc: '1 + 2' },
];

/** Starts the service with its usual data and a form for the probe. */
export async function startAlone(port: number, dialect: Partial<Dialect>) {
	const service = await startService({ port, dialect, limits, keys: [{ key: apiKey }] });
	const [form] = service.store.forms.list();
	if (form) service.store.addForm({ ...form, id: scratchForm, name: 'Scratch', fields });
	return service;
}

export const greeting = (url: string): string => `
  Base URL               ${url}
  API key                ${apiKey}
  Form for the probe     ${scratchForm}

  Try it:
  curl -H "X-Service-API-Key: ${apiKey}" "${url}/api/apps/1/records?limit=1"

  Ctrl+C stops the service.
`;
