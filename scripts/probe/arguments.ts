import { parseArgs } from 'node:util';
import { idIn, type Id } from '../../nodes/RecordsDirectory/core/id';

export const HELP = `npm run probe -- --base-url <address> [options]

Finds out how a site behaves where the service's document says nothing.
It only reads, unless you name a form for it to write to.
The key is taken from PROBE_API_KEY, and the key of the directory from PROBE_DIRECTORY_API_KEY.
If they are not set, the probe asks for the keys and does not show them.

  --base-url <address>   the address of the site, without /api
  --header <name>        the header that sends the key (X-Service-API-Key)
  --form <ID>            the form to read first (the form with the most records)
  --user <code>          the user whose notices are read first, and whom a record in the form of --scratch-form may name
  --scratch-form <ID>    a form made for the probe: it writes records there, and deletes them
  --limit <number>       requests per 100 seconds (100)
  --write <file>         file for the profile (site-profile.json)
  --help                 show this text
`;

export class WrongArgument extends Error {}

export interface Arguments {
	readonly baseUrl: string;
	readonly header: string | undefined;
	readonly form: Id | undefined;
	readonly user: string | undefined;
	/** The form made for records of the probe. */
	readonly scratchForm: Id | undefined;
	readonly limit: number;
	readonly file: string;
}

/** Returns the arguments of the command; undefined if its help is requested. */
export function argumentsIn(words: readonly string[]): Arguments | undefined {
	const values = parsed(words);
	if (values.help) return undefined;
	const baseUrl = values['base-url'];
	if (!baseUrl) throw new WrongArgument(`--base-url is missing.\n\n${HELP}`);
	const form = formIn('--form', values.form);
	const scratchForm = formIn('--scratch-form', values['scratch-form']);
	const limit = Number(values.limit ?? 100);
	if (!Number.isInteger(limit) || limit < 1)
		throw new WrongArgument('--limit must be a whole number of 1 or more.');
	const { header, user, write: file = 'site-profile.json' } = values;
	return { baseUrl, header, form, user, scratchForm, limit, file };
}

function formIn(option: string, given: string | undefined): Id | undefined {
	const form = given === undefined ? undefined : idIn(given);
	if (given !== undefined && form === undefined)
		throw new WrongArgument(`${option} must be the ID of a form, such as 12.`);
	return form;
}

const text = { type: 'string' } as const;

function parsed(words: readonly string[]) {
	try {
		return parseArgs({
			args: [...words],
			options: {
				'base-url': text,
				header: text,
				form: text,
				user: text,
				'scratch-form': text,
				limit: text,
				write: text,
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (error) {
		throw new WrongArgument(`${(error as Error).message}\n\n${HELP}`);
	}
}
