import type { INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';
import { execute } from '../../../support/n8n';
import { byId, inWorld, jsonOf, sentTo } from '../../../support/world';

/** A form with a detail table. */
const CUSTOMERS = 2;
const rows = [
	{ 'field-241': 'Ann', 'field-242': 'ann@example.com', 'field-243': 'Buyer' },
	{ 'field-241': 'Bob', 'field-242': 'bob@example.com', 'field-243': 'Technician' },
];
const ofCustomers = (operation: string, more: INodeParameters): INodeParameters => ({
	resource: 'record',
	operation,
	form: byId(CUSTOMERS),
	...more,
});
const mapped = (matchingColumns: string[] = []): INodeParameters => ({
	recordMapper: { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] },
});
/** Takes the rows alone from a record that was read without Simplify. */
const byHand: INodeParameters = {
	recordMapper: {
		mappingMode: 'defineBelow',
		value: {
			'field-21': '={{ $json.key }}',
			'field-22': 'New',
			'field-24': '={{ $json.record["field-24"] }}',
		},
		matchingColumns: ['field-21'],
		schema: [],
	},
};
const READINGS: Array<[string, INodeParameters, INodeParameters, string]> = [
	['captions', {}, mapped(['field-21']), 'Customer number'],
	['field IDs', { options: { names: 'identifiers' } }, mapped(['field-21']), 'field-21'],
	['the service has them', { simplify: false }, byHand, 'key'],
];

interface Body {
	readonly record?: JsonObject;
	readonly records?: ReadonlyArray<{ readonly record: JsonObject }>;
}

describe.each(['values', 'records', 'numbered'] as const)('detail rows as %s', (detailRows) => {
	it.each(READINGS)('that were read as %s can be sent back', async (_, reading, sending, key) => {
		await inWorld({ dialect: { detailRows } }, async ({ service, credentials }) => {
			const values = { 'field-21': 'OLD', 'field-22': 'Old', 'field-24': rows };
			const { recordId } = service.store.createRecord(CUSTOMERS, values as never);
			const get = ofCustomers('get', { recordId: byId(recordId), ...reading });
			const [read] = jsonOf(await execute({ parameters: get, credentials }));
			for (const operation of ['create', 'import', 'update', 'upsert']) {
				const more: INodeParameters = {
					...(operation === 'update' && { recordId: byId(recordId) }),
					...(operation === 'import' && { options: { recordId: '' } }),
				};
				const parameters = ofCustomers(operation, { ...sending, ...more });
				const items = [{ json: { ...read, [key]: `NEW-${operation}` } }];
				await execute({ parameters, items, credentials });
				const { record, records } = sentTo(service).at(-1)?.body as Body;
				expect((record ?? records?.[0]?.record)?.['field-24']).toEqual(rows);
			}
		});
	});
});
