import { runWorkflow } from '../../support/engine';
import { test, jsonOf } from '../../support/world';
import { create, linked, mixed, rejected, subjectDone } from '../runs';

const outcomeIn = (error: unknown) => {
	const { outcome, status } = error as { outcome: string; status: number };
	return `${outcome} ${status}`;
};

describe('an error output', () => {
	test('gets the items that failed, with their input; everything else continues, linked', async (world) => {
		const { service, credentials } = world;
		const { outputs, values, error } = await runWorkflow({
			parameters: create,
			items: mixed,
			credentials,
			onError: 'continueErrorOutput',
			...linked,
		});
		expect(error).toBeUndefined();
		expect(outputs.map(jsonOf)).toEqual([
			[subjectDone('A'), subjectDone('C')],
			[{ subject: '', ...rejected }],
		]);
		expect(outputs.map((output) => output.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
		]);
		expect(values).toEqual(['A', 'C']);
		expect(service.log.map(({ status }) => status)).toEqual([201, 400, 201]);
	});

	test.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'leaves an item the columns that are its own, and can be branched on: %s',
		async ({ service, credentials }, onError) => {
			service.faults.add({ method: 'POST', nth: 2, answer: { status: 502 } });
			service.faults.add({ method: 'POST', nth: 4, answer: { status: 401 } });
			const own = { message: 'Mine', outcome: 'Mine', status: 'Mine', details: 'Mine' };
			const rows = ['', 'B', 'C', 'D', 'E'].map((subject) => ({ subject, ...own }));
			const isOwnOutput = onError === 'continueErrorOutput';
			const { outputs } = await runWorkflow({
				parameters: create,
				items: rows.map((json) => ({ json })),
				credentials,
				onError,
			});
			const [done = [], failed = done] = outputs.map(jsonOf);
			const errors = failed.filter(({ error }) => error !== undefined);
			expect(errors.map(({ error, ...others }) => [outcomeIn(error), others])).toEqual([
				['failed 400', isOwnOutput ? rows[0] : {}],
				['unknown 502', isOwnOutput ? rows[1] : {}],
				['failed 401', isOwnOutput ? rows[3] : {}],
				['not sent 401', isOwnOutput ? rows[4] : {}],
			]);
			expect(done).toHaveLength(isOwnOutput ? 1 : 5);
		},
	);
});
