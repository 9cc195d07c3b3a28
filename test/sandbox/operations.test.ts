import { readFileSync } from 'node:fs';
import { OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import { openapiPath } from '../../sandbox/service/contract.ts';
import { startService, type Service } from '../../sandbox/service/service.ts';
import { contractRoutes, describedRequest, type Method } from '../support/contract.ts';
import { clientOf } from './client.ts';

let service: Service;

beforeAll(async () => void (service = await startService()));
afterAll(async () => await service.close());

/** Closing the service fails if a reply breaks openapi.yaml; what succeeds is in the scenarios of the operations. */
async function expectRefusal(method: string, url: string, status: number, data?: object) {
	const reply = await clientOf(service.url).request({ method, url, data });
	const message = status === 404 ? 'Not Found' : 'Bad Request';
	expect(reply.data).toMatchObject({ errors: { code: status, message } });
	expect([reply.status, 'details' in reply.data.errors]).toEqual([status, status === 400]);
	expect(Number.isNaN(Date.parse(String(reply.headers.date)))).toBe(false);
	expect(service.log.at(-1)).toMatchObject({ method, status });
}

const routes = contractRoutes.map((route) => {
	const [method, path] = route.split(' ') as [Method, string];
	// Only what the last slot names is not there.
	const url = path.replace(/\{\w+\}(?=.*\{)/g, '1').replace(/\{\w+\}/, '999');
	return { route, method, path, url };
});

const VALUES: { readonly [type: string]: unknown } = { string: 'x', object: {}, array: [] };

/** A body that has what it must have. */
function smallest(method: Method, path: string): object | undefined {
	const { body, required } = describedRequest({ method, path, runs: { kind: 'single' } });
	const values = required.map((name) => [name, VALUES[body[name]?.type ?? '']]);
	return Object.keys(body).length > 0 ? Object.fromEntries(values) : undefined;
}

test('openapi.yaml is valid OpenAPI', async () => {
	const definition = parse(readFileSync(openapiPath, 'utf8'), { merge: true });
	await new OpenAPIBackend({ definition, strict: true, validate: false }).init();
});

test.each(routes)('$route rejects an unknown parameter', async ({ method, path, url }) => {
	await expectRefusal(method, `${url}?colour=red`, 400, smallest(method, path));
});

test.each(routes.filter(({ method, path }) => smallest(method, path)))(
	'$route rejects an unknown property',
	async ({ method, path, url }) => {
		await expectRefusal(method, url, 400, { ...smallest(method, path), colour: 'red' });
	},
);

test.each(routes.filter(({ path }) => path.includes('{')))(
	'$route answers 404 for an ID or code that does not exist',
	async ({ method, path, url }) => {
		await expectRefusal(method, url, 404, smallest(method, path));
	},
);

test.each([
	['a page without rows', 'GET', '/api/apps/forms?limit=0', 400],
	['a page with too many rows', 'GET', '/api/admin/users?limit=1001', 400],
	['page 0 of comments', 'GET', '/api/apps/1/records/1/comments?page=0', 400],
	['a code that is too long', 'GET', `/api/admin/positions/${'x'.repeat(257)}`, 400],
	['the deletion of a position with users', 'DELETE', '/api/admin/positions/P1', 400],
	['a field of another form', 'GET', '/api/apps/2/fields/1', 404],
	['a comment of another record', 'GET', '/api/apps/1/records/2/comments/1', 404],
])('%s is rejected', async (_, method, url, status) => {
	await expectRefusal(method, url, status);
});
