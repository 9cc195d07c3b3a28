import { idIn, type Id } from '../../nodes/RecordsDirectory/core/id';
import { optionsIn, wholeNumber, WrongArgument } from '../../sandbox/start/command-line.ts';

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
  --limit <number>       requests per 100 seconds, 100 at most (100)
  --write <file>         file for the profile (site-profile.json)
  --yes                  answer yes to the questions before something is written
  --help                 show this text
`;

/** Says what to check if no request succeeds; status 0 is a reply that never came. */
export function failed(status: number): string {
	if (status === 0) return 'The site could not be reached. Check --base-url and the network.';
	if (status === 401) return 'The site rejects the key (401). Check the key and --header.';
	if (status === 403)
		return 'The site answers with 403: the key has no right to read forms, or a firewall blocks this address.';
	if (status === 404) return 'The records service is not at this address (404). Check --base-url.';
	return `The site answers with the status ${status}. Try again later.`;
}

/** Said if a request is rejected that the site has permitted before. */
export const BLOCKED =
	'The site, or a firewall in front of it, answered the last request with a page or a 403. The probe stopped there, to provoke nothing further. Ask the provider of the site whether it blocks this address.';

export interface Arguments {
	readonly baseUrl: string;
	readonly header: string | undefined;
	readonly form: Id | undefined;
	readonly user: string | undefined;
	/** The form made for records of the probe. */
	readonly scratchForm: Id | undefined;
	readonly limit: number;
	readonly file: string;
	/** Whether the user has agreed to what is written. */
	readonly isAgreed: boolean;
}

const OPTIONS = {
	'base-url': { type: 'string' },
	header: { type: 'string' },
	form: { type: 'string' },
	user: { type: 'string' },
	'scratch-form': { type: 'string' },
	limit: { type: 'string' },
	write: { type: 'string' },
	yes: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** Returns the arguments of the command; undefined if its help is requested. */
export function argumentsIn(words: readonly string[]): Arguments | undefined {
	const values = optionsIn(words, OPTIONS, 'npm run probe');
	if (values.help) return undefined;
	const baseUrl = values['base-url'];
	if (!baseUrl)
		throw new WrongArgument(
			'--base-url is missing. Name your site: npm run probe -- --base-url https://your-site.example.com',
		);
	const form = formIn('--form', values.form);
	const scratchForm = formIn('--scratch-form', values['scratch-form']);
	const limit =
		values.limit === undefined
			? MOST_PER_WINDOW
			: wholeNumber('--limit', values.limit, 1, MOST_PER_WINDOW);
	const { header, user, write: file = 'site-profile.json', yes: isAgreed = false } = values;
	return { baseUrl, header, form, user, scratchForm, limit, file, isAgreed };
}

/** The document's limit. */
const MOST_PER_WINDOW = 100;

function formIn(option: string, given: string | undefined): Id | undefined {
	const form = given === undefined ? undefined : idIn(given);
	if (given !== undefined && form === undefined)
		throw new WrongArgument(`${option} must be the ID of a form, such as 12.`);
	return form;
}
