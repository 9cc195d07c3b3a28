import type { Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { test } from '../../../support/world';
import {
	actionsOf,
	itemsOf,
	methodsOf,
	range,
	syncing,
	upserting,
	withUsers,
} from './directory-runs';

const counted = (service: Service) => {
	const lists = service.log.filter(({ method }) => method === 'GET').length;
	return { lists, writes: service.log.length - lists };
};

describe('Create or Update: requests', () => {
	test('1,400 in the service, 250 given, of which 130 differ: 2 and 2', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 1_400);
		const items = [...itemsOf(range(0, 120)), ...itemsOf(range(120, 250), 'New')];
		const output = await execute({ parameters: upserting, items, credentials });
		expect(counted(service)).toEqual({ lists: 2, writes: 2 });
		expect(actionsOf(output)).toEqual(items.map((_, n) => (n < 120 ? 'unchanged' : 'updated')));
		service.log.length = 0;
		const again = await execute({ parameters: upserting, items, credentials });
		expect(counted(service)).toEqual({ lists: 2, writes: 0 });
		expect(actionsOf(again)).toEqual(items.map(() => 'unchanged'));
	});
});

describe('Sync: requests', () => {
	test.each([
		['nothing', 2, 'kept'],
		['retire', 3, 'retired'],
		['delete', 12, 'deleted'],
	])(
		'1,400 users, 150 of them new, 10 missing: %s',
		async ({ service, credentials }, missing, writes, action) => {
			withUsers(service, 1_260);
			const parameters = { ...syncing, missing };
			const run = { parameters, items: itemsOf(range(10, 1_410)), credentials };
			const output = await execute(run);
			expect(methodsOf(service)).toMatch(/^(GET ){3}POST POST( POST|( DELETE)+)?$/);
			expect(service.log.length - 3).toBe(writes);
			expect(actionsOf(output).filter((one) => one === action)).toHaveLength(10);
		},
	);

	test('a second sync sends nothing', async ({ service, credentials }) => {
		withUsers(service, 30);
		const parameters = { ...syncing, missing: 'delete' };
		const run = { parameters, items: itemsOf(range(5, 40)), credentials };
		await execute(run);
		expect(service.store.users.list().map(({ code }) => code)).toEqual(
			range(5, 40).map((n) => `U${n}`),
		);
		service.log.length = 0;
		const again = await execute(run);
		// It has grown, so the page after the last is looked at.
		expect(methodsOf(service)).toBe('GET GET');
		expect(new Set(actionsOf(again))).toEqual(new Set(['unchanged']));
	});
});
