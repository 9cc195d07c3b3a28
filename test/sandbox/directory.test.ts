import { details, withService } from './client.ts';

const organization = { code: 'ORG90', name: 'Planning', kana: 'Planning' };
const position = { code: 'P90', name: 'Advisor', kana: 'Advisor' };
const user = {
	code: 'E9001',
	name: 'New Person',
	kana: 'New Person',
	loginId: 'new',
	loginPass: 'secret-1',
	organizationCode: 'ORG02',
};
const long = (length: number) => 'x'.repeat(length);

test.each([
	['organizations', organization, { code: long(257) }, '[code] must be 256 characters or less.'],
	['organizations', organization, { name: long(257) }, '[name] must be 256 characters or less.'],
	['organizations', organization, { kana: long(513) }, '[kana] must be 512 characters or less.'],
	['organizations', organization, { alias: long(257) }, '[alias] must be 256 characters or less.'],
	[
		'organizations',
		organization,
		{ aliasKana: long(257) },
		'[aliasKana] must be 256 characters or less.',
	],
	[
		'organizations',
		organization,
		{ parentCode: long(257) },
		'[parentCode] must be 256 characters or less.',
	],
	[
		'organizations',
		organization,
		{ parentCode: 'none' },
		'The [parentCode] [none] does not exist.',
	],
	['organizations', organization, { name: '' }, '[name] is required.'],
	['organizations', organization, { kana: undefined }, '[kana] is required.'],
	['organizations', organization, { note: 1 }, '[note] must be of type string.'],
	['organizations', organization, { id: 5 }, '[id] is not accepted.'],
	['organizations', organization, { colour: 'red' }, '[colour] is not accepted.'],
	['positions', position, { name: long(129) }, '[name] must be 128 characters or less.'],
	['positions', position, { kana: long(257) }, '[kana] must be 256 characters or less.'],
	['positions', position, { alias: long(129) }, '[alias] must be 128 characters or less.'],
	['positions', position, { aliasKana: long(257) }, '[aliasKana] must be 256 characters or less.'],
	['positions', position, { code: 'P1' }, 'The [code] [P1] is already used.'],
	['users', user, { code: 'E0001' }, 'The [code] [E0001] is already used.'],
	['users', user, { kana: long(513) }, '[kana] must be 512 characters or less.'],
	['users', user, { loginId: long(257) }, '[loginId] must be 256 characters or less.'],
	['users', user, { loginId: 'user1' }, 'The [loginId] [user1] is already used.'],
	['users', user, { loginPass: long(257) }, '[loginPass] must be 256 characters or less.'],
	['users', user, { loginPass: undefined }, '[loginPass] is required.'],
	['users', user, { expire: '31.12.2026' }, '[expire] has a wrong format.'],
	['users', user, { outsideAccess: 'true' }, '[outsideAccess] must be of type boolean.'],
	['users', user, { organizationCode: 'none' }, 'The [organizationCode] [none] does not exist.'],
	['users', user, { positionCode: 'none' }, 'The [positionCode] [none] does not exist.'],
	['users', user, { loginErrorCount: 0 }, '[loginErrorCount] is not accepted.'],
	['users', user, { isRetired: false }, '[isRetired] is not accepted.'],
	['users', user, { organizationKeyMan: true }, '[organizationKeyMan] is not accepted.'],
	[
		'users',
		user,
		{ subBelong: [{ organizationCode: 'none' }] },
		'The [subBelong[0].organizationCode] [none] does not exist.',
	],
	[
		'users',
		user,
		{ subBelong: [{ organizationCode: 'ORG01', keyMan: true }] },
		'[subBelong[0].keyMan] is not accepted.',
	],
])('a new one of %s (%j) with %j is refused', async (resource, body, change, detail) => {
	await withService({}, async ({ http }) => {
		const url = `/api/admin/${resource}`;
		const { status, data } = await http.post(url, { ...body, ...change });
		expect([status, details(data)]).toEqual([400, [detail]]);
		expect((await http.post(url, body)).status).toBe(201);
	});
});

test('lengths at the bound are accepted', async () => {
	await withService({}, async ({ http }) => {
		const body = { code: '𠮷'.repeat(256), name: long(256), kana: long(512), alias: long(256) };
		expect((await http.post('/api/admin/organizations', body)).status).toBe(201);
	});
});

test('loginPass and isRetired are never returned', async () => {
	await withService({}, async ({ http }) => {
		await http.post('/api/admin/users', user);
		const { loginPass: _, ...body } = user;
		await http.put('/api/admin/users/E9001', { ...body, isRetired: true, loginErrorCount: 3 });
		const { data } = await http.get('/api/admin/users/E9001');
		expect(data).toEqual({
			...body,
			id: expect.any(Number),
			expire: '9999/12/31',
			outsideAccess: false,
			organizationKeyMan: false,
			positionCode: '',
			loginErrorCount: 3,
			subBelong: [],
		});
		const list = await http.get('/api/admin/users?limit=1000');
		expect(JSON.stringify(list.data)).not.toMatch(/loginPass|isRetired|secret-1/);
	});
});

test.each([
	['organizations', 'organizations', 'Sales', ['ORG03', 'ORG04', 'ORG05']],
	['positions', 'positions', 'Leader', ['P4']],
	['users', 'user', 'Aiko', ['E0001']],
])(
	'the list of %s comes under "%s" and can be narrowed by name',
	async (path, key, name, codes) => {
		await withService({}, async ({ http }) => {
			const { data } = await http.get(`/api/admin/${path}`, { params: { name } });
			expect(data[key].map(({ code }: { code: string }) => code)).toEqual(codes);
		});
	},
);

test('pages follow each other without gap or overlap', async () => {
	await withService({}, async ({ http }) => {
		const codes: string[] = [];
		for (const page of [1, 2, 3, 4, 5]) {
			const { data } = await http.get('/api/admin/users', { params: { page, limit: 7 } });
			codes.push(...data.user.map(({ code }: { code: string }) => code));
		}
		expect(codes).toEqual(
			Array.from({ length: 30 }, (_, i) => `E${String(i + 1).padStart(4, '0')}`),
		);
	});
});

test('an organization cannot be its own ancestor, nor be deleted while in use', async () => {
	await withService({}, async ({ http }) => {
		const below = { code: 'ORG03', name: 'Sales', kana: 'Sales', parentCode: 'ORG04' };
		expect((await http.put('/api/admin/organizations/ORG03', below)).status).toBe(400);
		expect((await http.delete('/api/admin/organizations/ORG03')).status).toBe(400);
		expect((await http.delete('/api/admin/positions/P4')).status).toBe(400);
	});
});

test('a new code takes its references along', async () => {
	await withService({}, async ({ http }) => {
		const renamed = { code: 'ORG70', name: 'Customer Support', kana: 'Customer Support' };
		expect((await http.put('/api/admin/organizations/ORG07', renamed)).status).toBe(204);
		const taken = await http.put('/api/admin/organizations/ORG70', { ...renamed, code: 'ORG01' });
		expect(taken.status).toBe(400);
		expect((await http.get('/api/admin/organizations/ORG07')).status).toBe(404);
		const { data } = await http.get('/api/admin/users/E0005');
		expect(data.subBelong[0].organizationCode).toBe('ORG70');
		const leader = { code: 'P40', name: 'Lead', kana: 'Lead' };
		expect((await http.put('/api/admin/positions/P4', leader)).status).toBe(204);
		const { data: after } = await http.get('/api/admin/users/E0005');
		expect(after.subBelong[0].positionCode).toBe('P40');
	});
});

test('PUT of an organization may come without a body and then changes nothing', async () => {
	await withService({}, async ({ http }) => {
		const before = (await http.get('/api/admin/organizations/ORG03')).data;
		expect((await http.put('/api/admin/organizations/ORG03')).status).toBe(204);
		expect((await http.get('/api/admin/organizations/ORG03')).data).toEqual(before);
	});
});

describe('import', () => {
	test('creates and updates by code, a parent before its child', async () => {
		await withService({}, async ({ http }) => {
			const organizations = [
				organization,
				{ ...organization, code: 'ORG91', parentCode: 'ORG90' },
				{ code: 'ORG08', name: 'Freight', kana: 'Freight' },
			];
			const { status } = await http.post('/api/admin/organizations/import', { organizations });
			expect(status).toBe(204);
			const { data } = await http.get('/api/admin/organizations?page=1&limit=100');
			const names = data.organizations.map(({ name }: { name: string }) => name);
			expect(names.slice(7)).toEqual(['Freight', 'Planning', 'Planning']);
		});
	});

	test.each([
		['organizations', 'organizations', organization],
		['positions', 'positions', position],
		['users', 'user', user],
	])('of %s: one bad row, and nothing happens; its index is named', async (path, key, row) => {
		await withService({}, async ({ http }) => {
			const rows = [row, { ...row, code: '' }];
			const bound = await http.post(`/api/admin/${path}/import`, { [key]: rows });
			expect(details(bound.data)).toEqual([`[${key}[1].code] is required.`]);
			expect((await http.get(`/api/admin/${path}/${row.code}`)).status).toBe(404);
			const many = await http.post(`/api/admin/${path}/import`, { [key]: Array(101).fill(row) });
			expect(details(many.data)).toEqual([`[${key}] must hold 100 items or less.`]);
		});
	});

	test('of users: a reference that does not exist undoes the rows before', async () => {
		await withService({}, async ({ http }) => {
			const rows = [user, { ...user, code: 'E9002', loginId: 'b', organizationCode: 'none' }];
			const { data } = await http.post('/api/admin/users/import', { user: rows });
			expect(details(data)).toEqual(['user[1]: The [organizationCode] [none] does not exist.']);
			expect((await http.get('/api/admin/users/E9001')).status).toBe(404);
		});
	});
});
