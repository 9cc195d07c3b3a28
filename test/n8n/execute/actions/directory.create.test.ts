import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { byId, test, jsonOf } from '../../../support/world';
import { failureOf } from '../../runs';
import { itemsOf, methodsOf, range, withUsers } from './directory-runs';

const creating: INodeParameters = {
	resource: 'user',
	operation: 'create',
	newCode: '={{ $json.code }}',
	name: '={{ $json.name }}',
	kana: '={{ $json.name }}',
	loginId: '={{ $json.code }}',
	organizationCode: byId('ORG01'),
	loginPass: 'secret',
	options: { throughImport: true },
};
/** The output for a user of whom the item has nothing but the code: that is the name as well. */
const userDone = (code: unknown) => ({
	...{ success: true, action: 'created', code, name: code, kana: code, loginId: code },
	organizationCode: 'ORG01',
});
const usersIn = ({ store }: Service) => structuredClone(store.users.list());

describe('Create with Send in Batches', () => {
	test('rejects what exists, all of it, before anything is sent', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 5);
		const before = usersIn(service);
		const items = itemsOf([7, 3, 8, 4]);
		const error = await failureOf(execute({ parameters: creating, items, credentials }));
		expect(error.message).toBe('2 of 4 items have mistakes');
		const listed = [1, 3].map(
			(item, n) =>
				`Item ${item}: The code "U${n + 3}" already exists, and an import would overwrite its values`,
		);
		expect(error.description).toContain(`<br>${listed.join('<br>')}<br>`);
		expect(usersIn(service)).toEqual(before);
		expect(methodsOf(service)).toBe('GET');
		const output = await execute({
			parameters: creating,
			items,
			credentials,
			continueOnFail: true,
		});
		expect(jsonOf(output)).toEqual(
			items.map(({ json: { code } }, n) =>
				n % 2 === 0 ? userDone(code) : { error: expect.objectContaining({ outcome: 'not sent' }) },
			),
		);
	});

	test.each([
		[2_400, 1, 'GET GET GET POST'],
		[999, 250, 'GET GET POST POST POST'],
	])('%i at the service, %i new: %s', async ({ service, credentials }, present, fresh, methods) => {
		withUsers(service, present);
		const items = itemsOf(range(present, present + fresh));
		const output = await execute({ parameters: creating, items, credentials });
		expect(jsonOf(output)).toEqual(items.map(({ json }) => userDone(json.code)));
		expect(methodsOf(service)).toBe(methods);
	});
});
