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
import { errorOf, failureOf } from '../../runs';

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
