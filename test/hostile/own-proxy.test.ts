import { ownCertificate } from '../support/certificate';
import { inAHurry } from '../support/hurry';
import { outcomesWith } from './asks';
import { APP, secretIn } from './kept';
import { besideProxy, secureSite, trusting } from './proxy';
import { onTheWire } from './wire';

// n8n reads a proxy of its own from the environment, and a credential can neither see nor change that. These tests check what
// SECURITY.md and the credential say about it.

const usual = { ...process.env };

/** Everything of ours that sends a key, with these proxies of n8n only. */
async function sendAll(proxies: object, baseUrl: string, more: object = {}): Promise<void> {
	for (const name of Object.keys(usual).filter((one) => /_proxy$/i.test(one)))
		delete process.env[name];
	Object.assign(process.env, proxies);
	const credentials = { baseUrl, apiKey: APP, requestsPer100Seconds: 1_000_000, ...more };
	try {
		await inAHurry(() => outcomesWith(credentials));
	} finally {
		for (const name of Object.keys(proxies)) delete process.env[name];
		Object.assign(process.env, usual);
	}
}

const certificate = ownCertificate('localhost');
const stranger = ownCertificate('localhost');
const ignored = { allowUnauthorizedCerts: true };

it.each([
	['HTTP_PROXY', 'http', {}, true],
	['all_proxy', 'http', {}, true],
	['https_proxy', 'https', {}, false],
	['ALL_PROXY', 'https', {}, false],
	['HTTPS_PROXY', 'https', ignored, true],
])('%s gets the key of a Base URL with %s and %j: %s; none with NO_PROXY', async (...row) => {
	const [name, scheme, more, isSeen] = row;
	const body = { forms: [], records: [], count: 0 };
	const test = async (url: string) =>
		await besideProxy(stranger, async (proxy) => {
			await sendAll({ [name]: proxy.url }, url, more);
			expect(proxy.seen[0]).toMatch(scheme === 'https' ? /^CONNECT localhost:/ : /^GET http:/);
			expect(secretIn(proxy.seen) !== '').toBe(isSeen);
			proxy.seen.length = 0;
			await sendAll({ [name]: proxy.url, NO_PROXY: '127.0.0.1,localhost' }, url, more);
			expect(proxy.seen).toEqual([]);
		});
	if (scheme === 'http')
		await onTheWire(
			() => ({ body }),
			({ url }) => test(url),
		);
	else await secureSite(certificate, ({ url }) => trusting(certificate, () => test(url)));
});
