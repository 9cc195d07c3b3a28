import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { execute, mapperFields } from '../support/n8n';
import { byId } from '../support/world';
import { fieldsOf, form, withForm } from './form-service';
import { cases } from './texts';

const get: INodeParameters = { resource: 'record', operation: 'get', ...form, recordId: byId(1) };

it.each(['captions', 'identifiers'])(
	'every field of a hostile form is a property of its own: %s',
	async (names) => {
		await fc.assert(
			fc.asyncProperty(fieldsOf, async (named) => {
				await withForm(named, async (credentials) => {
					const parameters = { ...get, options: { names } };
					const [item] = await execute({ parameters, credentials: credentials as never });
					const json = item!.json;
					expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
					const values = Object.entries(json).map(([, value]) => value);
					for (const { uniqueId } of named) expect(values).toContain(`of ${uniqueId}`);
					expect(values).toHaveLength(named.length + 1);
				});
			}),
			cases(120),
		);
	},
);

it('the inputs of a hostile form are apart, and each leads back to its field', async () => {
	await fc.assert(
		fc.asyncProperty(fieldsOf, async (named) => {
			await withForm(named, async (credentials, arrived) => {
				const given = { resource: 'record', operation: 'create', ...form };
				const ask = { parameters: given, credentials: credentials as never };
				const { fields } = await mapperFields('getFormFields', ask);
				// n8n loses such names when it copies parameters.
				const isLost = (id: string) =>
					id in Object.prototype || /^(prototype|then|toJSON)$/.test(id);
				const shown = named.map(({ uniqueId: id }) => (isLost(id) ? `(${id})` : id));
				expect(fields.map(({ id }, n) => id.endsWith(shown[n]!))).not.toContain(false);
				expect(fields.some(({ id }) => isLost(id))).toBe(false);
				expect(new Set(fields.map(({ id }) => id)).size).toBe(named.length);
				expect(new Set(fields.map(({ displayName }) => displayName)).size).toBe(named.length);
				const wellFormed = named.filter(({ uniqueId }) => uniqueId.isWellFormed());
				const json = Object.fromEntries(wellFormed.map(({ uniqueId }) => [uniqueId, 'x']));
				if (wellFormed.length === 0) return;
				// n8n itself keeps such names as the keys of an object.
				const recordMapper = { mappingMode: 'defineBelow', value: '={{ $json }}' };
				const parameters = { ...given, recordMapper };
				const items = [{ json }];
				await execute({
					parameters: parameters as never,
					items,
					credentials: credentials as never,
				});
				const body = JSON.parse(arrived.at(-1)!.body);
				expect(JSON.stringify(body)).toBe(JSON.stringify({ record: json }));
			});
		}),
		cases(120),
	);
});
