import type { Dialect } from '../../sandbox/service/dialects.ts';
import { type Running, withService } from './client.ts';

type See = (running: Running) => Promise<unknown>;

const subject = { record: { 'field-1': 'x' } };
const record1 = '/api/apps/1/records/1';
const person = {
	code: 'E9001',
	name: 'New Person',
	kana: 'New Person',
	loginId: 'new',
	loginPass: 'secret-1',
	organizationCode: 'ORG02',
};

const ids =
	(query: string): See =>
	async ({ http }) => {
		const { status, data } = await http.get(`/api/apps/1/records?${query}`);
		return status === 200 ? data.records.map((row: { recordId: number }) => row.recordId) : status;
	};

/** The property of a reply at these names. */
const get =
	(path: string, names: string): See =>
	async ({ http }) => {
		const into = (value: unknown, name: string) =>
			(value as Record<string, unknown> | undefined)?.[name];
		return names.split('.').reduce(into, (await http.get(`/api/${path}`)).data);
	};

/** The status and body of the answer to a write, and where it leads. */
const write =
	(method: 'POST' | 'PUT', path: string, data: object): See =>
	async ({ service, http }) => {
		const answer = await http.request({ method, url: `/api/${path}`, data });
		const leads = String(answer.headers.location ?? '').replace(service.url, '');
		return [answer.status, leads || answer.data];
	};

const after =
	(happen: (running: Running) => unknown, see: See): See =>
	async (running) => {
		await happen(running);
		return await see(running);
	};

const accepted = [204, ''];
const rejected = [400, expect.anything()];
const create = write('POST', 'apps/1/records', subject);
const createUser = write('POST', 'admin/users', person);
const importUser = write('POST', 'admin/users/import', { user: [person] });
const double = { 'field-21': 'C-001', 'field-22': 'Double' };
const createDouble = write('POST', 'apps/2/records', { record: double });
const choose = (one: unknown) =>
	write('PUT', 'apps/1/records/1', { record: { ...subject.record, 'field-3': [one] } });
const closed = { status: 'Closed', ...subject };
const updateStatus = write('PUT', 'apps/1/records/1', closed);
const importStatus = write('POST', 'apps/1/records/import', { records: [closed] });
const updateCalculated = write('PUT', 'apps/3/records/1', { record: { 'field-35': 1 } });
const updatePart = write('PUT', 'admin/users/E0001', { outsideAccess: false });
const updatedAt = (id: number): See => get(`apps/1/records/${id}`, 'updatedAt');
const writtenAt = after(({ http }) => http.put(record1, subject), updatedAt(1));
const late = '2027-01-01 00:00:00';
const notice = { code: 'E9001', notices: [] };
const timeOfDeletion = after(
	({ service }) => service.store.deleteRecord(1, 1, { updatedAt: late }),
	({ service }) => Promise.resolve(service.store.records.get(1, 1)?.updatedAt),
);

/**
 * What the switches change that the random sites of test/probe do not show: under the plain dialect `see` answers the
 * first, under the other the second.
 */
const cases: [Partial<Dialect>, see: See, plain: unknown, bent: unknown][] = [
	[{ defaultOrder: 'idDescending' }, ids('limit=2'), [1, 2], [40, 39]],
	[
		{ defaultOrder: 'updatedAtDescending' },
		after(
			({ service }) => service.store.updateRecord(1, 7, {}, { updatedAt: late }),
			ids('limit=2'),
		),
		[1, 2],
		[7, 40],
	],
	[
		{ ties: 'insertion' },
		after(({ service: { store } }) => {
			for (const id of [3, 1, 2]) store.updateRecord(1, id, {}, { updatedAt: late });
		}, ids('order=updatedAt:desc&limit=3')),
		[1, 2, 3],
		[3, 1, 2],
	],
	[
		{ deletedReadable: true },
		after(({ http }) => http.delete(record1), get('apps/1/records/1', 'isDeleted')),
		undefined,
		1,
	],
	[{ deleteTouchesUpdatedAt: false }, timeOfDeletion, late, '2026-01-05 10:30:00'],
	[
		{ importRecords: 'alwaysCreates' },
		async ({ service, http }) => {
			await http.post('/api/apps/1/records/import', { records: [{ recordId: 1, ...subject }] });
			return service.store.records.count(1);
		},
		40,
		41,
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
	[{ doubleKey: 'created' }, createDouble, rejected, [201, '']],
	[
		{ createRecordAnswer: 'record' },
		create,
		[201, ''],
		[201, expect.objectContaining({ recordId: 41 })],
	],
	[{ createRecordAnswer: 'location' }, create, [201, ''], [201, '/api/apps/1/records/41']],
	[
		{ createUserAnswer: 'user' },
		createUser,
		[201, ''],
		[201, expect.objectContaining({ loginId: 'new' })],
	],
	[{ createUserAnswer: 'notice' }, createUser, [201, ''], [201, notice]],
	[
		{ importUsersAnswer: 'user' },
		importUser,
		[204, ''],
		[200, expect.objectContaining({ loginId: 'new' })],
	],
	[{ importUsersAnswer: 'notice' }, importUser, [204, ''], [200, notice]],
	[
		{ updateBody: 'replace' },
		after(
			({ http }) => http.put(record1, subject),
			get('apps/1/records/1', 'record.field-5.length'),
		),
		1,
		0,
	],
	[
		{ updateBody: 'replace' },
		after(
			({ http }) =>
				http.put('/api/admin/organizations/ORG01', { code: 'ORG01', name: 'HQ', kana: 'HQ' }),
			get('admin/organizations/ORG01', 'alias'),
		),
		'HQ',
		'',
	],
	[{ requiredOnUpdate: false }, updatePart, rejected, accepted],
	[{ readOnlyFields: 'ignored' }, updateCalculated, rejected, accepted],
	[
		{ fieldTypes: 'codes' },
		get('apps/1/fields/1', 'fieldType'),
		'text',
		expect.stringMatching(/^T\d/),
	],
	[
		{ errorDetails: 'withoutMessage' },
		get('apps/1/records?page=0', 'errors.details'),
		[{ message: '[page] must be 1 or more.' }],
		[{}],
	],
	[
		{ multipleValues: 'comma' },
		get('apps/1/records/2', 'record.field-7'),
		['Phone', 'Chat'],
		'Phone,Chat',
	],
	[{ zoneOffsetMinutes: -300 }, writtenAt, '2026-05-01 09:00:00', '2026-04-30 19:00:00'],
	[{ timeZone: 'America/New_York' }, writtenAt, '2026-05-01 09:00:00', '2026-04-30 20:00:00'],
	[
		{ noNotices: 'missing' },
		after(
			({ service: { store } }) => {
				store.addForm({ ...store.forms.get(1)!, filters: [] });
			},
			get('common/notices/E0020', 'notices'),
		),
		[],
		undefined,
	],
	[{ processFunction: 'off' }, get('apps/1/records/1', 'status'), 'Open', undefined],
	[{ writeStatus: 202 }, create, [201, ''], [202, '']],
	[{ keywordWithoutFields: 'none' }, ids('limit=2&keyword=VPN'), [1, 2], []],
	[{ statusInBody: 'refused' }, updateStatus, accepted, rejected],
	[{ statusInBody: 'refused' }, importStatus, accepted, rejected],
	[{ noticeCode: 'otherWidth' }, get('common/notices/E0001', 'code'), 'E0001', 'Ｅ０００１'],
	[{ noticesOfRetired: 'notFound' }, get('common/notices/E0030', 'errors.code'), undefined, 404],
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
	[{ deletionFlag: 'absent' }, get('apps/1/records/1', 'isDeleted'), 0, undefined],
	[
		{ times: 'T' },
		get('apps/4/records/1', 'record.field-44'),
		'2026/01/05 09:00:00',
		'2026-01-05T09:00:00',
	],
	[{ selections: 'codeObjects' }, choose('E0001'), accepted, rejected],
	[{ selections: 'pairs' }, choose({ code: 'E0001' }), accepted, rejected],
	[{ selections: 'codes' }, choose({ code: 'E0001' }), accepted, rejected],
];

const now = () => new Date('2026-05-01T00:00:00Z');

test.each(cases)('%j', async (dialect, see, plain, bent) => {
	await withService({ now }, async (running) => expect(await see(running)).toEqual(plain));
	await withService({ now, dialect }, async (running) => expect(await see(running)).toEqual(bent));
});

test('the clock of a zone with summer time repeats an hour', async () => {
	let time = Date.UTC(2026, 9, 25, 0, 30);
	const options = { now: () => new Date(time), dialect: { timeZone: 'Europe/Berlin' } };
	await withService(options, async (running) => {
		const written: unknown[] = [];
		for (; written.length < 3; time += 3_600_000) written.push(await writtenAt(running));
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
