import type { IHttpRequestOptions } from 'n8n-workflow';
import { sendWith, WAYS } from '../../hostile/http-request';
import { secureSite } from '../../hostile/proxy';
import { ownCertificate } from '../../support/certificate';
import { completed, credentialType } from '../../support/credentials';
import { testCredential } from '../../support/credential-test';
import { inWorld, test } from '../../support/world';

const page = (words: string) => ({
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

	test('needs a key', async ({ service, credentials }) => {
		const { message } = await testCredential({ ...credentials, apiKey: ' ' });
		expect(message).toMatch(/^The credential has no 'API Key', .* Create one in the service/);
		expect(service.log).toEqual([]);
	});

	test.each([
		[401, {}, /: Unauthorized\. Check the API key in the .* 'API Key Header'\. Keys for forms and/],
		[403, {}, /: Access Denied\. The API key may lack the permission/],
		[
			403,
			page('Blocked (WAF) here'),
			/: Blocked \(WAF\) here\. The API key may lack the permission.* a firewall/,
		],
		[402, {}, /: Request exhausted per 100 second\. The site allows/],
		[400, {}, /: Bad Request\. Fix what the message names/],
		[500, {}, /: Internal Server Error\. The service could not complete/],
	])('names the key that meets %i %j', async ({ service, credentials }, status, more, words) => {
		const both = { ...credentials, directoryApiKey: credentials.apiKey! };
		const labels = [
			[FORMS.path, 'API Key'],
			[USERS.path, 'Directory API Key'],
		] as const;
		for (const [path, label] of labels) {
			service.faults.add({ path, answer: { status, ...more }, times: 9 });
			const result = await testCredential(both);
			expect(result).toEqual({ status: 'Error', message: expect.stringMatching(words) });
			expect(result.message.startsWith(`${label}: `)).toBe(true);
			service.faults.clear();
		}
		expect(service.log).toHaveLength(3);
	});

	test.each([
		[404, {}, /does not respond at this address\. Check the 'Base/],
		[405, {}, /does not respond at this address\./],
		[200, page('Hello'), /^Another program responded/],
		[200, { body: { hello: 'world' } }, /^The response is not from the/],
		[302, { headers: { location: 'http://127.0.0.1:1/' } }, /^The service points to another/],
	])(
		'names no key where the address is wrong: %i %j',
		async ({ service, credentials }, status, more, words) => {
			service.faults.add({ answer: { status, ...more }, times: 9 });
			const result = await testCredential(credentials);
			expect(result).toEqual({ status: 'Error', message: expect.stringMatching(words) });
			expect(result.message).not.toMatch(/API Key:/);
		},
	);

	test.each(WAYS)(
		'sends nothing after a request of another node has failed: %s',
		async ({ service, credentials }, way) => {
			const path = '/api/apps/forms/99';
			const uri = service.url + path;
			const request = { method: 'GET', url: uri, uri };
			await expect(sendWith(way, completed(credentials), request)).rejects.toThrow(
				/not be found|404/,
			);
			expect(service.log.map((entry) => entry.path)).toEqual([path]);
		},
	);

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

	test('rejects a time zone that is none, with an example, before it sends the key', async ({
		service,
		credentials,
	}) => {
		const zones = ['Asia/Tokio', 'JST+9', 'Tokyo', ' Asia/Tokyo ', ''];
		const results = [];
		for (const timeZone of zones)
			results.push((await testCredential({ ...credentials, timeZone })).message);
		const wrong = (zone: string) =>
			`The 'Time Zone' of the credential is "${zone}", which is not an IANA name such as Asia/Tokyo. Correct it in the credential, or leave it empty.`;
		expect(results.slice(0, 3)).toEqual(zones.slice(0, 3).map(wrong));
		expect(results.slice(3)).toEqual(Array(2).fill('Connection successful!'));
		expect(service.log).toHaveLength(4);
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
		apiKeyHeader: 'X-Brand-Key',
	});
	const sign = async (request: object) => {
		const { authenticate } = credentialType;
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, request as IHttpRequestOptions);
	};
	const baseURL = 'https://site.example.com/base';

	it.each([
		[{ url: `${baseURL}/api/apps/forms` }, 'app-key'],
		[{ url: 'https://SITE.example.com:443/base/api/admin/users' }, 'directory-key'],
		[{ url: '/api/common/notices/E1', baseURL }, 'directory-key'],
		// As the HTTP Request node names it.
		[{ uri: `${baseURL}/api/admin/users` }, 'directory-key'],
	])('%j gets the key that its path needs, and follows no redirect', async (request, key) => {
		expect(await sign({ ...request, headers: { accept: 'x' } })).toMatchObject({
			headers: { accept: 'x', 'X-Brand-Key': key },
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
		});
	});

	it.each([
		{ url: 'https://site.example.com.other.example/base/api' },
		{ url: 'http://site.example.com/base/api/apps/forms' },
		{ url: 'https://site.example.com:8443/base/api/apps/forms' },
		{ url: 'https://site.example.com/base-of-others/api' },
		{ url: 'https://site.example.com/base/%2e%2e/api/apps/forms' },
		{ url: '/api/apps/forms' },
		{ url: '/../../x', baseURL },
		{ uri: 'https://elsewhere.example/api/apps/forms' },
		{ uri: 'https://elsewhere.example/api/apps/forms', url: `${baseURL}/api/apps/forms` },
	])('%j gets no key', async (request) => {
		await expect(sign(request)).rejects.toThrow(/it is not sent anywhere else/);
	});
});
