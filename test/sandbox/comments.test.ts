import { details, test } from './client.ts';

const comments = '/api/apps/1/records/5/comments';

test('targets get names, a reply gets its target, retirees are left out', async ({ http }) => {
	const target = [{ userCode: 'E0002', organizationCode: 'ORG03', positionCode: 'P2' }];
	await http.post(comments, { content: 'A', creatorCode: 'E0030', target });
	await http.post(comments, { content: 'B', creatorCode: 'E0001', parentId: 6 });
	await http.post(comments, { content: 'C', creatorCode: 'E0002', parentId: 7 });
	const { data } = await http.get(comments);
	const names = { userName: 'Ben Carter', organizationName: 'Sales', positionName: 'Director' };
	expect(data.comments[0].target).toEqual([{ ...target[0], ...names }]);
	expect(data.comments.map((one: { replyTarget?: unknown }) => one.replyTarget)).toEqual([
		...[undefined, undefined],
		{ userCode: 'E0001', userName: 'Aiko Tanaka' },
	]);
});

test.each([
	[{ content: '' }, '[content] is required.'],
	[{ creatorCode: 'none' }, '[creatorCode] names [none], which does not exist.'],
	[{ parentId: 1 }, '[parentId] names [1], which does not exist.'],
	[{ target: [{ userCode: 'none' }] }, '[target[0].userCode] names [none], which does not exist.'],
	[{ target: [{}] }, '[target[0]] is empty.'],
	[{ file: [{ name: 'a', type: 'b', content: '%%%' }] }, '[file[0].content] must be base64.'],
])('a comment with %j is rejected', async ({ http }, change, detail) => {
	const body = { content: 'A', creatorCode: 'E0001', ...change };
	const { status, data } = await http.post(comments, body);
	expect([status, details(data)]).toEqual([400, [detail]]);
});

test('notices follow the records and comments, and say so', async ({ service, http }) => {
	const { store, events } = service;
	const heard: unknown[] = [];
	events.on('notice', ({ code, ...event }) => {
		if (code === 'E0020') heard.push(event);
	});
	const counts = async (): Promise<Record<string, number>> => {
		const [{ noticeList }] = (await http.get('/api/common/notices/E0020')).data.notices;
		const list = noticeList as { id: string; count: number }[];
		return Object.fromEntries(list.map(({ id, count }) => [id, count]));
	};
	const { 2: open } = await counts();
	const mine = { 'field-1': 'x', 'field-4': ['E0020'] };
	store.createRecord(1, mine);
	const target = [{ userCode: 'E0020' }];
	store.addComment(1, 41, { content: 'x', creatorCode: 'E0001', target });
	expect(await counts()).toEqual({ 1: 1, 2: open, 3: 1 });
	expect(heard).toEqual([
		{ appsId: 1, id: '1', label: 'Assigned to me', count: 1, previous: 0 },
		{ appsId: 1, id: '2', label: 'Unanswered', count: open! + 1, previous: open },
		{ appsId: 1, id: '2', label: 'Unanswered', count: open, previous: open! + 1 },
		{ appsId: 1, id: '3', label: 'Comments to me', count: 1, previous: 0 },
	]);
	store.updateRecord(1, 41, {}, { status: 'Closed' });
	expect(await counts()).toEqual({ 2: open, 3: 1 });
	store.deleteRecord(1, 41);
	store.deleteRecord(1, store.createRecord(1, mine).recordId);
	expect(await counts()).toEqual({ 2: open });
});
