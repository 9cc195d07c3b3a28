import type { IHttpRequestOptions } from 'n8n-workflow';
import { allInAHurry } from '../../support/hurry';
import { credentialType } from '../../support/credentials';
import { execute } from '../../support/n8n';
import { inWorld } from '../../support/world';
import { failureOf, remove, update } from '../runs';

allInAHurry();

const mayHave = /Unknown: item 0 may have been (saved|deleted)\./;

describe('the key in the HTTP Request node, which names the address uri', () => {
	const credentials = {
		baseUrl: 'https://site.example/base',
		apiKey: 'app',
		directoryApiKey: 'dir',
	};
	const sign = async (request: object) => {
		const { authenticate } = credentialType;
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, request as IHttpRequestOptions);
	};

	it.each(['https://elsewhere.example/api/apps/forms', 'https://site.example/other'])(
		'does not go to %s',
		async (uri) => {
			await expect(sign({ uri, method: 'GET' })).rejects.toThrow('not sent anywhere else');
			const url = 'https://site.example/base/api/apps/forms';
			await expect(sign({ url, uri, method: 'GET' })).rejects.toThrow('not sent anywhere else');
		},
	);

	it('is the one that the path needs, and follows no redirect', async () => {
		const uri = (path: string) => ({ uri: `https://site.example/base${path}`, method: 'GET' });
		expect(await sign(uri('/api/apps/forms'))).toMatchObject({
			headers: { 'X-Service-API-Key': 'app' },
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
		});
		expect(await sign(uri('/api/admin/users'))).toMatchObject({
			headers: { 'X-Service-API-Key': 'dir' },
		});
	});
});

describe('a write whose first attempt was cut off', () => {
	it.each([
		['delete', remove, { status: 403 }],
		['update', update, { status: 401 }],
		['update', update, { status: 404 }],
	])(
		'%s: the answer to the second does not tell what the first did',
		async (_, parameters, answer) => {
			await inWorld({}, async ({ service, credentials }) => {
				service.faults.add({ answer: { drop: 'after' } });
				service.faults.add({ nth: 2, answer });
				const error = await failureOf(execute({ parameters, credentials }));
				expect(error.httpCode).toBe(String(answer.status));
				expect(error.description).toMatch(mayHave);
				expect(service.log).toHaveLength(2);
			});
		},
	);
});
