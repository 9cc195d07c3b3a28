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
		{ doubleKey: 'created' },
		async ({ http }) => {
			const record = { 'field-21': 'C-001', 'field-22': 'Double' };
			return (await http.post('/api/apps/2/records', { record })).status;
		},
		400,
		201,
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
		{ pastTheEnd: 'repeats' },
		async ({ http }) => (await http.get('/api/apps/1/records?page=9&limit=5')).data.records.length,
		0,
		5,
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
	[{ timeZone: 'America/New_York' }, writtenAt, '2026-05-01 09:00:00', '2026-04-30 20:00:00'],
	...([200, 201, 202, 204] as const).map((writeStatus): (typeof cases)[number] => [
		{ writeStatus },
		async ({ http }) => [
			(await http.post('/api/apps/1/records', subject())).status,
			(await http.put('/api/apps/1/records/1', subject())).status,
			(await http.get('/api/apps/1/records/1')).status,
		],
		[201, 204, 200],
		[writeStatus, writeStatus, 200],
	]),
	...(
		[
			['empty', [201, '', 204, '']],
			['json', [201, { result: 'success' }, 200, { result: 'success' }]],
			['text', [201, 'OK', 200, 'OK']],
		] as const
	).map(([writeBody, bent]): (typeof cases)[number] => [
		{ writeBody },
		async ({ http }) => {
			const comment = { content: 'Seen', creatorCode: 'E0001' };
			const made = await http.post('/api/apps/1/records/1/comments', comment);
			const updated = await http.put('/api/apps/1/records/1', subject());
			return [made.status, made.data, updated.status, updated.data];
		},
		[201, { commentId: 6 }, 204, ''],
		bent,
	]),
	[
		{ pageCap: 100 },
		async ({ http }) => {
			const rows = async (page: number) =>
				(await http.get(`/api/apps/4/records?limit=1000&page=${page}`)).data.records;
			return [(await rows(1)).length, (await rows(2))[0]?.recordId];
		},
		[120, undefined],
		[100, 101],
	],
	...(
		[
			['exact', [[], ['Support Requests'], [], []]],
			['prefix', [['Support Requests'], ['Support Requests'], [], []]],
			[
				'folded',
				[['Support Requests'], ['Support Requests'], ['Support Requests'], ['Support Requests']],
			],
		] as const
	).map(([nameFilter, bent]): (typeof cases)[number] => [
		{ nameFilter },
		async ({ http }) =>
			await Promise.all(
				['Support', 'Support Requests', 'REQUESTS', 'Ｓｕｐｐｏｒｔ'].map(async (name) => {
					const { data } = await http.get('/api/apps/forms', { params: { name } });
					return data.forms.map((form: { name: string }) => form.name);
				}),
			),
		[['Support Requests'], ['Support Requests'], [], []],
		bent,
	]),
	[
		{ nameFilter: 'prefix' },
		async ({ http }) => [
			(await http.get('/api/admin/users?name=Tanaka&limit=1')).data.user.length,
			(await http.get('/api/admin/users?name=Aiko')).data.user.length,
			(await http.get('/api/apps/1/fields?name=date')).data.fields.length,
		],
		[1, 1, 1],
		[0, 1, 0],
	],
	...(
		[
			['none', [[], 120, 20]],
			['refused', [400, 120, 20]],
		] as const
	).map(([keywordWithoutFields, bent]): (typeof cases)[number] => [
		{ keywordWithoutFields },
		async (running) => [
			await ids(running, 'limit=2&keyword=VPN'),
			(await running.http.get('/api/apps/4/records?limit=200&keyword=PO')).data.records.length,
			(await running.http.get('/api/apps/1/records?keyword=')).data.records.length,
		],
		[[1, 2], 120, 20],
		bent,
	]),
	...(
		[
			['null', [null, null, null, null, null, null]],
			['text', ['', '', '', '', '', '']],
			['zero', [0, '', false, [], 0, '']],
			['minusOne', [-1, '', false, [], -1, '']],
		] as const
	).map(([unsetProperties, bent]): (typeof cases)[number] => [
		{ unsetProperties },
		async ({ http }) => {
			const { max, prefix, multiple, selectItems } = (await http.get('/api/apps/1/fields/1')).data;
			const { subTable } = (await http.get('/api/apps/2/fields?limit=4')).data.fields[3];
			return [max, prefix, multiple, selectItems, subTable[0].max, subTable[0].suffix];
		},
		[undefined, undefined, undefined, undefined, undefined, undefined],
		bent,
	]),
	[
		{ multipleFlag: 'false' },
		async ({ http }) => [
			(await http.get('/api/apps/1/fields/7')).data.multiple,
			(await http.get('/api/apps/1/fields/4')).data.multiple,
		],
		[true, true],
		[false, true],
	],
	...(
		[
			['changes', [204, 'Closed', 204, 'Closed']],
			['refused', [400, 'Open', 400, 'In progress']],
		] as const
	).map(([statusInBody, bent]): (typeof cases)[number] => [
		{ statusInBody },
		async ({ http }) => {
			const row = { status: 'Closed', ...subject() };
			const status = async (id: number) =>
				(await http.get(`/api/apps/1/records/${id}`)).data.status;
			const updated = await http.put('/api/apps/1/records/1', row);
			const records = [{ recordId: 2, ...row }];
			const imported = await http.post('/api/apps/1/records/import', { records });
			return [updated.status, await status(1), imported.status, await status(2)];
		},
		[204, 'Open', 204, 'In progress'],
		bent,
	]),
	[
		{ emptyApplications: 'withoutList' },
		async ({ http }) =>
			(await http.get('/api/common/notices/E0001')).data.notices.map(
				(one: { appsName: string; noticeList?: [] }) => [
					one.appsName,
					one.noticeList !== undefined,
				],
			),
		[['Support Requests', true]],
		[
			['Support Requests', true],
			['Customers', false],
			['Assets', false],
			['Orders', false],
		],
	],
	...(
		[
			['otherCase', 'e0001'],
			['otherWidth', 'Ｅ０００１'],
		] as const
	).map(([noticeCode, bent]): (typeof cases)[number] => [
		{ noticeCode },
		async ({ http }) => (await http.get('/api/common/notices/E0001')).data.code,
		'E0001',
		bent,
	]),
	[
		{ noticesOfRetired: 'notFound' },
		async ({ http }) => [
			(await http.get('/api/common/notices/E0030')).status,
			(await http.get('/api/common/notices/E0029')).status,
		],
		[200, 200],
		[404, 200],
	],
	[
		{ directoryDefaults: 'set' },
		async ({ service, http }) => {
			const given = { ...person, code: 'E0030', loginId: 'user30' };
			const whole = { isRetired: true, expire: '2030/03/31', loginErrorCount: 4 };
			await http.put('/api/admin/users/E0030', { ...given, ...whole });
			await http.post('/api/admin/users/import', { user: [given] });
			const { isRetired, expire, loginErrorCount } = service.store.users.get('E0030')!;
			return [isRetired, expire, loginErrorCount];
		},
		[true, '2030/03/31', 4],
		[false, '9999/12/31', 0],
	],
	...(
		[
			['text', ['0', '0', '1']],
			['boolean', [false, false, true]],
			['absent', [undefined, undefined, undefined]],
		] as const
	).map(([deletionFlag, bent]): (typeof cases)[number] => [
		{ deletionFlag },
		async ({ service, http }) => {
			service.dialect = { ...service.dialect, deletedReadable: true };
			service.store.deleteRecord(1, 40);
			const read = async (path: string) => (await http.get(`/api/apps/1/records/${path}`)).data;
			const comment = (await read('1/comments/1')).comment;
			return [(await read('1')).isDeleted, comment.isDeleted, (await read('40')).isDeleted];
		},
		[0, 0, 1],
		bent,
	]),
	[
		{ dates: 'hyphens' },
		async ({ http }) => [
			(await http.get('/api/admin/users/E0001')).data.expire,
			(await http.get('/api/apps/forms/1')).data.startDay,
			(await http.get('/api/apps/1/records/1')).data.record['field-8'],
			(await http.get('/api/apps/4/records/1')).data.record['field-44'],
		],
		['9999/12/31', '2026/01/01', '2026/02/01', '2026/01/05 09:00:00'],
		['9999-12-31', '2026-01-01', '2026-02-01', '2026-01-05 09:00:00'],
	],
	...(
		[
			['T', '2026-01-05T09:00:00'],
			['Z', '2026-01-05T00:00:00Z'],
			['offset', '2026-01-05T09:00:00+09:00'],
			['minutes', '2026/01/05 09:00'],
		] as const
	).map(([times, bent]): (typeof cases)[number] => [
		{ times },
		async ({ service, http }) => {
			const value = (await http.get('/api/apps/4/records/1')).data.record['field-44'];
			const record = { 'field-41': 'x', 'field-44': value };
			const { status } = await http.put('/api/apps/4/records/1', { record });
			const { data = '{}' } = service.store.records.get(4, 1) ?? {};
			return [value, status, JSON.parse(data)['field-44'].slice(0, 16)];
		},
		['2026/01/05 09:00:00', 204, '2026/01/05 09:00'],
		[bent, 204, '2026/01/05 09:00'],
	]),
	[
		{ ids: 'huge' },
		async ({ http }) => {
			const { appsId, recordId, isDeleted } = (await http.get('/api/apps/1/records/2')).data;
			const { status } = await http.put(`/api/apps/${appsId}/records/${recordId}`, {
				recordId,
				...subject('Found'),
			});
			const { data } = await http.get('/api/apps/1/records/2');
			return [appsId, recordId, isDeleted, status, data.record['field-1']];
		},
		[1, 2, 0, 204, 'Found'],
		['9007199254740993000001', '9007199254740993000002', 0, 204, 'Found'],
	],
	[
		{ changingValues: true },
		async ({ http }) => {
			const read = async () => (await http.get('/api/apps/1/records/1')).data;
			const [one, other] = [await read(), await read()];
			const isSame = (of: (row: typeof one) => unknown) => of(one) === of(other);
			return [isSame(({ accessUrl }) => accessUrl), isSame(({ record }) => record['field-93'])];
		},
		[true, true],
		[false, false],
	],
	...(
		[
			['addresses', '<site>/files/1/1/manual.pdf', 400],
			[
				'objects',
				[
					{
						name: 'manual.pdf',
						type: 'application/pdf',
						size: 1024,
						url: '<site>/files/1/1/manual.pdf',
					},
				],
				400,
			],
		] as const
	).map(([fileFields, bent, refused]): (typeof cases)[number] => [
		{ fileFields },
		async (running) => {
			const read = JSON.stringify((await value(running, 'field-91')) ?? null);
			const { status } = await running.http.put('/api/apps/1/records/1', {
				record: { ...subject().record, 'field-91': 'a.pdf' },
			});
			return [JSON.parse(read.replaceAll(running.service.url, '<site>')), status];
		},
		[null, 204],
		[bent, refused],
	]),
	...(
		[
			['codeObjects', [204, 400, 400]],
			['pairs', [400, 204, 400]],
			['codes', [400, 400, 204]],
		] as const
	).map(([selections, bent]): (typeof cases)[number] => [
		{ selections },
		async ({ http }) => {
			const ways = [[{ code: 'E0001' }], [{ code: 'E0001', name: 'Aiko Tanaka' }], ['E0001']];
			const statuses: number[] = [];
			for (const way of ways) {
				const record = { ...subject().record, 'field-3': way };
				statuses.push((await http.put('/api/apps/1/records/1', { record })).status);
			}
			return statuses;
		},
		[204, 204, 204],
		bent,
	]),
	[
		{ unknownPaths: 'page' },
		async ({ service, http }) => {
			const { status, data } = await http.get('/api/apps/form');
			expect(service.problems.splice(0)).toEqual(['Unknown route: GET /api/apps/form']);
			return [status, data.errors?.message];
		},
		[404, 'Not Found'],
		[200, undefined],
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

test('the clock of a zone with summer time repeats an hour', async () => {
	let time = Date.UTC(2026, 9, 25, 0, 30);
	const options = { now: () => new Date(time), dialect: { timeZone: 'Europe/Berlin' } };
	await withService(options, async ({ http }) => {
		const written: string[] = [];
		for (; written.length < 3; time += 3_600_000) {
			await http.put('/api/apps/1/records/1', subject());
			written.push((await http.get('/api/apps/1/records/1')).data.updatedAt);
		}
		expect(written).toEqual(['2026-10-25 02:30:00', '2026-10-25 02:30:00', '2026-10-25 03:30:00']);
	});
});

test('a moment is stored by the clock of the site, in summer as in winter', async () => {
	const dialect = { timeZone: 'America/New_York', times: 'Z' } as const;
	await withService({ dialect }, async ({ service, http }) => {
		const stored: string[] = [];
		for (const moment of ['2026-01-05T00:00:00Z', '2026-07-05T02:00:00+02:00']) {
			const record = { 'field-41': 'x', 'field-44': moment };
			expect((await http.put('/api/apps/4/records/1', { record })).status).toBe(204);
			stored.push(JSON.parse(service.store.records.get(4, 1)!.data)['field-44']);
		}
		expect(stored).toEqual(['2026/01/04 19:00:00', '2026/07/04 20:00:00']);
		const { data } = await http.get('/api/apps/4/records/1');
		expect(data.record['field-44']).toBe('2026-07-05T00:00:00Z');
	});
});

test('others may delete a row between two pages', async () => {
	await withService({}, async ({ service, http }) => {
		const meanwhile = (store: typeof service.store) => store.positions.delete('P2');
		service.faults.add({ path: '/api/admin/positions', nth: 2, answer: { meanwhile } });
		const codes = async (page: number) =>
			(await http.get(`/api/admin/positions?limit=3&page=${page}`)).data.positions.map(
				({ code }: { code: string }) => code,
			);
		expect([await codes(1), await codes(2)]).toEqual([
			['P1', 'P2', 'P3'],
			['P5', 'P6'],
		]);
	});
});

test('every switch has a test', () => {
	const elsewhere = ['keyRequiredOnUpdate', 'limitStatus', 'limitWindow', 'retryAfter'];
	const here = ['visibleAfterSeconds', ...cases.flatMap(([dialect]) => Object.keys(dialect))];
	expect([...new Set([...here, ...elsewhere])].sort()).toEqual(Object.keys(plainDialect).sort());
});
