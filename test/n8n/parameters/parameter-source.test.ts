import { WorkflowExpression } from 'n8n-workflow';
import { execute } from '../../support/n8n';
import { byId, inWorld, sentTo } from '../../support/world';
import { importing, subjects } from '../runs';

const records = (sent: ReturnType<typeof sentTo>) =>
	sent.flatMap(({ body }) => (body as { records?: unknown[] } | undefined)?.records ?? []);

/** How often n8n works out a parameter while the items are imported. */
async function asked(parameters: object, count: number) {
	const spy = jest.spyOn(WorkflowExpression.prototype, 'getParameterValue');
	try {
		return await inWorld({}, async ({ service, credentials }) => {
			const given = { ...importing, ...parameters };
			await execute({ parameters: given, items: subjects(count), credentials });
			return { times: spy.mock.calls.length, sent: records(sentTo(service)) };
		});
	} finally {
		spy.mockRestore();
	}
}

const record = (n: number) => ({ 'field-1': `Subject ${n}` });

it('what is the same for all items is asked for once', async () => {
	const one = await asked({}, 1);
	const many = await asked({}, 100);
	expect(many.times - one.times).toBe(99);
	expect(many.sent).toEqual(Array.from({ length: 100 }, (_, n) => ({ record: record(n) })));
});

it.each(['={{ $json }}', '={{$json}}', '= {{ $json }} '])('%s is the item itself', async (json) => {
	const items = [0, 1].map((n) => ({ json: record(n) }));
	await inWorld({}, async ({ service, credentials }) => {
		await execute({ parameters: { ...importing, recordJson: json }, items, credentials });
		expect(records(sentTo(service))).toEqual(items.map(({ json: sent }) => ({ record: sent })));
	});
});

it.each([
	['a collection', { options: { recordId: '={{ $itemIndex + 1 }}' } }, [1, 2]],
	['a locator', { form: byId('={{ 1 + 0 * $itemIndex }}') }, [undefined, undefined]],
])('an expression inside of %s is worked out for each item', async (_, parameters, ids) => {
	const { sent } = await asked(parameters, 2);
	expect(sent).toEqual(
		ids.map((recordId, n) => ({ ...(recordId && { recordId }), record: record(n) })),
	);
});

it('each item may give its record in its own way', async () => {
	const specifyRecord = "={{ $itemIndex === 0 ? 'form' : 'json' }}";
	const value = { 'field-1': 'By the fields' };
	const recordMapper = { mappingMode: 'defineBelow', value };
	const recordJson = '{"field-1": "As JSON"}';
	const { sent } = await asked({ specifyRecord, recordMapper, recordJson }, 2);
	expect(sent).toEqual([{ record: value }, { record: { 'field-1': 'As JSON' } }]);
});
