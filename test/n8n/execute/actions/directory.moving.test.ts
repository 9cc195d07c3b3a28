import { execute } from '../../../support/n8n';
import { test, jsonOf } from '../../../support/world';

const userOf = (n: number) => ({
	code: `M${String(n).padStart(4, '0')}`,
	name: `User ${n}`,
	kana: `User ${n}`,
	loginId: `m${n}`,
	loginPass: 'own',
	organizationCode: 'ORG01',
});
const FULL_PAGE = 1_000;

test('an entry that a deletion hides between two pages is not taken for new', async (world) => {
	const { service, credentials } = world;
	const { users } = service.store;
	for (let n = users.list().length; n < FULL_PAGE + 2; n++) users.add(userOf(n));
	const all = users.list();
	const [hidden, going] = [all[FULL_PAGE], all[5]];
	service.faults.add({ path: '/api/admin/users', nth: 2, answer: { delayMs: 200 } });
	const watch = setInterval(() => {
		const isBetween = service.log.some(({ query }) => query.page === '2');
		if (isBetween && users.has(String(going?.code))) users.delete(String(going?.code));
	}, 1);
	const parameters = {
		resource: 'user',
		operation: 'upsert',
		newCode: String(hidden?.code),
		name: 'Renamed',
		kana: 'Renamed',
		loginId: String(hidden?.loginId),
		organizationCode: { __rl: true, mode: 'id', value: 'ORG01' },
	};
	const outputs = await execute({ parameters, credentials });
	clearInterval(watch);
	expect(users.has(String(going?.code))).toBe(false);
	expect(jsonOf(outputs)).toEqual([expect.objectContaining({ action: 'updated' })]);
});
