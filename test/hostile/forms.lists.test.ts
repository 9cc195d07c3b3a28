import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { listSearch, loadedOptions, mapperFields } from '../support/n8n';
import { byId } from '../support/world';
import { fieldsOf, form, withForm, type Named } from './form-service';
import { cases, HOSTILE } from './texts';

const get: INodeParameters = { resource: 'record', operation: 'get', ...form, recordId: byId(1) };

it('the lists of a hostile form are texts and values, whatever they hold', async () => {
	const { listSearch: searches, loadOptions } = new RecordsDirectory().methods;
	await fc.assert(
		fc.asyncProperty(fieldsOf, async (named) => {
			await withForm(named, async (credentials) => {
				const run = { parameters: get, credentials: credentials as never };
				for (const method of ['searchSortField', 'searchField']) {
					expect(searches).toHaveProperty(method);
					const { results } = await listSearch(method, run);
					for (const { name, value } of results)
						expect([typeof name, typeof value]).toContain('string');
					expect(new Set(results.map(({ value }) => value)).size).toBe(results.length);
				}
				for (const method of Object.keys(loadOptions).filter((one) => one !== 'getUsers')) {
					const options = await loadedOptions(method, run);
					expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
				}
			});
		}),
		cases(30),
	);
});

it.each(HOSTILE)('what a person types finds something or nothing: %s', async (_, filter) => {
	const { listSearch: searches } = new RecordsDirectory().methods;
	await withForm([{ uniqueId: 'a', caption: 'A' }], async (credentials) => {
		const run = { parameters: { ...get, resource: 'comment' }, credentials: credentials as never };
		for (const method of Object.keys(searches)) {
			const found = listSearch(method, { ...run, filter });
			await expect(found).resolves.toMatchObject({ results: expect.any(Array) });
		}
	});
});

const HOSTILE_JSON: readonly unknown[] = [
	null,
	7,
	'',
	[],
	{},
	{ toString: 1 },
	[{ selectName: { toString: 1 }, uniqueId: { toString: 1 } }],
	true,
];
const PARTS = [
	'caption',
	'uniqueId',
	'fieldId',
	'fieldType',
	'required',
	'calc',
	'selectItems',
	'subTable',
];

it.each(PARTS)('a field whose %s is of another kind is still a field, or none', async (part) => {
	for (const value of HOSTILE_JSON) {
		const field = { uniqueId: 'a', caption: 'A', [part]: value } as Named;
		await withForm([field, { uniqueId: 'b', caption: 'B' }], async (credentials) => {
			const parameters = { ...get, operation: 'create' };
			const run = { parameters, credentials: credentials as never };
			const { fields } = await mapperFields('getFormFields', run);
			expect(fields.map(({ id }) => id)).toContain('b');
			await loadedOptions('getOutputFields', run).catch(() =>
				loadedOptions('getDetailColumns', run),
			);
			const { results } = await listSearch('searchField', run);
			expect(results).toHaveLength(2);
		});
	}
});
