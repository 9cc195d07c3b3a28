import { runWorkflow } from '../../support/engine';
import { test } from '../../support/world';
import { create, errorOf, linked } from '../runs';

test.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
	'%s: a failed item keeps its columns and can be branched on, and every output is linked',
	async ({ service, credentials }, onError) => {
		service.faults.add({ method: 'POST', nth: 2, answer: { status: 502 } });
		service.faults.add({ method: 'POST', nth: 4, answer: { status: 401 } });
		const own = { message: 'Mine', outcome: 'Mine', status: 'Mine', details: 'Mine' };
		const rows = ['', 'B', 'C', 'D', 'E'].map((subject) => ({ subject, ...own }));
		const { outputs, values, error } = await runWorkflow({
			parameters: create,
			items: rows.map((json) => ({ json })),
			credentials,
			onError,
			...linked,
		});
		expect(error).toBeUndefined();
		const isOwnOutput = onError === 'continueErrorOutput';
		expect(values).toEqual(isOwnOutput ? ['C'] : ['', 'B', 'C', 'D', 'E']);
		const failed = outputs.flat().filter((item) => errorOf(item));
		const told = failed.map((item) => {
			const { error: _, ...others } = item.json;
			const { outcome, status } = errorOf(item)!;
			return [`${outcome} ${status}`, item.pairedItem, others];
		});
		expect(told).toEqual([
			['failed 400', { item: 0 }, isOwnOutput ? rows[0] : {}],
			['unknown 502', { item: 1 }, isOwnOutput ? rows[1] : {}],
			['failed 401', { item: 3 }, isOwnOutput ? rows[3] : {}],
			['not sent 401', { item: 4 }, isOwnOutput ? rows[4] : {}],
		]);
	},
);

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
