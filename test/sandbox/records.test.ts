import type { Values } from '../../sandbox/service/resources.ts';
import { details, type Running, test, withService } from './client.ts';

const read = async ({ http }: Running, appsId: number, recordId: number) =>
	(await http.get(`/api/apps/${appsId}/records/${recordId}`)).data;

const subject = { 'field-1': 'Subject' };
const ben = { code: 'E0002', name: 'Ben Carter' };
const chika = { code: 'E0003', name: 'Chika Mori' };
const wide = '𠮷'.repeat(100);

test.each<[name: string, given: Values, stored: Values]>([
	['an unknown field ID', { 'field-99': 'x', toString: 'y' }, {}],
	['the initial choice', {}, { 'field-6': 'Normal' }],
	['several choices as text', { 'field-7': 'Mail,Chat' }, { 'field-7': ['Mail', 'Chat'] }],
	['a user by code', { 'field-4': [{ code: 'E0002' }, 'E0003'] }, { 'field-4': [ben, chika] }],
	['an organization', { 'field-5': 'ORG03' }, { 'field-5': [{ code: 'ORG03', name: 'Sales' }] }],
	['a number as text', { 'field-9': '1.5' }, { 'field-9': 1.5 }],
	['zero', { 'field-9': 0 }, { 'field-9': 0 }],
	['a date with hyphens', { 'field-8': '2026-02-28' }, { 'field-8': '2026/02/28' }],
	['null', { 'field-10': null }, { 'field-10': '' }],
	['100 characters beyond the BMP', { 'field-1': wide }, { 'field-1': wide }],
])('a record with %s is accepted', async (running, _, given, stored) => {
	const record = { ...subject, ...given };
	expect((await running.http.post('/api/apps/1/records', { record })).status).toBe(201);
	const { record: saved } = await read(running, 1, 41);
	expect(saved).toMatchObject(stored);
	expect(saved).not.toHaveProperty('field-99');
});

test.each<[given: Values, detail: string]>([
	[{ 'field-1': '' }, 'The field [field-1] is required.'],
	[{ 'field-1': 'x'.repeat(101) }, 'The field [field-1] must be 100 characters or less.'],
	[{ 'field-1': ['x'] }, 'The field [field-1] must be text.'],
	[{ 'field-6': 'Urgent' }, 'The field [field-6] has no choice [Urgent].'],
	[{ 'field-4': 'E7777' }, 'The field [field-4] names [E7777], which does not exist.'],
	[{ 'field-3': ['E0001', 'E0002'] }, 'The field [field-3] takes one selection only.'],
	[{ 'field-8': '2026/02/30' }, 'The field [field-8] must be a date.'],
	[{ 'field-9': 'many' }, 'The field [field-9] must be a number.'],
	[{ 'field-9': 1001 }, 'The field [field-9] must be 1000 or less.'],
	[{ 'field-9': -1 }, 'The field [field-9] must be 0 or more.'],
	[{ 'field-9': 1.25 }, 'The field [field-9] must have 1 decimal digits or less.'],
	[{ 'field-11': 'x' }, 'The field [field-11] cannot be updated.'],
])('a record with %j is rejected', async ({ http }, given, detail) => {
	const record = { ...subject, ...given };
	const { status, data } = await http.post('/api/apps/1/records', { record });
	expect([status, details(data)]).toEqual([400, [detail]]);
});

test('a key field must be in the body, also of an update, and is unique', async (running) => {
	const { service, http } = running;
	const noKey = { record: { 'field-22': 'Name' } };
	const required = ['The key field [field-21] is required.'];
	expect(details((await http.post('/api/apps/2/records', noKey)).data)).toEqual(
		expect.arrayContaining(required),
	);
	expect(details((await http.put('/api/apps/2/records/1', noKey)).data)).toEqual(required);
	const own = { record: { 'field-21': 'C-001', 'field-22': 'Name' } };
	expect((await http.put('/api/apps/2/records/1', own)).status).toBe(204);
	const taken = await http.put('/api/apps/2/records/2', own);
	expect(details(taken.data)[0]).toContain('field-21');
	service.dialect = { ...service.dialect, keyRequiredOnUpdate: false };
	expect((await http.put('/api/apps/2/records/1', noKey)).status).toBe(204);
});

test('detail rows come with or without an inner record, and the bad cell is named', async (running) => {
	const rows = [{ 'field-241': 'A' }, { record: { 'field-241': 'B', 'field-243': 'Buyer' } }];
	const record = { 'field-21': 'C-900', 'field-22': 'N', 'field-24': rows };
	expect((await running.http.post('/api/apps/2/records', { record })).status).toBe(201);
	expect((await read(running, 2, 16)).record['field-24']).toEqual([
		{ 'field-241': 'A', 'field-242': '', 'field-243': '' },
		{ 'field-241': 'B', 'field-242': '', 'field-243': 'Buyer' },
	]);
	const bad = { ...record, 'field-21': 'C-901', 'field-24': [{ 'field-241': 'A' }, {}] };
	const { data } = await running.http.post('/api/apps/2/records', { record: bad });
	expect(details(data)).toEqual(['[field-24][1] The field [field-241] is required.']);
});

test('a calculated field follows its operands', async (running) => {
	await running.http.put('/api/apps/3/records/2', { record: { 'field-33': 250 } });
	expect((await read(running, 3, 2)).record).toMatchObject({ 'field-34': 2, 'field-35': 500 });
});

it('an update changes the given fields, the updater and the time', async () => {
	const now = () => new Date('2026-05-01T00:00:00Z');
	await withService({ now }, async (running) => {
		const before = await read(running, 1, 2);
		await running.http.put('/api/apps/1/records/2', { record: { 'field-10': 'x' } });
		expect(await read(running, 1, 2)).toEqual({
			...before,
			updatedAt: '2026-05-01 09:00:00',
			updaterCode: 'api',
			updater: 'Service integration',
			record: { ...before.record, 'field-10': 'x' },
		});
	});
});

test.each([
	[{ appsId: 2, record: {} }, '[appsId]'],
	[{ recordId: 3, record: {} }, '[recordId]'],
	[{ record: [] }, '[record]'],
])('PUT of %j is rejected, and the error names %s', async ({ http }, body, name) => {
	const { status, data } = await http.put('/api/apps/1/records/2', body);
	expect([status, details(data)[0]]).toEqual([400, expect.stringContaining(name)]);
});

test.each([
	[4, { keyword: 'Asahi' }, 8],
	[1, { keyword: 'not configured here' }, 20],
	[4, { query: 'field-43 >= 90000' }, 2],
	[4, { query: 'field-45 = "New" and field-42 = "Asahi Trading"' }, 8],
	[1, { query: 'field-7 = "Chat"' }, 10],
	[1, { query: 'field-4 = "E0003"' }, 7],
	[1, { query: 'updatedAt > "2026-01-07 00:00:00"' }, 2],
	[1, { query: 'field-1 like "VPN"' }, 5],
])('in form %i, %j finds %i', async ({ http }, appsId, params, count) => {
	const { data } = await http.get(`/api/apps/${appsId}/records`, { params });
	expect(data.records).toHaveLength(count);
});

test.each(['field-1 = ', 'nothing = "x"', 'field-1 = "x" or field-2 = "y"'])(
	'the query %s is rejected',
	async ({ http }, query) => {
		expect((await http.get('/api/apps/1/records', { params: { query } })).status).toBe(400);
	},
);

test('an import with an invalid row saves nothing, and the error names every invalid row', async (running) => {
	const { service, http } = running;
	const seen: unknown[] = [];
	service.events.on('record', (event) => seen.push(event));
	const records = [{ record: subject }, { record: {} }, { recordId: 999, record: subject }];
	const { status, data } = await http.post('/api/apps/1/records/import', { records });
	expect([status, details(data)]).toEqual([
		400,
		[
			'records[1]: The field [field-1] is required.',
			'records[2]: The [recordId] [999] does not exist.',
		],
	]);
	expect([service.store.records.count(1), seen]).toEqual([40, []]);
});

test('changes by users of the service are stored and emitted as events', async (running) => {
	const { store, events } = running.service;
	const heard: unknown[] = [];
	events.on('record', (event) => heard.push(event));
	const { recordId } = store.createRecord(1, { 'field-1': 'Mine' }, { by: 'E0004' });
	const changed = { updatedAt: '2026-02-01 00:00:00', status: 'Closed' };
	store.updateRecord(1, recordId, {}, { by: 'E0005', ...changed });
	const names = { creator: 'David Okafor', updater: 'Emi Sato' };
	expect(await read(running, 1, recordId)).toMatchObject({ ...names, ...changed });
	await running.http.delete(`/api/apps/1/records/${recordId}`);
	const record = { appsId: 1, recordId: 41, uniqueId: 'SUP00041' };
	expect(heard).toEqual(['created', 'updated', 'deleted'].map((action) => ({ action, ...record })));
});

test('a deleted record cannot be read, changed, deleted again or commented on', async ({
	http,
}) => {
	const url = '/api/apps/1/records/1';
	const statuses = [
		await http.delete(url),
		await http.get(url),
		await http.put(url, { record: {} }),
		await http.delete(url),
		await http.post(`${url}/comments`, { content: 'x', creatorCode: 'E0001' }),
	].map(({ status }) => status);
	expect(statuses).toEqual([204, 404, 404, 404, 404]);
});

test.each([
	[4_999_999, '', 204, []],
	[5_000_000, '', 400, ['The field [field-36] is required by its condition.']],
	[5_000_000, '2026/02/01', 204, []],
])('a price of %i with the day "%s" answers %i', async ({ http }, price, day, answer, errors) => {
	const record = { 'field-31': 'Van', 'field-33': price, 'field-36': day };
	const { status, data } = await http.put('/api/apps/3/records/1', { record });
	expect([status, details(data)]).toEqual([answer, errors]);
});
