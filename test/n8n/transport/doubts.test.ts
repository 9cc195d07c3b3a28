import type { IHttpRequestOptions } from 'n8n-workflow';
import { allInAHurry } from '../../support/hurry';
import { credentialType } from '../../support/credentials';
import { execute } from '../../support/n8n';
import { byId, inWorld } from '../../support/world';
import { create, failureOf, get, remove, update } from '../runs';

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

describe('a write that something else answered', () => {
	const OTHER = 'Another program answered, not the records service';
	const page = { 'content-type': 'text/html' };
	it.each([
		['a login page', create, { status: 200, headers: page, body: '<html>Log in</html>' }, OTHER],
		['a login page', remove, { status: 200, headers: page, body: '<html>Log in</html>' }, OTHER],
		['an error', update, { status: 200, body: { errors: { message: 'Locked' } } }, 'Locked'],
	])('is not reported as done: %s', async (_, parameters, answer, message) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer });
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe(message);
			expect(error.description).toMatch(mayHave);
			expect(service.log).toHaveLength(1);
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

describe('what was chosen', () => {
	const url = (value: string) => ({ __rl: true, mode: 'url', value });

	it('a record of another form is rejected, whatever its number', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = { ...get, recordId: url('https://x.example/forms/3/records/5') };
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe("The URL in 'Record' leads to form 3, but the chosen form is 1");
			expect(service.log).toHaveLength(0);
		});
	});

	it('a header that cannot be one is reported', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const wrong = { ...credentials, apiKeyHeader: 'X Key' };
			const error = await failureOf(execute({ parameters: create, credentials: wrong }));
			expect(error.message).toMatch(/cannot be the name of a header$/);
			expect(service.log).toHaveLength(0);
		});
	});

	it('Return All as a text from an expression returns all', async () => {
		await inWorld({}, async ({ credentials }) => {
			const parameters = { ...get, operation: 'getAll', form: byId(4), returnAll: '={{ "true" }}' };
			expect(await execute({ parameters, credentials })).toHaveLength(120);
		});
	});

	it.each([
		['an empty row', { row: [{}] }, /'Other Affiliations', row 1 is empty/],
		['a text, letter by letter', { row: 'ORG03' }, /'Other Affiliations', row 1 is empty/],
	])('rows: %s', async (_, subBelong, message) => {
		await inWorld({}, async ({ service, credentials }) => {
			const user = { resource: 'user', operation: 'update', code: byId('E0005') };
			const parameters = { ...user, keepOthers: false, additionalFields: { subBelong } };
			const run = execute({ parameters: parameters as never, credentials });
			expect((await failureOf(run)).message).toMatch(message);
			expect(service.log).toHaveLength(0);
		});
	});
});
