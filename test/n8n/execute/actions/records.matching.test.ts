import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { bareForm, FORM } from '../../../support/watching';
import { test, sentTo } from '../../../support/world';
import { failureOf, headlinesOf, recordsOf, wholeItem, writesTo } from '../../runs';
import { run } from './run';

const CUSTOMERS = 2;
const [KEY, NAME, RANK] = ['field-21', 'field-22', 'field-23'] as const;
const matching = (more: INodeParameters = {}) =>
	recordsOf(CUSTOMERS, 'upsert', { ...wholeItem(KEY), ...more });
const wholeItemOn = (column: string) => recordsOf(CUSTOMERS, 'upsert', wholeItem(column));
const named = (key: string, more = {}): INodeExecutionData => ({
	json: { [KEY]: key, [NAME]: `New ${key}`, ...more },
});
const known = [named('C-001'), named('C-002')];

/** The lists of records that were read: what they output, and their order. */
const listsOf = (service: Service) =>
	sentTo(service)
		.filter(({ method, path }) => method === 'GET' && path.endsWith('/records'))
		.map(({ query = {} }) => [query.fields ?? 'all', query.order]);

const listing = (fields: string) => [fields, 'recordId:desc'];

describe('existing records are found in one list', () => {
	test.each<[string, INodeParameters, INodeExecutionData[], unknown[]]>([
		[
			'it outputs the fields to match on and those to send',
			matching(),
			known,
			[listing(`${KEY},${NAME}`)],
		],
		[
			'a field that no item gives is left out',
			matching(),
			[{ json: { [KEY]: 'C-001' } }],
			[listing(KEY)],
		],
		[
			'it outputs the same if an item updates the whole record, which is read by itself',
			matching({ options: { wholeRecord: '={{ $json.whole }}', unknownColumns: 'ignore' } }),
			[named('C-001', { whole: false }), named('C-002', { whole: true })],
			[listing(`${KEY},${NAME}`)],
		],
		[
			'it outputs the key, too, if it matches on another field',
			wholeItemOn(NAME),
			[{ json: { [NAME]: 'x', [RANK]: 'Gold' } }],
			[listing(`${NAME},${KEY},${RANK}`)],
		],
		['items without a key need no list', matching(), [{ json: { [NAME]: 'x' } }], []],
	])('%s', async (world, _, parameters, items, lists) => {
		await run(world, parameters, items, true);
		expect(listsOf(world.service)).toEqual(lists);
	});

	const narrow = listing(`${KEY},${NAME}`);
	// The type of a field that is only compared may not be allowed as output.
	test.each<[string, number, INodeExecutionData[], unknown[]]>([
		['with 400 is read again with all fields', 400, known, [narrow, listing('all')]],
		['with 403 is not read again', 403, known, [narrow]],
		[
			'with 400 although it outputs only the key is not read again',
			400,
			[{ json: { [KEY]: 'C-001' } }],
			[listing(KEY)],
		],
	])('a list that is rejected %s', async (world, _, status, items, lists) => {
		const body = { errors: { message: 'Not this list' } };
		world.service.faults.add({
			method: 'GET',
			path: /\/records$/,
			nth: 1,
			answer: { status, body },
		});
		const { items: output } = await run(world, matching(), items, true);
		expect(listsOf(world.service)).toEqual(lists);
		const error = lists.length > 1 ? undefined : 'Not this list';
		expect(headlinesOf(output)).toEqual(items.map(() => error));
	});
});

test.each([
	['items', [], /same values to match on/, /Remove one of them/],
	['records', ['C-1', 'C-1'], /^Several records match: \d+ and \d+$/, /Match on more fields, or/],
])(
	'two %s with the same key: the error says what to do',
	async (world, twins, keys, message, description) => {
		const values = keys.map((key) => ({ values: { [KEY]: key, [NAME]: 'x' } }));
		world.service.store.addRecords(CUSTOMERS, values);
		const items = twins === 'items' ? [named('C-1'), named('C-1')] : [named('C-1')];
		const error = await failureOf(run(world, matching(), items));
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
	},
);

const asJson = { specifyRecord: 'json', recordJson: '={{ $json }}' };

test.each<[string, INodeParameters]>([
	['on the field that is named', { ...asJson, options: { matchOn: NAME } }],
	['on the fields that are named', { ...asJson, options: { matchOn: `${RANK}, ${NAME}` } }],
	['on the field that is chosen', wholeItem(NAME)],
])('records are matched %s', async (world, _, given) => {
	const values = ['A', 'B', 'C'].map((one) => ({
		values: { [KEY]: `K-${one}`, [NAME]: `Name ${one}`, [RANK]: 'Gold' },
	}));
	const first = world.service.store.addRecords(CUSTOMERS, values);
	const json = { [KEY]: 'K-X', [NAME]: 'Name B', [RANK]: 'Gold' };
	const { items } = await run(world, recordsOf(CUSTOMERS, 'upsert', given), [{ json }]);
	expect(items[0]?.json).toMatchObject({ action: 'updated', recordId: first + 1 });
	expect(writesTo(world.service)).toEqual([
		{ method: 'PUT', path: `/api/apps/2/records/${first + 1}`, body: { record: json } },
	]);
});

// 91 IDs of ten characters and their commas are 1,000 characters.
test.each([
	[91, 'these fields'],
	[92, 'all fields, because the IDs would be too long for an address'],
])('with values for %d fields, the list outputs %s', async (world, count, output) => {
	const fields = Array.from({ length: count }, (_, n) => `field-${1_001 + n}`);
	world.service.store.addForm(bareForm(fields));
	const json = Object.fromEntries(fields.map((id) => [id, 'x']));
	await run(world, recordsOf(FORM, 'upsert', wholeItem('field-1001')), [{ json }]);
	expect(listsOf(world.service)).toEqual([
		listing(output === 'these fields' ? fields.join() : 'all'),
	]);
});
