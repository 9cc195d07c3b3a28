import { execute } from '../../support/n8n';
import { byId, inWorld } from '../../support/world';
import { byMethod, create, failureOf, get, subjects } from '../runs';

const user = { resource: 'user', operation: 'get', code: byId('E0001') };
const notice = { resource: 'notice', operation: 'getAll', code: byId('E0001') };
const position = { resource: 'position', operation: 'get', code: byId('P1') };

describe('the key', () => {
	const keys = [
		{ key: 'app-key', scopes: ['app'] },
		{ key: 'directory-key', scopes: ['user', 'notice'] },
	] as const;

	it('is chosen by the path', async () => {
		await inWorld({ keys }, async ({ service, credentials }) => {
			const both = { ...credentials, directoryApiKey: 'directory-key' };
			for (const parameters of [get, user, notice, position]) {
				await execute({ parameters, credentials: both });
			}
			const sent = service.log.map(({ headers }) => headers['x-service-api-key']);
			expect(sent).toEqual(['app-key', 'directory-key', 'directory-key', 'directory-key']);
		});
	});

	it('is the only one when the second is empty; the service then says what it lacks', async () => {
		await inWorld({ keys }, async ({ service, credentials }) => {
			const one = { ...credentials, directoryApiKey: '' };
			await execute({ parameters: get, credentials: one });
			const error = await failureOf(execute({ parameters: user, credentials: one }));
			expect(error.message).toBe('Access Denied');
			expect(error.description).toMatch(/enter a 'Directory API Key'/);
			expect(service.log).toHaveLength(2);
		});
	});

	it('is for one form, maybe', async () => {
		await inWorld({ keys: [{ key: 'form-1', form: 1 }] }, async ({ service, credentials }) => {
			await execute({ parameters: get, credentials });
			const parameters = { ...get, form: byId(2) };
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.description).toMatch(/some keys are valid for one form only/);
			expect(service.log).toHaveLength(2);
		});
	});

	it('goes in the header that the credential names, without blanks around it', async () => {
		await inWorld({ headerName: 'X-Brand-Key' }, async ({ service, credentials }) => {
			const apiKeyHeader = 'X-Brand-Key';
			const given = { ...credentials, apiKeyHeader, apiKey: ' sandbox-key\n' };
			await execute({ parameters: get, credentials: given });
			expect(service.log[0]?.headers).toMatchObject({ 'x-brand-key': 'sandbox-key' });
			expect(service.log[0]?.headers).not.toHaveProperty('x-service-api-key');
			expect(service.log).toHaveLength(1);
		});
	});
});

it.each(['', '/', '//', ' '])('a base URL with a path, with %j behind it', async (end) => {
	await inWorld({ basePath: '/my/site' }, async ({ service, credentials }) => {
		const given = { ...credentials, baseUrl: service.url + end };
		for (const parameters of Object.values(byMethod)) {
			await execute({ parameters, credentials: given });
		}
		expect(service.log.map(({ path }) => path)).toEqual([
			'/api/apps/1/records/1',
			'/api/apps/1/records',
			'/api/apps/1/records/1',
			'/api/apps/1/records/1',
		]);
	});
});

describe.each([
	['http://site.example.com', /must start with https/],
	['http://127.0.0.1.example.com', /must start with https/],
	['http://localhost.example.com', /must start with https/],
	['ftp://localhost', /must start with https/],
	['site.example.com', /is not a URL/],
	['', /is not a URL/],
	['https://user:secret@site.example.com', /more than an address/],
	['https://site.example.com/?key=secret', /more than an address/],
])('the base URL %j', (baseUrl, message) => {
	const credentials = { baseUrl, apiKey: 'k' };

	it('is rejected before anything is sent', async () => {
		const error = await failureOf(execute({ parameters: create, credentials }));
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(message),
		});
		expect(JSON.stringify(error)).not.toContain('secret');
	});

	it('is the error of each item with Continue, which n8n would otherwise pass on', async () => {
		const run = { parameters: create, items: subjects(2), credentials, continueOnFail: true };
		const output = await execute(run);
		const error = {
			message: expect.stringMatching(message),
			description: expect.any(String),
			outcome: 'not sent',
		};
		expect(output).toEqual(
			[0, 1].map((item) => ({
				json: { error },
				pairedItem: { item },
			})),
		);
	});
});
