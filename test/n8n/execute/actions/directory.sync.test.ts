import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints } from '../../../support/n8n';
import { byId, test, jsonOf } from '../../../support/world';
import {
	actionsOf,
	itemsOf,
	itemsOfTree,
	methodsOf,
	range,
	syncing,
	syncingTree,
	user,
	withTree,
	withUsers,
} from './directory-runs';
import { errorOf, failureOf, headlinesOf } from '../../runs';

describe('a dry run', () => {
	test('is the default, reports everything and sends nothing', async ({ service, credentials }) => {
		withUsers(service, 4);
		const { dryRun: _, ...parameters }: INodeParameters = { ...syncing, missing: 'retire' };
		const items = itemsOf([1, 2, 9]);
		items[1] = { json: { code: 'U2', name: 'New' } };
		const output = await execute({ parameters, items, credentials });
		const given = { from: 'U2', to: 'New' };
		expect(jsonOf(output)).toEqual([
			{ dryRun: true, code: 'U1', name: 'U1', action: 'unchanged' },
			{
				dryRun: true,
				code: 'U2',
				name: 'New',
				action: 'update',
				changes: { name: given, kana: given },
			},
			{ dryRun: true, code: 'U9', name: 'U9', action: 'create' },
			{ dryRun: true, code: 'U0', name: 'U0', action: 'retire' },
			{ dryRun: true, code: 'U3', name: 'U3', action: 'retire' },
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			...items.map((_, item) => ({ item })),
			...[0, 3].map(() => items.map((_, item) => ({ item }))),
		]);
		expect(methodsOf(service)).toBe('GET GET');
	});
});

describe('the hint of a dry run', () => {
	const nowhere =
		'\'Preferred Organization\' is "NOWHERE", but there is no such organization (item 1)';
	const tooMany = "'Removal Limit' is 1, but 2 would be removed: U2 and U3";
	const rejected = (why: string) => `Without 'Dry Run' nothing would be sent: ${why}`;
	const counted = 'Items are counted from 0, as in n8n.';

	test.each([
		['sums up the plan', 1, 'ORG02', { message: 'The plan: 2 unchanged, 2 kept.' }],
		[
			'names the only mistake',
			1,
			'NOWHERE',
			{
				message: `The plan: 1 to update, 1 unchanged, 2 kept. ${rejected(nowhere)}. ${counted}`,
				type: 'warning',
			},
		],
		[
			'names each reason',
			2,
			'NOWHERE',
			{
				message: `The plan: 1 to update, 2 to retire, 1 unchanged. ${rejected(`${tooMany}; ${nowhere}`)}. ${counted}`,
				type: 'warning',
			},
		],
	])('%s', async ({ service, credentials }, _, removed, organization, expected) => {
		withUsers(service, 4);
		const parameters = {
			...syncing,
			dryRun: true,
			missing: removed > 1 ? 'retire' : 'nothing',
			mostRemovals: 1,
			organizationCode: byId('={{ $json.organization ?? "ORG02" }}'),
		};
		const [first, second] = itemsOf([0, 1]).map(({ json }) => json);
		const items = [first, { ...second, organization }].map((json) => ({ json: json ?? {} }));
		const { hints } = await executeWithHints({ parameters, items, credentials });
		expect(hints).toEqual([{ location: 'outputPane', ...expected }]);
	});
});

test('counts what was sent, not the entries that stay as they are', async (world) => {
	const { service, credentials } = world;
	withUsers(service, 20);
	service.faults.add({ method: 'POST', answer: { status: 400 } });
	const { items, hints } = await executeWithHints({
		parameters: { ...syncing, missing: 'nothing' },
		items: itemsOf([0, 99]),
		credentials,
		continueOnFail: true,
	});
	expect(items).toHaveLength(21);
	expect(hints).toEqual([expect.objectContaining({ message: '1 unchanged, 1 failed' })]);
});

test('the initial password goes to new users only', async ({ service, credentials }) => {
	withUsers(service, 1);
	const items = itemsOf([0, 1]);
	items[0] = { json: { code: 'U0', name: 'New' } };
	await execute({ parameters: syncing, items, credentials });
	const passwords = service.store.users.list().map(({ loginPass }) => loginPass);
	expect(passwords).toEqual(['own', 'first password']);
});

describe('the safety limit', () => {
	test.each([
		['missing ones', { missing: 'delete' }, range(3, 6), '3'],
		['retired ones among the items', { additionalFields: { isRetired: true } }, range(0, 6), '6'],
	])(
		'sends nothing when too many would go: %s',
		async ({ service, credentials }, _, more, numbers, count) => {
			withUsers(service, 6);
			const parameters = { ...syncing, mostRemovals: 2, ...more } as INodeParameters;
			const error = await failureOf(execute({ parameters, items: itemsOf(numbers), credentials }));
			expect(error.message).toMatch(new RegExp(`is 2, but ${count} would be removed: U0`));
			expect(error.description).toMatch(/^Nothing was sent\./);
			expect(methodsOf(service)).toBe('GET');
		},
	);

	test('an item that cannot be used stops everything, as it would be taken for missing', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 3);
		const parameters = { ...syncing, missing: 'delete' };
		const items = [...itemsOf([0, 1]), { json: { code: 'U2' } }];
		const output = await execute({ parameters, items, credentials, continueOnFail: true });
		expect(headlinesOf(output)).toEqual([
			'1 of the 3 items cannot be used',
			'1 of the 3 items cannot be used',
			"'Name' is empty; 'Phonetic Name (Kana)' is empty",
		]);
		expect(methodsOf(service)).toBe('GET');
	});

	test('a dry run has no plan either if an item cannot be read', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 2);
		const name = "={{ $json.code === 'U1' ? $('Nowhere').item.json.name : 'U0' }}";
		const parameters = { ...syncing, dryRun: true, name };
		const run = { parameters, items: itemsOf([0, 1]), credentials, continueOnFail: true };
		const [first, second] = await execute(run);
		expect(errorOf(first)).toEqual({
			message: '1 of the 2 items cannot be used',
			description: 'Nothing was sent. A sync needs the whole list. Correct the other errors.',
			outcome: 'not sent',
		});
		expect(errorOf(second)?.message).toContain('Referenced node');
	});

	test('an empty item removes nobody', async ({ service, credentials }) => {
		const parameters = { ...syncing, missing: 'delete' };
		const run = { parameters, items: [{ json: {} }], credentials };
		expect((await failureOf(execute(run))).message).toBe(
			"'Code' is empty; 'Name' is empty; 'Phonetic Name (Kana)' is empty; 'Login ID' is empty",
		);
		await execute({ ...run, continueOnFail: true });
		expect(service.log).toHaveLength(0);
	});

	test('settings that differ from item to item are rejected', async ({ service, credentials }) => {
		const parameters = { ...syncing, dryRun: '={{ $itemIndex === 0 }}' };
		const error = await failureOf(execute({ parameters, items: itemsOf([0, 1]), credentials }));
		expect(error.message).toBe("'Dry Run' differs from item to item");
		expect(service.log).toHaveLength(0);
	});
});

describe('items with mistakes in their values', () => {
	const parameters: INodeParameters = {
		...syncing,
		missing: 'retire',
		additionalFields: {
			loginPass: 'first password',
			expire: '={{ $json.expire }}',
			outsideAccess: '={{ $json.outside }}',
		},
	};
	const items: INodeExecutionData[] = [
		...itemsOf([0]),
		{ json: { code: 'U1', name: 'U1', outside: true, expire: 'tomorrow' } },
		{ json: { code: 'U9', name: '' } },
		{ json: { name: 'Nobody' } },
	];
	const values = [
		/^'Expiry Date' is not a date: "tomorrow"/,
		/^'Name' is empty; 'Phonetic Name \(Kana\)' is empty\. /,
		/^'Code' is empty; 'Login ID' is empty\. /,
	];

	test.each([false, true])(
		'a dry run shows the plan with each at its row; to continue: %s',
		async ({ service, credentials }, continueOnFail) => {
			withUsers(service, 3);
			const dry = { ...parameters, dryRun: true };
			const run = { parameters: dry, items, credentials, continueOnFail };
			const { items: output, hints } = await executeWithHints(run);
			const [wrong, fresh, uncoded] = values.map((text) => expect.stringMatching(text));
			const access = { outsideAccess: { from: false, to: true } };
			expect(jsonOf(output)).toEqual([
				{ dryRun: true, code: 'U0', name: 'U0', action: 'unchanged' },
				{ dryRun: true, code: 'U1', name: 'U1', action: 'update', changes: access, problem: wrong },
				{ dryRun: true, code: 'U9', action: 'create', problem: fresh },
				{ dryRun: true, name: 'Nobody', action: 'unknown', problem: uncoded },
				{ dryRun: true, code: 'U2', name: 'U2', action: 'retire' },
			]);
			expect(hints).toEqual([
				expect.objectContaining({
					message: expect.stringMatching(
						/^The plan: 1 to create, 1 to update, 1 to retire, 1 unchanged, 1 unknown\. Without 'Dry Run' nothing would be sent: 3 of 4 items have mistakes$/,
					),
					type: 'warning',
				}),
			]);
			expect(methodsOf(service)).not.toContain('POST');
		},
	);

	test('what is wrong with the run itself is not a row', async ({ service, credentials }) => {
		const dry = { ...parameters, dryRun: true, mostRemovals: -1 };
		const error = await failureOf(execute({ parameters: dry, items, credentials }));
		expect(error.description).toContain("'Removal Limit' is -1");
		expect(service.log).toEqual([]);
	});
});

describe('what the service would reject', () => {
	const organizationCode = byId('={{ $json.organization ?? "ORG02" }}');
	const positionCode = byId('={{ $json.position }}');
	const parameters: INodeParameters = {
		...syncing,
		organizationCode,
		additionalFields: { loginPass: 'first password', positionCode },
	};
	const items: INodeExecutionData[] = [
		...itemsOf([0, 1]),
		{ json: { code: 'U2', name: 'U2', organization: 'NOWHERE' } },
		{ json: { code: 'U3', name: '   ', position: 'NOTHING' } },
		{ json: { code: 'U4', name: 'U4' } },
		{ json: { code: 'Ｕ4 ', name: 'U4' } },
	];
	const problems = [
		undefined,
		undefined,
		`'Preferred Organization' is "NOWHERE", but there is no such organization. Create the organization first, or correct the code.`,
		expect.stringMatching(
			/^'Name' is empty; 'Phonetic Name \(Kana\)' is empty; 'Position' is "NOTHING", but there is no such position\. /,
		),
		expect.stringMatching(
			/^'Code' is "U4", and "Ｕ4 " \(item 5\) differs only in case, spaces or full-width letters/,
		),
		expect.stringMatching(
			/^'Code' is "Ｕ4 ", and "U4" \(item 4\) differs only in case, spaces or full-width letters/,
		),
	];

	test('a dry run marks at its item, and counts in a hint', async ({ service, credentials }) => {
		withUsers(service, 1);
		const dry = { ...parameters, dryRun: true };
		const { items: output, hints } = await executeWithHints({
			parameters: dry,
			items,
			credentials,
		});
		expect(jsonOf(output).map(({ problem }) => problem)).toEqual(problems);
		expect(actionsOf(output)).toEqual(['unchanged', ...items.slice(1).map(() => 'create')]);
		expect(hints).toEqual([
			expect.objectContaining({
				message: expect.stringMatching(
					/^The plan: 5 to create, 1 unchanged\. Without 'Dry Run' nothing would be sent: 4 of 6 items have mistakes$/,
				),
				type: 'warning',
			}),
		]);
		expect(methodsOf(service)).toBe('GET GET GET');
	});

	test('the run does not begin, and says what is wrong with each item', async (world) => {
		const { service, credentials } = world;
		withUsers(service, 1);
		const lost = [...itemsOf(range(0, 150)), ...items.slice(2, 3)].map(({ json }, n) => ({
			json: { ...json, code: `U${n}` },
		}));
		const error = await failureOf(execute({ parameters, items: lost, credentials }));
		expect(error.message).toMatch(/^'Preferred Organization' is "NOWHERE"/);
		expect(error.context.itemIndex).toBe(150);
		const output = await execute({ parameters, items, credentials, continueOnFail: true });
		expect(headlinesOf(output)).toEqual([
			...[0, 1].map(() => '4 of the 6 items cannot be used'),
			...[2, 3, 4, 5].map(() => expect.any(String)),
		]);
		expect(methodsOf(service)).not.toContain('POST');
		expect(service.store.users.list()).toHaveLength(1);
	});

	test('a parent that is nowhere, but not one that comes with the items', async (world) => {
		const { service, credentials } = world;
		withTree(service, { A: '' });
		const tree = { A: '', B: 'C', C: 'A', D: 'X' };
		const run = { items: itemsOfTree(tree), credentials };
		const dry = { ...syncingTree, dryRun: true };
		const output = jsonOf(await execute({ ...run, parameters: dry }));
		expect(output.map(({ problem }) => problem)).toEqual([
			undefined,
			undefined,
			undefined,
			expect.stringMatching(/^'Parent Organization' is "X", but there is no such organization\./),
		]);
		expect(methodsOf(service)).toBe('GET');
	});
});

test.each([
	['another case', 'u0'],
	['another width', 'Ｕ1'],
])('nobody is removed whom an item means in %s', async ({ service, credentials }, _, code) => {
	withUsers(service, 3);
	const items = [{ json: { code, name: code } }];
	const parameters = { ...syncing, missing: 'delete' };
	await expect(execute({ parameters, items, credentials })).rejects.toThrow(
		/^'Code' is ".+", and "U\d" \(in the service\) differs only in case, spaces or full-width letters$/,
	);
	expect(service.store.users.list()).toHaveLength(3);
});

test('an organization may stay below one that the items do not have and that is not removed', async (world) => {
	const { service, credentials } = world;
	withTree(service, { P: '', C: 'P' });
	const items = itemsOfTree({ C: 'P' });
	const run = { parameters: { ...syncingTree, missing: 'nothing' }, items, credentials };
	expect(actionsOf(await execute(run))).toEqual(['unchanged', 'kept']);
});

test('a user whose code cannot be part of an address can be retired', async (world) => {
	const { service, credentials } = world;
	withUsers(service, 1);
	service.store.users.add({ ...user(1), code: '..' });
	const run = { parameters: { ...syncing, missing: 'retire' }, items: itemsOf([0]), credentials };
	expect(actionsOf(await execute(run))).toEqual(['unchanged', 'retired']);
	expect(service.store.users.get('..')).toMatchObject({ isRetired: true });
});

describe.each(['.', '..'])('a code that cannot be part of an address: %s', (code) => {
	const positions: INodeParameters = {
		resource: 'position',
		operation: 'sync',
		missing: 'delete',
		mostRemovals: 10,
		newCode: '={{ $json.code }}',
		name: 'n',
		kana: 'k',
	};
	const problem = expect.stringContaining(`'Code' is "${code}", which the API cannot use in a URL`);

	test.each([
		['whose entry would be deleted', true],
		['that an item gives', false],
	])(
		'%s is marked in the plan, and nothing is sent',
		async ({ service, credentials }, _, isThere) => {
			if (isThere) service.store.positions.add({ code, name: 'n', kana: 'k' });
			const given = service.store.positions.list().map((one) => ({ json: { code: one.code } }));
			const items = isThere
				? given.filter(({ json }) => json.code !== code)
				: [...given, { json: { code } }];
			const dry = await execute({ parameters: { ...positions, dryRun: true }, items, credentials });
			const marked = jsonOf(dry).filter((row) => row.problem !== undefined);
			expect(marked).toEqual([expect.objectContaining({ code, problem })]);
			const run = execute({ parameters: { ...positions, dryRun: false }, items, credentials });
			expect((await failureOf(run)).message).toContain('which the API cannot use in a URL');
			expect(methodsOf(service)).not.toMatch(/POST|PUT|DELETE/);
		},
	);
});
