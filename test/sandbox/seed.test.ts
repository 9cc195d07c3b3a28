import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openapiPath } from '../../sandbox/service/contract.ts';
import { startService } from '../../sandbox/service/service.ts';
import { withService } from './client.ts';

test('the seed is what its description says', async () => {
	await withService({}, async ({ service }) => {
		const { store } = service;
		const counts = store.forms.list().map((form) => [form.name, store.records.count(form.id)]);
		expect(Object.fromEntries(counts)).toEqual({
			'Support Requests': 40,
			Customers: 15,
			Assets: 20,
			Orders: 120,
		});
		expect(store.users.list()).toHaveLength(30);
		expect(store.users.list().filter((user) => user.isRetired)).toMatchObject([{ code: 'E0030' }]);
		expect(
			store.organizations.list().map(({ code, parentCode }) => `${parentCode}>${code}`),
		).toEqual(
			['>ORG01', 'ORG01>ORG02', 'ORG01>ORG03', 'ORG03>ORG04', 'ORG03>ORG05'].concat(
				['ORG06', 'ORG07', 'ORG08'].map((code) => `ORG01>${code}`),
			),
		);
		expect(store.positions.list().map(({ code }) => code)).toEqual([
			'P1',
			'P2',
			'P3',
			'P4',
			'P5',
			'P6',
		]);
		expect(store.records.get(2, 3)).toMatchObject({
			uniqueId: 'CUS0003',
			createdAt: '2026-01-05 12:00:00',
			updatedAt: '2026-01-05 12:30:00',
		});
	});
});

test('a recent seed ends in the last day, in all that it holds; some requests are overdue and some are not', async () => {
	const now = () => new Date('2027-03-31T20:15:00Z');
	await withService({ now, recentSeed: true }, async ({ service }) => {
		const { store } = service;
		// The service is nine hours ahead.
		expect(store.records.get(4, 120)!.updatedAt).toMatch(/^2027-03-31 09:30:00$/);
		expect(store.records.get(2, 3)!.createdAt).toBe('2027-03-26 12:00:00');
		const values = (appsId: number, recordId: number) =>
			JSON.parse(store.records.get(appsId, recordId)!.data) as Record<string, unknown>;
		expect(values(4, 120)['field-44']).toBe('2027/03/31 08:00:00');
		const due = [...Array(40).keys()]
			.map((index) => values(1, index + 1)['field-8'])
			.filter(Boolean);
		expect(due).toContain('2027/03/18');
		expect(due).toContain('2027/04/13');
		const [comment] = store.comments.list(1, 1);
		expect(comment).toMatchObject({ createdAt: '2027-03-26 11:00:00' });
	});
});

test('what a person would send is what the seed holds', async () => {
	await withService({ dialect: { readOnlyFields: 'ignored' } }, async ({ service, http }) => {
		for (const { id } of service.store.forms.list()) {
			const { data } = await http.get(`/api/apps/${id}/records?limit=1000`);
			for (const { recordId, record } of data.records) {
				const { status, data: answer } = await http.put(`/api/apps/${id}/records/${recordId}`, {
					record,
				});
				expect([status, answer]).toEqual([204, '']);
				const { data: after } = await http.get(`/api/apps/${id}/records/${recordId}`);
				expect(after.record).toEqual(record);
			}
		}
	});
});

test('without seed the service is empty', async () => {
	await withService({ seed: false }, async ({ http }) => {
		expect((await http.get('/api/apps/forms')).data).toEqual({ forms: [] });
		expect((await http.get('/api/admin/users')).data).toEqual({ user: [] });
	});
});

test.each([
	['hyphens', 'field-1', 'field-2', 'field-243'],
	['underscores', 'field_1', 'field_2', 'field_243'],
	['japanese', '項目1', '項目2', '項目243'],
	['javascript', 'field_1', '__proto__', 'field_243'],
] as const)('fields are named with %s', async (identifiers, first, second, column) => {
	await withService({ identifiers }, async ({ service, http }) => {
		const query = `query=${encodeURIComponent(`${first} like "Printer"`)}&fields=${first}`;
		const { data } = await http.get(`/api/apps/1/records?limit=1&${query}`);
		expect(Object.entries(data.records[0].record)).toEqual([
			[first, 'Printer on the second floor is jammed'],
		]);
		const { record } = (await http.get('/api/apps/2/records/2')).data;
		expect(Object.keys(Object.values<object[]>(record)[3]![0]!)).toContain(column);
		const keys = service.store.forms.list().flatMap(({ fields }) => fields);
		expect(new Set(keys.map(({ fieldId }) => fieldId)).size).toBe(keys.length);
		const body = `{ "record": { "${first}": "New", "${second}": "Text" } }`;
		const headers = { 'content-type': 'application/json' };
		expect((await http.post('/api/apps/1/records', body, { headers })).status).toBe(201);
		const made = (await http.get('/api/apps/1/records/41')).data.record;
		expect(Object.entries(made)).toContainEqual([second, 'Text']);
	});
});

test('a database file keeps everything, and is not seeded again', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'service-'));
	const database = join(folder, 'service.sqlite');
	try {
		const first = await startService({ database });
		first.store.createRecord(1, { 'field-1': 'Kept' });
		first.store.deleteRecord(1, 41);
		first.store.users.delete('E0001');
		await first.close();
		const second = await startService({ database });
		expect(second.store.users.has('E0001')).toBe(false);
		expect(second.store.createRecord(1, { 'field-1': 'Next' }).recordId).toBe(42);
		await second.close();
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('every property of a field and of a choice is set in some definition', async () => {
	const { components } = parse(readFileSync(openapiPath, 'utf8'), { merge: true });
	const named = (schema: 'Field' | 'SelectItem') =>
		Object.keys(components.schemas[schema].properties);
	await withService({}, async ({ http }) => {
		const set = (some: object[]) => {
			const entries = some.flatMap((one) => Object.entries(one));
			return new Set(entries.filter(([, value]) => value !== '').map(([name]) => name));
		};
		const replies = await Promise.all([1, 2, 3, 4].map((id) => http.get(`/api/apps/${id}/fields`)));
		const fields = replies.flatMap(({ data }) => data.fields);
		const choices = fields.flatMap(({ selectItems = [] }) => selectItems);
		expect([...set(fields)].sort()).toEqual(named('Field').sort());
		expect([...set(choices)].sort()).toEqual(named('SelectItem').sort());
	});
});
