import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../sandbox/service/service.ts';
import { withService } from './client.ts';

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
		const due = Array.from({ length: 40 }, (_, index) => values(1, index + 1)['field-8']);
		expect(due).toEqual(expect.arrayContaining(['2027/03/18', '2027/04/13']));
		const [comment] = store.comments.list(1, 1);
		expect(comment).toMatchObject({ createdAt: '2027-03-26 11:00:00' });
	});
});

test('what a person would send is what the seed holds', async () => {
	await withService({ dialect: { readOnlyFields: 'ignored' } }, async ({ service, http }) => {
		for (const { id } of service.store.forms.list()) {
			const { data } = await http.get(`/api/apps/${id}/records?limit=1000`);
			for (const { recordId, record } of data.records) {
				const path = `/api/apps/${id}/records/${recordId}`;
				expect((await http.put(path, { record })).status).toBe(204);
				const { data: after } = await http.get(path);
				expect(after.record).toEqual(record);
			}
		}
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
