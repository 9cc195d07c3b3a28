import { readFileSync } from 'node:fs';
import { OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import { openapiPath } from '../../sandbox/service/contract.ts';
import { withService } from './client.ts';

const organization = { code: 'ORG90', name: 'Planning', kana: 'Planning', parentCode: 'ORG01' };
const position = { code: 'P90', name: 'Advisor', kana: 'Advisor' };
const user = {
	code: 'E9001',
	name: 'New Person',
	kana: 'New Person',
	loginId: 'new',
	loginPass: 'secret-1',
	organizationCode: 'ORG02',
};
const comment = { content: 'Seen', creatorCode: 'E0001' };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Request = [path: string, body?: unknown];

/** The operations of the document, by hand: route, success, a request that succeeds, one that fails. */
const table: [
	route: `${Method} ${string}`,
	status: number,
	good: Request,
	bad: Request,
	no: number,
][] = [
	[
		'GET /api/admin/organizations',
		200,
		['/api/admin/organizations'],
		['/api/admin/organizations?limit=x'],
		400,
	],
	[
		'POST /api/admin/organizations',
		201,
		['/api/admin/organizations', organization],
		['/api/admin/organizations', { ...organization, code: 'ORG01' }],
		400,
	],
	[
		'GET /api/admin/organizations/{code}',
		200,
		['/api/admin/organizations/ORG01'],
		['/api/admin/organizations/none'],
		404,
	],
	[
		'PUT /api/admin/organizations/{code}',
		204,
		['/api/admin/organizations/ORG02', { ...organization, code: 'ORG02' }],
		['/api/admin/organizations/none', organization],
		404,
	],
	[
		'DELETE /api/admin/organizations/{code}',
		204,
		['/api/admin/organizations/ORG91'],
		['/api/admin/organizations/none'],
		404,
	],
	[
		'POST /api/admin/organizations/import',
		204,
		['/api/admin/organizations/import', { organizations: [organization] }],
		['/api/admin/organizations/import', { organizations: [{ code: 'x' }] }],
		400,
	],
	[
		'GET /api/admin/positions',
		200,
		['/api/admin/positions'],
		['/api/admin/positions?colour=red'],
		400,
	],
	[
		'POST /api/admin/positions',
		201,
		['/api/admin/positions', position],
		['/api/admin/positions', { ...position, name: 'x'.repeat(129) }],
		400,
	],
	[
		'GET /api/admin/positions/{code}',
		200,
		['/api/admin/positions/P1'],
		[`/api/admin/positions/${'x'.repeat(257)}`],
		400,
	],
	[
		'PUT /api/admin/positions/{code}',
		204,
		['/api/admin/positions/P1', { ...position, code: 'P1' }],
		['/api/admin/positions/P1'],
		400,
	],
	[
		'DELETE /api/admin/positions/{code}',
		204,
		['/api/admin/positions/P91'],
		['/api/admin/positions/P1'],
		400,
	],
	[
		'POST /api/admin/positions/import',
		204,
		['/api/admin/positions/import', { positions: [position] }],
		['/api/admin/positions/import', { position: [] }],
		400,
	],
	[
		'GET /api/admin/users',
		200,
		['/api/admin/users?name=Aiko'],
		['/api/admin/users?limit=1001'],
		400,
	],
	[
		'POST /api/admin/users',
		201,
		['/api/admin/users', user],
		['/api/admin/users', { ...user, isRetired: true }],
		400,
	],
	['GET /api/admin/users/{code}', 200, ['/api/admin/users/E0001'], ['/api/admin/users/E7777'], 404],
	[
		'PUT /api/admin/users/{code}',
		204,
		['/api/admin/users/E0002', { ...user, code: 'E0002', isRetired: true }],
		['/api/admin/users/E0002', { ...user, loginErrorCount: '1' }],
		400,
	],
	[
		'DELETE /api/admin/users/{code}',
		204,
		['/api/admin/users/E0029'],
		['/api/admin/users/E7777'],
		404,
	],
	[
		'POST /api/admin/users/import',
		204,
		['/api/admin/users/import', { user: [user] }],
		['/api/admin/users/import', { users: [user] }],
		400,
	],
	['GET /api/apps/forms', 200, ['/api/apps/forms'], ['/api/apps/forms?limit=0'], 400],
	['GET /api/apps/forms/{appsId}', 200, ['/api/apps/forms/1'], ['/api/apps/forms/99'], 404],
	['GET /api/apps/{appsId}/fields', 200, ['/api/apps/2/fields'], ['/api/apps/99/fields'], 404],
	[
		'GET /api/apps/{appsId}/fields/{fieldId}',
		200,
		['/api/apps/2/fields/241'],
		['/api/apps/2/fields/1'],
		404,
	],
	[
		'GET /api/apps/{appsId}/records',
		200,
		['/api/apps/1/records'],
		['/api/apps/1/records?page=0'],
		400,
	],
	[
		'POST /api/apps/{appsId}/records',
		201,
		['/api/apps/1/records', { record: { 'field-1': 'x' } }],
		['/api/apps/1/records', { recrod: {} }],
		400,
	],
	[
		'GET /api/apps/{appsId}/records/{recordId}',
		200,
		['/api/apps/1/records/1'],
		['/api/apps/1/records/999'],
		404,
	],
	[
		'PUT /api/apps/{appsId}/records/{recordId}',
		204,
		['/api/apps/1/records/1', { record: { 'field-1': 'x' } }],
		['/api/apps/1/records/1', { status: 'Closed' }],
		400,
	],
	[
		'DELETE /api/apps/{appsId}/records/{recordId}',
		204,
		['/api/apps/1/records/1'],
		['/api/apps/99/records/1'],
		404,
	],
	[
		'POST /api/apps/{appsId}/records/import',
		204,
		['/api/apps/1/records/import', { records: [{ record: { 'field-1': 'x' } }] }],
		['/api/apps/1/records/import', { records: Array(101).fill({ record: { 'field-1': 'x' } }) }],
		400,
	],
	[
		'GET /api/apps/{appsId}/records/{recordId}/comments',
		200,
		['/api/apps/1/records/1/comments'],
		['/api/apps/1/records/1/comments?page=0'],
		400,
	],
	[
		'POST /api/apps/{appsId}/records/{recordId}/comments',
		201,
		['/api/apps/1/records/1/comments', comment],
		['/api/apps/1/records/1/comments', { content: 'x' }],
		400,
	],
	[
		'GET /api/apps/{appsId}/records/{recordId}/comments/{commentId}',
		200,
		['/api/apps/1/records/1/comments/1'],
		['/api/apps/1/records/2/comments/1'],
		404,
	],
	[
		'DELETE /api/apps/{appsId}/records/{recordId}/comments/{commentId}',
		204,
		['/api/apps/1/records/1/comments/1'],
		['/api/apps/1/records/1/comments/99'],
		404,
	],
	[
		'GET /api/common/notices/{code}',
		200,
		['/api/common/notices/E0001'],
		['/api/common/notices/E7777'],
		404,
	],
];

test('openapi.yaml is valid OpenAPI and has exactly the operations of the document', async () => {
	const definition = parse(readFileSync(openapiPath, 'utf8'), { merge: true });
	await new OpenAPIBackend({ definition, strict: true, validate: false }).init();
	const described = Object.entries(definition.paths as Record<string, object>).flatMap(
		([path, methods]) =>
			Object.keys(methods)
				.filter((method) => method !== 'parameters')
				.map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(described.sort()).toEqual(table.map(([route]) => route).sort());
});

describe.each(table)('%s', (route, status, good, bad, no) => {
	const method = route.split(' ')[0] as Method;

	test(`succeeds with ${status}`, async () => {
		await withService({}, async ({ service, http }) => {
			service.store.organizations.add({ ...organization, code: 'ORG91' });
			service.store.positions.add({ ...position, code: 'P91' });
			const {
				status: got,
				data,
				headers,
			} = await http.request({ method, url: good[0], data: good[1] });
			expect({ got, data: status === 204 ? data : '' }).toEqual({ got: status, data: '' });
			expect(Number.isNaN(Date.parse(String(headers.date)))).toBe(false);
			expect(service.log.map((entry) => [entry.method, entry.status])).toEqual([[method, status]]);
		});
	});

	test(`refuses with ${no}`, async () => {
		await withService({}, async ({ http }) => {
			const { status: got, data } = await http.request({ method, url: bad[0], data: bad[1] });
			const message = no === 404 ? 'Not Found' : 'Bad Request';
			expect(got).toBe(no);
			expect(data).toMatchObject({ errors: { code: no, message } });
			expect('details' in data.errors).toBe(no === 400);
		});
	});
});
