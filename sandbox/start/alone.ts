import type { Dialect } from '../service/dialects.ts';
import { directoryKeyOf } from '../service/keys.ts';
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
export const scratchFields: Field[] = [
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
	const service = await startService({
		...{ port, dialect, limits, keys: [{ key: apiKey }] },
		mount: (app) => app.get('/', ({ req, text }) => text(about(new URL(req.url).origin, dialect))),
	});
	const [form] = service.store.forms.list();
	if (form)
		service.store.addForm({ ...form, id: scratchForm, name: 'Scratch', fields: scratchFields });
	return service;
}

/** What runs here and what to try, in the terminal and at the Base URL. */
function about(url: string, { scopes }: Partial<Dialect>): string {
	const directoryKey = scopes === 'twoKeys' ? directoryKeyOf(apiKey) : '';
	return `
  A records service with sample data, for the n8n nodes of this package. It has an API and no pages.

  Base URL               ${url}
  API key                ${apiKey}${directoryKey && `\n  Directory API key      ${directoryKey}`}
  Form for the probe     ${scratchForm}

  In an n8n on this machine, enter them in a credential of the type "Records and Directory API".

  Without n8n, read a record:
  curl -H "X-Service-API-Key: ${apiKey}" "${url}/api/apps/1/records?limit=1"

  Or run the probe:
  PROBE_API_KEY=${apiKey}${directoryKey && ` PROBE_DIRECTORY_API_KEY=${directoryKey}`} npm run probe -- --base-url ${url} --scratch-form ${scratchForm}

  All requests are described in sandbox/service/openapi.yaml.
  "npm start" starts a service with pages, and n8n.
`;
}

export const greeting = (url: string, dialect: Partial<Dialect>): string => `${about(url, dialect)}
  Ctrl+C stops the service.
`;
