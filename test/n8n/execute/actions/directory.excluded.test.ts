import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute, executeWithHints } from '../../../support/n8n';
import { inWorld, jsonOf, type World } from '../../../support/world';
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

const CODES = ['U1', 'U2', 'A,B', 'C;D', 'E、F'];

/** A site with these users besides U0, the only one in the input. */
const atSite = (test: (world: World) => Promise<void>, codes = CODES) =>
	inWorld({}, async (world) => {
		withUsers(world.service, 1);
		for (const code of codes)
			world.service.store.users.add({ ...user(1), code, name: code, loginId: code });
		await test(world);
	});

const excluding = (neverRemove: unknown, dryRun = false): INodeParameters =>
	({ ...syncing, dryRun, missing: 'delete', options: { neverRemove } }) as INodeParameters;

const codesIn = ({ store }: Service) => store.users.list().map(({ code }) => code);
const expression = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

describe('Exclude From Removal keeps the entries that are given', () => {
	it.each<[string, unknown, string[]]>([
		['by commas', 'U1, U2', ['U1', 'U2']],
		['by line breaks', 'U1\r\n\nU2\n', ['U1', 'U2']],
		['by semicolons', 'U1; U2', ['U1', 'U2']],
		['by ideographic commas', 'U1、U2', ['U1', 'U2']],
		['by fullwidth commas', 'U1，U2', ['U1', 'U2']],
		['by a tab', 'U1\tU2', ['U1', 'U2']],
		['with spaces of any kind around', '\u3000U1\u00a0,\u00a0U2 ', ['U1', 'U2']],
		['in a list', expression(['U1', 'U2']), ['U1', 'U2']],
		['in a JSON list', ' ["U1", "U2"] ', ['U1', 'U2']],
		['in a list of lists in words', expression(['U1,U2', 'A,B']), ['U1', 'U2', 'A,B']],
		['with a comma', 'A,B', ['A,B']],
		['with separators, on lines', 'A,B\nC;D\nE、F', ['A,B', 'C;D', 'E、F']],
		['with separators, between commas', 'U1, C;D, E、F', ['U1', 'C;D', 'E、F']],
		['with separators, in JSON', '["A,B","C;D"]', ['A,B', 'C;D']],
	])('%s', async (_, given, kept) => {
		await atSite(async ({ service, credentials }) => {
			const parameters = excluding(given);
			const run = { parameters, items: itemsOf([0]), credentials };
			const { items, hints } = await executeWithHints(run);
			expect(hints).toEqual([]);
			expect(codesIn(service)).toEqual(['U0', ...kept]);
			const excluded = jsonOf(items).filter(({ action }) => action === 'excluded');
			expect(excluded.map(({ code }) => code)).toEqual(kept);
		});
	});

	it('all of them if a text can be read in two ways', async () => {
		await atSite(
			async ({ service, credentials }) => {
				await execute({ parameters: excluding('A,B'), items: itemsOf([0]), credentials });
				expect(codesIn(service)).toEqual(['U0', 'A', 'B', 'A,B']);
			},
			['A', 'B', 'C', 'A,B'],
		);
	});

	it('numbers in a list as well', async () => {
		await atSite(
			async ({ service, credentials }) => {
				const parameters = excluding(expression([1001]));
				await execute({ parameters, items: itemsOf([0]), credentials });
				expect(codesIn(service)).toEqual(['U0', '1001']);
			},
			['1001', '1002'],
		);
	});
});

describe('Exclude From Removal never comes to nothing', () => {
	const spelled = /differs only in case, width or spaces/;
	const format = /which no entry has as its code, and which looks like a pattern or another format/;
	const empty = /^'Exclude From Removal' (is empty|has no code)/;

	it.each<[string, unknown, RegExp]>([
		['undefined', '={{ undefined }}', empty],
		['null', '={{ null }}', empty],
		['an empty text', '', empty],
		['blanks', ' \u00a0\u3000\n', empty],
		['commas', ' , ,\n,', empty],
		['semicolons', ';、', empty],
		['an empty list', '={{ [] }}', empty],
		['an empty JSON list', '[]', empty],
		['a list of nothing', '={{ [null] }}', empty],
		['a list with nothing', '={{ ["U1", $json.none, "U2"] }}', empty],
		['another case', 'u1', spelled],
		['another width', 'Ｕ1', spelled],
		['blanks within', 'U 1', spelled],
		['blanks around in a list', '={{ [" U1"] }}', spelled],
		['one of several in another case', 'U1, u2', spelled],
		['double quotes', '"U1","U2"', format],
		['single quotes', "'U1'", format],
		['typographic quotes', '“U1”', format],
		['Japanese quotes', '「U1」', format],
		['a pattern', 'svc-*', format],
		['a pattern of one character', 'U?', format],
		['a pattern of a database', 'svc-%', format],
		['a regular expression', '/^U/', format],
		['brackets that are no JSON', '[U1, U2]', format],
		["a list in Python's spelling", "['U1', 'U2']", format],
		['spaces between', 'U1 U2', format],
		['bars between', 'U1 | U2', format],
		['a middle dot between', 'U1・U2', format],
		['a range', 'U1-U2', format],
		['a name before', 'user:U1', format],
		['lines in a list', '={{ ["U1\\nU2"] }}', format],
		['an object', '={{ { code: "U1" } }}', /is an object, not a text/],
		['a list of objects', '={{ [{ code: "U1" }] }}', /is an object, not a text/],
		['JSON objects', '[{"code":"U1"}]', /is an object, not a text/],
		['a rounded number', '={{ [12345678901234567890] }}', /'Exclude From Removal'/],
	])('%s is rejected', async (_, given, message) => {
		await atSite(async ({ service, credentials }) => {
			const items = itemsOf([0]);
			const error = await failureOf(execute({ parameters: excluding(given), items, credentials }));
			expect(error.message).toMatch(message);
			expect(error.description).toMatch(/^Nothing was sent\./);
			const dry = execute({ parameters: excluding(given, true), items, credentials });
			await dry.then(
				(output) => expect(jsonOf(output)[0]?.problem).toMatch(message),
				(told: Error) => expect(told.message).toMatch(message),
			);
			expect(codesIn(service)).toEqual(['U0', ...CODES]);
			expect(methodsOf(service)).not.toMatch(/POST|PUT|DELETE/);
		});
	});

	it.each(['GONE', 'svc-old', "O'Brien", 'E1 (old)', '(ext) E1', '山田・太郎', 'a@example.com'])(
		'%s, which no entry has, is a hint',
		async (code) => {
			await atSite(async ({ service, credentials }) => {
				const parameters = excluding(`U1,${code}`);
				const { hints } = await executeWithHints({ parameters, items: itemsOf([0]), credentials });
				expect(hints).toEqual([
					expect.objectContaining({
						message: expect.stringMatching(/^No entry has these codes of .*: .*\. Correct them if/),
						type: 'warning',
					}),
				]);
				expect(codesIn(service)).toEqual(['U0', 'U1']);
			});
		},
	);

	it('a list that differs between items is rejected, and one that is the same is not', async () => {
		await atSite(async ({ service, credentials }) => {
			const items = itemsOf([0, 1]);
			const differing = excluding('={{ ["U2", $json.code] }}');
			const error = await failureOf(execute({ parameters: differing, items, credentials }));
			expect(error.message).toBe("'Exclude From Removal' differs from item to item");
			const same = excluding('={{ $json.code && ["U2", "A,B"] }}');
			await execute({ parameters: same, items, credentials });
			expect(codesIn(service)).toEqual(['U0', 'U1', 'U2', 'A,B']);
		});
	});
});

it('a dry run shows what is excluded, and what excludes nothing', async () => {
	await atSite(async ({ credentials }) => {
		const parameters = excluding('U2,GONE', true);
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
			'No entry has these codes of \'Exclude From Removal\': "GONE". Correct them if they should keep an entry.',
			'The plan: 4 to delete, 1 unchanged, 1 excluded.',
		]);
	});
});

it('an excluded child of a removed parent has its problem at its row', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		withTree(service, { P: '', C: 'P', D: 'P', Q: '' });
		const options = { neverRemove: 'C' };
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
