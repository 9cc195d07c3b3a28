import { offsetAt } from '../../sandbox/service/clock.ts';
import { type Dialect, plainDialect } from '../../sandbox/service/dialects.ts';
import { credentialFor } from '../../sandbox/start/preparation.ts';
import { newUser, type Running, withService } from './client.ts';

type See = (running: Running) => Promise<unknown>;

const subject = { record: { 'field-1': 'x' } };
const record1 = '/api/apps/1/records/1';
const headquarters = { code: 'ORG01', name: 'HQ', kana: 'HQ' };

/** The status and body of the answer to a write. */
const write =
	(method: 'POST' | 'PUT', path: string, body: object): See =>
	async ({ http }) => {
		const { status, data } = await http.request({ method, url: `/api/${path}`, data: body });
		return [status, data];
	};

const createUser = write('POST', 'admin/users', newUser);
const importUser = write('POST', 'admin/users/import', { user: [newUser] });
const updatePart = write('PUT', 'admin/users/E0001', { outsideAccess: false });
const user = expect.objectContaining({ loginId: 'new' });
const notice = { code: 'E9001', notices: [] };
const late = '2027-01-01 00:00:00';

const writtenAt: See = async ({ http }) => {
	await http.put(record1, subject);
	return (await http.get(record1)).data.updatedAt;
};

const timeOfDeletion: See = ({ service: { store } }) => {
	store.deleteRecord(1, 1, { updatedAt: late });
	return Promise.resolve(store.records.get(1, 1)?.updatedAt);
};

const statusOfList: See = async ({ http }) => (await http.get('/api/apps/1/records')).status;

/** The status before and after three requests that the service rejects. */
const rejections: See = async (running) => {
	const before = await statusOfList(running);
	for (let n = 0; n < 3; n++) await running.http.get('/api/apps/forms/99');
	return [before, await statusOfList(running)];
};

const importFour: See = async ({ service, http }) => {
	const codes = ['E9001', 'E9002', 'E9003', 'E9004'];
	const wrong: Record<string, object> = {
		E9002: { name: 5 },
		E9003: { organizationCode: 'ORG99' },
	};
	const rows = codes.map((code) => ({ ...newUser, code, loginId: code, ...wrong[code] }));
	const { data } = await http.post('/api/admin/users/import', { user: rows });
	const details: { message: string }[] = data.errors.details;
	return [
		details.map(({ message }) => /user\[\d\]/.exec(message)?.[0]),
		codes.filter((code) => service.store.users.has(code)),
	];
};

/**
 * What the switches change that the findings of test/probe/blind.test.ts do not show: under the plain dialect `see` answers
 * the first, under the other the second.
 */
const cases: [Partial<Dialect>, see: See, plain: unknown, bent: unknown][] = [
	[{ createUserAnswer: 'user' }, createUser, [201, ''], [201, user]],
	[{ createUserAnswer: 'notice' }, createUser, [201, ''], [201, notice]],
	[{ importUsersAnswer: 'user' }, importUser, [204, ''], [200, user]],
	[{ importUsersAnswer: 'notice' }, importUser, [204, ''], [200, notice]],
	[{ requiredOnUpdate: false }, updatePart, [400, expect.anything()], [204, '']],
	[{ deleteTouchesUpdatedAt: false }, timeOfDeletion, late, '2026-01-05 10:30:00'],
	[{ zoneOffsetMinutes: -300 }, writtenAt, '2026-05-01 09:00:00', '2026-04-30 19:00:00'],
	[{ timeZone: 'America/New_York' }, writtenAt, '2026-05-01 09:00:00', '2026-04-30 20:00:00'],
	[
		{ noticesOfRetired: 'notFound' },
		async ({ http }) => (await http.get('/api/common/notices/E0030')).status,
		200,
		404,
	],
	[{ firewall: '403Page' }, statusOfList, 200, 403],
	[{ firewall: '429', firewallBlocks: 'afterRejections' }, rejections, [200, 200], [200, 429]],
	[{ futureRecord: 1 }, writtenAt, '2026-05-01 09:00:00', '2026-05-04 09:00:00'],
	[{ heavyPages: 'slow', heavyRows: 20 }, statusOfList, 200, 200],
	[{ heavyPages: 'slow', heavyRows: 19 }, statusOfList, 200, 504],
	[{ heavyPages: 'large', heavyRows: 19 }, statusOfList, 200, 413],
	[{ importFailure: 'rowsBeforeStay' }, importFour, [['user[1]'], []], [['user[1]'], ['E9001']]],
	[
		{ importFailure: 'goodRowsStay' },
		importFour,
		[['user[1]'], []],
		[
			['user[1]', 'user[2]'],
			['E9001', 'E9004'],
		],
	],
	[
		{ updateBody: 'replace' },
		async ({ http }) => {
			await http.put('/api/admin/organizations/ORG01', headquarters);
			return (await http.get('/api/admin/organizations/ORG01')).data.alias;
		},
		'HQ',
		'',
	],
	[
		{ directoryDefaults: 'set' },
		async ({ service, http }) => {
			const given = { ...newUser, code: 'E0030', loginId: 'user30' };
			const whole = { isRetired: true, expire: '2030/03/31', loginErrorCount: 4 };
			await http.put('/api/admin/users/E0030', { ...given, ...whole });
			await http.post('/api/admin/users/import', { user: [given] });
			const { isRetired, expire, loginErrorCount } = service.store.users.get('E0030')!;
			return [isRetired, expire, loginErrorCount];
		},
		[true, '2030/03/31', 4],
		[false, '9999/12/31', 0],
	],
];

const now = () => new Date('2026-05-01T00:00:00Z');

test.each(cases)('what the dialect %j changes', async (dialect, see, plain, bent) => {
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

test('the credential of the sandbox names the time zone of its service', () => {
	const { timeZone } = credentialFor('http://127.0.0.1:8650');
	for (const month of [0, 6]) {
		const moment = new Date(Date.UTC(2026, month, 1));
		expect(offsetAt(moment, { ...plainDialect, timeZone })).toBe(offsetAt(moment, plainDialect));
	}
});
