import { details, withService } from './client.ts';

const comments = '/api/apps/1/records/5/comments';

test('targets get names, a reply gets its target, retirees are left out', async () => {
	await withService({}, async ({ http }) => {
		const target = [{ userCode: 'E0002', organizationCode: 'ORG03', positionCode: 'P2' }];
		await http.post(comments, { content: 'A', creatorCode: 'E0030', target });
		await http.post(comments, { content: 'B', creatorCode: 'E0001', parentId: 6 });
		await http.post(comments, { content: 'C', creatorCode: 'E0002', parentId: 7 });
		const { data } = await http.get(comments);
		const names = { userName: 'Ben Carter', organizationName: 'Sales', positionName: 'Director' };
		expect(data.comments[0].target).toEqual([{ ...target[0], ...names }]);
		expect(data.comments.map((one: { replyTarget?: unknown }) => one.replyTarget)).toEqual([
			undefined,
			undefined,
			{ userCode: 'E0001', userName: 'Aiko Tanaka' },
		]);
	});
});

test.each([
	[{ content: '' }, '[content] is required.'],
	[{ creatorCode: 'none' }, '[creatorCode] names [none], which does not exist.'],
	[{ parentId: 1 }, '[parentId] names [1], which does not exist.'],
	[{ target: [{ userCode: 'none' }] }, '[target[0].userCode] names [none], which does not exist.'],
	[{ target: [{}] }, '[target[0]] is empty.'],
	[{ file: [{ name: 'a', type: 'b', content: '%%%' }] }, '[file[0].content] must be base64.'],
])('a comment with %j is rejected', async (change, detail) => {
	await withService({}, async ({ http }) => {
		const body = { content: 'A', creatorCode: 'E0001', ...change };
		const { status, data } = await http.post(comments, body);
		expect([status, details(data)]).toEqual([400, [detail]]);
	});
});

describe('notices', () => {
	const counts = (data: { notices: { noticeList: { id: string; count: number }[] }[] }) =>
		Object.fromEntries((data.notices[0]?.noticeList ?? []).map(({ id, count }) => [id, count]));

	test('count the records of each filter, without the deleted ones', async () => {
		await withService({}, async ({ service, http }) => {
			const { store, url } = service;
			const all = { where: [], values: [], order: 'recordId', limit: 100, offset: 0 };
			const open = store.records.select(1, all).filter(({ status }) => status !== 'Closed');
			const mine = open.filter(({ data }) => /"field-4":[^\]]*E0001/.test(data));
			const unanswered = open.filter(({ recordId, status }) => {
				return status === 'Open' && store.comments.list(1, recordId).length === 0;
			});
			const { data } = await http.get('/api/common/notices/E0001');
			expect(counts(data)).toEqual({ 1: mine.length, 2: unanswered.length, 3: 1 });
			const [{ icon, noticeList }] = data.notices;
			expect(icon).toEqual({ name: 'headset', src: `${url}/icons/headset.svg` });
			expect(noticeList[0].url).toBe(`${url}/forms/1/records?filter=1`);
			store.deleteRecord(1, mine[0]!.recordId);
			const { data: after } = await http.get('/api/common/notices/E0001');
			expect(counts(after)['1']).toBe(mine.length - 1);
		});
	});

	test('follow the records and comments, and say so', async () => {
		await withService({}, async ({ service, http }) => {
			const heard: unknown[] = [];
			service.events.on('notice', ({ code, ...event }) => {
				if (code === 'E0020') heard.push(event);
			});
			const { 2: open } = counts((await http.get('/api/common/notices/E0020')).data);
			service.store.createRecord(1, { 'field-1': 'x', 'field-4': ['E0020'] });
			const target = [{ userCode: 'E0020' }];
			service.store.addComment(1, 41, { content: 'x', creatorCode: 'E0001', target });
			const { data } = await http.get('/api/common/notices/E0020');
			expect(counts(data)).toEqual({ 1: 1, 2: open, 3: 1 });
			expect(heard).toEqual([
				{ appsId: 1, id: '1', label: 'Assigned to me', count: 1, previous: 0 },
				{ appsId: 1, id: '2', label: 'Unanswered', count: open! + 1, previous: open },
				{ appsId: 1, id: '2', label: 'Unanswered', count: open, previous: open! + 1 },
				{ appsId: 1, id: '3', label: 'Comments to me', count: 1, previous: 0 },
			]);
		});
	});
});
