import { execute } from '../../../support/n8n';
import { inWorld, jsonOf, sentTo } from '../../../support/world';
import { create, subjectDone, subjects } from '../../runs';

describe('records created through import', () => {
	it('only those that are to', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const options = { throughImport: '={{ $itemIndex !== 1 }}' };
			const parameters = { ...create, options };
			const output = await execute({ parameters, items: subjects(3), credentials });
			expect(sentTo(service).map(({ path }) => path)).toEqual([
				'/api/apps/1/records/import',
				'/api/apps/1/records',
			]);
			expect(jsonOf(output)).toEqual([
				subjectDone('Subject 0', {}),
				subjectDone('Subject 1'),
				subjectDone('Subject 2', {}),
			]);
		});
	});
});
