import { execute } from '../../../support/n8n';
import { inWorld, jsonOf, sentTo } from '../../../support/world';
import { countOf, create, errorOf, failureOf, importing, subjects } from '../../runs';

/** Items without a subject are rejected, with their whole request. */
const itemsWith = (count: number, wrong: readonly number[]) =>
	subjects(count).map((item, n) => (wrong.includes(n) ? { json: { subject: '' } } : item));
const failedOf = (output: Array<{ json: object }>) =>
	output.flatMap(({ json }, n) => ('error' in json ? [n] : []));
const sizes = (sent: ReturnType<typeof sentTo>) =>
	sent
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as { records: unknown[] }).records.length);
const asked = /item 105\)/;

describe('a rejected request of an import', () => {
	it('is not sent again', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = itemsWith(250, [105]);
			const output = await execute({
				parameters: importing,
				items,
				credentials,
				continueOnFail: true,
			});
			expect(failedOf(output)).toHaveLength(100);
			expect(errorOf(output[177])?.message).toMatch(asked);
			expect(sizes(sentTo(service))).toEqual([100, 100, 50]);
		});
	});
});

describe('records created through import', () => {
	const bundled = { ...create, options: { throughImport: true } };

	it('go a hundred in a request, each with its own output', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = subjects(250);
			const output = await execute({ parameters: bundled, items, credentials });
			expect(sizes(sentTo(service))).toEqual([100, 100, 50]);
			expect(jsonOf(output)).toEqual(items.map(() => ({ success: true })));
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
				{ success: true },
				{ success: true, appsId: 1 },
				{ success: true },
			]);
		});
	});

	it('and tell what is not known when a request is cancelled', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { drop: 'after' } });
			const error = await failureOf(
				execute({ parameters: bundled, items: subjects(3), credentials }),
			);
			expect(error.description).toMatch(/^Unknown: items 0 to 2 may have been saved/);
			expect(service.log).toHaveLength(1);
		});
	});
});
