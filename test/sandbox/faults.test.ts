import { startService } from '../../sandbox/service/service.ts';
import { clientOf, test } from './client.ts';

// What each fault does to an operation is in test/n8n/faults.

test('an answer byte by byte is the whole answer', async ({ service, http }) => {
	const { data } = await http.get('/api/apps/1/fields');
	service.faults.add({ answer: { trickle: true }, times: 2 });
	expect((await http.get('/api/apps/1/fields')).data).toEqual(data);
	expect((await http.delete('/api/apps/1/records/1')).status).toBe(204);
});

test.each([
	['a body cut off', { cut: true }, 201],
	['another answer', { status: 500, takesEffect: true }, 500],
] as const)('%s after the operation took effect', async ({ service, http }, _, answer, status) => {
	service.faults.add({ answer });
	const comment = { content: 'x', creatorCode: 'E0001' };
	const sent = http.post('/api/apps/1/records/1/comments', comment);
	if ('cut' in answer) await expect(sent).rejects.toThrow('aborted');
	else expect((await sent).status).toBe(status);
	expect(service.store.comments.list(1, 1)).toHaveLength(4);
	expect(service.log[0]?.status).toBe(status);
});

it('never ends with the client, or with close()', async () => {
	const service = await startService();
	service.faults.add({ answer: { never: true }, times: 2 });
	const http = clientOf(service.url);
	const code = 'ECONNABORTED';
	await expect(http.get('/api/apps/forms', { timeout: 500 })).rejects.toMatchObject({ code });
	const pending = expect(http.get('/api/apps/forms')).rejects.toMatchObject({ code: 'ECONNRESET' });
	while (service.log.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
	await service.close();
	await pending;
});

test('nth, times, method and path choose the requests that are hit', async ({ service, http }) => {
	const answer = { status: 503, headers: { 'retry-after': '7' } };
	service.faults.add({ method: 'GET', path: /\/records$/, nth: 2, times: 2, answer });
	const statuses = [];
	for (const path of ['records', 'fields', 'records', 'records', 'records'])
		statuses.push((await http.get(`/api/apps/1/${path}`)).status);
	expect(statuses).toEqual([200, 200, 503, 503, 200]);
});

test('a tunnelled method matches too; clear() ends all faults', async ({ service, http }) => {
	service.faults.add({ method: 'DELETE', answer: { status: 500 }, times: 99 });
	const headers = { 'X-HTTP-Method-Override': 'DELETE' };
	expect((await http.post('/api/apps/1/records/1', undefined, { headers })).status).toBe(500);
	service.faults.clear();
	expect((await http.delete('/api/apps/1/records/1')).status).toBe(204);
});

it('a reply of ours that breaks openapi.yaml makes close() throw', async () => {
	const service = await startService();
	const broken = { code: 'P99', name: 'x', kana: 5 as unknown as string };
	service.store.positions.add(broken);
	await clientOf(service.url).get('/api/admin/positions/P99');
	await expect(service.close()).rejects.toThrow('getPosition 200: /kana must be string');
});
