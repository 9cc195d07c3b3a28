import { clientOf, test, withService } from './client.ts';

const keys = [
	{ key: 'app-only', scopes: ['app'] },
	{ key: 'directory', scopes: ['user', 'notice'] },
	{ key: 'form-2', form: 2 },
] as const;

it.each([
	['wrong', '/api/apps/forms', 401, 'Unauthorized'],
	['app-only', '/api/apps/forms', 200, undefined],
	['app-only', '/api/admin/users', 403, 'Access Denied'],
	['app-only', '/api/common/notices/E0001', 403, 'Access Denied'],
	['directory', '/api/admin/users', 200, undefined],
	['directory', '/api/common/notices/E0001', 200, undefined],
	['directory', '/api/apps/1/records', 403, 'Access Denied'],
	['form-2', '/api/apps/2/records', 200, undefined],
	['form-2', '/api/apps/forms/1', 401, 'Unauthorized'],
] as const)('the key "%s" on %s answers %i', async (key, path, status, message) => {
	await withService({ keys }, async ({ service }) => {
		const { status: got, data } = await clientOf(service.url, key).get(path);
		expect(got).toBe(status);
		expect(data.errors).toEqual(message && { code: status, message });
	});
});

it('a key for one form lists that form only', async () => {
	await withService({ keys }, async ({ service }) => {
		const { data } = await clientOf(service.url, 'form-2').get('/api/apps/forms');
		expect(data.forms.map((form: { id: number }) => form.id)).toEqual([2]);
	});
});

it('a base path stays in front of /api, and in the addresses answered', async () => {
	await withService({ basePath: '/site' }, async ({ service, http }) => {
		const { data } = await http.get('/api/apps/1/records/1');
		expect(data.accessUrl).toBe(`${service.origin}/site/forms/1/records/1`);
		expect(service.log[0]?.path).toBe('/api/apps/1/records/1');
	});
});

test.each([
	['PATCH', 'PATCH'],
	['POST', 'POST'],
	['POST with the override PATCH', 'POST', 'PATCH'],
])('%s on a path without it answers 405', async ({ http }, _, ...methods) => {
	const [method, override] = methods;
	const headers = { ...(override && { 'X-HTTP-Method-Override': override }) };
	const { status, data } = await http.request({ method, url: '/api/apps/forms', headers });
	expect(status).toBe(405);
	expect(data).toEqual({ errors: { code: 405, message: 'Method Not Allowed' } });
});

test('only a POST can be overridden', async ({ service, http }) => {
	const headers = { 'X-HTTP-Method-Override': 'DELETE' };
	expect((await http.get('/api/apps/1/records/1', { headers })).status).toBe(200);
	expect(service.store.records.count(1)).toBe(40);
});

it.each(['/api/apps/form', '/api/admin/organizations/', '/api/apps/1/2/records'])(
	'the unknown path %s answers 404 and makes close() throw',
	async (path) => {
		const run = withService({}, async ({ http }) => {
			expect((await http.get(path)).status).toBe(404);
		});
		await expect(run).rejects.toThrow(/Unknown route: GET/);
	},
);

test('a wrongly encoded path answers 400', async ({ http }) => {
	expect((await http.get('/api/admin/users/%E0%A4%A')).status).toBe(400);
});

test.each([
	...['{"record":', 'null', '[]', ''].map((body) => ['application/json', body]),
	['text/plain', '{"record":{"field-1":"x"}}'],
])('a body of the type %s answers 400: %j', async ({ http }, type, body) => {
	const headers = { 'content-type': type };
	const { status, data } = await http.post('/api/apps/1/records', body, { headers });
	expect([status, data.errors.details.length > 0]).toEqual([400, true]);
});
