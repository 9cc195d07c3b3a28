import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { resources } from '../../../../nodes/RecordsDirectory/api';
import { execute } from '../../../support/n8n';
import { nodeType } from '../../../support/host';
import { byId, test, jsonOf } from '../../../support/world';
import {
	actionsOf,
	itemsOf,
	methodsOf,
	syncing,
	upserting,
	user,
	withUsers,
} from './directory-runs';

const ways: ReadonlyArray<[string, INodeParameters]> = [
	['Create or Update', upserting],
	['Sync', syncing],
];

const importedTo = (service: Service) =>
	service.log
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => (body as { user: Array<Record<string, unknown>> }).user);

describe.each(ways)('%s', (_, parameters) => {
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
