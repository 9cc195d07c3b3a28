import { test } from '../../../support/world';
import { actionsOf, itemsOfTree, methodsOf, syncingTree, treeIn, withTree } from './directory-runs';
import { run } from './run';
import { failureOf, headlinesOf } from '../../runs';

describe('organizations', () => {
	test('parents are created before their children, in requests of their own', async (world) => {
		const { service } = world;
		withTree(service, { ROOT: '' });
		const wanted = { AAA: 'AA', AA: 'A', A: 'ROOT', ROOT: '', B: '', BB: 'B' };
		await run(world, syncingTree, itemsOfTree(wanted));
		const bodies = service.log
			.slice(1)
			.map(({ body }) => body as never as { organizations: never[] });
		expect(bodies.map(({ organizations: all }) => all.map(({ code }) => code))).toEqual([
			['A', 'B'],
			['AA', 'BB'],
			['AAA'],
		]);
		expect(treeIn(service)).toEqual(wanted);
	});

	test('a tree is turned upside down, and what is missing goes from below', async (world) => {
		const { service } = world;
		withTree(service, { A: '', B: 'A', C: 'B', X: 'A', Y: 'X', Z: 'Y' });
		const wanted = { A: 'B', B: 'C', C: '' };
		await run(world, { ...syncingTree, missing: 'delete' }, itemsOfTree(wanted));
		expect(treeIn(service)).toEqual(wanted);
		const deletions = service.log.filter(({ method }) => method === 'DELETE');
		expect(deletions.map(({ path }) => path.at(-1))).toEqual(['Z', 'Y', 'X']);
	});
});

describe('a failure half-way', () => {
	const parameters = { ...syncingTree, missing: 'delete' };
	const before = { A: '', B: '', C: '', D: '' };
	const items = itemsOfTree({ A: '', NEW: '' });

	test('says what was done', async (world) => {
		const { service } = world;
		withTree(service, before);
		service.faults.add({ method: 'DELETE', nth: 2, answer: { status: 400 } });
		const error = await failureOf(run(world, parameters, items));
		expect(error.description).toMatch(
			/^Saved: item 1 and the removal of B\. Failed: the removal of C\. Not sent: the removal of D\./,
		);
		expect(treeIn(service)).toEqual({ A: '', C: '', D: '', NEW: '' });
	});

	test('continues with Continue, with an error item for what stayed', async (world) => {
		const { service } = world;
		withTree(service, before);
		service.faults.add({ method: 'DELETE', nth: 2, answer: { status: 400 } });
		const { items: output } = await run(world, parameters, items, true);
		expect(actionsOf(output)).toEqual(['unchanged', 'created', 'deleted', undefined, 'deleted']);
		expect(output[3]).toEqual({
			json: {
				error: {
					message: 'C: Bad Request',
					description: expect.stringMatching(/^Failed: the removal of C\./),
					outcome: 'failed',
					status: 400,
				},
			},
			pairedItem: [{ item: 0 }, { item: 1 }],
		});
	});

	test('what is to go stays when an import fails', async (world) => {
		const { service } = world;
		withTree(service, before);
		service.faults.add({ method: 'POST', nth: 1, answer: { status: 400 } });
		const { items: output } = await run(world, parameters, items, true);
		expect(headlinesOf(output)).toEqual([
			undefined,
			'Bad Request',
			...['B', 'C', 'D'].map((code) => `${code}: Not removed because an earlier request failed`),
		]);
		expect(treeIn(service)).toEqual(before);
		expect(methodsOf(service)).toBe('GET POST');
	});
});
