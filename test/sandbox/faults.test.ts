import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService } from '../../sandbox/service/service.ts';
import { clientOf, withService } from './client.ts';

// What each fault does to an operation is in test/n8n/faults.

test('a body cut off: the operation took effect, the status arrived', async () => {
	await withService({}, async ({ service, http }) => {
		service.faults.add({ answer: { cut: true } });
		const comment = { content: 'x', creatorCode: 'E0001' };
		const failed = http.post('/api/apps/1/records/1/comments', comment);
		await expect(failed).rejects.toThrow('aborted');
		expect(service.store.comments.list(1, 1)).toHaveLength(4);
		expect(service.log[0]?.status).toBe(201);
	});
});

test('an answer byte by byte is the whole answer', async () => {
	await withService({}, async ({ service, http }) => {
		const { data } = await http.get('/api/apps/1/fields');
		service.faults.add({ answer: { trickle: true }, times: 2 });
		expect((await http.get('/api/apps/1/fields')).data).toEqual(data);
		expect((await http.delete('/api/apps/1/records/1')).status).toBe(204);
	});
});

test('another answer after the operation took effect', async () => {
	await withService({}, async ({ service, http }) => {
		service.faults.add({ answer: { status: 500, takesEffect: true }, times: 2 });
		for (let attempt = 0; attempt < 2; attempt++)
			expect((await http.delete('/api/apps/1/records/1')).status).toBe(500);
		expect(service.store.records.count(1)).toBe(39);
	});
});

test('never ends with the client, or with close()', async () => {
	const service = await startService();
	service.faults.add({ answer: { never: true }, times: 2 });
	const http = clientOf(service.url);
	const code = 'ECONNABORTED';
	await expect(http.get('/api/apps/forms', { timeout: 50 })).rejects.toMatchObject({ code });
	const pending = expect(http.get('/api/apps/forms')).rejects.toMatchObject({ code: 'ECONNRESET' });
	while (service.log.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
	await service.close();
	await pending;
});

test('nth, times, method and path choose the requests that are hit', async () => {
	await withService({}, async ({ service, http }) => {
		const answer = { status: 503, headers: { 'retry-after': '7' } };
		service.faults.add({ method: 'GET', path: /\/records$/, nth: 2, times: 2, answer });
		const statuses = [];
		for (const path of ['records', 'fields', 'records', 'records', 'records'])
			statuses.push((await http.get(`/api/apps/1/${path}`)).status);
		expect(statuses).toEqual([200, 200, 503, 503, 200]);
	});
});

test('a tunnelled method matches too; clear() ends all faults', async () => {
	await withService({}, async ({ service, http }) => {
		service.faults.add({ method: 'DELETE', answer: { status: 500 }, times: 99 });
		const headers = { 'X-HTTP-Method-Override': 'DELETE' };
		expect((await http.post('/api/apps/1/records/1', undefined, { headers })).status).toBe(500);
		service.faults.clear();
		expect((await http.delete('/api/apps/1/records/1')).status).toBe(204);
	});
});

test('a reply of ours that breaks openapi.yaml makes close() throw', async () => {
	const service = await startService();
	const broken = { code: 'P99', name: 'x', kana: 5 as unknown as string };
	service.store.positions.add(broken);
	await clientOf(service.url).get('/api/admin/positions/P99');
	await expect(service.close()).rejects.toThrow('getPosition 200: /kana must be string');
});

test('a port in use is an error, not a hang', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => other.once('listening', resolve));
	const { port } = other.address() as AddressInfo;
	await expect(startService({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	await new Promise((resolve) => other.close(resolve));
});
