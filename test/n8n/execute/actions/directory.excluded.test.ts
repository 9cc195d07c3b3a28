import type { INodeParameters } from 'n8n-workflow';
import { inWorld, jsonOf, testIn, type World } from '../../../support/world';
import { failureOf } from '../../runs';
import {
	actionsOf,
	codesIn,
	itemsOf,
	itemsOfTree,
	methodsOf,
	syncing,
	syncingTree,
	user,
	withTree,
	withUsers,
} from './directory-runs';
import { run } from './run';

const CODES = ['U1', 'U2', 'A B', 'C;D', 'E、F'];

/** At a site with these users besides U0, the only one in the input. */
const test = testIn<World>((work) =>
	inWorld({}, async (world) => {
		withUsers(world.service, 1);
		for (const code of CODES)
			world.service.store.users.add({ ...user(1), code, name: code, loginId: code });
		await work(world);
	}),
);

const excluding = (neverRemove: unknown, dryRun = false): INodeParameters =>
	({ ...syncing, dryRun, missing: 'delete', options: { neverRemove } }) as INodeParameters;

const expression = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

test.each<[string, unknown, string[]]>([
	['chosen', ['U1', 'C;D'], ['U1', 'C;D']],
	['in a list', expression(['U1', 'U2', 'E、F']), ['U1', 'U2', 'E、F']],
	['in a text with commas', '={{ "U1, A B" }}', ['U1', 'A B']],
])('Excluded users stay: %s', async (world, _, given, kept) => {
	const { items, hints } = await run(world, excluding(given), itemsOf([0]));
	expect(hints).toEqual([]);
	expect(codesIn(world.service)).toEqual(['U0', ...kept]);
	const excluded = jsonOf(items).filter(({ action }) => action === 'excluded');
	expect(excluded.map(({ code }) => code)).toEqual(kept);
});

describe('Exclusions that do not name users exactly stop the run', () => {
	const empty = /^'Excluded User Names or IDs' is empty/;
	const unknown = /has the excluded code ".*"/;

	test.each<[string, unknown, RegExp]>([
		['undefined', '={{ undefined }}', empty],
		['commas', '={{ " , ," }}', empty],
		['an empty list', [], empty],
		['a list of nothing', '={{ [null] }}', empty],
		['one of several in another case', ['U1', 'u2'], unknown],
		['spaces within', ['U 1'], unknown],
		['another separator', '={{ "U1; U2" }}', unknown],
		['a pattern', ['svc-*'], unknown],
		['a code that nobody has', ['U1', 'GONE'], unknown],
		['an object', '={{ { code: "U1" } }}', unknown],
	])('%s', async (world, _, given, message) => {
		const error = await failureOf(run(world, excluding(given), itemsOf([0])));
		expect(error.message).toMatch(message);
		const planned = await run(world, excluding(given, true), itemsOf([0])).then(
			({ items }) => items[0]?.json.problem,
			(told: Error) => told.message,
		);
		expect(planned).toMatch(message);
		expect(codesIn(world.service)).toEqual(['U0', ...CODES]);
		expect(methodsOf(world.service)).not.toMatch(/POST|PUT|DELETE/);
	});

	test('and do not matter if nobody is removed', async (world) => {
		await run(world, { ...excluding(['GONE']), missing: 'nothing' }, itemsOf([0]));
		expect(codesIn(world.service)).toEqual(['U0', ...CODES]);
	});

	test('and differ between items', async (world) => {
		const differing = excluding('={{ ["U2", $json.code] }}');
		const { message } = await failureOf(run(world, differing, itemsOf([0, 1])));
		expect(message).toBe("'Excluded User Names or IDs' differs from item to item");
		await run(world, excluding('={{ $json.code && ["U2", "C;D"] }}'), itemsOf([0, 1]));
		expect(codesIn(world.service)).toEqual(['U0', 'U1', 'U2', 'C;D']);
	});
});

test('an excluded child of a removed parent has its problem at its row', async (world) => {
	withTree(world.service, { P: '', C: 'P', D: 'P', Q: '' });
	const parameters = { ...syncingTree, missing: 'delete', options: { neverRemove: ['C'] } };
	const items = itemsOfTree({ Q: '' });
	const dry = await run(world, { ...parameters, dryRun: true }, items);
	const stranded = '"P" would be removed, and "C" is below it';
	const problem = expect.stringContaining(`${stranded}. `) as unknown;
	expect(jsonOf(dry.items)).toEqual([
		expect.objectContaining({ code: 'Q', action: 'unchanged' }),
		{ dryRun: true, code: 'D', name: 'D', action: 'delete' },
		{ dryRun: true, code: 'P', name: 'P', action: 'delete' },
		{ dryRun: true, code: 'C', name: 'C', action: 'excluded', problem },
	]);
	const message = `The plan: 2 to delete, 1 unchanged, 1 excluded. Without 'Dry Run' nothing would be sent: ${stranded}`;
	expect(dry.hints).toEqual([expect.objectContaining({ message })]);
	expect((await failureOf(run(world, parameters, items))).message).toBe(stranded);
	expect(methodsOf(world.service)).not.toContain('DELETE');
});

test('an entry that is gone before its deletion is deleted', async (world) => {
	const meanwhile = () => world.service.store.users.delete('U2');
	world.service.faults.add({ method: 'DELETE', path: /U1$/, answer: { meanwhile } });
	const { items } = await run(world, { ...syncing, missing: 'delete' }, itemsOf([0]));
	expect(actionsOf(items)).toEqual(['unchanged', ...CODES.map(() => 'deleted')]);
	expect(codesIn(world.service)).toEqual(['U0']);
});
