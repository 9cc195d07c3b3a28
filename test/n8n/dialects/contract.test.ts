import { operations } from '../../../sandbox/service/operations';
import { clientOf } from '../../sandbox/client';
import { startValidatingProxy, type ValidatingProxy } from '../../sandbox/validating-proxy';
import { sending } from './runs';
import type { Setting } from './settings';
import { closeSites, siteOf } from './site';
import { tried } from './tried';

jest.setTimeout(600_000);

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

it('the proxy finds what openapi.yaml does not describe', async () => {
	const { service, restore } = await siteOf([]);
	restore();
	service.dialect = { ...service.dialect, numbers: 'strings' };
	const client = clientOf(proxy.url);
	await client.get('/api/apps/1/records?page=0');
	await client.get('/api/apps/1/record');
	await client.get('/api/apps/1/records/1');
	await client.request({ method: 'PUT', url: '/api/apps/1/records', data: {} });
	const data = { record: {}, colour: 'red' };
	await client.request({ method: 'PUT', url: '/api/apps/1/records/1', data });
	await clientOf(proxy.url, '').get('/api/apps/forms');
	for (const violation of [
		'listRecords: request /query/page: must be >= 1',
		'path /: is not described',
		'method /: is not described',
		'updateRecord: request /requestBody: must NOT have additional properties',
		'getRecord 200: answer /appsId: must be integer',
		'listForms: request /: has no authentication key {}',
	])
		expect(proxy.violations).toContainEqual(expect.stringContaining(violation));
	// The service names unknown paths as well, when it is closed.
	service.problems.length = 0;
});
