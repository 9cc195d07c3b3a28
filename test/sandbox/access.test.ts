import { clientOf, withService } from './client.ts';

test.each([
	['wrong', '/api/apps/forms', 401, 'Unauthorized'],
	['app-only', '/api/apps/forms', 200, undefined],
	['app-only', '/api/admin/users', 403, 'Access Denied'],
	['app-only', '/api/common/notices/E0001', 403, 'Access Denied'],
	['directory', '/api/admin/users', 200, undefined],
	['directory', '/api/common/notices/E0001', 200, undefined],
	['directory', '/api/apps/1/records', 403, 'Access Denied'],
	['form-2', '/api/apps/2/records', 200, undefined],
	['form-2', '/api/apps/1/records', 401, 'Unauthorized'],
	['form-2', '/api/apps/forms/1', 401, 'Unauthorized'],
] as const)('the key "%s" on %s answers %i', async (key, path, status, message) => {
	const keys = [
		{ key: 'app-only', scopes: ['app'] },
		{ key: 'directory', scopes: ['user', 'notice'] },
		{ key: 'form-2', form: 2 },
	] as const;
	await withService({ keys }, async ({ service }) => {
		const { status: got, data } = await clientOf(service.url, key).get(path);
		expect(got).toBe(status);
		expect(data.errors).toEqual(message && { code: status, message });
	});
});

test('a key for one form lists that form only', async () => {
	await withService({ keys: [{ key: 'form-2', form: 2 }] }, async ({ service }) => {
		const { data } = await clientOf(service.url, 'form-2').get('/api/apps/forms');
		expect(data.forms.map((form: { id: number }) => form.id)).toEqual([2]);
	});
});

test('the header name is a setting', async () => {
	await withService({ headerName: 'X-Brand-Key' }, async ({ service, http }) => {
		const branded = clientOf(service.url, 'sandbox-key', 'X-Brand-Key');
		expect((await branded.get('/api/apps/forms')).status).toBe(200);
		expect((await http.get('/api/apps/forms')).status).toBe(401);
	});
});

test('a base path stays in front of /api, and in the addresses answered', async () => {
	await withService({ basePath: '/site' }, async ({ service, http }) => {
		const { data } = await http.get('/api/apps/1/records/1');
		expect(data.accessUrl).toBe(`${service.origin}/site/forms/1/records/1`);
		expect(data.accessEditUrl).toBe(`${service.origin}/site/forms/1/records/1/edit`);
		expect(service.log[0]?.path).toBe('/api/apps/1/records/1');
		expect((await clientOf(service.origin).get('/api/apps/forms')).status).toBe(404);
		expect(service.problems).toHaveLength(1);
		service.problems.length = 0;
	});
});

describe('method override', () => {
	test.each([
		['GET', '/api/apps/1/records/1', undefined, 200],
		['PUT', '/api/apps/1/records/1', { record: { 'field-1': 'Changed' } }, 204],
		['DELETE', '/api/apps/1/records/1', undefined, 204],
		['POST', '/api/apps/1/records', { record: { 'field-1': 'New' } }, 201],
		['PATCH', '/api/apps/1/records/1', {}, 405],
	])('POST with %s executes that operation', async (override, path, body, status) => {
		await withService({}, async ({ service, http }) => {
			const headers = { 'X-HTTP-Method-Override': override };
			expect((await http.post(path, body, { headers })).status).toBe(status);
			expect(service.log[0]).toMatchObject({ method: 'POST', override, status });
		});
	});

	test('has no effect on other methods', async () => {
		await withService({}, async ({ service, http }) => {
			const headers = { 'X-HTTP-Method-Override': 'DELETE' };
			expect((await http.get('/api/apps/1/records/1', { headers })).status).toBe(200);
			expect((await http.get('/api/apps/1/records/1')).status).toBe(200);
			expect(service.log[0]).not.toHaveProperty('override');
		});
	});
});

test.each(['PATCH', 'OPTIONS', 'POST'])('%s on a path without it answers 405', async (method) => {
	await withService({}, async ({ http }) => {
		const { status, data } = await http.request({ method, url: '/api/apps/forms', data: {} });
		expect(status).toBe(405);
		expect(data).toEqual({ errors: { code: 405, message: 'Method Not Allowed' } });
	});
});

test.each([
	'/api/apps/form',
	'/api/admin/organizations/',
	'//api/apps/forms',
	'/api/apps/1/2/records',
])('the unknown path %s answers 404 and makes close() throw', async (path) => {
	const run = withService({}, async ({ service }) => {
		const { status } = await clientOf(service.url).get(service.url + path);
		expect(status).toBe(404);
	});
	await expect(run).rejects.toThrow(/Unknown route: GET/);
});

test('a wrongly encoded path answers 400', async () => {
	await withService({}, async ({ http }) => {
		expect((await http.get('/api/admin/users/%E0%A4%A')).status).toBe(400);
	});
});

test('a code may hold any character', async () => {
	await withService({}, async ({ service, http }) => {
		const code = 'a/b c?d%e#日本';
		const body = { code, name: 'Odd', kana: 'Odd' };
		expect((await http.post('/api/admin/positions', body)).status).toBe(201);
		const path = `/api/admin/positions/${encodeURIComponent(code)}`;
		expect((await http.get(path)).data).toMatchObject(body);
		expect(service.log[1]?.path).toBe(path);
	});
});

test.each(['{"record":', 'null', '[]', '"text"', ''])('the body %j answers 400', async (body) => {
	await withService({}, async ({ http }) => {
		const headers = { 'content-type': 'application/json' };
		const { status, data } = await http.post('/api/apps/1/records', body, { headers });
		expect([status, data.errors.details.length > 0]).toEqual([400, true]);
	});
});

test('a body that does not call itself JSON answers 400', async () => {
	await withService({}, async ({ service, http }) => {
		const body = JSON.stringify({ record: { 'field-1': 'x' } });
		const headers = { 'content-type': 'text/plain' };
		expect((await http.post('/api/apps/1/records', body, { headers })).status).toBe(400);
		expect(service.log[0]?.body).toBe(body);
	});
});
