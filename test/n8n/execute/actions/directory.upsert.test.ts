import { execute } from '../../../support/n8n';
import { test } from '../../../support/world';
import { creating, itemsOf } from './directory-runs';
import { headlinesOf } from '../../runs';

describe('Create or Update', () => {
	test('a list that cannot be read stops everything', async ({ service, credentials }) => {
		service.faults.add({ nth: 1, answer: { status: 403 } });
		const run = { parameters: creating, items: itemsOf([1, 2]), credentials };
		const output = await execute({ ...run, continueOnFail: true });
		expect(headlinesOf(output)).toEqual(['Access Denied', 'Access Denied']);
		expect(service.log).toHaveLength(1);
	});
});
