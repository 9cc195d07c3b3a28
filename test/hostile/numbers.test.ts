import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../support/n8n';
import { anyDecimal, difference } from '../support/decimals';
import { byId } from '../support/world';
import { cases } from './texts';
import { onTheWire } from './wire';

/** The body that was sent, or the message of the run if nothing was sent. */
async function sentOrSaid(parameters: INodeParameters, json: object): Promise<string> {
	const fields = ['a', 'list'].map((uniqueId, fieldId) => ({
		uniqueId,
		fieldId,
		fieldType: 'text',
	}));
	const others = [
		{ uniqueId: 'number', fieldId: 9, fieldType: 'number' },
		{ uniqueId: 'choice', fieldId: 10, selectItems: [{ selectName: '9007199254740993' }] },
		{ uniqueId: 'user', fieldId: 11, fieldType: 'user' },
		{
			uniqueId: 'table',
			fieldId: 12,
			subTable: [{ uniqueId: 'cell' }, { uniqueId: 'count', fieldType: 'number' }],
		},
	];
	return await onTheWire(
		({ target }) =>
			target.includes('/fields') ? { body: { fields: [...fields, ...others] } } : { status: 201 },
		async ({ url, arrived }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const said = await execute({
				parameters,
				credentials,
				items: [{ json: json as never }],
			}).then(
				() => '',
				({ message }: Error) => message,
			);
			const written = arrived.filter(({ method }) => method !== 'GET');
			expect(written.length).toBe(said === '' ? 1 : 0);
			return said || decodeURIComponent(`${written[0]!.target} ${written[0]!.body}`);
		},
	);
}

const record = { resource: 'record', operation: 'create', form: byId(1) };
const asJson = { ...record, specifyRecord: 'json', recordJson: '={{ $json.record }}' };
const mapped = { ...record, recordMapper: { mappingMode: 'autoMapInputData', value: null } };

describe.each([NaN, Infinity, -Infinity])('%s is never sent, as JSON has no word for it', (no) => {
	it.each<[string, INodeParameters, object]>([
		['a value', asJson, { record: { a: no } }],
		['in a list', asJson, { record: { a: [1, { b: [no] }] } }],
		['a text field', mapped, { a: no }],
		['a number field', mapped, { number: no }],
		['in a list in a text field', mapped, { list: [1, no] }],
		['in an object in a text field', mapped, { list: { b: no } }],
		[
			'an ID',
			{ resource: 'record', operation: 'delete', form: byId(1), recordId: byId('={{ $json.a }}') },
			{ a: no },
		],
		['a code', { resource: 'user', operation: 'delete', code: byId('={{ $json.a }}') }, { a: no }],
		[
			'a name',
			{
				resource: 'position',
				operation: 'create',
				newCode: 'P',
				name: '={{ $json.a }}',
				kana: 'P',
			},
			{ a: no },
		],
	])('%s', async (_, parameters, json) => {
		expect(await sentOrSaid(parameters, json)).toMatch(
			/^('|The value of).*(not|is (NaN|-?Infinity))/,
		);
	});
});

describe('a number beyond 2^53 loses no digit in silence', () => {
	const long = '9007199254740993';

	const more = (parameters: INodeParameters) => ({ form: byId(1), ...parameters });
	const ofUser = (more: INodeParameters) => ({ resource: 'user', ...more });
	const comment = { resource: 'comment', operation: 'get', recordId: byId(7) };
	const deleting = (given: INodeParameters) =>
		more({ ...record, operation: 'delete', recordId: byId(7), ...given });
	const oneCode = { operation: 'delete', code: byId('={{ $json.a }}') };

	it.each<[string, INodeParameters, object]>([
		['text of a number field', mapped, { number: long }],
		['text of a text field', mapped, { a: long }],
		['text of a choice', mapped, { choice: long }],
		['text of a code', mapped, { user: long }],
		['text in a list of codes', mapped, { user: `["${long}"]` }],
		['text in a row of a table', mapped, { table: [{ cell: long }] }],
		['a text in JSON', asJson, { record: `{"a":"${long}"}` }],
		['a code', ofUser(oneCode), { a: long }],
		['a form', deleting({ form: byId('={{ $json.a }}') }), { a: long }],
		['a record', deleting({ recordId: byId('={{ $json.a }}') }), { a: long }],
		[
			'a comment',
			more({ ...comment, operation: 'delete', commentId: byId('={{ $json.a }}') }),
			{ a: long },
		],
	])('%s', async (_, parameters, json) => {
		expect(await sentOrSaid(parameters, json)).toContain(long);
	});

	/** As JavaScript reads the digits. */
	const rounded = Number(long);

	it.each<[string, INodeParameters, object]>([
		['a number field', mapped, { number: rounded }],
		['a text field', mapped, { a: rounded }],
		['a list in a text field', mapped, { list: [rounded] }],
		['an object in a text field', mapped, { list: { b: rounded } }],
		['a choice', mapped, { choice: rounded }],
		['a code', mapped, { user: rounded }],
		['a code of an object', mapped, { user: [{ code: rounded }] }],
		['a list of codes as text', mapped, { user: `[${long}]` }],
		['a row of a table', mapped, { table: [{ cell: rounded }] }],
		['a row of a table as text', mapped, { table: `[{"cell":${long}}]` }],
		['a number in JSON', asJson, { record: `{"a":${long}}` }],
		['a number in an object', asJson, { record: { a: rounded } }],
		['the code of a user', ofUser(oneCode), { a: rounded }],
		['a form', deleting({ form: byId('={{ $json.a }}') }), { a: rounded }],
		['a record', deleting({ recordId: byId('={{ $json.a }}') }), { a: rounded }],
		[
			'a name',
			{
				resource: 'position',
				operation: 'create',
				newCode: 'P',
				name: '={{ $json.a }}',
				kana: 'P',
			},
			{ a: rounded },
		],
	])('a number is rejected: %s', async (_, parameters, json) => {
		expect(await sentOrSaid(parameters, json)).toMatch(/too large to be exact|would be rounded/);
	});

	/** The one number that was sent, digit by digit. */
	const numberIn = (sent: string) =>
		/"(?:number|count|a)":"?(-?[\d.]+(?:e[+-]?\d+)?)"?[}\]]/i.exec(sent)?.[1] ?? sent;

	it.each<[string, INodeParameters, (text: string) => object]>([
		['a text for a number field', mapped, (text) => ({ number: text })],
		['a text for a cell', mapped, (text) => ({ table: [{ count: text }] })],
		['a text in rows as text', mapped, (text) => ({ table: `[{"count":"${text}"}]` })],
		['a text for a text field', mapped, (text) => ({ a: text })],
		['a text in JSON', asJson, (text) => ({ record: `{"a":"${text}"}` })],
	])('%s arrives with its value, whatever it is', async (_, parameters, json) => {
		await fc.assert(
			fc.asyncProperty(anyDecimal, async (text) => {
				const sent = await sentOrSaid(parameters, json(text));
				expect(difference(numberIn(sent), text)).toBe(0n);
			}),
			cases(150),
		);
	});

	it.each<[string, INodeParameters, (text: string) => object]>([
		['in JSON', asJson, (text) => ({ record: `{"a":${text}}` })],
		['in a list in JSON', asJson, (text) => ({ record: `{"list":[1, ${text}],"a":1}` })],
		['in rows as text', mapped, (text) => ({ table: `[{"count":${text}}]` })],
		['in a row as text', mapped, (text) => ({ table: [`{"count":${text}}`] })],
		['in a list of codes as text', mapped, (text) => ({ user: `[${text}]` })],
	])('a number %s arrives with its value, or is rejected', async (_, parameters, json) => {
		await fc.assert(
			fc.asyncProperty(anyDecimal, async (text) => {
				const said = await sentOrSaid(parameters, json(text));
				if (said.includes('would be rounded')) {
					expect(said).toContain(`the number ${text.slice(0, 40)}`);
				} else {
					const [, sent = said] = /(?:\[1,|"(?:a|count|code)":)"?([^"}\]]+)/.exec(said) ?? [];
					expect(difference(sent, text)).toBe(0n);
				}
			}),
			cases(150),
		);
	});

	it.each(['1e300', '-0', '0x10', '1_000', '-9007199254740993'])(
		'an ID %j is refused',
		async (id) => {
			const parameters = {
				resource: 'record',
				operation: 'delete',
				form: byId(1),
				recordId: byId('={{ $json.id }}'),
			};
			expect(await sentOrSaid(parameters, { id })).toMatch(
				/^'Record' is (not a whole number|-?0|-9007199254740993, too large)/,
			);
		},
	);
});

describe('a record is found by the very number of its key', () => {
	it.each([
		['3', '2.99999999999999999'],
		['1', '0.99999999999999999999'],
		['9007199254740991', '9007199254740990.9'],
		['0', '1e-400'],
		['1e400', '1e401'],
	])('%s is not %s', async (held, wanted) => {
		const fields = ['key', 'Note'].map((uniqueId, n) => ({
			uniqueId,
			fieldId: n + 1,
			fieldType: n === 0 ? 'number' : 'text',
			primaryKey: n === 0,
		}));
		await onTheWire(
			({ target, method }) =>
				target.includes('/fields')
					? { body: { fields } }
					: {
							body:
								method === 'GET' ? `{"records":[{"recordId":7,"record":{"key":${held}}}]}` : '{}',
						},
			async ({ url, arrived }) => {
				const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
				const parameters = { ...mapped, operation: 'upsert' };
				const items = [wanted, held].map((key) => ({ json: { key, Note: 'new' } }));
				const output = await execute({ parameters, credentials, items });
				expect(output.map(({ json }) => json.action)).toEqual(['created', 'updated']);
				const bodies = arrived.filter(({ method }) => method !== 'GET').map(({ body }) => body);
				expect(bodies.join()).toContain(`"key":"${wanted}"`);
			},
		);
	});
});

describe('the ID of a record beyond 2^53', () => {
	const [first, second] = ['9007199254740995', '9007199254740996'];

	/** What Create or Update sends for the second of two records, or says. */
	async function updated(ids: readonly string[], options: INodeParameters = {}) {
		const fields = ['Name', 'Note'].map((uniqueId, n) => ({ uniqueId, fieldId: n + 1 }));
		const [older, newer] = ids.map((id, n) => `{"recordId":${id},"record":{"Name":"N${n}"}}`);
		const matchingColumns = ['Name'];
		const parameters: INodeParameters = {
			...mapped,
			operation: 'upsert',
			recordMapper: { mappingMode: 'autoMapInputData', value: null, matchingColumns },
			options,
		};
		return await onTheWire(
			({ target, method }) =>
				target.includes('/fields')
					? { body: { fields } }
					: { body: method === 'GET' ? `{"records":[${newer},${older}]}` : '{}' },
			async ({ url, arrived }) => {
				const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
				const items = [{ json: { Name: 'N0', Note: 'new' } }];
				const run = { parameters, credentials, items, continueOnFail: true };
				const [output] = await execute(run);
				const written = arrived.filter(({ method }) => method !== 'GET');
				return { output: output?.json, written: written.map(({ target, body }) => [target, body]) };
			},
		);
	}

	it('as a text leads to that record', async () => {
		const { output, written } = await updated([`"${first}"`, `"${second}"`]);
		expect(output).toEqual({ success: true, action: 'updated', recordId: first });
		expect(written.map(([target]) => target)).toEqual([`/api/apps/1/records/${first}`]);
	});

	it('as a number, which JSON rounds, leads to that record', async () => {
		const { output, written } = await updated([first, second]);
		expect(output).toEqual({ success: true, action: 'updated', recordId: first });
		expect(written.map(([target]) => target)).toEqual([`/api/apps/1/records/${first}`]);
	});
});

describe.each([
	['texts', (id: bigint) => `"${id}"`],
	['numbers', String],
])('records with IDs beyond 2^53, written as %s', (_, written) => {
	const newest = 12345678901234567890n;
	const all = Array.from({ length: 253 }, (_id, n) => newest - BigInt(n));

	/** What Get Many gives of a site that cuts pages at 50. */
	const listed = async (ids: readonly bigint[]) =>
		await onTheWire(
			({ target }) => {
				const { searchParams } = new URL(target, 'http://x');
				const [page, limit] = ['page', 'limit'].map((key) => Number(searchParams.get(key)));
				const size = Math.min(limit!, 50);
				const rows = ids.slice((page! - 1) * size, page! * size);
				return { body: `{"records":[${rows.map((id) => `{"recordId":${written(id)}}`).join()}]}` };
			},
			async ({ url }) => {
				const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
				const options = { names: 'identifiers' };
				const given = { ...record, operation: 'getAll', form: byId(1), returnAll: true, options };
				const output = await execute({ parameters: given, credentials });
				return output.map(({ json }) => json.recordId);
			},
		);

	it('are read from several pages, each once', async () => {
		expect(await listed(all)).toEqual(all.map(String));
	});

	it('are read from several pages where IDs are missing', async () => {
		const some = all.filter((_id, n) => n % 7 !== 0);
		expect(await listed(some)).toEqual(some.map(String));
	});
});
