import { nodeType } from '../../support/host';
import { contextOf } from '../../support/n8n';
import { byId, inWorld, sentTo } from '../../support/world';
import { importing, subjects } from '../runs';

const records = (sent: ReturnType<typeof sentTo>) =>
	sent.flatMap(({ body }) => (body as { records?: unknown[] } | undefined)?.records ?? []);

const record = (n: number) => ({ 'field-1': `Subject ${n}` });

/** Imports these items; returns what was sent, and how often n8n worked out each parameter. */
async function imported(parameters: object, items = subjects(2)) {
	return await inWorld({}, async ({ service, credentials }) => {
		const context = contextOf({ parameters: { ...importing, ...parameters }, items, credentials });
		const asked = jest.spyOn(context, 'getNodeParameter');
		await nodeType(context.getNode().type).execute!.call(context);
		const timesOf = (name: string) => asked.mock.calls.filter(([of]) => of === name).length;
		return { sent: records(sentTo(service)), timesOf };
	});
}

const byFields = { mappingMode: 'defineBelow', value: { 'field-1': 'All alike' }, schema: [] };

it.each([
	['form', {}],
	['recordMapper', { specifyRecord: 'form', recordMapper: byFields }],
])('what is the same for all items is worked out once: %s', async (name, parameters) => {
	const one = await imported(parameters, subjects(1));
	const many = await imported(parameters, subjects(80));
	expect(many.sent).toHaveLength(80);
	expect(one.timesOf(name)).toBeGreaterThan(0);
	expect(many.timesOf(name)).toBe(one.timesOf(name));
});

it('each item has its own record', async () => {
	const { sent } = await imported({}, subjects(100));
	expect(sent).toEqual(Array.from({ length: 100 }, (_, n) => ({ record: record(n) })));
});

it.each(['={{ $json }}', '={{$json}}', '= {{ $json }} '])('%s is the item itself', async (json) => {
	const items = [0, 1].map((n) => ({ json: record(n) }));
	const { sent } = await imported({ recordJson: json }, items);
	expect(sent).toEqual(items.map((item) => ({ record: item.json })));
});

it.each([
	['a collection', { options: { recordId: '={{ $itemIndex + 1 }}' } }, [1, 2]],
	['a locator', { form: byId('={{ 1 + 0 * $itemIndex }}') }, [undefined, undefined]],
])('an expression inside of %s is worked out for each item', async (_, parameters, ids) => {
	const { sent } = await imported(parameters);
	expect(sent).toEqual(
		ids.map((recordId, n) => ({ ...(recordId && { recordId }), record: record(n) })),
	);
});

it('each item may give its record in its own way', async () => {
	const specifyRecord = "={{ $itemIndex === 0 ? 'form' : 'json' }}";
	const value = { 'field-1': 'By the fields' };
	const recordMapper = { mappingMode: 'defineBelow', value };
	const recordJson = '{"field-1": "As JSON"}';
	const { sent } = await imported({ specifyRecord, recordMapper, recordJson });
	expect(sent).toEqual([{ record: value }, { record: { 'field-1': 'As JSON' } }]);
});
