import { ownCertificate } from '../support/certificate';
import { inAHurry } from '../support/hurry';
import { outcomesWith } from './asks';
import { APP, secretIn } from './kept';
import { besideProxy, secureSite, trusting } from './proxy';
import { onTheWire } from './wire';

// n8n reads a proxy of its own from the environment, and a credential can neither see nor change that. These tests check what
// SECURITY.md and the credential say about it.

const NAMES = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
const SPELLED = NAMES.flatMap((name) => [name, name.toUpperCase()]);

async function withEnvironment(settings: object, test: () => Promise<unknown>): Promise<void> {
	const usual = SPELLED.map((name) => [name, process.env[name]] as const);
	for (const name of SPELLED) delete process.env[name];
	Object.assign(process.env, settings);
	try {
		await test();
	} finally {
		for (const [name, value] of usual) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
	}
}

/** Everything of ours that sends a key. */
const sendAll = async (baseUrl: string, more: object = {}) =>
	await inAHurry(() =>
		outcomesWith({ baseUrl, apiKey: APP, requestsPer100Seconds: 1_000_000, ...more }),
	);

it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
	'%s gets the key of a Base URL with http://, unless NO_PROXY has this machine',
	async (name) => {
		await onTheWire(
			() => ({ body: { forms: [], records: [], count: 0 } }),
			async ({ url, arrived }) => {
				await besideProxy(undefined, async (proxy) => {
					await withEnvironment({ [name]: proxy.url }, () => sendAll(url));
					expect(arrived).toEqual([]);
					expect(secretIn(proxy.seen)).not.toBe('');
					proxy.seen.length = 0;
					const around = { [name]: proxy.url, NO_PROXY: '127.0.0.1' };
					await withEnvironment(around, () => sendAll(url));
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
						await withEnvironment({ [name]: proxy.url }, () => sendAll(url));
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
		await withEnvironment({ HTTPS_PROXY: proxy.url }, () =>
			sendAll('https://localhost:1', { allowUnauthorizedCerts: true }),
		);
		expect(secretIn(proxy.seen)).not.toBe('');
	});
});
