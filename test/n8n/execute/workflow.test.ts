import { runWorkflow } from '../../support/engine';
import { test, jsonOf } from '../../support/world';
import { countOf, create, linked, mixed, rejected, subjectDone, subjects } from '../runs';

test('Continue keeps failed items in their places, linked', async ({ service, credentials }) => {
	const run = { parameters: create, items: mixed, credentials, continueOnFail: true };
	const { outputs, values } = await runWorkflow({ ...run, ...linked });
	expect(outputs.map(jsonOf)).toEqual([[subjectDone('A'), rejected, subjectDone('C')]]);
	expect(values).toEqual(['A', '', 'C']);
	expect(service.log).toHaveLength(3);
});

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

test('a node that stops gives its error, and the workflow stops with it', async (world) => {
	const { service, credentials } = world;
	const result = await runWorkflow({ parameters: create, items: mixed, credentials, ...linked });
	expect(result.error).toMatch(/^Bad Request: .*field-1/);
	expect(result.values).toEqual([]);
	expect(result.run.status).toBe('error');
	expect(service.log).toHaveLength(2);
});

test('Retry On Fail runs the node again', async ({ service, credentials }) => {
	service.faults.add({ answer: { status: 400 } });
	const { outputs, error, values } = await runWorkflow({
		parameters: create,
		items: subjects(2),
		credentials,
		retryOnFail: { maxTries: 3, waitBetweenTries: 1 },
		...linked,
	});
	expect(error).toBeUndefined();
	expect(outputs.map((output) => output.length)).toEqual([2]);
	expect(values).toEqual(['Subject 0', 'Subject 1']);
	expect(service.log).toHaveLength(3);
	expect(countOf(service)).toBe(42);
});

test('a cancelled workflow ends, and sends no more', async ({ service, credentials }) => {
	service.faults.add({ nth: 2, answer: { never: true } });
	const controller = new AbortController();
	const run = runWorkflow({
		parameters: create,
		items: subjects(3),
		credentials,
		abort: controller.signal,
	});
	while (service.log.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
	controller.abort();
	expect((await run).run.status).toBe('canceled');
	expect(service.log).toHaveLength(2);
});
