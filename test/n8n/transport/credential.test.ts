import type { IHttpRequestOptions } from 'n8n-workflow';
import type { FaultAnswer } from '../../../sandbox/service/faults.ts';
import { sendWith, WAYS } from '../../hostile/http-request';
import { secureSite } from '../../hostile/proxy';
import { ownCertificate } from '../../support/certificate';
import { completed, credentialType } from '../../support/credentials';
import { testCredential } from '../../support/credential-test';
import { inWorld } from '../../support/world';

const html = (words: string) => ({
	headers: { 'content-type': 'text/html' },
	body: `<html><title>${words}</title></html>`,
});
const FORMS = { method: 'GET', path: '/api/apps/forms', query: { page: '1', limit: '1' } };
const USERS = { ...FORMS, path: '/api/admin/users' };

describe('the test of the credential', () => {
	it.each([
		['one key', {}, [FORMS, FORMS]],
		['both keys', { directoryApiKey: 'key' }, [FORMS, USERS, FORMS]],
		['a key of the directory', { apiKey: '', directoryApiKey: 'key' }, [USERS, USERS]],
	])('passes with %s, each of which reads one entry', async (_, keys, asked) => {
		await inWorld({ basePath: '/site' }, async ({ service, credentials }) => {
			const { apiKey } = credentials;
			const given = 'directoryApiKey' in keys ? { ...keys, directoryApiKey: apiKey } : keys;
			const spaced = { ...credentials, ...given, baseUrl: ` ${service.url}/ ` };
			await expect(testCredential(spaced)).resolves.toMatchObject({ status: 'OK' });
			expect(service.log).toMatchObject(asked);
			expect(service.log).toHaveLength(asked.length);
		});
	});

	it.each(['list', 'null', 'object', 'emptyBody'] as const)(
		'passes where the service has no form yet: an empty list is %s',
		async (emptyLists) => {
			await inWorld({ seed: false, dialect: { emptyLists } }, async ({ credentials }) => {
				await expect(testCredential(credentials)).resolves.toMatchObject({ status: 'OK' });
			});
		},
	);

	it.each([
		['nobody-knows-it', 'Directory API Key: Unauthorized'],
		['app-key', 'Directory API Key: Access Denied'],
	])('tells a wrong key from one without the right: %s', async (directoryApiKey, message) => {
		const keys = [{ key: 'app-key', scopes: ['app'] as const }];
		await inWorld({ keys }, async ({ credentials }) => {
			const result = await testCredential({ ...credentials, directoryApiKey });
			expect(result.message).toContain(message);
		});
	});

	it('needs a key', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const { message } = await testCredential({ ...credentials, apiKey: ' ' });
			expect(message).toMatch(/^The credential has no 'API Key', .* Create one in the service/);
			expect(service.log).toEqual([]);
		});
	});

	it.each<[string, FaultAnswer, RegExp]>([
		[
			'a wrong key',
			{ status: 401 },
			/: Unauthorized\. Check the API key in the credential, and 'API Key Header'\. Keys for forms and/,
		],
		[
			'a key without the right',
			{ status: 403 },
			/: Access Denied\. The API key may lack the permission/,
		],
		[
			'a firewall',
			{ status: 403, ...html('Blocked') },
			/: Blocked\. The API key may lack the permission.* a firewall/,
		],
		[
			'a limit that is reached',
			{ status: 402 },
			/: Request exhausted per 100 second\. The site allows/,
		],
		['a refusal', { status: 400 }, /: Bad Request\. Fix what the message names/],
		['a failure', { status: 500 }, /: Internal Server Error\. The service could not complete/],
	])('names the key that meets %s', async (_, answer, message) => {
		await inWorld({}, async ({ service, credentials }) => {
			const both = { ...credentials, directoryApiKey: credentials.apiKey! };
			for (const [path, label] of [
				[FORMS.path, 'API Key'],
				[USERS.path, 'Directory API Key'],
			] as const) {
				service.faults.add({ path, answer, times: 9 });
				const result = await testCredential(both);
				expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
				expect(result.message.startsWith(`${label}: `)).toBe(true);
				service.faults.clear();
			}
			expect(service.log).toHaveLength(3);
		});
	});

	it.each<[string, FaultAnswer, RegExp]>([
		['nothing at that path', { status: 404 }, /does not respond at this address\. Check the 'Base/],
		['a method that is not known', { status: 405 }, /does not respond at this address\./],
		['a page of something else', { status: 200, ...html('Hello') }, /^Another program responded/],
		['other JSON', { status: 200, body: { hello: 'world' } }, /^The response is not from the/],
		[
			'a login page elsewhere',
			{ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
			/^The service points to another address/,
		],
	])('names no key where the address is wrong: %s', async (_, answer, message) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer, times: 9 });
			const result = await testCredential(credentials);
			expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
			expect(result.message).not.toMatch(/API Key:/);
		});
	});

	it.each(WAYS)('sends nothing after a request of another node has failed: %s', async (way) => {
		await inWorld({}, async ({ service, credentials }) => {
			const path = '/api/apps/forms/99';
			const uri = service.url + path;
			const request = { method: 'GET', url: uri, uri };
			await expect(sendWith(way, completed(credentials), request)).rejects.toThrow(
				/not be found|404/,
			);
			expect(service.log.map((entry) => entry.path)).toEqual([path]);
		});
	});

	it('trusts a certificate of the site itself only if the credential says so', async () => {
		await secureSite(ownCertificate('localhost'), async ({ url, keys }) => {
			const saved = { baseUrl: url, apiKey: 'a key' };
			const results = [];
			for (const allowUnauthorizedCerts of [false, true])
				results.push(await testCredential({ ...saved, allowUnauthorizedCerts }));
			expect(results).toEqual([
				{ status: 'Error', message: expect.stringMatching(/self-signed .* 'Ignore SSL Issues/) },
				{ status: 'OK', message: 'Connection successful!' },
			]);
			expect(keys).toEqual(['a key', 'a key']);
		});
	});

	it('rejects a time zone that is none, with an example, before it sends the key', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const zones = ['Asia/Tokio', 'JST+9', 'Tokyo', ' Asia/Tokyo ', ''];
			const results = [];
			for (const timeZone of zones)
				results.push((await testCredential({ ...credentials, timeZone })).message);
			const wrong = (zone: string) =>
				expect.stringContaining(
					`The 'Time Zone' of the credential is "${zone}", which is not an IANA name such as Asia/Tokyo`,
				);
			expect(results.slice(0, 3)).toEqual(zones.slice(0, 3).map(wrong));
			expect(results.slice(3)).toEqual(Array(2).fill('Connection successful!'));
			expect(service.log).toHaveLength(4);
		});
	});

	it('has words for nobody there', async () => {
		const closed = await inWorld({}, async ({ credentials }) => credentials);
		const result = await testCredential(closed);
		expect(result.message).toBe(
			"The service could not be reached. Check the 'Base URL' in the credential, and that the machine that runs n8n can reach it.",
		);
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
