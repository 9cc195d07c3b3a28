import fc from 'fast-check';
import { executeWithHints } from '../support/n8n';
import { byId } from '../support/world';
import { cases } from './texts';
import { onTheWire } from './wire';

const fields = [
	{ uniqueId: 'k', caption: 'Key' },
	{ uniqueId: 't', caption: 'Text' },
	// Another test has fields with the name of a record's own property, such as status.
	{ uniqueId: 'state', caption: 'State of things' },
	{ uniqueId: 'spaced', caption: ' In spaces ' },
	{ uniqueId: 'r', caption: 'record.Text' },
].map((field, fieldId) => ({ ...field, fieldId, fieldType: 'text' }));

const parameters = {
	resource: 'record',
	operation: 'create',
	form: byId(1),
	recordMapper: { mappingMode: 'autoMapInputData', value: null },
	options: {},
};

/** The sent values of an item, the hints about it, and the message of a failed run. */
async function outcomeOf(item: object, clearNull?: boolean) {
	return await onTheWire(
		({ target }) => (target.includes('/fields') ? { body: { fields } } : { status: 204 }),
		async ({ url, arrived }) => {
			const run = {
				parameters: clearNull
					? { ...parameters, operation: 'import', options: { clearNull } }
					: parameters,
				credentials: { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 },
				items: [{ json: item as never }],
			};
			const { hints, failed = '' } = await executeWithHints(run).then(
				(done) => ({ hints: done.hints.map(({ message }) => message).join(), failed: undefined }),
				(error: Error) => ({ hints: '', failed: error.message }),
			);
			const sent = arrived.find(({ method }) => method !== 'GET')?.body;
			expect(sent === undefined).toBe(failed !== '');
			return { sent, hints, failed };
		},
	);
}

const around = fc.constantFrom('', '', ' ', '  ', '\t', '\uFEFF', '\uFEFF ');
const anyName = fc
	.tuple(
		around,
		fc.constantFrom('', '', 'record.', 'record. '),
		fc.constantFrom(...fields.flatMap(({ uniqueId, caption }) => [uniqueId, caption]), 'more'),
		fc.constantFrom('', '', ' ', '\t'),
	)
	.map((parts) => parts.join(''));

it('no value of an item is lost without a word, however its properties are named', async () => {
	const names = fc.uniqueArray(anyName, { minLength: 1, maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(names, async (all) => {
			const item = Object.fromEntries(all.map((name, n) => [name, `value ${n}`]));
			const { sent, hints, failed } = await outcomeOf(item);
			if (sent === undefined) {
				const isNone = /^No property of the input item matches a field/.test(failed);
				expect(isNone || /^'[^']*' \([a-z]+\) is given twice/.test(failed)).toBe(true);
				return;
			}
			for (const [n, name] of all.entries())
				expect(sent.includes(`"value ${n}"`) || hints.includes(`'${name}'`)).toBe(true);
		}),
		cases(500),
	);
});

describe('two properties of one field', () => {
	it.each([
		{ 'Key ': 'b', Key: 'c' },
		{ ' Key': 'b', 'Key\t': 'c' },
		{ '\uFEFFKey': 'b', k: 'c' },
		{ 'record.Key ': 'b', 'record.Key': 'c' },
	])('%j are an error', async (item) => {
		const { failed } = await outcomeOf({ Text: 't', ...item });
		expect(failed).toBe("'Key' (k) is given twice");
	});

	it('of which one is null are one, unless null clears the field', async () => {
		const item = { 'Key ': null, Key: 'c' };
		expect((await outcomeOf(item)).sent).toBe('{"record":{"k":"c"}}');
		expect((await outcomeOf(item, true)).failed).toBe("'Key' (k) is given twice");
	});
});

it('spaces around the name of a property do not count', async () => {
	const { sent, hints } = await outcomeOf({ '\uFEFFKey ': 'b', ' t\t': 'c', ' In spaces ': 'd' });
	expect(JSON.parse(sent ?? '')).toEqual({ record: { k: 'b', t: 'c', spaced: 'd' } });
	expect(hints).toBe('');
});
