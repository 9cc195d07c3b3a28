import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { byId, test, jsonOf } from '../../../support/world';
import {
	actionsOf,
	codesIn,
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
import { run } from './run';
import { errorOf, failureOf, headlinesOf } from '../../runs';

const dry = { ...syncing, dryRun: true };

describe('the hint of a dry run', () => {
	const nowhere =
		'\'Preferred Organization\' is "NOWHERE", but there is no such organization (item 1)';
	const tooMany = "'Removal Limit' is 1, but 2 would be removed: U2 and U3";
	const rejected = (why: string) =>
		`Without 'Dry Run' nothing would be sent: ${why}. Items are counted from 0, as in n8n.`;

	test.each([
		['sums up the plan', 'nothing', 'ORG02', 'The plan: 2 unchanged, 2 kept.'],
		[
			'names the only mistake',
			'nothing',
			'NOWHERE',
			`The plan: 1 to update, 1 unchanged, 2 kept. ${rejected(nowhere)}`,
		],
		[
			'names each reason',
			'retire',
			'NOWHERE',
			`The plan: 1 to update, 2 to retire, 1 unchanged. ${rejected(`${tooMany}; ${nowhere}`)}`,
		],
	])('%s', async (world, _, missing, organization, message) => {
		withUsers(world.service, 4);
		const organizationCode = byId(`={{ $json.code === 'U1' ? '${organization}' : 'ORG02' }}`);
		const parameters = { ...dry, missing, mostRemovals: 1, organizationCode };
		const { hints } = await run(world, parameters, itemsOf([0, 1]));
		const warns = organization === 'NOWHERE' && { type: 'warning' };
		expect(hints).toEqual([{ location: 'outputPane', message, ...warns }]);
	});
});

test('counts what was sent, not the entries that stay as they are', async (world) => {
	withUsers(world.service, 20);
	world.service.faults.add({ method: 'POST', answer: { status: 400 } });
	const parameters = { ...syncing, missing: 'nothing' };
	const { items, hints } = await run(world, parameters, itemsOf([0, 99]), true);
	expect(items).toHaveLength(21);
	expect(hints).toEqual([expect.objectContaining({ message: '1 unchanged, 1 failed' })]);
});

describe('the safety limit', () => {
	test.each([
		['missing ones', { missing: 'delete' }, range(3, 6), '3'],
		['retired ones among the items', { additionalFields: { isRetired: true } }, range(0, 6), '6'],
	])('sends nothing when too many would go: %s', async (world, _, more, numbers, count) => {
		withUsers(world.service, 6);
		const parameters = { ...syncing, mostRemovals: 2, ...more } as INodeParameters;
		const error = await failureOf(run(world, parameters, itemsOf(numbers)));
		expect(error.message).toMatch(new RegExp(`is 2, but ${count} would be removed: U0`));
		expect(error.description).toMatch(/^Nothing was sent\./);
		expect(methodsOf(world.service)).toBe('GET');
	});

	test('an item that cannot be used stops everything, as it would be taken for missing', async (world) => {
		withUsers(world.service, 3);
		const items = [...itemsOf([0, 1]), { json: { code: 'U2' } }];
		const { items: output } = await run(world, { ...syncing, missing: 'delete' }, items, true);
		expect(headlinesOf(output)).toEqual([
			'1 of the 3 items cannot be used',
			'1 of the 3 items cannot be used',
			"'Name' is empty; 'Phonetic Name (Kana)' is empty",
		]);
		expect(methodsOf(world.service)).toBe('GET');
	});

	test('a dry run has no plan either if an item cannot be read', async (world) => {
		withUsers(world.service, 2);
		const name = "={{ $json.code === 'U1' ? $('Nowhere').item.json.name : 'U0' }}";
		const { items } = await run(world, { ...dry, name }, itemsOf([0, 1]), true);
		expect(items.map(errorOf)).toEqual([
			{
				message: '1 of the 2 items cannot be used',
				description: 'Nothing was sent. A sync needs the whole list. Correct the other errors.',
				outcome: 'not sent',
			},
			expect.objectContaining({ message: expect.stringContaining('Referenced node') }),
		]);
	});
});

describe('items with mistakes', () => {
	const parameters: INodeParameters = {
		...syncing,
		missing: 'retire',
		organizationCode: byId('={{ $json.organization ?? "ORG02" }}'),
		additionalFields: {
			loginPass: 'first password',
			expire: '={{ $json.expire }}',
			outsideAccess: '={{ $json.outside }}',
			positionCode: byId('={{ $json.position }}'),
		},
	};
	const items: INodeExecutionData[] = [
		...itemsOf([0]),
		{ json: { code: 'U1', name: 'New', outside: true, expire: 'tomorrow' } },
		{ json: { code: 'U7', name: 'U7', organization: 'NOWHERE' } },
		{ json: { code: 'U8', name: '   ', position: 'NOTHING' } },
		{ json: { name: 'Nobody' } },
		{ json: { code: 'U9', name: 'U9' } },
		{ json: { code: 'Ｕ9 ', name: 'U9' } },
	];
	const lookalike = (code: string, other: string) =>
		`'Code' is "${code}", and "${other}) differs only in case, spaces or full-width letters`;
	const problems = [
		`'Expiry Date' is not a date: "tomorrow"`,
		`'Preferred Organization' is "NOWHERE", but there is no such organization`,
		`'Name' is empty; 'Phonetic Name (Kana)' is empty; 'Position' is "NOTHING", but there is no such position`,
		`'Code' is empty; 'Login ID' is empty`,
		lookalike('U9', 'Ｕ9 " (item 6'),
		lookalike('Ｕ9 ', 'U9" (item 5'),
	];

	test.each([false, true])(
		'a dry run, which is the default, shows the plan with each at its row; to continue: %s',
		async (world, continueOnFail) => {
			withUsers(world.service, 3);
			const { dryRun: _, ...byDefault } = parameters;
			const { items: output, hints } = await run(world, byDefault, items, continueOnFail);
			const [name, outsideAccess] = [
				{ from: 'U1', to: 'New' },
				{ from: false, to: true },
			];
			const changes = { name, kana: name, outsideAccess };
			const rows = [
				{ code: 'U1', name: 'New', action: 'update', changes },
				{ code: 'U7', name: 'U7', action: 'create' },
				{ code: 'U8', action: 'create' },
				{ name: 'Nobody', action: 'unknown' },
				{ code: 'U9', name: 'U9', action: 'create' },
				{ code: 'Ｕ9 ', name: 'U9', action: 'create' },
			];
			expect(jsonOf(output)).toEqual([
				{ dryRun: true, code: 'U0', name: 'U0', action: 'unchanged' },
				...rows.map((row, n) => ({
					...{ dryRun: true, ...row },
					problem: expect.stringContaining(`${problems[n]}. `),
				})),
				{ dryRun: true, code: 'U2', name: 'U2', action: 'retire' },
			]);
			const all = items.map((__, item) => ({ item }));
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual([...all, all]);
			const message = `The plan: 4 to create, 1 to update, 1 to retire, 1 unchanged, 1 unknown. Without 'Dry Run' nothing would be sent: 6 of 7 items have mistakes`;
			expect(hints).toEqual([expect.objectContaining({ message, type: 'warning' })]);
			expect(methodsOf(world.service)).not.toContain('POST');
		},
	);

	test('a run does not begin, and says what is wrong with each item', async (world) => {
		withUsers(world.service, 1);
		const { items: output } = await run(world, parameters, items, true);
		expect(headlinesOf(output)).toEqual([
			'6 of the 7 items cannot be used',
			// What items refer to is read only for those that are complete.
			...problems.map((problem) => problem.replace(/; 'Position'.*/, '')),
		]);
		const lost = [...itemsOf(range(100, 250)), ...items.slice(2, 3)];
		const error = await failureOf(run(world, parameters, lost));
		expect(error.message).toMatch(/^'Preferred Organization' is "NOWHERE"/);
		expect(error.context.itemIndex).toBe(150);
		expect(methodsOf(world.service)).not.toContain('POST');
	});

	test('what is wrong with the run itself is not a row', async (world) => {
		const wrong = { ...parameters, dryRun: true, mostRemovals: -1 };
		const error = await failureOf(run(world, wrong, items));
		expect(error.description).toContain("'Removal Limit' is -1");
		expect(world.service.log).toEqual([]);
	});
});

test('a parent that is nowhere is a mistake, but not one that comes with the items', async (world) => {
	withTree(world.service, { A: '' });
	const tree = { A: '', B: 'C', C: 'A', D: 'X' };
	const { items } = await run(world, { ...syncingTree, dryRun: true }, itemsOfTree(tree));
	expect(jsonOf(items).map(({ problem }) => problem)).toEqual([
		...[undefined, undefined, undefined],
		expect.stringMatching(/^'Parent Organization' is "X", but there is no such organization\./),
	]);
	expect(methodsOf(world.service)).toBe('GET');
});

describe('a code that cannot be part of an address', () => {
	const code = '..';

	test('is no obstacle to retiring its user', async (world) => {
		withUsers(world.service, 1);
		world.service.store.users.add({ ...user(1), code });
		const { items } = await run(world, { ...syncing, missing: 'retire' }, itemsOf([0]));
		expect(actionsOf(items)).toEqual(['unchanged', 'retired']);
		expect(world.service.store.users.get(code)).toMatchObject({ isRetired: true });
	});

	test.each([
		['whose entry would be deleted', true],
		['that an item gives', false],
	])('%s is marked in the plan, and nothing is sent', async (world, _, isThere) => {
		withUsers(world.service, 1);
		if (isThere) world.service.store.users.add({ ...user(1), code });
		const items = isThere ? itemsOf([0]) : [...itemsOf([0]), { json: { code, name: 'x' } }];
		const deleting = { ...syncing, missing: 'delete' };
		const { items: plan } = await run(world, { ...deleting, dryRun: true }, items);
		const unusable = `'Code' is "${code}", which the API cannot use in a URL`;
		const problem = expect.stringContaining(unusable) as unknown;
		expect(jsonOf(plan)).toEqual([
			expect.not.objectContaining({ problem: expect.anything() as unknown }),
			expect.objectContaining({ code, problem }),
		]);
		expect((await failureOf(run(world, deleting, items))).message).toContain(unusable);
		expect(codesIn(world.service)).toHaveLength(isThere ? 2 : 1);
		expect(methodsOf(world.service)).not.toMatch(/POST|PUT|DELETE/);
	});
});
