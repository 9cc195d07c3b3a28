import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { nodeType } from '../../../support/host';
import { byId, inWorld, jsonOf } from '../../../support/world';
import { failureOf } from '../../runs';

const record = (operation: string, more: INodeParameters): INodeParameters => ({
	resource: 'record',
	operation,
	form: byId(1),
	recordId: byId(2),
	...more,
});
const mapped = (value: INodeParameters): INodeParameters => ({
	recordMapper: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
});
const asJson = (value: object) => ({ specifyRecord: 'json', recordJson: JSON.stringify(value) });
const whole = (value: unknown) => ({ specifyRecord: 'body', bodyJson: JSON.stringify(value) });
const written = ({ log }: Service) =>
	log.filter(({ method }) => method !== 'GET').map(({ body }) => body);

describe('Status', () => {
	const options = { status: 'Closed' };

	it.each([
		['with fields', mapped({ 'field-1': 'New' }), { 'field-1': 'New' }],
		['with JSON', asJson({ 'field-1': 'New' }), { 'field-1': 'New' }],
		['alone', mapped({}), {}],
	] as Array<[string, INodeParameters, object]>)(
		'goes into the body: %s',
		async (_, given, values) => {
			await inWorld({}, async ({ service, credentials }) => {
				await execute({ parameters: record('update', { ...given, options }), credentials });
				// With a record ID: a new record would need a subject.
				const more = { ...given, options: { ...options, recordId: 2 } };
				await execute({ parameters: record('import', more), credentials });
				expect(written(service)).toEqual([
					{ record: values, status: 'Closed' },
					{ records: [{ recordId: 2, record: values, status: 'Closed' }] },
				]);
			});
		},
	);

	it('stands beside a whole record that is read first', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const more = { ...asJson({ 'field-1': 'New' }), options: { ...options, wholeRecord: true } };
			await execute({ parameters: record('update', more), credentials });
			expect(written(service)).toEqual([
				{
					record: expect.objectContaining({ 'field-1': 'New', 'field-6': 'High' }),
					status: 'Closed',
				},
			]);
		});
	});
});

describe('Using JSON of the Whole Record', () => {
	const raw = { appsId: 1, recordId: 2, status: 'Closed', record: { 'field-1': 'New' } };

	it('sends everything as it is, and Status wins', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			await execute({ parameters: record('update', whole(raw)), credentials });
			const output = await execute({ parameters: record('import', whole(raw)), credentials });
			expect(jsonOf(output)).toEqual([{ success: true, recordId: 2 }]);
			const more = { ...whole({ status: 'Open', record: {} }), options: { status: 'Closed' } };
			await execute({ parameters: record('update', more), credentials });
			expect(written(service)).toEqual([raw, { records: [raw] }, { record: {}, status: 'Closed' }]);
		});
	});

	it('takes the raw output of Get', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = await execute({ parameters: record('get', { simplify: false }), credentials });
			const parameters = record('update', { specifyRecord: 'body', bodyJson: '={{ $json }}' });
			await execute({ parameters, items, credentials });
			expect(written(service)).toEqual([items[0]?.json]);
		});
	});

	it.each([
		[{ 'field-1': 'New' }, /has no "record" with field IDs and values/],
		[{ record: {} }, /has no value in it/],
		[{ ...raw, recordId: 3 }, /^The whole record is of record 3, but the chosen record is 2/],
		[{ ...raw, appsId: 3 }, /^The whole record is of form 3, but the chosen form is 1/],
		['text', /has no "record"/],
	])('%j is rejected before anything is sent', async (value, message) => {
		await inWorld({}, async ({ service, credentials }) => {
			const error = await failureOf(
				execute({ parameters: record('update', whole(value)), credentials }),
			);
			expect(error.message).toMatch(message);
			expect(service.log).toEqual([]);
		});
	});

	it('is offered where the body is a whole record, and nowhere else', () => {
		const choices = nodeType('recordsDirectory').description.properties.filter(
			({ name }) => name === 'specifyRecord',
		);
		const withWhole = choices.filter(({ options = [] }) =>
			options.some((option) => 'value' in option && option.value === 'body'),
		);
		expect(choices).toHaveLength(2);
		expect(withWhole.map(({ displayOptions }) => displayOptions?.show?.operation)).toEqual([
			expect.arrayContaining(['update', 'import']),
		]);
		expect(withWhole[0]?.displayOptions?.show?.operation).toHaveLength(2);
	});
});

it.each(['create', 'update', 'import', 'upsert'])(
	'a whole record where fields belong is no success without values: %s',
	async (operation) => {
		await inWorld({}, async ({ service, credentials }) => {
			const values = asJson({ recordId: 2, record: { 'field-1': 'New' } });
			const options = operation === 'upsert' ? { options: { matchOn: 'field-1' } } : {};
			const parameters = record(operation, { ...values, ...options });
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe("'Record' contains a whole record, not only its values");
			expect(service.log).toEqual([]);
		});
	},
);
