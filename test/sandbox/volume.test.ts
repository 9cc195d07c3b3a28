import { type Service, startService } from '../../sandbox/service/service.ts';
import { isSample } from '../support/effort.ts';
import { clientOf } from './client.ts';

const count = 100_000;
let service: Service;

beforeAll(async () => {
	service = await startService();
	const second = (index: number) => new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString();
	service.store.addRecords(
		4,
		Array.from({ length: count }, (_, index) => ({
			values: { 'field-41': `N-${(index * 7919) % count}`, 'field-43': index % 1000 },
			updatedAt: second(Math.floor(index / 3))
				.slice(0, 19)
				.replace('T', ' '),
		})),
	);
}, 60_000);

afterAll(() => service.close());

/** The best of five: what the service needs, not what else the machine does. */
async function bestOf(
	path: string,
): Promise<{ ms: number; data: { records: { recordId: number }[] } }> {
	const http = clientOf(service.url);
	let ms = Infinity;
	let data = { records: [] };
	for (let i = 0; i < 5; i++) {
		const start = performance.now();
		({ data } = await http.get(path));
		ms = Math.min(ms, performance.now() - start);
	}
	return { ms, data };
}

test.each([
	['limit=1000', 1, 1000],
	['limit=1000&page=100', 99_001, 1000],
	['limit=1000&order=updatedAt:desc', 100_120, 1000],
	['limit=100&order=updatedAt:desc&page=900', 10_220, 100],
	['limit=100&order=createdAt:desc&page=1', 100_120, 100],
	['limit=100&order=field-43:desc', 120, 100],
	['limit=100&fields=field-41&query=field-43%20%3D%20999', 1120, 100],
])('%s of 100,000 records takes less than 200 ms', async (query, first, rows) => {
	const { ms, data } = await bestOf(`/api/apps/4/records?${query}`);
	expect(data.records).toHaveLength(rows);
	expect([data.records[0]?.recordId, ms < 200 || ms]).toEqual([first, true]);
});

test('the pages of a sorted list hold every record once', async () => {
	const http = clientOf(service.url);
	const seen = new Set<number>();
	const all = count + 120;
	const pages = isSample ? 20 : Math.ceil(all / 1000);
	for (let page = 1; page <= pages; page++) {
		const params = { page, limit: 1000, order: 'updatedAt:desc', fields: 'field-43' };
		const { data } = await http.get('/api/apps/4/records', { params });
		for (const { recordId } of data.records) seen.add(recordId);
	}
	expect(seen.size).toBe(Math.min(pages * 1000, all));
}, 60_000);
