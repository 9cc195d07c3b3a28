import type { INodeParameters } from 'n8n-workflow';
import type { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { SiteZone } from '../../../nodes/RecordsDirectory/core/values/moment';
import {
	itemReader,
	startExecution,
} from '../../../nodes/RecordsDirectory/n8n/parameters/item-reader';
import { nodeType } from '../../support/host';
import { contextOf } from '../../support/n8n';
import { byId, inWorld, sentTo } from '../../support/world';
import { byHand, importing, recordsOf, subjects, update } from '../runs';

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
	const many = await imported(parameters, subjects(3));
	expect(many.sent).toHaveLength(3);
	expect(one.timesOf(name)).toBeGreaterThan(0);
	expect(many.timesOf(name)).toBe(one.timesOf(name));
});

it('each item has its own record', async () => {
	const { sent } = await imported({}, subjects(100));
	expect(sent).toEqual(Array.from({ length: 100 }, (_, n) => ({ record: record(n) })));
});

it.each(['={{ $json }}', '={{$json}}', '= {{ $json }} '])('%s is the item itself', async (json) => {
	const items = [0, 1].map((n) => ({ json: record(n) }));
	const { sent, timesOf } = await imported({ recordJson: json }, items);
	expect(sent).toEqual(items.map((item) => ({ record: item.json })));
	expect(timesOf('recordJson')).toBe(0);
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

/** What is read for the second of two items. */
function readLast(parameters: INodeParameters) {
	const items = ['O1', 'O2'].map((code) => ({ json: { code, no: '', subBelong: [] } }));
	const context = contextOf({ parameters, items, credentials: {} });
	const read = itemReader(startExecution(context, new SiteZone(undefined, 'UTC')));
	return items.map((_, n) => read(n))[1]!;
}
const given = (resource: string, operation: string, more: object = {}): INodeParameters =>
	Object.assign({ resource, operation, code: byId('P1') }, more);
const added = (resource: string, operation: string, additionalFields: object) =>
	given(resource, operation, { additionalFields });
const subBelong = (...codes: string[]) => ({
	subBelong: { row: codes.map((code) => ({ organizationCode: byId(code) })) },
});
const strict = { mappingMode: 'autoMapInputData', options: { unknownColumns: 'fail' } };
const model = (told: string) => `={{ $fromAI('value', '', 'string') ?? '${told}' }}`;
const filters = { keyword: model(''), query: model('told') };
const matches = { row: [{ field: byId("={{ '' }}") }] };
const page = { __rl: true, mode: 'url', value: 'https://site.example.com/apps/2/records/5' };
const fields = { a: model(''), b: model('told'), c: '', d: '={{ $json.no }}', e: '={{ $json.x }}' };
const mapped = { values: { b: 'told', c: '', d: '' }, unfilled: ['a', 'e'], emptied: ['d'] };

it.each<[string, INodeParameters, object]>([
	['filters of a model', recordsOf(1, 'getAll', { filters }), { skippedFilters: ['Keyword'] }],
	['fields of a model', added('position', 'update', { note: model('') }), { note: '' }],
	['fields of a record', { ...update, specifyRecord: 'form', ...byHand(fields) }, { mapped }],
	['fields beside a wrong one', added('user', 'upsert', { expire: 'soon' }), { unfilled: [] }],
	['columns', given('user', 'update', strict), { subBelong: [] }],
])('%s are read', (_, parameters, values) => {
	expect(readLast(parameters)).toMatchObject({ values });
});

it('only what belongs to the operation is read', () => {
	const list = given('organization', 'getAll', { returnAll: '={{ true }}', limit: 0 });
	expect(readLast(list)).toEqual({ values: { returnAll: true } });
	expect(readLast(given('position', 'get')).values).toEqual({ code: 'P1' });
	expect(() => readLast(given('position', 'archive'))).toThrow(/"archive" of "position"/);
});

it.each<[string, INodeParameters, RegExp]>([
	['nothing', given('position', 'get', { code: byId('') }), /'Position' is .* value, or check/],
	['no JSON', { ...importing, recordJson: '' }, /'Record' is empty; Enter a value, or check that/],
	['text before an item', { ...importing, recordJson: 'a={{ $json }}' }, /'Record' is not a JSON/],
	['text behind an item', { ...importing, recordJson: '={{ $json }} b' }, /'Record' is not valid/],
	['a column', given('user', 'update', strict), /no such field: 'no'/],
	[
		'a row',
		added('user', 'update', subBelong('O1', '={{ $json.no }}')),
		/row 2: 'Organi.* is empty/,
	],
	['a page of form 2', recordsOf(1, 'get', { recordId: page }), /leads to form 2/],
	['a condition', recordsOf(1, 'lookUp', { matches }), /'Field' is empty/],
])('%s is rejected', (_, parameters, words) => {
	const { message, advice } = readLast(parameters).problem as InputError;
	expect(`${message}; ${advice}`).toMatch(words);
});
