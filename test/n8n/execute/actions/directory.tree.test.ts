import { execute } from '../../../support/n8n';
import { test } from '../../../support/world';
import { actionsOf, itemsOfTree, methodsOf, syncingTree, treeIn, withTree } from './directory-runs';
import { headlinesOf } from '../../runs';

describe('a failure half-way', () => {
	const parameters = { ...syncingTree, missing: 'delete' };
	const before = { A: '', B: '', C: '', D: '' };
	const items = itemsOfTree({ A: '', NEW: '' });

	test('continues with Continue, with an error item for what stayed', async (world) => {
		const { service, credentials } = world;
		withTree(service, before);
		service.faults.add({ method: 'DELETE', nth: 2, answer: { status: 400 } });
		const output = await execute({ parameters, items, credentials, continueOnFail: true });
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

	test('what is to go stays when an import fails', async ({ service, credentials }) => {
		withTree(service, before);
		service.faults.add({ method: 'POST', nth: 1, answer: { status: 400 } });
		const output = await execute({ parameters, items, credentials, continueOnFail: true });
		expect(headlinesOf(output)).toEqual([
			undefined,
			'Bad Request',
			...['B', 'C', 'D'].map((code) => `${code}: Not removed because an earlier request failed`),
		]);
		expect(treeIn(service)).toEqual(before);
		expect(methodsOf(service)).toBe('GET POST');
	});
});
