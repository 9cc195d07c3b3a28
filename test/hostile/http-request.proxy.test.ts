import { ownCertificate } from '../n8n/faults/certificate';
import { besideAnother, FORMS, saved, sendWith, WAYS } from './http-request';
import { APP, secretIn } from './kept';
import { besideProxy, secureSite, trusting, type Proxy } from './proxy';

const certificate = ownCertificate('localhost');
const stranger = ownCertificate('localhost');

const outcomeOf = (sent: Promise<unknown>) =>
	sent.then(
		() => 'success',
		({ message }: Error) => message,
	);

/** The two spellings of a proxy that n8n takes. */
const spellings: ReadonlyArray<[string, (proxy: Proxy) => object]> = [
	['an address', ({ url }) => ({ proxy: url })],
	['an object', ({ port }) => ({ proxy: { protocol: 'http', host: '127.0.0.1', port } })],
];

/** What another node may ask for so that anybody is taken for the site. */
const unchecked: ReadonlyArray<[string, object]> = [
	['the option of the HTTP Request node', { rejectUnauthorized: false }],
	['the option of newer nodes', { skipSslCertificateValidation: true }],
	['an option of the connection', { agentOptions: { rejectUnauthorized: false } }],
	['a certificate authority of its own', { agentOptions: { ca: stranger.cert } }],
	[
		'a check of its own',
		{ agentOptions: { ca: stranger.cert, checkServerIdentity: () => undefined } },
	],
	[
		'all of them',
		{
			rejectUnauthorized: false,
			skipSslCertificateValidation: true,
			strictSSL: false,
			agentOptions: { rejectUnauthorized: false, ca: stranger.cert },
		},
	],
];

describe.each(WAYS)('the key and proxies: %s', (way) => {
	describe.each(spellings)('%s', (_, proxyOf) => {
		it('does not go through a proxy unprotected', async () => {
			await besideAnother(async (ours) => {
				await besideProxy(undefined, async (proxy) => {
					const request = { method: 'GET', url: `${ours.url}/site${FORMS}`, ...proxyOf(proxy) };
					const outcome = await outcomeOf(sendWith(way, saved(ours), request));
					expect(proxy.seen).toEqual([]);
					expect(ours.arrived).toEqual([]);
					expect(outcome).toMatch(/Base URL starts with http:\/\/.*Remove the proxy/);
				});
			});
		});

		it('does not go through a proxy where the credential ignores SSL issues', async () => {
			await secureSite(certificate, async ({ url, keys }) => {
				await besideProxy(stranger, async (proxy) => {
					const credentials = { baseUrl: url, apiKey: APP, allowUnauthorizedCerts: true };
					const request = { method: 'GET', url: url + FORMS, ...proxyOf(proxy) };
					const outcome = await outcomeOf(sendWith(way, credentials, request));
					expect(proxy.seen).toEqual([]);
					expect(keys).toEqual([]);
					expect(outcome).toMatch(/'Ignore SSL Issues \(Insecure\)'.*Remove the proxy/);
				});
			});
		});

		it('goes through a proxy to a site whose certificate is checked', async () => {
			await secureSite(certificate, async ({ url, keys }) => {
				await trusting(certificate, async () => {
					await besideProxy(undefined, async (proxy) => {
						const request = { method: 'GET', url: url + FORMS, ...proxyOf(proxy) };
						await sendWith(way, { baseUrl: url, apiKey: APP }, request);
						expect(keys).toEqual([APP]);
						expect(proxy.seen[0]).toMatch(/^CONNECT localhost:/);
						expect(secretIn(proxy.seen)).toBe('');
					});
				});
			});
		});

		it.each([['nothing', {}] as [string, object], ...unchecked])(
			'is not read by a proxy that stands in for the site, with %s',
			async (_, options) => {
				await secureSite(certificate, async ({ url, keys }) => {
					await trusting(certificate, async () => {
						await besideProxy(stranger, async (proxy) => {
							const request = { method: 'GET', url: url + FORMS, ...proxyOf(proxy), ...options };
							const outcome = await outcomeOf(
								sendWith(way, { baseUrl: url, apiKey: APP }, request),
							);
							expect(secretIn(proxy.seen)).toBe('');
							expect(keys).toEqual([]);
							expect(proxy.seen[0]).toMatch(/^CONNECT localhost:/);
							expect(outcome).not.toBe('success');
						});
					});
				});
			},
		);
	});

	it.each(unchecked)(
		'does not go to a site that cannot be checked, with %s',
		async (_, options) => {
			await secureSite(stranger, async ({ url, keys }) => {
				const request = { method: 'GET', url: url + FORMS, ...options };
				const outcome = await outcomeOf(sendWith(way, { baseUrl: url, apiKey: APP }, request));
				expect(keys).toEqual([]);
				expect(outcome).not.toBe('success');
			});
		},
	);

	it('goes to such a site if the credential says so, whatever the node says', async () => {
		await secureSite(stranger, async ({ url, keys }) => {
			const credentials = { baseUrl: url, apiKey: APP, allowUnauthorizedCerts: true };
			const strict = { rejectUnauthorized: true, skipSslCertificateValidation: false };
			for (const options of [{}, strict])
				await sendWith(way, credentials, { method: 'GET', url: url + FORMS, ...options });
			expect(keys).toEqual([APP, APP]);
		});
	});

	it('stays on the way to the site when a node names another in the options of the connection', async () => {
		await besideAnother(async (ours, other) => {
			const elsewhere = { host: '127.0.0.1', hostname: '127.0.0.1', port: other.port };
			await sendWith(way, saved(ours), {
				method: 'GET',
				url: `${ours.url}/site${FORMS}`,
				agentOptions: { ...elsewhere, proxyEnv: { HTTP_PROXY: other.url } },
			});
			expect(other.arrived).toEqual([]);
			expect(ours.arrived).toHaveLength(1);
		});
	});
});
