import { execute } from '../../support/n8n';
import { runWorkflow } from '../../support/engine';
import { byId, inWorld, jsonOf } from '../../support/world';
import { countOf, create, linked, mixed, rejected, subjectDone, subjects } from '../runs';

it('Continue keeps failed items in their places, linked', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const run = { parameters: create, items: mixed, credentials, continueOnFail: true };
		const { outputs, values } = await runWorkflow({ ...run, ...linked });
		expect(outputs.map(jsonOf)).toEqual([[subjectDone('A'), rejected, subjectDone('C')]]);
		expect(values).toEqual(['A', '', 'C']);
		expect(service.log).toHaveLength(3);
	});
});

it('every row of a list is linked to the item that asked for it', async () => {
	await inWorld({}, async ({ service, credentials }) => {
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
});

it('a node that stops gives its error, and the workflow stops with it', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const result = await runWorkflow({ parameters: create, items: mixed, credentials, ...linked });
		expect(result.error).toMatch(/^Bad Request: .*field-1/);
		expect(result.values).toEqual([]);
		expect(result.run.status).toBe('error');
		expect(service.log).toHaveLength(2);
	});
});

it('Retry On Fail runs the node again', async () => {
	await inWorld({}, async ({ service, credentials }) => {
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
});

it('a cancelled workflow ends, and sends no more', async () => {
	await inWorld({}, async ({ service, credentials }) => {
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
});

it('expressions are evaluated for each item: form, record and body', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const rows = [
			{ form: 1, id: 2, field: 'field-1' },
			{ form: 3, id: 4, field: 'field-31' },
		];
		await execute({
			parameters: {
				resource: 'record',
				operation: 'update',
				form: byId('={{ $json.form }}'),
				recordId: byId('={{ $json.id }}'),
				specifyRecord: 'json',
				recordJson: '={{ { [$json.field]: $itemIndex } }}',
			},
			items: rows.map((json) => ({ json })),
			credentials,
		});
		const sent = service.log.filter(({ method }) => method === 'PUT');
		expect(sent.map(({ path, body }) => [path, body])).toEqual([
			['/api/apps/1/records/2', { record: { 'field-1': 0 } }],
			['/api/apps/3/records/4', { record: { 'field-31': 1 } }],
		]);
	});
});
