import { runWorkflow } from '../../support/engine';
import { test } from '../../support/world';
import { create, linked } from '../runs';

test('every row of a list is linked to the item that asked for it', async (world) => {
	const { service, credentials } = world;
	const { values } = await runWorkflow({
		parameters: { ...create, operation: 'getAll', limit: '={{ $json.n }}' },
		items: [2, 1, 3].map((n) => ({ json: { n, subject: `S${n}` } })),
		credentials,
		...linked,
	});
	expect(values).toEqual(['S2', 'S2', 'S1', 'S3', 'S3', 'S3']);
	// The form's definition is read once for all of them.
	expect(service.log).toHaveLength(4);
});
