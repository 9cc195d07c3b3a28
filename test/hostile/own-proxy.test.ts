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

it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
	'%s gets the key of a Base URL with http://, unless NO_PROXY has this machine',
	async (name) => {
		await onTheWire(
			() => ({ body: { forms: [], records: [], count: 0 } }),
			async ({ url, arrived }) => {
				await besideProxy(undefined, async (proxy) => {
					await sendAll({ [name]: proxy.url }, url);
					expect(arrived).toEqual([]);
					expect(secretIn(proxy.seen)).not.toBe('');
					proxy.seen.length = 0;
					await sendAll({ [name]: proxy.url, NO_PROXY: '127.0.0.1' }, url);
					expect(proxy.seen).toEqual([]);
					expect(arrived.length).toBeGreaterThanOrEqual(4);
				});
			},
		);
	},
);

const certificate = ownCertificate('localhost');
const stranger = ownCertificate('localhost');

it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])(
	'%s does not get the key of a Base URL with https://',
	async (name) => {
		await secureSite(certificate, async ({ url, keys }) => {
			await trusting(certificate, async () => {
				for (const curious of [undefined, stranger])
					await besideProxy(curious, async (proxy) => {
						await sendAll({ [name]: proxy.url }, url);
						expect(proxy.seen[0]).toMatch(/^CONNECT localhost:/);
						expect(secretIn(proxy.seen)).toBe('');
					});
				expect(keys.length).toBeGreaterThanOrEqual(4);
			});
		});
	},
);

it('a proxy gets the key of a Base URL with https:// if SSL issues are ignored', async () => {
	await besideProxy(stranger, async (proxy) => {
		const more = { allowUnauthorizedCerts: true };
		await sendAll({ HTTPS_PROXY: proxy.url }, 'https://localhost:1', more);
		expect(secretIn(proxy.seen)).not.toBe('');
	});
});
