import { operations } from '../../../sandbox/service/operations';
import { clientOf } from '../../sandbox/client';
import { startValidatingProxy, type ValidatingProxy } from '../../sandbox/validating-proxy';
import { sending } from './runs';
import type { Setting } from './settings';
import { closeSites, siteOf } from './site';
import { tried } from './tried';

let proxy: ValidatingProxy;

beforeAll(async () => {
	proxy = await startValidatingProxy((await siteOf([])).service.url);
});
beforeEach(() => {
	proxy.violations.length = 0;
	proxy.seen.length = 0;
});
afterAll(async () => {
	await proxy?.close();
	await closeSites();
});

const through = (methodOverride: boolean): Setting => ({
	row: 0,
	name: 'a validating proxy',
	credential: () => ({ baseUrl: proxy.url, methodOverride }),
});

it.each([
	['as they are', false, ['DELETE', 'GET', 'POST', 'PUT']],
	['with PUT and DELETE sent as POST', true, ['GET', 'POST']],
] as const)('all operations keep to openapi.yaml, %s', async (_, methodOverride, methods) => {
	const found = new Set<string>();
	for (const run of sending.filter(({ right }) => right)) {
		await tried(run, [through(methodOverride)]);
		for (const violation of proxy.violations.splice(0)) found.add(`${run.name}: ${violation}`);
	}
	expect([...found]).toEqual([]);
	const seen = proxy.seen.map(([operationId]) => operationId);
	expect([...new Set(seen)].sort()).toEqual(Object.keys(operations).sort());
	expect([...new Set(proxy.seen.map(([, method]) => method))].sort()).toEqual(methods);
});

describe('the proxy finds what breaks openapi.yaml:', () => {
	// The service names unknown paths as well, when it is closed.
	afterEach(async () => void ((await siteOf([])).service.problems.length = 0));

	const person = { code: 'E0002', name: 'Ben', kana: 'Ben', loginId: 'user2' };
	const put = { 'X-HTTP-Method-Override': 'PUT' };

	it.each([
		[
			'GET',
			'/api/apps/1/records?page=0',
			undefined,
			{},
			'listRecords: request /query/page: must be >= 1',
		],
		[
			'GET',
			'/api/apps/1/record',
			undefined,
			{},
			'GET /api/apps/1/record: path /: is not described',
		],
		['PUT', '/api/apps/1/records', {}, {}, 'PUT /api/apps/1/records: method /: is not described'],
		[
			'POST',
			'/api/admin/users/E0002',
			person,
			put,
			"updateUser: request /requestBody: must have required property 'organizationCode'",
		],
		[
			'PUT',
			'/api/apps/1/records/1',
			{ record: {}, colour: 'red' },
			{},
			'updateRecord: request /requestBody: must NOT have additional properties',
		],
	])('%s %s %j', async (method, url, data, headers, violation) => {
		await clientOf(proxy.url).request({ method, url, data, headers });
		expect(proxy.violations).toEqual([expect.stringContaining(violation)]);
	});

	it('no key', async () => {
		await clientOf(proxy.url, '').get('/api/apps/forms');
		expect(proxy.violations).toEqual(['listForms: request /: has no authentication key {}']);
	});

	it.each([
		[{ numbers: 'strings' }, 'get', 'getRecord 200: answer /appsId: must be integer'],
		[
			{ deletionFlag: 'absent' },
			'get',
			"getRecord 200: answer /: must have required property 'isDeleted'",
		],
		[{ writeStatus: 202 }, 'put', 'updateRecord 202: answer /: status is not described'],
		[{ writeBody: 'text' }, 'put', 'updateRecord 200: answer /: status is not described'],
	] as const)('a service with %j', async (dialect, method, violation) => {
		const { service, restore } = await siteOf([]);
		restore(sending[0]!);
		service.dialect = { ...service.dialect, ...dialect };
		const http = clientOf(proxy.url);
		await http.request({
			method,
			url: '/api/apps/1/records/1',
			...(method === 'put' ? { data: { record: { 'field-1': 'x' } } } : {}),
		});
		expect(proxy.violations).toContainEqual(expect.stringContaining(violation));
	});
});
