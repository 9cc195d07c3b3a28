import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { onTheWire } from './wire';

/** The body that was sent, or the message of the run where nothing was. */
async function sentOrSaid(parameters: INodeParameters, json: object): Promise<string> {
	const fields = ['a', 'list'].map((uniqueId, fieldId) => ({
		uniqueId,
		fieldId,
		fieldType: 'text',
	}));
	const number = { uniqueId: 'number', fieldId: 9, fieldType: 'number' };
	return await onTheWire(
		({ target }) =>
			target.includes('/fields') ? { body: { fields: [...fields, number] } } : { status: 201 },
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

	it.each<[string, INodeParameters, object]>([
		['text of a number field', mapped, { number: long }],
		['text of a text field', mapped, { a: long }],
		['a text in JSON', asJson, { record: `{"a":"${long}"}` }],
		['a number in JSON', asJson, { record: `{"a":${long}}` }],
		[
			'a code',
			{ resource: 'user', operation: 'delete', code: byId('={{ $json.a }}') },
			{ a: long },
		],
	])('%s', async (_, parameters, json) => {
		const said = await sentOrSaid(parameters, json);
		// Its digits are there, or it is said that they cannot be.
		expect(said).toMatch(new RegExp(`${long}|digits|exact`));
	});

	it.each(['9007199254740993', '1e300', '-0', '0x10', '1_000'])(
		'an ID %j is refused',
		async (id) => {
			const parameters = {
				resource: 'record',
				operation: 'delete',
				form: byId(1),
				recordId: byId('={{ $json.id }}'),
			};
			expect(await sentOrSaid(parameters, { id })).toMatch(/^'Record' is (not a whole number|-?0)/);
		},
	);
});
