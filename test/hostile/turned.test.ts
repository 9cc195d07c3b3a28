import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { executeWithHints, listSearch, loadedOptions, mapperFields } from '../support/n8n';
import { byId } from '../support/world';
import { onTheWire } from './wire';

/** A name that would show the words behind it from right to left, such as `(E0001)` as `(1000E)`. */
const TURNED = 'Aiko\u202e\u2067';
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;

const row = {
	id: 1,
	code: 'E1',
	recordId: 1,
	fieldId: 1,
	uniqueId: `u${TURNED}`,
	name: TURNED,
	caption: TURNED,
	creator: TURNED,
	content: TURNED,
	fieldType: 'text',
	record: { a: TURNED },
};
const table = { ...row, fieldId: 2, uniqueId: 't', subTable: [{ ...row, fieldId: 3 }] };
const lists = ['forms', 'records', 'comments', 'organizations', 'positions', 'user'];
const body = { ...Object.fromEntries(lists.map((name) => [name, [row]])), fields: [row, table] };

const parameters = {
	resource: 'comment',
	operation: 'get',
	form: byId(1),
	recordId: byId(1),
	code: byId('E1'),
};

it('no name that the service gives turns the words around it in a list of the editor', async () => {
	await onTheWire(
		() => ({ body }),
		async ({ url }) => {
			const credentials = { baseUrl: url, apiKey: 'secret-key', requestsPer100Seconds: 1_000_000 };
			const run = { parameters, credentials };
			const { listSearch: searches, loadOptions } = new RecordsDirectory().methods;
			const shown = [
				...(await Promise.all(Object.keys(searches).map((name) => listSearch(name, run)))).map(
					({ results }) => results.map(({ name }) => name),
				),
				...(
					await Promise.all(Object.keys(loadOptions).map((name) => loadedOptions(name, run)))
				).map((options) => options.map(({ name }) => name)),
				(await mapperFields('getFormFields', run)).fields.map(({ displayName }) => displayName),
			];
			for (const names of shown) {
				expect(names.join()).toMatch(/Aiko/);
				expect(names.join()).not.toMatch(TURNS);
			}
			expect(shown.length).toBeGreaterThan(10);
		},
	);
});

it('nor in an error or a hint', async () => {
	await onTheWire(
		() => ({ status: 400, body: { errors: { message: `Not allowed: ${TURNED}` } } }),
		async ({ url }) => {
			const credentials = { baseUrl: url, apiKey: 'secret-key', requestsPer100Seconds: 1_000_000 };
			const get = { resource: 'form', operation: 'getAll' };
			const failed = executeWithHints({ parameters: get, credentials });
			await expect(failed).rejects.toMatchObject({ message: 'Not allowed: Aiko' });
		},
	);
});
