import type { Service } from '../../../../sandbox/service/service';
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
import { run } from './run';

const counted = (service: Service) => {
	const lists = service.log.filter(({ method }) => method === 'GET').length;
	return { lists, writes: service.log.length - lists };
};

describe('Create or Update: requests', () => {
	test('1,400 in the service, 250 given, of which 130 differ: 2 and 2', async (world) => {
		const { service } = world;
		withUsers(service, 1_400);
		const items = [...itemsOf(range(0, 120)), ...itemsOf(range(120, 250), 'New')];
		const { items: output } = await run(world, upserting, items);
		expect(counted(service)).toEqual({ lists: 2, writes: 2 });
		expect(actionsOf(output)).toEqual(items.map((_, n) => (n < 120 ? 'unchanged' : 'updated')));
		service.log.length = 0;
		const { items: again } = await run(world, upserting, items);
		expect(counted(service)).toEqual({ lists: 2, writes: 0 });
		expect(actionsOf(again)).toEqual(items.map(() => 'unchanged'));
	});
});

describe('Sync: requests', () => {
	test.each([
		['nothing', 2, 'kept'],
		['retire', 3, 'retired'],
		['delete', 12, 'deleted'],
	])('1,400 users, 150 of them new, 10 missing: %s', async (world, missing, writes, action) => {
		const { service } = world;
		withUsers(service, 1_260);
		const numbers = range(10, 1_410);
		const { items: output } = await run(world, { ...syncing, missing }, itemsOf(numbers));
		expect(methodsOf(service)).toMatch(/^(GET ){3}POST POST( POST|( DELETE)+)?$/);
		expect(service.log.length - 3).toBe(writes);
		expect(actionsOf(output).filter((one) => one === action)).toHaveLength(10);
	});
});
