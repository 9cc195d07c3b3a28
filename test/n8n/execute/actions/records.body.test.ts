import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { byId, test, jsonOf } from '../../../support/world';
import { byHand, recordsOf, writesTo, failureOf } from '../../runs';

const record = (operation: string, more: INodeParameters) =>
	recordsOf(1, operation, { recordId: byId(2), ...more });
const asJson = (value: object) => ({ specifyRecord: 'json', recordJson: JSON.stringify(value) });
const written = (service: Service) => writesTo(service).map(({ body }) => body);

describe('Status', () => {
	const options = { status: 'Closed' };

	test.each([
		['with fields', byHand({ 'field-1': 'New' }), { 'field-1': 'New' }, { Subject: 'New' }],
		['with JSON', asJson({ 'field-1': 'New' }), { 'field-1': 'New' }, { 'field-1': 'New' }],
		['alone', byHand({}), {}, {}],
	] as Array<[string, INodeParameters, object, object]>)(
		'goes into the body: %s',
		async ({ service, credentials }, _, given, values, shown) => {
			await execute({ parameters: record('update', { ...given, options }), credentials });
			// With a record ID: a new record would need a subject.
			const more = { ...given, options: { ...options, recordId: 2 } };
			const output = await execute({ parameters: record('import', more), credentials });
			expect(jsonOf(output)).toEqual([
				// Whether the service has set the status is not known.
				{ success: true, action: 'imported', ...shown },
			]);
			expect(written(service)).toEqual([
				{ record: values, status: 'Closed' },
				{ records: [{ recordId: 2, record: values, status: 'Closed' }] },
			]);
		},
	);
});

test.each(['create', 'update', 'import', 'upsert'])(
	'a whole record where fields belong is no success without values: %s',
	async ({ service, credentials }, operation) => {
		const values = asJson({ recordId: 2, record: { 'field-1': 'New' } });
		const options = operation === 'upsert' ? { options: { matchOn: 'field-1' } } : {};
		const parameters = record(operation, { ...values, ...options });
		const error = await failureOf(execute({ parameters, credentials }));
		expect(error.message).toBe("'Record' contains a whole record, not only its values");
		expect(service.log).toEqual([]);
	},
);
