import { Failure, brokenOutcome, readOutcome, type RawReply } from '../../core/request/failure';
import { keyFor, parseKey, parseSite } from '../../core/request/address-and-key';
import { redacted } from '../../core/request/redaction';
import { listIn } from '../../core/request/reply';
import type { JsonObject } from '../../core/json';
import { InputError } from '../../core/values/input-error';
import { errorWords } from './error-messages';

const LISTS = [
	{ key: 'apiKey', label: 'API Key', path: '/api/apps/forms', root: 'forms' },
	// Each key of the directory needs this list: to watch notices, one chooses users.
	{ key: 'directoryApiKey', label: 'Directory API Key', path: '/api/admin/users', root: 'user' },
] as const;

/** Sentences that name the key: what is wrong, and what to do. Undefined if every key works. */
export async function testKeys(
	credentials: JsonObject,
	get: (url: string) => Promise<RawReply>,
): Promise<string | undefined> {
	let tested: string | undefined;
	try {
		const keys = LISTS.map(({ key }) => parseKey(credentials[key]));
		const entered = LISTS.filter((_, n) => keys[n] !== '');
		const site = parseSite(credentials.baseUrl);
		if (entered.length === 0) keyFor(LISTS[0].path, credentials);
		for (const { label, path, root } of entered) {
			tested = label;
			const request = { method: 'GET', path, query: {} } as const;
			const outcome = await get(site + path).then(
				(reply) => readOutcome(request, reply),
				(error: unknown) => {
					if (error instanceof InputError) throw error;
					return brokenOutcome(request, error);
				},
			);
			if (!(outcome instanceof Failure)) listIn(outcome.body, root);
			// The service has these lists, so whatever lacks them is another program.
			else if ([404, 405].includes(outcome.status ?? 0)) {
				const message = 'The records service does not respond at this address';
				throw new Failure({ kind: 'foreign', message }).at(path, site);
			} else throw redacted(outcome.at(path, site), keys);
		}
		return undefined;
	} catch (error) {
		const { message, description } = errorWords(error);
		// No other key would change a failure of the address.
		const isOfKey =
			error instanceof Failure && !['network', 'foreign', 'redirect'].includes(error.kind);
		const about = isOfKey ? `${tested}: ` : '';
		// n8n has words of its own for a message with the code of a broken connection.
		return `${about}${message.replace(/ \([A-Z_]+\)$/, '')}. ${description}`;
	}
}
