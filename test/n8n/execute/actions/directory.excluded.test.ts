import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute, executeWithHints } from '../../../support/n8n';
import { inWorld, jsonOf, testIn, type World } from '../../../support/world';
import { failureOf } from '../../runs';
import {
	actionsOf,
	itemsOf,
	itemsOfTree,
	methodsOf,
	syncing,
	syncingTree,
	user,
	withTree,
	withUsers,
} from './directory-runs';

const CODES = ['U1', 'U2', 'A B', 'C;D', 'E、F'];

/** A site with these users besides U0, the only one in the input. */
const atSite = (work: (world: World) => Promise<void>, codes = CODES) =>
	inWorld({}, async (world) => {
		withUsers(world.service, 1);
		for (const code of codes)
			world.service.store.users.add({ ...user(1), code, name: code, loginId: code });
		await work(world);
	});
const test = testIn(atSite);

const excluding = (neverRemove: unknown, dryRun = false): INodeParameters =>
	({ ...syncing, dryRun, missing: 'delete', options: { neverRemove } }) as INodeParameters;

const codesIn = ({ store }: Service) => store.users.list().map(({ code }) => code);
const expression = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

test.each<[string, unknown, string[]]>([
	['chosen', ['U1', 'C;D'], ['U1', 'C;D']],
	['in a list', expression(['U1', 'U2', 'E、F']), ['U1', 'U2', 'E、F']],
	['in a text with commas', '={{ "U1, A B" }}', ['U1', 'A B']],
])('Excluded users stay: %s', async ({ service, credentials }, _, given, kept) => {
	const run = { parameters: excluding(given), items: itemsOf([0]), credentials };
	const { items, hints } = await executeWithHints(run);
	expect(hints).toEqual([]);
	expect(codesIn(service)).toEqual(['U0', ...kept]);
	const excluded = jsonOf(items).filter(({ action }) => action === 'excluded');
	expect(excluded.map(({ code }) => code)).toEqual(kept);
});

describe('Exclusions that do not name users exactly stop the run', () => {
	const empty = /^'Excluded User Names or IDs' is empty/;
	const unknown = /has the excluded code ".*"/;

	test.each<[string, unknown, RegExp]>([
		['undefined', '={{ undefined }}', empty],
		['null', '={{ null }}', empty],
		['commas', '={{ " , ," }}', empty],
		['an empty list', [], empty],
		['a list of nothing', '={{ [null] }}', empty],
		['another case', ['u1'], unknown],
		['another width', ['Ｕ1'], unknown],
		['spaces within', ['U 1'], unknown],
		['one of several in another case', ['U1', 'u2'], unknown],
		['another separator', '={{ "U1; U2" }}', unknown],
		['quotes', '={{ \'"U1","U2"\' }}', unknown],
		['a pattern', ['svc-*'], unknown],
		['brackets that are no JSON', '={{ "[U1, U2]" }}', unknown],
		['a code that nobody has', ['U1', 'GONE'], unknown],
		['an object', '={{ { code: "U1" } }}', unknown],
		['a list of objects', '={{ [{ code: "U1" }] }}', unknown],
	])('%s', async ({ service, credentials }, _, given, message) => {
		const items = itemsOf([0]);
		const error = await failureOf(execute({ parameters: excluding(given), items, credentials }));
		expect(error.message).toMatch(message);
		const dry = execute({ parameters: excluding(given, true), items, credentials });
		await dry.then(
			(output) => expect(jsonOf(output)[0]?.problem).toMatch(message),
			(told: Error) => expect(told.message).toMatch(message),
		);
		expect(codesIn(service)).toEqual(['U0', ...CODES]);
		expect(methodsOf(service)).not.toMatch(/POST|PUT|DELETE/);
	});

	test('and do not matter if nobody is removed', async ({ service, credentials }) => {
		const parameters = { ...excluding(['GONE']), missing: 'nothing' };
		await execute({ parameters, items: itemsOf([0]), credentials });
		expect(codesIn(service)).toEqual(['U0', ...CODES]);
	});

	test('and differ between items', async ({ service, credentials }) => {
		const items = itemsOf([0, 1]);
		const differing = excluding('={{ ["U2", $json.code] }}');
		const error = await failureOf(execute({ parameters: differing, items, credentials }));
		expect(error.message).toBe("'Excluded User Names or IDs' differs from item to item");
		const same = excluding('={{ $json.code && ["U2", "C;D"] }}');
		await execute({ parameters: same, items, credentials });
		expect(codesIn(service)).toEqual(['U0', 'U1', 'U2', 'C;D']);
	});
});

test('a dry run shows what is excluded', async ({ credentials }) => {
	const parameters = excluding(['U2'], true);
	const { items, hints } = await executeWithHints({
		parameters,
		items: itemsOf([0]),
		credentials,
	});
	expect(actionsOf(items)).toEqual([
		'unchanged',
		...['delete', 'delete', 'delete', 'delete'],
		'excluded',
	]);
	expect(jsonOf(items).at(-1)).toEqual({
		dryRun: true,
		code: 'U2',
		name: 'U2',
		action: 'excluded',
	});
	expect(hints.map(({ message }) => message)).toEqual([
		'The plan: 4 to delete, 1 unchanged, 1 excluded.',
	]);
});

it('an excluded child of a removed parent has its problem at its row', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		withTree(service, { P: '', C: 'P', D: 'P', Q: '' });
		const options = { neverRemove: ['C'] };
		const parameters = { ...syncingTree, missing: 'delete', dryRun: true, options };
		const run = { parameters, items: itemsOfTree({ Q: '' }), credentials };
		const { items, hints } = await executeWithHints(run);
		const problem = expect.stringMatching(/^"P" would be removed, and "C" is below it\. /);
		expect(jsonOf(items)).toEqual([
			expect.objectContaining({ code: 'Q', action: 'unchanged' }),
			{ dryRun: true, code: 'D', name: 'D', action: 'delete' },
			{ dryRun: true, code: 'P', name: 'P', action: 'delete' },
			{ dryRun: true, code: 'C', name: 'C', action: 'excluded', problem },
		]);
		expect(hints).toEqual([
			expect.objectContaining({ message: expect.stringContaining('"C" is below it') }),
		]);
		const error = await failureOf(
			execute({ ...run, parameters: { ...parameters, dryRun: false } }),
		);
		expect(error.message).toBe('"P" would be removed, and "C" is below it');
		expect(methodsOf(service)).not.toContain('DELETE');
	});
});

it('an entry that is gone before its deletion is deleted', async () => {
	await atSite(
		async ({ service, credentials }) => {
			const meanwhile = () => service.store.users.delete('U2');
			service.faults.add({ method: 'DELETE', path: /U1$/, answer: { meanwhile } });
			const parameters = { ...syncing, missing: 'delete' };
			const output = await execute({ parameters, items: itemsOf([0]), credentials });
			expect(actionsOf(output)).toEqual(['unchanged', 'deleted', 'deleted', 'deleted']);
			expect(codesIn(service)).toEqual(['U0']);
		},
		['U1', 'U2', 'U3'],
	);
});
