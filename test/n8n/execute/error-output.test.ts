import { runWorkflow } from '../../support/engine';
import { inWorld, jsonOf } from '../../support/world';
import { create, importing, subjects } from '../runs';

const linked = { expression: "={{ $('Source').item.json.subject }}" };
const items = ['A', '', 'C'].map((subject) => ({ json: { subject } }));
const failure = {
	error: expect.stringMatching(/^Bad Request: .*field-1/),
	message: expect.any(String),
};

describe('an error output', () => {
	it('gets the items that failed, with their input; the rest goes on, linked', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const { outputs, values, error } = await runWorkflow({
				parameters: create,
				items,
				credentials,
				onError: 'continueErrorOutput',
				...linked,
			});
			expect(error).toBeUndefined();
			expect(outputs.map(jsonOf)).toEqual([
				[
					{ success: true, appsId: 1 },
					{ success: true, appsId: 1 },
				],
				[{ subject: '', ...failure }],
			]);
			expect(outputs.map((output) => output.map(({ pairedItem }) => pairedItem))).toEqual([
				[{ item: 0 }, { item: 2 }],
				[{ item: 1 }],
			]);
			expect(values).toEqual(['A', 'C']);
			expect(service.log.map(({ status }) => status)).toEqual([201, 400, 201]);
		});
	});

	it('gets everything when the credential cannot be used', async () => {
		const { outputs } = await runWorkflow({
			parameters: create,
			items,
			credentials: { baseUrl: 'http://site.example.com', apiKey: 'k' },
			onError: 'continueErrorOutput',
		});
		expect(outputs[0]).toEqual([]);
		const subject = (output?: typeof items) => output?.map(({ json }) => json.subject);
		expect(subject(outputs[1] as typeof items)).toEqual(['A', '', 'C']);
	});

	it('gets the items of an import that were refused together', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const { outputs, values } = await runWorkflow({
				parameters: { ...importing, form: '={{ $itemIndex === 1 ? 99 : 1 }}' },
				items: subjects(3),
				credentials,
				onError: 'continueErrorOutput',
				...linked,
			});
			expect(outputs.map((output) => output.map(({ pairedItem }) => pairedItem))).toEqual([
				[{ item: 0 }, { item: 2 }],
				[{ item: 1 }],
			]);
			expect(values).toEqual(['Subject 0', 'Subject 2']);
			expect(service.log).toHaveLength(2);
		});
	});
});
