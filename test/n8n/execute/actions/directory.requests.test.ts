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

test('Create or Update reads the list once, and sends only what differs: 130 of 250 among 1,400', async (world) => {
	const { service } = world;
	withUsers(service, 1_400);
	const items = [...itemsOf(range(0, 120)), ...itemsOf(range(120, 250), 'New')];
	const { items: output } = await run(world, upserting, items);
	// The third page shows that nothing follows.
	expect(methodsOf(service)).toBe('GET GET GET POST POST');
	expect(actionsOf(output)).toEqual(items.map((_, n) => (n < 120 ? 'unchanged' : 'updated')));
	service.log.length = 0;
	const { items: again } = await run(world, upserting, items);
	expect(methodsOf(service)).toBe('GET GET');
	expect(actionsOf(again)).toEqual(items.map(() => 'unchanged'));
});

test.each([
	['nothing', 2, 'kept'],
	['retire', 3, 'retired'],
	['delete', 12, 'deleted'],
])(
	'Sync: of 1,400 users, 150 are new and 10 missing: %s',
	async (world, missing, writes, action) => {
		const { service } = world;
		withUsers(service, 1_260);
		const parameters = { ...syncing, missing };
		const { items: output } = await run(world, parameters, itemsOf(range(10, 1_410)));
		expect(methodsOf(service)).toMatch(/^(GET ){4}POST POST( POST|( DELETE)+)?$/);
		expect(service.log.length - 4).toBe(writes);
		expect(actionsOf(output).filter((one) => one === action)).toHaveLength(10);
	},
);
