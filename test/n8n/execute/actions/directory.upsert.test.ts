import { byId, inWorld, test, jsonOf, sentTo } from '../../../support/world';
import {
	actionsOf,
	codesIn,
	creating,
	itemsOf,
	methodsOf,
	range,
	upserting,
	user,
	withUsers,
} from './directory-runs';
import { run } from './run';
import { failureOf, headlinesOf } from '../../runs';

describe('Create or Update', () => {
	test('a password differs whenever it is given, and is never in the output', async (world) => {
		withUsers(world.service, 1);
		const { items } = await run(world, creating, itemsOf([0]));
		const { loginPass: _, ...shown } = user(0);
		expect(jsonOf(items)).toEqual([{ success: true, action: 'updated', ...shown }]);
		expect(world.service.store.users.get('U0')?.loginPass).toBe('first password');
	});

	const affiliation = (organizationCode: string) => ({ organizationCode, positionCode: 'P4' });
	const rows = { row: [{ organizationCode: byId('ORG04'), positionCode: byId('P4') }] };

	test.each([
		['removes them all', { noSubBelong: true }, []],
		['puts others in their place', { subBelong: rows }, [affiliation('ORG04')]],
		['the rows win', { noSubBelong: true, subBelong: rows }, [affiliation('ORG04')]],
		['leaves them', { noSubBelong: false }, [affiliation('ORG03')]],
	])('other affiliations: %s', async (world, _, additionalFields, subBelong) => {
		withUsers(world.service, 0);
		const { users } = world.service.store;
		users.add({ ...user(1), subBelong: [affiliation('ORG03')] });
		await run(world, { ...upserting, additionalFields }, itemsOf([1]));
		expect(users.get('U1')?.subBelong).toEqual(subBelong);
	});

	test.each(['u1', ' U1', 'Ｕ１'])('makes no second user %j beside U1', async (world, code) => {
		withUsers(world.service, 3);
		const items = [{ json: { code, name: 'Again' } }, ...itemsOf([2], 'Other')];
		const error = await failureOf(run(world, creating, items));
		expect(error.message).toBe(
			`'Code' is "${code}", and "U1" (in the service) differs only in case, spaces or full-width letters`,
		);
		expect(error.context.itemIndex).toBe(0);
		expect(methodsOf(world.service)).toBe('GET GET');
		const { items: output } = await run(world, creating, items, true);
		expect(actionsOf(output)).toEqual([undefined, 'updated']);
		expect(codesIn(world.service)).toHaveLength(3);
	});

	test('a new user without a password is found before anything is sent', async (world) => {
		withUsers(world.service, 1);
		const error = await failureOf(run(world, upserting, itemsOf([0, 7], 'New')));
		expect(error.message).toBe('\'Login Password\' is empty, and "U7" is new');
		expect(error.context.itemIndex).toBe(1);
		expect(methodsOf(world.service)).toBe('GET GET');
		const { items } = await run(world, upserting, itemsOf([0, 7], 'New'), true);
		expect(actionsOf(items)).toEqual(['updated', undefined]);
	});

	test('a list that cannot be read stops everything', async (world) => {
		world.service.faults.add({ nth: 1, answer: { status: 403 } });
		const { items } = await run(world, creating, itemsOf([1, 2]), true);
		expect(headlinesOf(items)).toEqual(['Access Denied', 'Access Denied']);
		expect(world.service.log).toHaveLength(1);
	});

	test('does not take for new what a deletion hides between two pages', async (world) => {
		withUsers(world.service, 1_002);
		const { users } = world.service.store;
		const all = users.list();
		const [hidden, going] = [String(all[1_000]?.code), String(all[5]?.code)];
		const meanwhile = () => void users.delete(going);
		world.service.faults.add({ path: '/api/admin/users', nth: 2, answer: { meanwhile } });
		const { items } = await run(world, upserting, [{ json: { code: hidden, name: 'Renamed' } }]);
		expect(users.has(going)).toBe(false);
		expect(actionsOf(items)).toEqual(['updated']);
	});

	test('says what is saved when a request in the middle is rejected', async (world) => {
		withUsers(world.service, 0);
		world.service.faults.add({ method: 'POST', nth: 2, answer: { status: 400 } });
		const error = await failureOf(run(world, creating, itemsOf(range(0, 250))));
		expect(error.description).toMatch(
			/^Saved: items 0 to 99\. Failed: items 100 to 199 \(not found in the service afterwards\)\. Not sent: items 200 to 249\./,
		);
	});
});

test('an organization goes to the top level when its parent is added and left empty', async (world) => {
	const { service } = world;
	const parameters = {
		...{ resource: 'organization', operation: 'update', code: byId('ORG04') },
		additionalFields: { parentCode: { __rl: true, mode: 'list', value: '' } },
	};
	await run(world, parameters, itemsOf([0]));
	expect(sentTo(service)[1]?.body).toMatchObject({ code: 'ORG04', parentCode: '' });
	expect(service.store.organizations.get('ORG04')?.parentCode).toBe('');
});

it('a user retires and comes back, and nothing else changes', async () => {
	await inWorld({ dialect: { updateBody: 'replace' } }, async (world) => {
		const { users } = world.service.store;
		const before = users.get('E0005');
		for (const operation of ['retire', 'restore']) {
			await run(world, { resource: 'user', operation, code: byId('E0005') }, itemsOf([0]));
			expect(users.get('E0005')).toEqual({ ...before, isRetired: operation === 'retire' });
		}
	});
});
