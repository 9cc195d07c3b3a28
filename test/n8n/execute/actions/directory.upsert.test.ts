import { execute } from '../../../support/n8n';
import { byId, inWorld, test, jsonOf } from '../../../support/world';
import {
	actionsOf,
	creating,
	itemsOf,
	methodsOf,
	range,
	upserting,
	user,
	withUsers,
} from './directory-runs';
import { failureOf, headlinesOf } from '../../runs';

describe('Create or Update', () => {
	it.each(['partial', 'replace'] as const)('keeps what is not given: %s', async (updateBody) => {
		await inWorld({ dialect: { updateBody } }, async ({ service, credentials }) => {
			const before = service.store.users.get('E0005');
			const parameters = {
				...upserting,
				loginId: 'user5',
				organizationCode: byId(String(before?.organizationCode)),
			};
			const items = [{ json: { code: 'E0005', name: 'Emi Mori' } }];
			await execute({ parameters, items, credentials });
			const { isRetired: _, ...kept } = before as never as Record<string, unknown>;
			// What is cleared is the document's default.
			const defaults = { expire: '9999/12/31', loginErrorCount: 0 };
			expect({ ...defaults, ...service.store.users.get('E0005') }).toMatchObject({
				...kept,
				name: 'Emi Mori',
				kana: 'Emi Mori',
			});
		});
	});

	test('a password differs whenever it is given, and is never in the output', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 1);
		const output = await execute({ parameters: creating, items: itemsOf([0]), credentials });
		const { loginPass: _, ...shown } = user(0);
		expect(jsonOf(output)).toEqual([{ success: true, action: 'updated', ...shown }]);
		expect(service.store.users.get('U0')?.loginPass).toBe('first password');
	});

	test.each([
		['removes them all', { noSubBelong: true }, []],
		['puts others in their place', { subBelong: rows('ORG04') }, [affiliation('ORG04')]],
		['the rows win', { noSubBelong: true, subBelong: rows('ORG04') }, [affiliation('ORG04')]],
		['leaves them', { noSubBelong: false }, [affiliation('ORG03')]],
	])('other affiliations: %s', async ({ service, credentials }, _, additionalFields, subBelong) => {
		withUsers(service, 0);
		service.store.users.add({ ...user(1), subBelong: [affiliation('ORG03')] });
		await execute({
			parameters: { ...upserting, additionalFields },
			items: itemsOf([1]),
			credentials,
		});
		expect(service.store.users.get('U1')?.subBelong).toEqual(subBelong);
	});

	test.each(['u1', ' U1', 'Ｕ１'])(
		'makes no second user %j beside U1',
		async ({ service, credentials }, code) => {
			withUsers(service, 3);
			const items = [{ json: { code, name: 'Again' } }, ...itemsOf([2], 'Other')];
			const run = { parameters: creating, items, credentials };
			const error = await failureOf(execute(run));
			expect(error.message).toBe(
				`'Code' is "${code}", and "U1" (in the service) differs only in case, spaces or full-width letters`,
			);
			expect(error.context.itemIndex).toBe(0);
			expect(methodsOf(service)).toBe('GET GET');
			const output = await execute({ ...run, continueOnFail: true });
			expect(actionsOf(output)).toEqual([undefined, 'updated']);
			expect(service.store.users.list()).toHaveLength(3);
		},
	);

	test('makes no two users whose codes differ in case only', async ({ service, credentials }) => {
		withUsers(service, 1);
		const items = ['n1', 'N1', 'n2', 'U0'].map((code) => ({ json: { code, name: code } }));
		const run = { parameters: creating, items, credentials, continueOnFail: true };
		expect(actionsOf(await execute(run))).toEqual([undefined, undefined, 'created', 'updated']);
	});

	test('a new user without a password is found before anything is sent', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 1);
		const run = { parameters: upserting, items: itemsOf([0, 7], 'New'), credentials };
		const error = await failureOf(execute(run));
		expect(error.message).toBe('\'Login Password\' is empty, and "U7" is new');
		expect(error.context.itemIndex).toBe(1);
		expect(methodsOf(service)).toBe('GET GET');
		const output = await execute({ ...run, continueOnFail: true });
		expect(actionsOf(output)).toEqual(['updated', undefined]);
	});

	test('a list that cannot be read stops everything', async ({ service, credentials }) => {
		service.faults.add({ nth: 1, answer: { status: 403 } });
		const run = { parameters: creating, items: itemsOf([1, 2]), credentials };
		const output = await execute({ ...run, continueOnFail: true });
		expect(headlinesOf(output)).toEqual(['Access Denied', 'Access Denied']);
		expect(service.log).toHaveLength(1);
	});

	test('does not take for new what a deletion hides between two pages', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 1_002);
		const { users } = service.store;
		const all = users.list();
		const [hidden, going] = [String(all[1_000]?.code), String(all[5]?.code)];
		service.faults.add({ path: '/api/admin/users', nth: 2, answer: { delayMs: 200 } });
		const watch = setInterval(() => {
			const isBetween = service.log.some(({ query }) => query.page === '2');
			if (isBetween && users.has(going)) users.delete(going);
		}, 1);
		const items = [{ json: { code: hidden, name: 'Renamed' } }];
		const output = await execute({ parameters: upserting, items, credentials });
		clearInterval(watch);
		expect(users.has(going)).toBe(false);
		expect(actionsOf(output)).toEqual(['updated']);
	});

	test('says what is saved when a request in the middle is rejected', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 0);
		service.faults.add({ method: 'POST', nth: 2, answer: { status: 400 } });
		const error = await failureOf(
			execute({ parameters: creating, items: itemsOf(range(0, 250)), credentials }),
		);
		expect(error.description).toMatch(
			/^Saved: items 0 to 99\. Failed: items 100 to 199 \(not found in the service afterwards\)\. Not sent: items 200 to 249\./,
		);
	});
});

function affiliation(organizationCode: string) {
	return { organizationCode, positionCode: 'P4' };
}

function rows(organizationCode: string) {
	return { row: [{ organizationCode: byId(organizationCode), positionCode: byId('P4') }] };
}
