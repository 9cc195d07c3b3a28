import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute, executeWithHints } from '../../../support/n8n';
import { inWorld, jsonOf, testIn, type World } from '../../../support/world';
import { failureOf } from '../../runs';
import { itemsOf, methodsOf, syncing, user, withUsers } from './directory-runs';

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
});
