import { type Dialect, plainDialect } from '../../sandbox/service/dialects.ts';
import { type Running, withService } from './client.ts';

const subject = (text = 'x') => ({ record: { 'field-1': text } });

const person = {
	code: 'E9001',
	name: 'New Person',
	kana: 'New Person',
	loginId: 'new',
	loginPass: 'secret-1',
	organizationCode: 'ORG02',
};

/** What each switch changes: under the plain dialect `see` answers the first, under the other the second. */
const cases: [
	Partial<Dialect>,
	see: (running: Running) => Promise<unknown>,
	plain: unknown,
	bent: unknown,
][] = [
	[
		{ defaultLimit: 100 },
		async ({ http }) => (await http.get('/api/apps/4/records')).data.records.length,
		20,
		100,
	],
	[
		{ overLimit: 'cut' },
		async ({ service, http }) => {
			const record = { values: {} };
			service.store.addRecords(4, Array(1000).fill(record));
			const { status, data } = await http.get('/api/apps/4/records?limit=1001');
			return [status, data.records?.length];
		},
		[400, undefined],
		[200, 1000],
	],
	[
		{ pastTheEnd: 'notFound' },
		async ({ http }) => (await http.get('/api/apps/1/records?page=9')).status,
		200,
		404,
	],
	[
		{ pastTheEnd: 'notFound' },
		async ({ http }) => (await http.get('/api/admin/users?page=9')).status,
		200,
		404,
	],
	[
		{ pastTheEnd: 'notFound' },
		async ({ http }) => (await http.get('/api/apps/1/records?query=recordId%3D99')).status,
		200,
		200,
	],
	[
		{ ties: 'insertion' },
		async (running) => {
			const { store } = running.service;
			const updatedAt = '2026-09-09 09:09:09';
			for (const id of [3, 1, 2]) store.updateRecord(1, id, {}, { updatedAt });
			return ids(running, 'order=updatedAt:desc&limit=3');
		},
		[1, 2, 3],
		[3, 1, 2],
	],
	[{ defaultOrder: 'idDescending' }, (running) => ids(running, 'limit=2'), [1, 2], [40, 39]],
	[
		{ defaultOrder: 'updatedAtDescending' },
		async (running) => {
			running.service.store.updateRecord(1, 7, {}, { updatedAt: '2027-01-01 00:00:00' });
			return ids(running, 'limit=2');
		},
		[1, 2],
		[7, 40],
	],
	[
		{ orderDirections: 'any' },
		(running) => ids(running, 'limit=2&order=status,recordId:desc'),
		400,
		[39, 34],
	],
	[
		{ orderDirections: 'any' },
		(running) => ids(running, 'limit=2&order=recordId:asc'),
		400,
		[1, 2],
	],
	[
		{ deletedListed: true },
		async (running) => {
			running.service.store.deleteRecord(1, 1);
			const { data } = await running.http.get('/api/apps/1/records?limit=1');
			return [data.records[0].recordId, data.records[0].isDeleted];
		},
		[2, 0],
		[1, 1],
	],
	[
		{ deletedReadable: true },
		async ({ service, http }) => {
			service.store.deleteRecord(1, 1);
			const { status, data } = await http.get('/api/apps/1/records/1');
			return [status, data.isDeleted];
		},
		[404, undefined],
		[200, 1],
	],
	[
		{ deleteTouchesUpdatedAt: false },
		async ({ service }) => {
			service.store.deleteRecord(1, 1, { updatedAt: '2027-01-01 00:00:00' });
			return service.store.records.get(1, 1)?.updatedAt;
		},
		'2027-01-01 00:00:00',
		'2026-01-05 10:30:00',
	],
	[
		{ importRecords: 'alwaysCreates' },
		async ({ service, http }) => {
			const records = [{ recordId: 1, ...subject() }];
			await http.post('/api/apps/1/records/import', { records });
			return service.store.records.count(1);
		},
		40,
		41,
	],
	[
		{ importFailure: 'rowsBeforeStay' },
		async ({ service, http }) => {
			const records = [subject(), subject(''), subject()];
			const { status } = await http.post('/api/apps/1/records/import', { records });
			return [status, service.store.records.count(1)];
		},
		[400, 40],
		[400, 41],
	],
	[
		{ importFailure: 'rowsBeforeStay' },
		async ({ service, http }) => {
			const user = [person, { ...person, code: 'E9002', name: 5 }];
			const { status } = await http.post('/api/admin/users/import', { user });
			return [status, service.store.users.has('E9001')];
		},
		[400, false],
		[400, true],
	],
	[
		{ createRecordAnswer: 'record' },
		async ({ http }) => (await http.post('/api/apps/1/records', subject())).data.recordId,
		undefined,
		41,
	],
	[
		{ createRecordAnswer: 'location' },
		async ({ service, http }) => {
			const { headers } = await http.post('/api/apps/1/records', subject());
			return headers.location?.replace(service.url, '');
		},
		undefined,
		'/api/apps/1/records/41',
	],
	[
		{ createUserAnswer: 'user' },
		async ({ http }) => (await http.post('/api/admin/users', person)).data.code,
		undefined,
		'E9001',
	],
	[
		{ createUserAnswer: 'notice' },
		async ({ http }) => (await http.post('/api/admin/users', person)).data,
		'',
		{ code: 'E9001', notices: [] },
	],
	[
		{ importUsersAnswer: 'user' },
		async ({ http }) => {
			const { status, data } = await http.post('/api/admin/users/import', { user: [person] });
			return [status, data.loginId];
		},
		[204, undefined],
		[200, 'new'],
	],
	[
		{ importUsersAnswer: 'notice' },
		async ({ http }) => {
			const { status, data } = await http.post('/api/admin/users/import', { user: [person] });
			return [status, data];
		},
		[204, ''],
		[200, { code: 'E9001', notices: [] }],
	],
	[
		{ updateBody: 'replace' },
		async ({ http }) => {
			await http.put('/api/apps/1/records/1', subject());
			return (await http.get('/api/apps/1/records/1')).data.record['field-5'].length;
		},
		1,
		0,
	],
	[
		{ updateBody: 'replace' },
		async ({ http }) => {
			const body = { code: 'ORG01', name: 'HQ', kana: 'HQ' };
			await http.put('/api/admin/organizations/ORG01', body);
			return (await http.get('/api/admin/organizations/ORG01')).data.alias;
		},
		'HQ',
		'',
	],
	[
		{ requiredOnUpdate: false },
		async ({ http }) => (await http.put('/api/admin/users/E0001', { outsideAccess: false })).status,
		400,
		204,
	],
	[
		{ readOnlyFields: 'ignored' },
		async ({ http }) =>
			(await http.put('/api/apps/3/records/1', { record: { 'field-35': 1 } })).status,
		400,
		204,
	],
	[
		{ fieldTypes: 'codes' },
		async ({ http }) => (await http.get('/api/apps/1/fields/1')).data.fieldType,
		'text',
		expect.stringMatching(/^T\d+$/),
	],
	[{ query: 'ignored' }, async (running) => ids(running, 'limit=2&query=what+ever'), 400, [1, 2]],
	[
		{ errorCode: 'string' },
		async ({ http }) => (await http.get('/api/apps/forms/9')).data.errors.code,
		404,
		'404',
	],
	...(
		[
			['absent', { code: 400, message: 'Bad Request' }],
			['empty', { code: 400, message: 'Bad Request', details: [] }],
			['withoutMessage', { code: 400, message: 'Bad Request', details: [{}] }],
		] as const
	).map(([errorDetails, bent]): (typeof cases)[number] => [
		{ errorDetails },
		async ({ http }) => (await http.get('/api/apps/1/records?page=0')).data.errors,
		{ code: 400, message: 'Bad Request', details: [{ message: '[page] must be 1 or more.' }] },
		bent,
	]),
	...(
		[
			['empty', ''],
			['html', '<html><body><h1>Error 404</h1></body></html>'],
			['cut', '{"errors":{"code":404,'],
		] as const
	).map(([errorBody, bent]): (typeof cases)[number] => [
		{ errorBody },
		async ({ http }) => (await http.get('/api/apps/forms/9')).data,
		{ errors: { code: 404, message: 'Not Found' } },
		bent,
	]),
	[
		{ numbers: 'strings' },
		async ({ http }) => {
			const { recordId, isDeleted, record } = (await http.get('/api/apps/1/records/2')).data;
			return [recordId, isDeleted, record['field-9']];
		},
		[2, 0, 3.5],
		['2', '0', '3.5'],
	],
	[
		{ choiceValues: 'object' },
		async (running) => value(running, 'field-6'),
		'Normal',
		{ id: 2, selectName: 'Normal', code1: 'N' },
	],
	[
		{ multipleValues: 'comma' },
		async (running) => value(running, 'field-7', 2),
		['Phone', 'Chat'],
		'Phone,Chat',
	],
	[
		{ detailRows: 'records' },
		async ({ http }) =>
			Object.keys((await http.get('/api/apps/2/records/2')).data.record['field-24'][0]),
		['field-241', 'field-242', 'field-243'],
		['record'],
	],
	[{ emptyValues: 'null' }, async (running) => value(running, 'field-10', 2), '', null],
	[{ emptyValues: 'missing' }, async (running) => value(running, 'field-10', 2), '', undefined],
	[{ emptyValues: 'missing' }, async (running) => value(running, 'field-4', 9), [], []],
	[
		{ relatedCodeKey: 'withSuffix' },
		async ({ http }) =>
			(await http.get('/api/apps/1/records?limit=1&fields=field-6%5B1%5D')).data.records[0].record,
		{ 'field-6': 'N' },
		{ 'field-6[1]': 'N' },
	],
	[{ zoneOffsetMinutes: -300 }, writtenAt, '2026-05-01 09:00:00', '2026-04-30 19:00:00'],
	[{ clockOffsetSeconds: -90 }, writtenAt, '2026-05-01 09:00:00', '2026-05-01 08:58:30'],
	[
		{ clockOffsetSeconds: 90 },
		async ({ http }) => (await http.get('/api/apps/forms')).headers.date,
		'Fri, 01 May 2026 00:00:00 GMT',
		'Fri, 01 May 2026 00:01:30 GMT',
	],
	[
		{ zeroCounts: 'kept' },
		async ({ http }) => {
			const { data } = await http.get('/api/common/notices/E0020');
			return data.notices[0].noticeList.map(({ id }: { id: string }) => id);
		},
		['2'],
		['1', '2', '3'],
	],
	[
		{ noNotices: 'missing' },
		async ({ service, http }) => {
			const form = service.store.forms.get(1);
			if (form) service.store.addForm({ ...form, filters: [] });
			return (await http.get('/api/common/notices/E0020')).data;
		},
		{ code: 'E0020', notices: [] },
		{ code: 'E0020' },
	],
	[
		{ processFunction: 'off' },
		async ({ http }) => (await http.get('/api/apps/1/records/1')).data.status,
		'Open',
		undefined,
	],
	[
		{ fileContent: 'dataUrl' },
		async ({ http }) =>
			(await http.get('/api/apps/1/records/1/comments/3')).data.comment.file[0].content.slice(
				0,
				23,
			),
		'VHJheSAyIHdhcyBvcGVuLgp',
		'data:text/plain;base64,',
	],
];

async function ids({ http }: Running, query: string): Promise<number[] | number> {
	const { status, data } = await http.get(`/api/apps/1/records?${query}`);
	return status === 200 ? data.records.map((row: { recordId: number }) => row.recordId) : status;
}

async function value({ http }: Running, field: string, recordId = 1): Promise<unknown> {
	return (await http.get(`/api/apps/1/records/${recordId}`)).data.record[field];
}

async function writtenAt({ http }: Running): Promise<string> {
	await http.post('/api/apps/1/records', subject());
	return (await http.get('/api/apps/1/records/41')).data.createdAt;
}

const now = () => new Date('2026-05-01T00:00:00Z');

test.each(cases)('%j', async (dialect, see, plain, bent) => {
	await withService({ now }, async (running) => expect(await see(running)).toEqual(plain));
	await withService({ now, dialect }, async (running) => expect(await see(running)).toEqual(bent));
});

test('rows of equal sort value may come in another order on every request', async () => {
	await withService({ dialect: { ties: 'shuffled' } }, async (running) => {
		running.service.store.addRecords(
			1,
			Array(200).fill({ values: {}, updatedAt: '2026-09-09 09:09:09' }),
		);
		const query = 'order=updatedAt:desc&limit=200';
		const [first, second] = [await ids(running, query), await ids(running, query)];
		expect(first).not.toEqual(second);
		expect(new Set(first as number[])).toEqual(new Set(second as number[]));
	});
});

test('a written record may become visible later than the time it carries', async () => {
	let time = now().getTime();
	const options = { now: () => new Date(time), dialect: { visibleAfterSeconds: 5 } };
	await withService(options, async (running) => {
		await running.http.post('/api/apps/1/records', subject());
		const newest = () => ids(running, 'limit=1&order=recordId:desc');
		expect(await newest()).toEqual([40]);
		time += 4_999;
		expect(await newest()).toEqual([40]);
		time += 1;
		expect(await newest()).toEqual([41]);
	});
});

test('the dialect can change between requests', async () => {
	await withService({}, async ({ service, http }) => {
		service.dialect = { ...service.dialect, pastTheEnd: 'notFound' };
		expect((await http.get('/api/apps/1/records?page=99')).status).toBe(404);
		service.dialect = { ...service.dialect, pastTheEnd: 'empty' };
		expect((await http.get('/api/apps/1/records?page=99')).status).toBe(200);
	});
});

test('every switch has a test', () => {
	const elsewhere = ['keyRequiredOnUpdate', 'limitStatus', 'limitWindow', 'retryAfter'];
	const here = ['visibleAfterSeconds', ...cases.flatMap(([dialect]) => Object.keys(dialect))];
	expect([...new Set([...here, ...elsewhere])].sort()).toEqual(Object.keys(plainDialect).sort());
});
