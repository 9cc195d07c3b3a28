import type { INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints } from '../../../support/n8n';
import { inWorld, jsonOf } from '../../../support/world';
import {
	itemsOf,
	itemsOfTree,
	methodsOf,
	range,
	syncing,
	syncingTree,
	withTree,
	withUsers,
} from './directory-runs';
import { failureOf } from '../../runs';

describe('a dry run', () => {
	it('is the default, tells everything and sends nothing', async () => {
		await inWorld({}, async ({ service, credentials }) => {
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
			expect(methodsOf(service)).toBe('GET');
		});
	});

	it('hints that too many would go', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			withUsers(service, 20);
			const parameters = { ...syncing, dryRun: true, missing: 'delete' };
			const { items, hints } = await executeWithHints({
				parameters,
				items: itemsOf([0]),
				credentials,
			});
			expect(items).toHaveLength(20);
			expect(hints).toEqual([
				expect.objectContaining({
					message:
						"Without 'Dry Run' nothing would be sent: 19 would be retired or deleted, but 'Most Removals' is 10: U1, U2, U3 and 16 more",
				}),
			]);
		});
	});
});

it('the initial password goes to new users only', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		withUsers(service, 1);
		const items = itemsOf([0, 1]);
		items[0] = { json: { code: 'U0', name: 'New' } };
		await execute({ parameters: syncing, items, credentials });
		const passwords = service.store.users.list().map(({ loginPass }) => loginPass);
		expect(passwords).toEqual(['own', 'first password']);
	});
});

describe('the safety limit', () => {
	it.each([
		['missing ones', { missing: 'delete' }, range(3, 6), '3'],
		['retired ones among the items', { options: { isRetired: true } }, range(0, 6), '6'],
	])('sends nothing when too many would go: %s', async (_, more, numbers, count) => {
		await inWorld({}, async ({ service, credentials }) => {
			withUsers(service, 6);
			const parameters = { ...syncing, mostRemovals: 2, ...more } as INodeParameters;
			const error = await failureOf(execute({ parameters, items: itemsOf(numbers), credentials }));
			expect(error.message).toMatch(new RegExp(`^${count} would be retired or deleted.* is 2: U0`));
			expect(error.description).toMatch(/^Nothing was sent\./);
			expect(methodsOf(service)).toBe('GET');
		});
	});

	it('an item that cannot be used stops everything, as it would be taken for missing', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			withUsers(service, 3);
			const parameters = { ...syncing, missing: 'delete' };
			const items = [...itemsOf([0, 1]), { json: { code: 'U2' } }];
			const output = await execute({ parameters, items, credentials, continueOnFail: true });
			expect(jsonOf(output).map(({ error }) => error)).toEqual([
				'Nothing was sent, as 1 of the 3 items cannot be used',
				'Nothing was sent, as 1 of the 3 items cannot be used',
				"'Name' is empty; 'Kana' is empty",
			]);
			expect(methodsOf(service)).toBe('GET');
		});
	});

	it('an empty item removes nobody', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = { ...syncing, missing: 'delete' };
			const run = { parameters, items: [{ json: {} }], credentials };
			expect((await failureOf(execute(run))).message).toMatch(/^'Code' is empty; /);
			await execute({ ...run, continueOnFail: true });
			expect(service.log).toHaveLength(0);
		});
	});

	it('settings that differ from item to item are refused', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = { ...syncing, dryRun: '={{ $itemIndex === 0 }}' };
			const error = await failureOf(execute({ parameters, items: itemsOf([0, 1]), credentials }));
			expect(error.message).toBe("'Dry Run' differs from item to item");
			expect(service.log).toHaveLength(0);
		});
	});
});

it.each([
	['another case', 'u0'],
	['another width', 'Ｕ1'],
])('nobody is removed whom an item means in %s', async (_, code) => {
	await inWorld({}, async ({ service, credentials }) => {
		withUsers(service, 3);
		const items = [{ json: { code, name: code } }];
		const parameters = { ...syncing, missing: 'delete' };
		await expect(execute({ parameters, items, credentials })).rejects.toThrow(
			/^Item 0 would create ".+", and "U\d" would be removed$/,
		);
		expect(service.store.users.list()).toHaveLength(3);
	});
});

it('no organization is removed that stays the parent of another', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		withTree(service, { P: '', C: 'P', Q: '' });
		const items = itemsOfTree({ C: 'P' });
		const parameters = { ...syncingTree, missing: 'delete' };
		await expect(execute({ parameters, items, credentials })).rejects.toThrow(
			'"P" would be removed, and "C" of item 0 stands below it',
		);
		expect(service.store.organizations.list()).toHaveLength(3);
	});
});
