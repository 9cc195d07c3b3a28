import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { test, sentTo } from '../../../support/world';
import { failureOf, headlinesOf, recordsOf, wholeItem } from '../../runs';

const CUSTOMERS = 2;
const [KEY, NAME] = ['field-21', 'field-22'] as const;
const matching = (more: INodeParameters = {}) =>
	recordsOf(CUSTOMERS, 'upsert', { ...wholeItem(KEY), ...more });
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
		['items without a key need no list', matching(), [{ json: { [NAME]: 'x' } }], []],
	])('%s', async ({ service, credentials }, _, parameters, items, lists) => {
		await execute({ parameters, items, credentials, continueOnFail: true });
		expect(listsOf(service)).toEqual(lists);
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
	])('a list that is rejected %s', async ({ service, credentials }, _, status, items, lists) => {
		const body = { errors: { message: 'Not this list' } };
		service.faults.add({ method: 'GET', path: /\/records$/, nth: 1, answer: { status, body } });
		const output = await execute({
			parameters: matching(),
			items,
			credentials,
			continueOnFail: true,
		});
		expect(listsOf(service)).toEqual(lists);
		const error = lists.length > 1 ? undefined : 'Not this list';
		expect(headlinesOf(output)).toEqual(items.map(() => error));
	});
});

test.each([
	[
		'two items with the same key',
		[],
		[named('C-001'), named('C-001')],
		/same values to match on/,
		/Remove one of them/,
	],
	[
		'two records with the same key',
		['Twin', 'Twin'],
		[named('Twin')],
		/^Several records match: \d+ and \d+$/,
		/Match on more fields, or correct the records/,
	],
])(
	'%s: the error says what to do',
	async ({ service, credentials }, _, keys, items, message, description) => {
		service.store.addRecords(
			CUSTOMERS,
			keys.map((key) => ({ values: { [KEY]: key, [NAME]: 'x' } })),
		);
		const run = execute({ parameters: matching(), items, credentials });
		expect(await failureOf(run)).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
	},
);
