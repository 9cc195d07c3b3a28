import { parseArgs } from 'node:util';
import { idIn, type Id } from '../../nodes/RecordsDirectory/core/id';

export const HELP = `npm run probe -- --base-url <address> [options]

Finds out what a site does where the document of the service is silent. It only reads.
The key is taken from PROBE_API_KEY, and that of the directory from PROBE_DIRECTORY_API_KEY.
Without them it is asked for, and not shown.

  --base-url <address>   the address of the site, without /api
  --header <name>        the header that carries the key (X-Service-API-Key)
  --form <ID>            the form to look at first; otherwise the one with the most records
  --user <code>          the user whose notices are read first
  --limit <number>       requests in 100 seconds (100)
  --write <file>         where the profile is written (site-profile.json)
  --help                 show this text
`;

export class WrongArgument extends Error {}

export interface Arguments {
	readonly baseUrl: string;
	readonly header: string | undefined;
	readonly form: Id | undefined;
	readonly user: string | undefined;
	readonly limit: number;
	readonly file: string;
}

/** The arguments of the command; undefined where its help is asked for. */
export function argumentsIn(words: readonly string[]): Arguments | undefined {
	const values = parsed(words);
	if (values.help) return undefined;
	const baseUrl = values['base-url'];
	if (!baseUrl) throw new WrongArgument(`--base-url is missing.\n\n${HELP}`);
	const form = values.form === undefined ? undefined : idIn(values.form);
	if (values.form !== undefined && form === undefined)
		throw new WrongArgument('--form must be the ID of a form, such as 12.');
	const limit = Number(values.limit ?? 100);
	if (!Number.isInteger(limit) || limit < 1)
		throw new WrongArgument('--limit must be a whole number from 1 on.');
	const { header, user, write: file = 'site-profile.json' } = values;
	return { baseUrl, header, form, user, limit, file };
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
				limit: text,
				write: text,
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (error) {
		throw new WrongArgument(`${(error as Error).message}\n\n${HELP}`);
	}
}
