import { isNothing } from '../../nodes/RecordsDirectory/core/json';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { UNKNOWN_WORD } from '../../nodes/RecordsDirectory/core/values/keyword';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { scenarios } from '../n8n/scenarios/all';
import { anyText, cases, HOSTILE } from './texts';
import { onTheWire, type Arrived } from './wire';

/** The text comes from the item, as an expression would be evaluated where it stands itself. */
const TEXT = '={{ $json.text }}';

const FIELDS = /\/apps\/1\/fields\?/;

/** Returns what arrives for a text; nothing if it was rejected, which must happen in plain words. */
async function arrivedWith(parameters: INodeParameters, text: string): Promise<readonly Arrived[]> {
	return await onTheWire(
		({ target }) =>
			target.includes(UNKNOWN_WORD) || FIELDS.test(target)
				? { body: { records: [], fields: [] } }
				: { status: 404 },
		async ({ url, arrived }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const run = execute({ parameters, credentials, items: [{ json: { text } }] });
			const { name, message } = await run.then(fail, (error: Error) => error);
			expect(name).toMatch(/^Node(Api|Operation)Error$/);
			if (arrived.length === 0) expect(message).toMatch(/^('|The value|The date|The form)/);
			// Before a keyword, the form is asked whether it ignores them; before an order, for its fields.
			return arrived.filter(({ target }) => !target.includes(UNKNOWN_WORD) && !FIELDS.test(target));
		},
	);
}

const fail = () => {
	throw new Error('It succeeded');
};

/** The places of a request that no value may change: all but path, length and port. */
const frame = ({ method, headers }: Arrived) => [
	method,
	...headers.filter((header) => !/^(content-length|host):/i.test(header)),
];

const segmentsOf = ({ target }: Arrived) =>
	target.split('?')[0]!.split('/').map(decodeURIComponent);

const slotted = entries.filter(({ operation }) => operation.path.includes('{code}'));

describe.each(slotted)(
	'a code of $key',
	({ key, resourceName: resource, operation, operationName }) => {
		const given = { resource, operation: operationName, ...scenarios[key].given, code: byId(TEXT) };

		it('is one segment of the path, or is refused', async () => {
			const [usual] = await arrivedWith(given, 'E1');
			await fc.assert(
				fc.asyncProperty(anyText, async (text) => {
					const [request] = await arrivedWith(given, text);
					if (!request) return expect(refusable(text)).toBe(true);
					const path = operation.path.split('/').map((part) => (part === '{code}' ? text : part));
					expect(segmentsOf(request)).toEqual(path);
					expect(request.target).toMatch(/^[!-~]+$/);
					expect(frame(request)).toEqual(frame(usual!));
				}),
				cases(25),
			);
		});
	},
);

/** Too long for a code, or nothing that an address can hold. */
const refusable = (text: string) =>
	isNothing(text) || [...text].length > 256 || !text.isWellFormed() || ['.', '..'].includes(text);

const record = { resource: 'record', operation: 'getAll', form: byId(1), limit: 1 };
const byIdentifier = { names: 'identifiers' };
const queries: Array<[string, string, INodeParameters]> = [
	['the keyword', 'keyword', { ...record, filters: { keyword: TEXT }, options: byIdentifier }],
	['the query', 'query', { ...record, filters: { query: TEXT }, options: byIdentifier }],
	[
		'the output fields',
		'fields',
		{ ...record, options: { ...byIdentifier, fields: TEXT, order: byId('recordId') } },
	],
	['the order', 'order', { ...record, options: { ...byIdentifier, order: byId(TEXT) } }],
	[
		'the name of a user',
		'name',
		{ resource: 'user', operation: 'getAll', filters: { name: TEXT } },
	],
];

it.each(queries)('%s is one parameter of the query', async (_, name, parameters) => {
	const [usual] = await arrivedWith(parameters, 'a');
	const namesIn = ({ target }: Arrived) => [...new URL(target, 'http://x').searchParams.keys()];
	await fc.assert(
		fc.asyncProperty(anyText, async (text) => {
			const [request] = await arrivedWith(parameters, text);
			// A text of blanks is an error before anything is sent.
			if (!request) return expect(text.isWellFormed() && text.trim() !== '').toBe(false);
			const { pathname, searchParams, hash } = new URL(request.target, 'http://x');
			expect({ pathname, hash }).toEqual({
				pathname: new URL(usual!.target, 'http://x').pathname,
				hash: '',
			});
			const sent = searchParams.get(name);
			// Lists and orders lose the blanks around their names.
			if (sent === null) expect(text.replaceAll(',', '').trim()).toBe('');
			// Only an order has a direction added to it.
			else expect(name === 'order' ? sent.replace(/:desc$/, '') : sent).toBe(meant(name, text));
			expect(namesIn(request).filter((one) => one !== name)).toEqual(
				namesIn(usual!).filter((one) => one !== name),
			);
			expect(frame(request)).toEqual(frame(usual!));
		}),
		cases(40),
	);
});

function meant(name: string, text: string): string {
	if (name === 'order') return text.trim() === '' ? 'recordId' : text.trim().replace(/:desc$/, '');
	if (name !== 'fields') return text;
	const parts = text.split(',').map((part) => part.trim());
	return parts.filter((part) => part !== '').join(',');
}

it('the list of hostile texts is tried whole', async () => {
	for (const [, text] of HOSTILE) {
		const parameters = { resource: 'user', operation: 'get', code: byId(TEXT) };
		const [request] = await arrivedWith(parameters, text);
		expect(request ? segmentsOf(request) : text).toEqual(
			refusable(text) ? text : ['', 'api', 'admin', 'users', text],
		);
	}
});
