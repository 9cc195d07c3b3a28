import fc from 'fast-check';
import { ownCertificate, type Certificate } from '../support/certificate';
import { completed, credentialType } from '../support/credentials';
import { FORMS, sendWith, WAYS } from './http-request';
import { APP, secretIn } from './kept';
import { besideProxy, secureSite, trusting, type Proxy } from './proxy';
import { cases } from './texts';
import { besideOther, messageOf, type Wire } from './wire';

// The credential in other nodes of a workflow, which may ask for any address, proxy or unchecked connection.

const certificate = ownCertificate('localhost');
const stranger = ownCertificate('localhost');

/** A request to try, given the address of the site, of another site, and the other host. */
type Request = (site: string, other: string, host: string) => object;

// prettier-ignore
/** n8n reads `url` before `uri`, and older versions did so in one of their ways only. */
const FOREIGN: ReadonlyArray<[string, Request]> = [
	['another origin', (_, other) => ({ url: other + FORMS })],
	['a URL beside our uri', (site, other) => ({ uri: site + FORMS, url: other + FORMS })],
	['a uri beside our URL', (site, other) => ({ url: site + FORMS, uri: other + FORMS })],
	['a uri without slashes', (_, __, host) => ({ uri: `http:${host}${FORMS}` })],
	['a line break in the scheme', (_, __, host) => ({ url: `ht\ntp:${host}${FORMS}` })],
	['a host behind our base URL', (site, _, host) => ({ baseURL: site, url: `//${host}${FORMS}` })],
	['an address behind our base URL', (site, other) => ({ baseURL: site, url: other + FORMS })],
	['a foreign base URL', (_, other) => ({ baseURL: other, url: FORMS })],
	['a foreign base URL beside our uri', (site, other) => ({ baseURL: other, url: FORMS, uri: site + FORMS })],
	['an encoded way up from our path', (site) => ({ uri: `${site}/%2e%2e/api/apps/forms` })],
	['our path cut in two', (site) => ({ baseURL: site.slice(0, -2), url: 'te/api/apps/forms' })],
];

const PROXIES: ReadonlyArray<[string, (proxy: Proxy) => object]> = [
	['an address', ({ url }) => ({ proxy: url })],
	[
		'an object',
		({ url }) => ({ proxy: { protocol: 'http', host: '127.0.0.1', port: +new URL(url).port } }),
	],
];

/** A site whose certificate this process trusts, behind a proxy that may be curious. */
const behindProxy = (
	curious: Certificate | undefined,
	test: (proxy: Proxy, url: string, keys: readonly unknown[]) => Promise<void>,
) =>
	secureSite(certificate, ({ url, keys }) =>
		trusting(certificate, () => besideProxy(curious, (proxy) => test(proxy, url, keys))),
	);

const unchecked = { agentOptions: { rejectUnauthorized: false, ca: stranger.cert } };
/** What a node may ask for so that anybody is taken for the site. */
const UNCHECKED = [
	{ rejectUnauthorized: false },
	{ skipSslCertificateValidation: true },
	{ agentOptions: { ca: stranger.cert, checkServerIdentity: () => undefined } },
	{ ...unchecked, rejectUnauthorized: false, skipSslCertificateValidation: true, strictSSL: false },
].map((options): [string, object] => [Object.keys(options).join(', '), options]);

/** A site below /site, and somebody else on this machine. */
const besideAnother = (test: Parameters<typeof besideOther<void>>[1]) =>
	besideOther(() => () => ({}), test);

const saved = ({ url }: Wire) => ({ baseUrl: `${url}/site`, apiKey: APP });

describe.each(WAYS)('%s', (way) => {
	const outcomeOf = async (credentials: object, request: object) =>
		(await messageOf(sendWith(way, credentials as never, { method: 'GET', ...request }))) ||
		'success';

	it.each(FOREIGN)('sends nothing to %s', async (_, request) => {
		await besideAnother(async (ours, other) => {
			const given = request(`${ours.url}/site`, other.url, `127.0.0.1:${other.port}`);
			// It is not left to the client to find an address odd.
			expect(await outcomeOf(saved(ours), given)).toMatch(/it is not sent anywhere else/);
			expect(ours.arrived).toEqual([]);
		});
	});

	describe.each(PROXIES)('with a proxy as %s', (_, proxyOf) => {
		it('sends nothing unprotected, or where SSL issues are ignored', async () => {
			await besideAnother(async (ours) => {
				await besideProxy(stranger, async (proxy) => {
					const open = { url: `${ours.url}/site${FORMS}`, ...proxyOf(proxy) };
					expect(await outcomeOf(saved(ours), open)).toMatch(/http:\/\/.*Remove the proxy/);
					await secureSite(certificate, async ({ url, keys }) => {
						const credentials = { baseUrl: url, apiKey: APP, allowUnauthorizedCerts: true };
						const secure = { url: url + FORMS, ...proxyOf(proxy) };
						expect(await outcomeOf(credentials, secure)).toMatch(/SSL Issues.*Remove the proxy/);
						expect(keys).toEqual([]);
					});
					expect([proxy.seen, ours.arrived]).toEqual([[], []]);
				});
			});
		});

		it('sends the key through it to a site whose certificate is checked', async () => {
			await behindProxy(undefined, async (proxy, url, keys) => {
				const request = { url: url + FORMS, ...proxyOf(proxy) };
				expect(await outcomeOf({ baseUrl: url, apiKey: APP }, request)).toBe('success');
				expect(keys).toEqual([APP]);
				expect(proxy.seen[0]).toMatch(/^CONNECT localhost:/);
				expect(secretIn(proxy.seen)).toBe('');
			});
		});

		it.each([['no options', {}], ...UNCHECKED])(
			'shows a proxy in place of the site nothing: %s',
			async (_, options) => {
				await behindProxy(stranger, async (proxy, url, keys) => {
					const request = { url: url + FORMS, ...proxyOf(proxy), ...options };
					expect(await outcomeOf({ baseUrl: url, apiKey: APP }, request)).not.toBe('success');
					expect([secretIn(proxy.seen), keys]).toEqual(['', []]);
					expect(proxy.seen[0]).toMatch(/^CONNECT localhost:/);
				});
			},
		);
	});

	it.each(UNCHECKED)('sends nothing to a site that cannot be checked: %s', async (_, options) => {
		await secureSite(stranger, async ({ url, keys }) => {
			const credentials = { baseUrl: url, apiKey: APP };
			const outcome = await outcomeOf(credentials, { url: url + FORMS, ...options });
			expect([outcome === 'success', keys]).toEqual([false, []]);
		});
	});

	it('sends to such a site if the credential says so, whatever the node says', async () => {
		await secureSite(stranger, async ({ url, keys }) => {
			const credentials = { baseUrl: url, apiKey: APP, allowUnauthorizedCerts: true };
			const strict = { rejectUnauthorized: true, skipSslCertificateValidation: false };
			for (const options of [{}, strict])
				await outcomeOf(credentials, { url: url + FORMS, ...options });
			expect(keys).toEqual([APP, APP]);
		});
	});

	it('stays with the site when the options of the connection name another', async () => {
		await besideAnother(async (ours, other) => {
			const elsewhere = { host: '127.0.0.1', hostname: '127.0.0.1', port: other.port };
			const agentOptions = { ...elsewhere, proxyEnv: { HTTP_PROXY: other.url } };
			await outcomeOf(saved(ours), { url: `${ours.url}/site${FORMS}`, agentOptions });
			expect(ours.arrived).toHaveLength(1);
		});
	});
});

it('a signed address is one of the site, read by itself', async () => {
	const credentials = completed({ baseUrl: 'https://site.example/base', apiKey: APP });
	const sign = credentialType.authenticate as (c: object, r: object) => Promise<object>;
	const part = fc.constantFrom(
		...['https:', 'http:', 'HTTPS:', '/', '//', '\\', '\t', '\n', ' ', '@', ':', '?', '#'],
		...['.', '..', '%2e', 'site.example', 'evil.example', 'base', 'api', 'apps', '[::1]', '443'],
	);
	const beginning = fc.constantFrom('', 'https://site.example/base', 'https://site.example/base/');
	const address = fc
		.tuple(beginning, fc.array(part, { minLength: 1, maxLength: 6 }))
		.map(([first, parts]) => first + parts.join(''));
	let signed = 0;
	await fc.assert(
		fc.asyncProperty(address, fc.constantFrom('url', 'uri'), async (text, name) => {
			const result = await sign(credentials, { [name]: text }).catch(() => undefined);
			if (result === undefined) return;
			signed++;
			// A client has nothing but this text: it knows no site that it could be relative to.
			expect(new URL(text).href).toMatch(/^https:\/\/site\.example\/base\//);
		}),
		cases(5_000),
	);
	expect(signed).toBeGreaterThan(50);
});
