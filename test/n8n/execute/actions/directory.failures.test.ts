import type { INodeParameters } from 'n8n-workflow';
import { allInAHurry } from '../../../support/hurry';
import { inWorld, test, jsonOf } from '../../../support/world';
import { creating, itemsOf, range, syncing, withUsers } from './directory-runs';
import { run } from './run';
import { errorOf, failureOf, headlinesOf } from '../../runs';

allInAHurry();

/** Item 4 is the third entry of the import, as items 0 and 1 change nothing and are not sent. */
const items = itemsOf(range(0, 6)).map((item, n) =>
	n === 4 ? { json: { ...item.json, login: 'U0' } } : item,
);
/** Of somebody else: the document does not say that it must be one's own, so no plan knows. */
const loginId = '={{ $json.login ?? $json.code }}';
const ways: ReadonlyArray<[string, INodeParameters]> = [
	['Create or Update', { ...creating, additionalFields: { loginPass: 'first password' } }],
	['Sync', syncing],
];
const withoutPassword = { loginPass: '={{ $itemIndex < 2 ? undefined : "first password" }}' };

describe.each(ways)('%s names the item that the service rejects', (_, parameters) => {
	const given = { ...parameters, loginId, additionalFields: withoutPassword };

	test('and advises to run the whole list again', async (world) => {
		withUsers(world.service, 2);
		const error = await failureOf(run(world, given, items));
		expect(error.message).toMatch(/^Bad Request: .*user\[2\] \(item 4\).*loginId/);
		expect(error.context.itemIndex).toBe(4);
		expect(error.description).toMatch(
			/Fix what the message names\. Run all items again: the node compares them with the service first\. Items are counted from 0, as in n8n\.$/,
		);
	});

	test('and sends the others with Continue', async (world) => {
		withUsers(world.service, 2);
		const { items: output } = await run(world, given, items, true);
		expect(jsonOf(output).map(({ action }) => action)).toEqual([
			...['unchanged', 'unchanged', 'created', 'created', undefined, 'created'],
		]);
		expect(headlinesOf(output)[4]).toMatch(/^Bad Request: .*\(item 4\)/);
	});

	test('and sends existing ones again with Continue: a code replaces its entry', async (world) => {
		withUsers(world.service, 6);
		const renamed = items.map(({ json }, n) => ({ json: { ...json, name: `U${n} II` } }));
		const { items: output } = await run(world, given, renamed, true);
		const names = [0, 1, 2, 3, 4, 5].map((n) => world.service.store.users.get(`U${n}`)?.name);
		expect(names.map((name, n) => [name?.endsWith(' II'), jsonOf(output)[n]?.action])).toEqual(
			names.map((_, n) => (n === 4 ? [false, undefined] : [true, 'updated'])),
		);
	});
});

test('a Sync names the entry that cannot be retired', async (world) => {
	withUsers(world.service, 4);
	const rejected = {
		errors: { code: 400, message: 'Bad Request', details: [{ message: 'user[1] is in use.' }] },
	};
	world.service.faults.add({ method: 'POST', answer: { status: 400, body: rejected } });
	const error = await failureOf(run(world, { ...syncing, missing: 'retire' }, itemsOf([0, 2])));
	expect(error.message).toBe('Bad Request: user[1] (the removal of U3) is in use');
	expect(error.description).toMatch(
		/ Run all items again: the node compares them with the service first\.$/,
	);
});

it.each([400, 401, 402, 409])(
	'an import that keeps the users before a wrong one calls none of them failed, if the rest is answered with %i',
	async (status) => {
		const dialect = { importFailure: 'rowsBeforeStay' } as const;
		await inWorld({ dialect }, async (world) => {
			const { service } = world;
			withUsers(service, 1);
			const given = itemsOf(range(1, 5)).map(({ json }, n) => ({
				json: { ...json, ...(n === 2 && { login: 'U0' }) },
			}));
			const answer = {
				status,
				body: { errors: { code: status, message: 'Request exhausted per month' } },
			};
			service.faults.add({ method: 'POST', path: /import$/, nth: 2, times: 20, answer });
			const importing = { ...creating, operation: 'import', loginId };
			const { items: output } = await run(world, importing, given, true);
			const saved = [1, 2].filter((n) => service.store.users.get(`U${n}`));
			expect(saved).toEqual([1, 2]);
			for (const n of [0, 1]) expect(errorOf(output[n])?.outcome ?? 'saved').not.toBe('failed');
		});
	},
);
