import type { IHttpRequestOptions } from 'n8n-workflow';
import { secureSite } from '../../hostile/proxy';
import { ownCertificate } from '../../support/certificate';
import { completed, credentialType } from '../../support/credentials';
import { testCredential } from '../../support/credential-test';
import { inWorld } from '../../support/world';

describe('the test of the credential', () => {
	it('passes with the right key, and asks for one form', async () => {
		await inWorld({ basePath: '/site' }, async ({ service, credentials }) => {
			const spaced = { ...credentials, baseUrl: ` ${service.url}/ ` };
			for (const given of [credentials, spaced]) {
				await expect(testCredential(given)).resolves.toMatchObject({ status: 'OK' });
			}
			const asked = { method: 'GET', path: '/api/apps/forms', query: { page: '1', limit: '1' } };
			expect(service.log).toMatchObject([asked, asked]);
		});
	});

	it('passes where the service has no form yet', async () => {
		await inWorld({ seed: false }, async ({ service, credentials }) => {
			await expect(testCredential(credentials)).resolves.toMatchObject({ status: 'OK' });
			expect(service.log).toHaveLength(1);
		});
	});

	it.each([
		['a wrong key', { status: 401 }, /The API key is not valid/, 2],
		['a key without the right', { status: 403 }, /is valid, but has no right to read forms/, 1],
		['a limit that is reached', { status: 402 }, /rate limit of the service is reached/, 1],
		['nothing at that path', { status: 404 }, /not the records service/, 1],
		['a method that is not known', { status: 405 }, /not the records service/, 1],
		['a refusal', { status: 400 }, /rejected the test request/, 1],
		[
			'a page of something else',
			{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' },
			/not the records service/,
			1,
		],
		['other JSON', { status: 200, body: { hello: 'world' } }, /not the records service/, 1],
		[
			'a login page elsewhere',
			{ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
			/not the records service/,
			1,
		],
	])('has words for %s', async (_, answer, message, requests) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer, times: 9 });
			await expect(testCredential(credentials)).resolves.toEqual({
				status: 'Error',
				message: expect.stringMatching(message),
			});
			// n8n signs a request again after a 401, in case a token has expired.
			expect(service.log).toHaveLength(requests);
		});
	});

	it('trusts a certificate of the site itself only if the credential says so', async () => {
		await secureSite(ownCertificate('localhost'), async ({ url, keys }) => {
			const saved = { baseUrl: url, apiKey: 'a key' };
			const results = [];
			for (const allowUnauthorizedCerts of [false, true])
				results.push(await testCredential({ ...saved, allowUnauthorizedCerts }));
			expect(results).toEqual([
				{ status: 'Error', message: expect.stringMatching(/self.signed/i) },
				{ status: 'Error', message: expect.stringMatching(/not the records service/) },
			]);
			expect(keys).toEqual(['a key']);
		});
	});

	it('rejects a time zone that is none, with an example, before it sends the key', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const zones = ['Asia/Tokio', 'JST+9', 'Tokyo', ' Asia/Tokyo ', ''];
			const results = [];
			for (const timeZone of zones)
				results.push((await testCredential({ ...credentials, timeZone })).message);
			const wrong = (zone: string) =>
				`The 'Time Zone' of the credential is "${zone}", which is not an IANA name such as Asia/Tokyo`;
			expect(results.slice(0, 3)).toEqual(zones.slice(0, 3).map(wrong));
			expect(results.slice(3)).toEqual(Array(2).fill('Connection successful!'));
			expect(service.log).toHaveLength(2);
		});
	});

	it('has words for nobody there', async () => {
		const closed = await inWorld({}, async ({ credentials }) => credentials);
		const result = await testCredential(closed);
		expect(result).toEqual({ status: 'Error', message: 'ECONNREFUSED' });
	});

	it('sends nothing over an open line to another machine', async () => {
		const result = await testCredential({ baseUrl: 'http://site.example.com', apiKey: 'k' });
		expect(result.message).toMatch(/must start with https/);
	});
});

describe('signing', () => {
	const credentials = completed({
		baseUrl: 'https://site.example.com/base/',
		apiKey: ' app-key\n',
		directoryApiKey: 'directory-key',
	});
	const sign = async (request: IHttpRequestOptions) => {
		const { authenticate } = credentialType;
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, request);
	};

	it.each([
		['/api/apps/forms', undefined, 'app-key'],
		['https://site.example.com/base/api/apps/forms', undefined, 'app-key'],
		['https://SITE.example.com:443/base/api/admin/users', undefined, 'directory-key'],
		['/api/common/notices/E1', 'https://site.example.com/base', 'directory-key'],
		['/api/admin/users', 'https://site.example.com/base', 'directory-key'],
	])('%s below %s gets %s', async (url, baseURL, key) => {
		const request = baseURL
			? { url, baseURL }
			: { url: url.replace(/^\//, 'https://site.example.com/base/') };
		const signed = await sign({ ...request, headers: { accept: 'x' } });
		expect(signed.headers).toEqual({ accept: 'x', 'X-Service-API-Key': key });
	});

	it.each([
		'https://other.example.com/base/api/apps/forms',
		'https://site.example.com.other.example/base/api',
		'https://site.example.com@other.example/base/api',
		'http://site.example.com/base/api/apps/forms',
		'https://site.example.com:8443/base/api/apps/forms',
		'//other.example.com/base/api',
		'https://site.example.com/api/apps/forms',
		'https://site.example.com/base-of-others/api',
		'https://site.example.com/base/../api/apps/forms',
		'https://site.example.com/base/%2e%2e/api/apps/forms',
		'https://site.example.com/base\\..\\..\\api',
		'/api/apps/forms',
	])('%s gets no key', async (url) => {
		await expect(sign({ url })).rejects.toThrow(/it is not sent anywhere else/);
	});

	it('a base URL does not lead a request elsewhere', async () => {
		const elsewhere = { baseURL: 'https://site.example.com/base', url: '/../../x' };
		await expect(sign(elsewhere)).rejects.toThrow(/not sent anywhere else/);
		const absolute = { baseURL: 'https://site.example.com/base', url: 'https://other.example/' };
		await expect(sign(absolute)).rejects.toThrow(/not sent anywhere else/);
	});
});
