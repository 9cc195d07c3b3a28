import { execute } from '../../../support/n8n';
import { inWorld, jsonOf, sentTo } from '../../../support/world';
import { countOf, create, subjectDone, subjects, subjectsDone } from '../../runs';

const sizes = (sent: ReturnType<typeof sentTo>) =>
	sent
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as { records: unknown[] }).records.length);

describe('records created through import', () => {
	const bundled = { ...create, options: { throughImport: true } };

	it('go a hundred in a request, each with its own output', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = subjects(250);
			const output = await execute({ parameters: bundled, items, credentials });
			expect(sizes(sentTo(service))).toEqual([100, 100, 50]);
			expect(jsonOf(output)).toEqual(subjectsDone(items, 'created'));
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(countOf(service)).toBe(290);
		});
	});

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
