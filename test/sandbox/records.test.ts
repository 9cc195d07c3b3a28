import type { Values } from '../../sandbox/service/resources.ts';
import { details, type Running, withService } from './client.ts';

const read = async ({ http }: Running, appsId: number, recordId: number) =>
	(await http.get(`/api/apps/${appsId}/records/${recordId}`)).data;

describe('a record in a request body', () => {
	const required = { 'field-1': 'Subject' };
	const ben = { code: 'E0002', name: 'Ben Carter' };
	const chika = { code: 'E0003', name: 'Chika Mori' };
	const wide = '𠮷'.repeat(100);
	const accepted: [name: string, given: Values, stored: Values][] = [
		['an unknown field ID', { 'field-99': 'x', toString: 'y' }, {}],
		['the initial choice', {}, { 'field-6': 'Normal' }],
		['a choice by name', { 'field-6': 'High' }, { 'field-6': 'High' }],
		['several choices', { 'field-7': ['Mail', 'Chat'] }, { 'field-7': ['Mail', 'Chat'] }],
		['several choices as text', { 'field-7': 'Mail,Chat' }, { 'field-7': ['Mail', 'Chat'] }],
		['a user by code', { 'field-4': [{ code: 'E0002' }, 'E0003'] }, { 'field-4': [ben, chika] }],
		['no user', { 'field-4': [] }, { 'field-4': [] }],
		['an organization', { 'field-5': 'ORG03' }, { 'field-5': [{ code: 'ORG03', name: 'Sales' }] }],
		['a number as text', { 'field-9': '1.5' }, { 'field-9': 1.5 }],
		['zero', { 'field-9': 0 }, { 'field-9': 0 }],
		['a date with hyphens', { 'field-8': '2026-02-28' }, { 'field-8': '2026/02/28' }],
		['null', { 'field-10': null }, { 'field-10': '' }],
		['100 characters beyond the BMP', { 'field-1': wide }, { 'field-1': wide }],
	];
	test.each(accepted)('%s is accepted', async (_name, given, stored) => {
		await withService({}, async (running) => {
			const record = { ...required, ...given };
			expect((await running.http.post('/api/apps/1/records', { record })).status).toBe(201);
			expect((await read(running, 1, 41)).record).toMatchObject(stored);
			expect((await read(running, 1, 41)).record).not.toHaveProperty('field-99');
		});
	});

	const rejected: [given: Values, detail: string][] = [
		[{ 'field-1': '' }, 'The field [field-1] is required.'],
		[{ 'field-1': 'x'.repeat(101) }, 'The field [field-1] must be 100 characters or less.'],
		[{ 'field-1': ['x'] }, 'The field [field-1] must be text.'],
		[{ 'field-6': 'Urgent' }, 'The field [field-6] has no choice [Urgent].'],
		[{ 'field-7': ['Fax'] }, 'The field [field-7] has no choice [Fax].'],
		[{ 'field-4': 'E7777' }, 'The field [field-4] names [E7777], which does not exist.'],
		[{ 'field-3': ['E0001', 'E0002'] }, 'The field [field-3] takes one selection only.'],
		[{ 'field-8': '2026/02/30' }, 'The field [field-8] must be a date.'],
		[{ 'field-8': 'tomorrow' }, 'The field [field-8] must be a date.'],
		[{ 'field-9': 'many' }, 'The field [field-9] must be a number.'],
		[{ 'field-9': 1001 }, 'The field [field-9] must be 1000 or less.'],
		[{ 'field-9': -1 }, 'The field [field-9] must be 0 or more.'],
		[{ 'field-9': 1.25 }, 'The field [field-9] must have 1 decimal digits or less.'],
		[{ 'field-11': 'x' }, 'The field [field-11] cannot be updated.'],
	];
	test.each(rejected)('%j is rejected', async (given, detail) => {
		await withService({}, async ({ http }) => {
			const record = { ...required, ...given };
			const { status, data } = await http.post('/api/apps/1/records', { record });
			expect([status, details(data)]).toEqual([400, [detail]]);
		});
	});
});

test('a key field must be in the body, also of an update, and is unique', async () => {
	await withService({}, async ({ service, http }) => {
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
});

test('detail tables accept rows with or without an inner record, and name the invalid cell', async () => {
	await withService({}, async (running) => {
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
});

test('a calculated field follows its operands', async () => {
	await withService({}, async (running) => {
		const record = { 'field-33': 250 };
		await running.http.put('/api/apps/3/records/2', { record });
		expect((await read(running, 3, 2)).record).toMatchObject({ 'field-34': 2, 'field-35': 500 });
	});
});

test('an update changes the given fields, the updater and the time', async () => {
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
	[{ recordId: 0, record: {} }, '[recordId]'],
	[{ record: {}, colour: 1 }, '[colour]'],
	[{ record: [] }, '[record]'],
])('PUT of %j is rejected, and the error names %s', async (body, name) => {
	await withService({}, async ({ http }) => {
		const { status, data } = await http.put('/api/apps/1/records/2', body);
		expect([status, details(data)[0]]).toEqual([400, expect.stringContaining(name)]);
	});
});

describe('search', () => {
	test.each([
		[4, { keyword: 'PO-20260007' }, 1],
		[4, { keyword: 'Asahi' }, 8],
		[1, { keyword: 'not configured here' }, 20],
		[4, { query: 'field-43 >= 90000' }, 2],
		[4, { query: 'field-45 = "New" and field-42 = "Asahi Trading"' }, 8],
		[4, { query: 'field-45 = "Paid" and field-42 = "Asahi Trading"' }, 0],
		[1, { query: 'field-7 = "Chat"' }, 10],
		[1, { query: 'field-4 = "E0003"' }, 7],
		[1, { query: 'updatedAt > "2026-01-07 00:00:00"' }, 2],
		[1, { query: 'field-1 like "VPN"' }, 5],
	])('form %i with %j finds %i', async (appsId, params, count) => {
		await withService({}, async ({ http }) => {
			const { data } = await http.get(`/api/apps/${appsId}/records`, { params });
			expect(data.records).toHaveLength(count);
		});
	});

	test.each(['field-1', 'field-1 = ', 'nothing = "x"', 'field-1 = "x" or field-2 = "y"', '; DROP'])(
		'the query %s is rejected',
		async (query) => {
			await withService({}, async ({ http }) => {
				expect((await http.get('/api/apps/1/records', { params: { query } })).status).toBe(400);
			});
		},
	);
});

test('an import with an invalid row saves nothing, and the error names every invalid row', async () => {
	await withService({}, async ({ service, http }) => {
		const seen: unknown[] = [];
		service.events.on('record', (event) => seen.push(event));
		const records = [
			{ record: { 'field-1': 'Good' } },
			{ record: {} },
			{ recordId: 999, record: { 'field-1': 'x' } },
		];
		const { status, data } = await http.post('/api/apps/1/records/import', { records });
		expect([status, details(data)]).toEqual([
			400,
			[
				'records[1]: The field [field-1] is required.',
				'records[2]: The [recordId] [999] does not exist.',
			],
		]);
		expect(service.store.records.count(1)).toBe(40);
		expect(seen).toEqual([]);
	});
});

test('changes by users of the service are stored and emitted as events', async () => {
	await withService({}, async (running) => {
		const { store, events } = running.service;
		const heard: unknown[] = [];
		events.on('record', (event) => heard.push(event));
		const { recordId } = store.createRecord(1, { 'field-1': 'Mine' }, { by: 'E0004' });
		const changed = { by: 'E0005', updatedAt: '2026-02-01 00:00:00', status: 'Closed' };
		store.updateRecord(1, recordId, {}, changed);
		expect(await read(running, 1, recordId)).toMatchObject({
			creator: 'David Okafor',
			updater: 'Emi Sato',
			updatedAt: '2026-02-01 00:00:00',
			status: 'Closed',
		});
		await running.http.delete(`/api/apps/1/records/${recordId}`);
		expect(heard).toEqual(
			['created', 'updated', 'deleted'].map((action) => {
				return { action, appsId: 1, recordId: 41, uniqueId: 'SUP00041' };
			}),
		);
	});
});

test('a deleted record cannot be read, changed, deleted again or commented on', async () => {
	await withService({}, async ({ http }) => {
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
});

test.each([
	[4_999_999, '', 204, []],
	[5_000_000, '', 400, ['The field [field-36] is required by its condition.']],
	[5_000_000, '2026/02/01', 204, []],
])('a price of %i with the day "%s" answers %i', async (price, day, answer, errors) => {
	await withService({}, async ({ http }) => {
		const record = { 'field-31': 'Van', 'field-33': price, 'field-36': day };
		const { status, data } = await http.put('/api/apps/3/records/1', { record });
		expect([status, details(data)]).toEqual([answer, errors]);
	});
});
