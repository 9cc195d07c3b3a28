import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { execute } from '../../../support/n8n';
import { inWorld, jsonOf, sentTo } from '../../../support/world';

const CUSTOMERS = 2;
const ASSETS = 3;

describe('records of several forms in one run', () => {
	it('are all sent, where the first import shows that imports update', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.store.addRecords(ASSETS, [{ values: { 'field-31': 'Lamp' } }]);
			const items: INodeExecutionData[] = [
				{ json: { form: ASSETS, 'field-31': 'Lamp', Price: 4 } },
				{ json: { form: CUSTOMERS, 'field-21': 'C-9001', Name: 'Miller' } },
				{ json: { form: ASSETS, 'field-31': 'Chair', Price: 5 } },
			];
			const key = `={{ $json.form === ${ASSETS} ? ['field-31'] : ['field-21'] }}`;
			const parameters: INodeParameters = {
				resource: 'record',
				operation: 'upsert',
				form: '={{ $json.form }}',
				recordMapper: {
					mappingMode: 'autoMapInputData',
					value: null,
					matchingColumns: key,
					schema: [],
				},
			};
			const outputs = await execute({ parameters, items, credentials });
			expect(jsonOf(outputs).map(({ action }) => action)).toEqual([
				'updated',
				'created',
				'created',
			]);
			const sent = sentTo(service).map(({ method, path }) => `${method} ${path}`);
			expect(sent.filter((request) => request.startsWith('POST'))).toEqual([
				`POST /api/apps/${ASSETS}/records/import`,
				`POST /api/apps/${CUSTOMERS}/records/import`,
			]);
		});
	});
});
