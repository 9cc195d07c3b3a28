import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { resources } from '../../../../nodes/RecordsDirectory/api';
import { nodeType } from '../../../support/host';
import { byId, test, jsonOf, type World } from '../../../support/world';
import { itemsOf, syncing, upserting, user, withUsers } from './directory-runs';
import { run } from './run';

/** Fields that an update may reset where it leaves them out (Resources, User). */
const LOCKED = { loginErrorCount: 5, expire: '2030/03/31' };
const FREE = { loginErrorCount: 0, expire: '9999/12/31' };

const adding = (parameters: INodeParameters, more: object): INodeParameters => ({
	...parameters,
	additionalFields: { ...(parameters.additionalFields as INodeParameters), ...more },
});
const importedTo = (service: Service) =>
	service.log
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => (body as { user: Array<Record<string, unknown>> }).user);

/** Renames the only user, U0, as the list shows it, and as it is when the import arrives. */
async function renamed(world: World, parameters: INodeParameters, before: object, then = before) {
	withUsers(world.service, 0);
	const { users } = world.service.store;
	users.add({ ...user(0), ...before });
	const meanwhile = () => void users.replace('U0', { ...users.get('U0')!, ...then });
	world.service.faults.add({ method: 'POST', answer: { meanwhile } });
	await run(world, parameters, itemsOf([0], 'Renamed'));
	return { sent: importedTo(world.service)[0], left: users.get('U0') };
}

describe.each<[string, INodeParameters]>([
	['Create or Update', upserting],
	['Sync', syncing],
])('%s', (_, parameters) => {
	test('does not undo a lock or an expiry that came after the list was read', async (world) => {
		const { left } = await renamed(world, parameters, FREE, LOCKED);
		expect(left).toMatchObject({ name: 'Renamed', ...LOCKED });
	});

	test('sends a lock and an expiry, as a service may reset what is left out', async (world) => {
		expect((await renamed(world, parameters, LOCKED)).sent).toMatchObject(LOCKED);
	});

	test('sends a default that somebody gives', async (world) => {
		const unlocking = adding(parameters, { loginErrorCount: 0 });
		const { sent } = await renamed(world, unlocking, LOCKED);
		expect(sent).toMatchObject({ ...LOCKED, loginErrorCount: 0 });
	});
});

test('retiring in a Sync sends back no default that may be out of date', async (world) => {
	withUsers(world.service, 2);
	await run(world, { ...syncing, missing: 'retire' }, itemsOf([0]));
	const [retired] = importedTo(world.service);
	expect(retired).toMatchObject({ code: 'U1', isRetired: true });
	expect(retired).not.toHaveProperty('loginErrorCount');
	expect(retired).not.toHaveProperty('expire');
});

describe('an Expiry Date that is added and left empty', () => {
	const person = { newCode: 'A', name: 'A', kana: 'A', loginId: 'a', organizationCode: 'ORG02' };
	const additionalFields = { expire: '' };
	const withPassword = { ...person, additionalFields: { expire: '', loginPass: 'secret' } };

	test.each<[string, INodeParameters]>([
		['create', { ...person, loginPass: 'secret', additionalFields }],
		['import', withPassword],
		['upsert', withPassword],
		['update', { code: byId('E0005'), additionalFields }],
	])('is no expiry: %s', async (world, operation, given) => {
		const { users } = world.service.store;
		users.replace('E0005', { ...users.get('E0005')!, expire: '2030/03/31' });
		const { items } = await run(world, { resource: 'user', operation, ...given }, itemsOf([0]));
		expect(jsonOf(items)).toMatchObject([{ success: true }]);
		expect(JSON.stringify(world.service.log.at(-1)?.body)).toContain('"expire":"9999/12/31"');
	});
});

it('the panel warns of it, in a sentence for each operation that may reset it', () => {
	const { properties } = nodeType('recordsDirectory').description;
	for (const operation of ['update', 'import', 'upsert', 'sync'] as const) {
		const shown = properties.find(
			({ type, displayOptions }) =>
				type === 'notice' &&
				displayOptions?.show?.resource?.includes('user') &&
				displayOptions.show.operation?.includes(operation),
		);
		expect(shown?.displayName).toBe(resources.user.operations[operation].warning);
		expect(shown?.displayName).toMatch(/^[^.]*retired? [^.]*\.$|^[^.]*Retired[^.]*\.$/);
	}
});
