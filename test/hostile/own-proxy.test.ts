import { ownCertificate } from '../n8n/faults/certificate';
import { testCredential } from '../support/credential-test';
import { execute, listSearch, poll } from '../support/n8n';
import { byId } from '../support/world';
import { APP, secretIn } from './kept';
import { besideProxy, secureSite, trusting } from './proxy';
import { onTheWire } from './wire';

/*
 * n8n takes a proxy of its own from the environment, also for this machine, and a credential can neither see nor change that.
 * These tests hold what SECURITY.md and the credential say about it.
 */

const NAMES = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
const SPELLED = NAMES.flatMap((name) => [name, name.toUpperCase()]);

async function withEnvironment(settings: object, test: () => Promise<void>): Promise<void> {
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
const all = (baseUrl: string, more: object = {}) => {
	const credentials = { baseUrl, apiKey: APP, requestsPer100Seconds: 1_000_000, ...more };
	const parameters = { resource: 'form', operation: 'getAll', form: byId(1) };
	return Promise.allSettled([
		execute({ parameters, credentials }),
		listSearch('searchForm', { parameters, credentials }),
		testCredential(credentials),
		poll({
			parameters: { ...parameters, event: 'recordCreated' },
			credentials,
			staticData: {},
		}),
	]);
};

describe('a Base URL with http://, beside a proxy of n8n', () => {
	it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
		'%s gets the key, unless NO_PROXY has this machine',
		async (name) => {
			await onTheWire(
				() => ({ body: { forms: [], records: [], count: 0 } }),
				async ({ url, arrived }) => {
					await besideProxy(undefined, async (proxy) => {
						await withEnvironment({ [name]: proxy.url }, async () => void (await all(url)));
						expect(arrived).toEqual([]);
						expect(secretIn(proxy.seen)).not.toBe('');
						proxy.seen.length = 0;
						const around = { [name]: proxy.url, NO_PROXY: '127.0.0.1' };
						await withEnvironment(around, async () => void (await all(url)));
						expect(proxy.seen).toEqual([]);
						expect(arrived.length).toBeGreaterThanOrEqual(4);
					});
				},
			);
		},
	);
});

describe('a Base URL with https://, beside a proxy of n8n', () => {
	const certificate = ownCertificate('localhost');
	const stranger = ownCertificate('localhost');

	it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])(
		'%s does not get the key',
		async (name) => {
			await secureSite(certificate, async ({ url, keys }) => {
				await trusting(certificate, async () => {
					await besideProxy(undefined, async (proxy) => {
						await withEnvironment({ [name]: proxy.url }, async () => void (await all(url)));
						expect(keys.length).toBeGreaterThanOrEqual(4);
						expect(proxy.seen[0]).toMatch(/^CONNECT localhost:/);
						expect(secretIn(proxy.seen)).toBe('');
					});
					await besideProxy(stranger, async (proxy) => {
						await withEnvironment({ [name]: proxy.url }, async () => {
							expect(await testCredential({ baseUrl: url, apiKey: APP })).toMatchObject({
								status: 'Error',
							});
						});
						expect(proxy.seen[0]).toMatch(/^CONNECT localhost:/);
						expect(secretIn(proxy.seen)).toBe('');
					});
				});
			});
		},
	);

	it('a proxy gets the key if SSL issues are ignored', async () => {
		await besideProxy(stranger, async (proxy) => {
			await withEnvironment({ HTTPS_PROXY: proxy.url }, async () => {
				await all('https://localhost:1', { allowUnauthorizedCerts: true });
			});
			expect(secretIn(proxy.seen)).not.toBe('');
		});
	});
});
