import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { resources } from '../../../../nodes/RecordsDirectory/api';
import { execute } from '../../../support/n8n';
import { nodeType } from '../../../support/host';
import { byId, inWorld, test, jsonOf } from '../../../support/world';
import {
	actionsOf,
	itemsOf,
	methodsOf,
	syncing,
	upserting,
	user,
	withUsers,
} from './directory-runs';

/** Fields that an update may reset where it leaves them out (Resources, User). */
const LOCKED = { loginErrorCount: 5, expire: '2030/03/31' };
const FREE = { loginErrorCount: 0, expire: '9999/12/31' };

const ways: ReadonlyArray<[string, INodeParameters]> = [
	['Create or Update', upserting],
	['Sync', syncing],
];

/** One user, U0, as the list shows it, and as it is when the import arrives. */
async function renamed(parameters: INodeParameters, before: object, meanwhile: object) {
	return await inWorld({}, async ({ service, credentials }) => {
		withUsers(service, 0);
		const { users } = service.store;
		users.add({ ...user(0), ...before });
		service.faults.add({ method: 'POST', nth: 1, answer: { delayMs: 40 } });
		let isChanged = false;
		const watch = setInterval(() => {
			const one = users.get('U0');
			if (service.log.length < 2 || !one || isChanged) return;
			isChanged = true;
			users.replace('U0', { ...one, ...meanwhile });
		}, 1);
		await execute({ parameters, items: itemsOf([0], 'Renamed'), credentials });
		clearInterval(watch);
		return { sent: importedTo(service)[0], left: users.get('U0') };
	});
}

const importedTo = (service: Service) =>
	service.log
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => (body as { user: Array<Record<string, unknown>> }).user);

describe.each(ways)('%s', (_, parameters) => {
	it('does not undo a lock or an expiry that came after the list was read', async () => {
		const { left } = await renamed(parameters, FREE, LOCKED);
		expect(left).toMatchObject({ name: 'Renamed', ...LOCKED });
	});

	it('sends a lock and an expiry, as a service may reset what is left out', async () => {
		const { sent } = await renamed(parameters, LOCKED, LOCKED);
		expect(sent).toMatchObject(LOCKED);
	});

	it('sends a default that somebody gives', async () => {
		const additionalFields = { ...(parameters.additionalFields as object), loginErrorCount: 0 };
		const { sent } = await renamed({ ...parameters, additionalFields }, LOCKED, {});
		expect(sent).toMatchObject({ loginErrorCount: 0, expire: '2030/03/31' });
	});

	test.each(['9999/12/31', '9999-12-31', undefined])(
		'no expiry is no difference to "%s"',
		async ({ service, credentials }, expire) => {
			withUsers(service, 0);
			service.store.users.add({ ...user(1), expire });
			for (const given of ['9999-12-31', '']) {
				const additionalFields = { ...(parameters.additionalFields as object), expire: given };
				const run = {
					parameters: { ...parameters, additionalFields },
					items: itemsOf([1]),
					credentials,
				};
				expect(actionsOf(await execute(run))).toEqual(['unchanged']);
			}
			expect(methodsOf(service)).toBe('GET GET');
		},
	);

	test('a value that did not change goes back as the service spells it', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 0);
		service.store.users.add({ ...user(1), expire: '2030-03-31' });
		const additionalFields = { ...(parameters.additionalFields as object), expire: '2030/3/31' };
		const run = { parameters: { ...parameters, additionalFields }, credentials };
		await execute({ ...run, items: itemsOf([1], 'Renamed') });
		expect(importedTo(service)).toEqual([
			expect.objectContaining({ name: 'Renamed', expire: '2030-03-31' }),
		]);
	});
});

test('retiring in a Sync sends back no default that may be out of date', async (world) => {
	const { service, credentials } = world;
	withUsers(service, 2);
	const parameters = { ...syncing, missing: 'retire' };
	await execute({ parameters, items: itemsOf([0]), credentials });
	const [retired] = importedTo(service);
	expect(retired).toMatchObject({ code: 'U1', isRetired: true });
	expect(retired).not.toHaveProperty('loginErrorCount');
	expect(retired).not.toHaveProperty('expire');
});

describe('an Expiry Date that is added and left empty', () => {
	const person = { name: 'A', kana: 'A', loginId: 'a', organizationCode: byId('ORG02') };
	const additionalFields = { expire: '' };

	test.each([
		['create', { newCode: 'A', ...person, loginPass: 'secret', additionalFields }],
		[
			'import',
			{ newCode: 'A', ...person, additionalFields: { ...additionalFields, loginPass: 'secret' } },
		],
		[
			'upsert',
			{ newCode: 'A', ...person, additionalFields: { ...additionalFields, loginPass: 'secret' } },
		],
		['update', { code: byId('E0005'), additionalFields }],
	] as Array<[string, INodeParameters]>)(
		'is no expiry: %s',
		async ({ service, credentials }, operation, given) => {
			const before = service.store.users.get('E0005');
			if (before) service.store.users.replace('E0005', { ...before, expire: '2030/03/31' });
			const parameters = { resource: 'user', operation, ...given };
			const output = await execute({ parameters, credentials });
			expect(jsonOf(output)[0]).toMatchObject({ success: true });
			expect(JSON.stringify(service.log.at(-1)?.body)).toContain('"expire":"9999/12/31"');
		},
	);
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
