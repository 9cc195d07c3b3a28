import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../../support/n8n';
import { byId, inWorld, test, sentTo } from '../../../support/world';

test('an organization goes to the top level when its parent is added and left empty', async (world) => {
	const { service, credentials } = world;
	const parameters: INodeParameters = {
		resource: 'organization',
		operation: 'update',
		code: byId('ORG04'),
		additionalFields: { parentCode: { __rl: true, mode: 'list', value: '' } },
	};
	await execute({ parameters, credentials });
	expect(sentTo(service)[1]?.body).toMatchObject({ code: 'ORG04', parentCode: '' });
	expect(service.store.organizations.get('ORG04')?.parentCode).toBe('');
});

it('a user retires and comes back, and nothing else changes', async () => {
	await inWorld({ dialect: { updateBody: 'replace' } }, async ({ service, credentials }) => {
		const before = service.store.users.get('E0005');
		for (const [operation, isRetired] of [
			['retire', true],
			['restore', false],
		] as const) {
			const parameters = { resource: 'user', operation, code: byId('E0005') };
			await execute({ parameters, credentials });
			expect(service.store.users.get('E0005')).toEqual({ ...before, isRetired });
		}
	});
});
