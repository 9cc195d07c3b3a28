import { details, withService } from './client.ts';

const comments = '/api/apps/1/records/5/comments';

test('targets get names, a reply gets its target, retirees are left out', async () => {
	await withService({}, async ({ http }) => {
		const target = [{ userCode: 'E0002', organizationCode: 'ORG03', positionCode: 'P2' }];
		const first = await http.post(comments, { content: 'A', creatorCode: 'E0030', target });
		expect(first).toMatchObject({ status: 201, data: { commentId: 6 } });
		await http.post(comments, { content: 'B', creatorCode: 'E0001', parentId: 6 });
		await http.post(comments, { content: 'C', creatorCode: 'E0002', parentId: 7 });
		const { data } = await http.get(comments);
		expect(data).toMatchObject({ appsId: 1, recordId: 5 });
		expect(data.comments[0].target).toEqual([
			{
				userCode: 'E0002',
				userName: 'Ben Carter',
				organizationCode: 'ORG03',
				organizationName: 'Sales',
				positionCode: 'P2',
				positionName: 'Director',
			},
		]);
		expect(data.comments[0]).not.toHaveProperty('replyTarget');
		expect(data.comments[1]).not.toHaveProperty('replyTarget');
		expect(data.comments[2].replyTarget).toEqual({ userCode: 'E0001', userName: 'Aiko Tanaka' });
	});
});

test('a file comes back as it was sent', async () => {
	await withService({}, async ({ http }) => {
		const content = Buffer.from([0, 1, 2, 253, 254, 255, 10]).toString('base64');
		const file = [{ name: '写真.bin', type: 'application/octet-stream', content }];
		await http.post(comments, { content: 'A', creatorCode: 'E0001', file });
		const { data } = await http.get(`${comments}/6`);
		expect(data.comment.file).toEqual([
			{ ...file[0], id: expect.any(Number), size: 7, createdAt: data.comment.createdAt },
		]);
	});
});

test.each([
	[{ content: '' }, '[content] is required.'],
	[{ creatorCode: 'none' }, '[creatorCode] names [none], which does not exist.'],
	[{ parentId: -2 }, '[parentId] must be -1 or more.'],
	[{ parentId: 1 }, '[parentId] names [1], which does not exist.'],
	[{ target: [{ userCode: 'none' }] }, '[target[0].userCode] names [none], which does not exist.'],
	[{ target: [{}] }, '[target[0]] is empty.'],
	[{ target: [{ code: 'E0001' }] }, '[target[0].code] is not accepted.'],
	[{ file: [{ name: 'a', type: 'b' }] }, '[file[0].content] is required.'],
	[{ file: [{ name: 'a', type: 'b', content: '%%%' }] }, '[file[0].content] must be base64.'],
	[{ text: 'x' }, '[text] is not accepted.'],
])('a comment with %j is refused', async (change, detail) => {
	await withService({}, async ({ http }) => {
		const body = { content: 'A', creatorCode: 'E0001', ...change };
		const { status, data } = await http.post(comments, body);
		expect([status, details(data)]).toEqual([400, [detail]]);
	});
});

test('a deleted comment is gone', async () => {
	await withService({}, async ({ http }) => {
		const url = '/api/apps/1/records/1/comments';
		expect((await http.delete(`${url}/2`)).status).toBe(204);
		expect((await http.delete(`${url}/2`)).status).toBe(404);
		expect((await http.get(`${url}/2`)).status).toBe(404);
		const { data } = await http.get(url);
		expect(data.comments.map(({ id }: { id: number }) => id)).toEqual([1, 3]);
	});
});

describe('notices', () => {
	const counts = (data: { notices: { noticeList: { id: string; count: number }[] }[] }) =>
		Object.fromEntries((data.notices[0]?.noticeList ?? []).map(({ id, count }) => [id, count]));

	test('show counts by form and filter', async () => {
		await withService({}, async ({ service, http }) => {
			const { data } = await http.get('/api/common/notices/E0001');
			expect(data).toEqual({
				code: 'E0001',
				notices: [
					{
						appsId: '1',
						appsName: 'Support Requests',
						icon: { name: 'headset', src: `${service.url}/icons/headset.svg` },
						noticeList: ['Assigned to me', 'Unanswered', 'Comments to me'].map((label, index) => ({
							id: String(index + 1),
							label,
							count: expect.any(Number),
							url: `${service.url}/forms/1/records?filter=${index + 1}`,
						})),
					},
				],
			});
			const records = service.store.records.select(1, {
				where: [],
				values: [],
				order: 'recordId',
				limit: 100,
				offset: 0,
			});
			const mine = records.filter(({ data, status }) => {
				const assignees = (JSON.parse(data)['field-4'] ?? []) as { code: string }[];
				return status !== 'Closed' && assignees.some(({ code }) => code === 'E0001');
			});
			const open = records.filter(({ recordId, status }) => {
				return status === 'Open' && service.store.comments.list(1, recordId).length === 0;
			});
			expect(counts(data)).toEqual({ 1: mine.length, 2: open.length, 3: 1 });
		});
	});

	test('follow the records and comments, and say so', async () => {
		await withService({}, async ({ service, http }) => {
			const heard: unknown[] = [];
			service.events.on('notice', (event) => heard.push(event));
			const before = counts((await http.get('/api/common/notices/E0020')).data);
			expect(before).toEqual({ 2: expect.any(Number) });
			const open = before['2'] ?? 0;
			service.store.createRecord(1, { 'field-1': 'x', 'field-4': ['E0020'] });
			service.store.addComment(1, 41, {
				content: 'x',
				creatorCode: 'E0001',
				target: [{ userCode: 'E0020' }],
			});
			expect(counts((await http.get('/api/common/notices/E0020')).data)).toEqual({
				1: 1,
				2: open,
				3: 1,
			});
			const forOne = heard.filter((event) => (event as { code: string }).code === 'E0020');
			expect(forOne).toEqual([
				{ code: 'E0020', appsId: 1, id: '1', label: 'Assigned to me', count: 1, previous: 0 },
				{ code: 'E0020', appsId: 1, id: '2', label: 'Unanswered', count: open + 1, previous: open },
				{ code: 'E0020', appsId: 1, id: '2', label: 'Unanswered', count: open, previous: open + 1 },
				{ code: 'E0020', appsId: 1, id: '3', label: 'Comments to me', count: 1, previous: 0 },
			]);
		});
	});

	test('leave out deleted records', async () => {
		await withService({}, async ({ service, http }) => {
			const assigned = async () => counts((await http.get('/api/common/notices/E0001')).data)['1'];
			const before = (await assigned()) ?? 0;
			service.store.deleteRecord(1, 1);
			expect(await assigned()).toBe(before - 1);
		});
	});

	test('can be raised by hand', async () => {
		await withService({}, async ({ service, http }) => {
			service.store.raiseNotice('E0001', { appsId: 3, id: '7', label: 'To count', count: 12 });
			const { data } = await http.get('/api/common/notices/E0001');
			expect(data.notices[1]).toMatchObject({
				appsId: '3',
				noticeList: [{ id: '7', label: 'To count', count: 12 }],
			});
		});
	});
});
