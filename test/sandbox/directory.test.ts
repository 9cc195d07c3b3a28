import { details, newUser as user, test } from './client.ts';

const organization = { code: 'ORG90', name: 'Planning', kana: 'Planning' };
const position = { code: 'P90', name: 'Advisor', kana: 'Advisor' };
const long = (length: number) => 'x'.repeat(length);
const keyMan = { subBelong: [{ organizationCode: 'ORG01', keyMan: true }] };
const unknownBelong = { subBelong: [{ organizationCode: 'none' }] };
const unknownParent = { parentCode: 'none' };

test.each([
	['organizations', '[kana] must be 512 characters or less.', organization, { kana: long(513) }],
	['organizations', 'The [parentCode] [none] does not exist.', organization, unknownParent],
	['organizations', '[name] is required.', organization, { name: '' }],
	['organizations', '[note] must be of type string.', organization, { note: 1 }],
	['positions', 'The [code] [P1] is already used.', position, { code: 'P1' }],
	['users', 'The [code] [E0001] is already used.', user, { code: 'E0001' }],
	['users', 'The [loginId] [user1] is already used.', user, { loginId: 'user1' }],
	['users', '[expire] has a wrong format.', user, { expire: '31.12.2026' }],
	['users', 'The [organizationCode] [none] does not exist.', user, { organizationCode: 'none' }],
	['users', 'The [positionCode] [none] does not exist.', user, { positionCode: 'none' }],
	['users', 'The [subBelong[0].organizationCode] [none] does not exist.', user, unknownBelong],
	['users', '[subBelong[0].keyMan] is not accepted.', user, keyMan],
])('a new one of %s is rejected: %s', async ({ http }, resource, detail, body, change) => {
	const url = `/api/admin/${resource}`;
	const { status, data } = await http.post(url, { ...body, ...change });
	expect([status, details(data)]).toEqual([400, [detail]]);
	expect((await http.post(url, body)).status).toBe(201);
});

test('a length counts characters, and the longest is accepted', async ({ http }) => {
	const body = { code: '𠮷'.repeat(256), name: long(256), kana: long(512), alias: long(256) };
	expect((await http.post('/api/admin/organizations', body)).status).toBe(201);
});

test('an organization cannot be its own ancestor, nor be deleted while in use', async ({
	http,
}) => {
	const below = { code: 'ORG03', name: 'Sales', kana: 'Sales', parentCode: 'ORG04' };
	expect((await http.put('/api/admin/organizations/ORG03', below)).status).toBe(400);
	expect((await http.delete('/api/admin/organizations/ORG03')).status).toBe(400);
});

test('a new code takes its references along', async ({ http }) => {
	const renamed = { code: 'ORG70', name: 'Customer Support', kana: 'Customer Support' };
	expect((await http.put('/api/admin/organizations/ORG07', renamed)).status).toBe(204);
	const taken = await http.put('/api/admin/organizations/ORG70', { ...renamed, code: 'ORG01' });
	expect(taken.status).toBe(400);
	expect((await http.get('/api/admin/organizations/ORG07')).status).toBe(404);
	const leader = { code: 'P40', name: 'Lead', kana: 'Lead' };
	expect((await http.put('/api/admin/positions/P4', leader)).status).toBe(204);
	const { data } = await http.get('/api/admin/users/E0005');
	expect(data.subBelong).toMatchObject([{ organizationCode: 'ORG70', positionCode: 'P40' }]);
});

test.each([
	['organizations', 'organizations', organization],
	['positions', 'positions', position],
	['users', 'user', user],
])('one bad row undoes an import of %s, and its index is named', async ({ http }, ...one) => {
	const [path, key, row] = one;
	const url = `/api/admin/${path}/import`;
	const { data } = await http.post(url, { [key]: [row, { ...row, code: '' }] });
	expect(details(data)).toEqual([`[${key}[1].code] is required.`]);
	expect((await http.get(`/api/admin/${path}/${row.code}`)).status).toBe(404);
	const many = await http.post(url, { [key]: Array(101).fill(row) });
	expect(details(many.data)).toEqual([`[${key}] must hold 100 items or less.`]);
});

test('a reference that does not exist undoes the rows before', async ({ http }) => {
	const rows = [user, { ...user, code: 'E9002', loginId: 'b', organizationCode: 'none' }];
	const { data } = await http.post('/api/admin/users/import', { user: rows });
	expect(details(data)).toEqual(['user[1]: The [organizationCode] [none] does not exist.']);
	expect((await http.get('/api/admin/users/E9001')).status).toBe(404);
});
