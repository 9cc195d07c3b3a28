import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { execute, listSearch, loadedOptions, mapperFields } from '../support/n8n';
import { byId } from '../support/world';
import { create, form, withForm, type Named } from './form-service';
import { anyText, cases, HOSTILE } from './texts';
import { onTheWire } from './wire';

const { listSearch: searches, loadOptions } = new RecordsDirectory().methods;
const LOST = /^(prototype|then|toJSON)$/;
const get: INodeParameters = { resource: 'record', operation: 'get', ...form, recordId: byId(1) };

const hostileFields = fc
	.uniqueArray(fc.record({ uniqueId: anyText, caption: anyText }), {
		selector: ({ uniqueId }) => uniqueId,
		minLength: 1,
		maxLength: 6,
	})
	.filter((all) => all.every(({ uniqueId }) => uniqueId.trim() === uniqueId));

type Test = (
	named: readonly Named[],
	...given: Parameters<Parameters<typeof withForm>[1]>
) => Promise<void>;

/** Runs a test against many forms with such fields. */
const withHostileForms = async (numRuns: number, test: Test) =>
	await fc.assert(
		fc.asyncProperty(hostileFields, async (named) => {
			await withForm(
				named,
				async (credentials, arrived) => await test(named, credentials, arrived),
			);
		}),
		cases(numRuns),
	);

it.each(['captions', 'identifiers'])(
	'every field of a hostile form is a property of its own: %s',
	async (names) => {
		await withHostileForms(120, async (named, credentials) => {
			const [item] = await execute({ parameters: { ...get, options: { names } }, credentials });
			expect(Object.getPrototypeOf(item!.json)).toBe(Object.prototype);
			const values = Object.values(item!.json);
			for (const { uniqueId } of named) expect(values).toContain(`of ${uniqueId}`);
			expect(values).toHaveLength(named.length + 1);
		});
	},
);

it('the inputs of a hostile form are different, and each leads back to its field', async () => {
	await withHostileForms(120, async (named, credentials, arrived) => {
		const { fields } = await mapperFields('getFormFields', { parameters: create, credentials });
		// n8n loses such names when it copies parameters.
		const isLost = (id: string) => id in Object.prototype || LOST.test(id);
		const shown = named.map(({ uniqueId: id }) => (isLost(id) ? `(${id})` : id));
		expect(fields.map(({ id }, n) => id.endsWith(shown[n]!))).not.toContain(false);
		expect(fields.some(({ id }) => isLost(id))).toBe(false);
		for (const name of ['id', 'displayName'] as const)
			expect(new Set(fields.map((field) => field[name])).size).toBe(named.length);
		const wellFormed = named.filter(({ uniqueId }) => uniqueId.isWellFormed());
		if (wellFormed.length === 0) return;
		const json = Object.fromEntries(wellFormed.map(({ uniqueId }) => [uniqueId, 'x']));
		// n8n itself keeps such names as the keys of an object.
		const recordMapper = { mappingMode: 'defineBelow', value: '={{ $json }}' };
		await execute({ parameters: { ...create, recordMapper }, items: [{ json }], credentials });
		expect(arrived.at(-1)!.body).toBe(JSON.stringify({ record: json }));
	});
});

it('the lists of a hostile form have texts and different values', async () => {
	const methods = ['getOutputFields', 'getSortFields', 'getWatchedFields', 'getDetailColumns'];
	await withHostileForms(30, async (_, credentials) => {
		const run = { parameters: get, credentials };
		for (const list of await Promise.all([
			...['searchSortField', 'searchField'].map(
				async (one) => (await listSearch(one, run)).results,
			),
			...methods.map(async (one) => await loadedOptions(one, run)),
		])) {
			expect(list.filter(({ name }) => typeof name !== 'string')).toEqual([]);
			expect(new Set(list.map(({ value }) => value)).size).toBe(list.length);
		}
	});
});

it('a list finds something or nothing for a typed text', async () => {
	await withForm([{ uniqueId: 'a', caption: 'A' }], async (credentials) => {
		const run = { parameters: { ...get, resource: 'comment' }, credentials };
		for (const [, filter] of HOSTILE)
			for (const method of Object.keys(searches))
				expect(await listSearch(method, { ...run, filter })).toHaveProperty('results.length');
	});
});

it('no name that the service gives turns the words around it in a list or an error', async () => {
	const name = 'Aiko\u202e\u2067';
	const row = {
		...{ id: 1, code: 'E1', recordId: 1, fieldId: 1, uniqueId: `u${name}`, fieldType: 'text' },
		...{ name, caption: name, creator: name, content: name, record: { a: name } },
	};
	const table = { ...row, fieldId: 2, uniqueId: 't', subTable: [{ ...row, fieldId: 3 }] };
	const lists = ['forms', 'records', 'comments', 'organizations', 'positions', 'user'];
	const body = { ...Object.fromEntries(lists.map((one) => [one, [row]])), fields: [row, table] };
	// The conditions have names of the node.
	const isOfService = (method: string) => !method.includes('Condition');
	await onTheWire(
		() => ({ body }),
		async ({ credentials }) => {
			const run = { parameters: { ...get, resource: 'comment', code: byId('E1') }, credentials };
			const { fields } = await mapperFields('getFormFields', run);
			const shown = [fields.map(({ displayName }) => displayName)];
			for (const method of Object.keys(searches).filter(isOfService))
				shown.push((await listSearch(method, run)).results.map((one) => one.name));
			for (const method of Object.keys(loadOptions).filter(isOfService))
				shown.push((await loadedOptions(method, run)).map((one) => one.name));
			for (const names of shown) {
				expect(names.join()).toMatch(/Aiko/);
				expect(names.join()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
			}
		},
	);
	await onTheWire(
		() => ({ status: 400, body: { errors: { message: `Not allowed: ${name}` } } }),
		async (site) => {
			// The name must not contain the key, which is hidden.
			const credentials = { ...site.credentials, apiKey: 'secret-key' };
			const parameters = { resource: 'form', operation: 'getAll' };
			const failed = execute({ parameters, credentials });
			await expect(failed).rejects.toMatchObject({ message: 'Not allowed: Aiko' });
		},
	);
});
