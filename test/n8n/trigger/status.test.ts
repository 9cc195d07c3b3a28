import { loadedOptions } from '../../support/n8n';
import { asked, formId, watching } from '../../support/watching';
import { failureOf } from '../runs';

const SUPPORT = formId(1);
const given = { event: 'recordStatusChanged', form: SUPPORT };

it('a query may ask for something else, and name the status in a text', async () => {
	const options = { query: 'field-45 = "status" and field-41 != "x"' };
	await watching({ given: { event: 'recordStatusChanged', options } }, async ({ poll }) => {
		expect(await poll()).toBeNull();
	});
});

describe('Record Status Changed', () => {
	it('is rejected for a form without a process function', async () => {
		const watch = { given, dialect: { processFunction: 'off' as const } };
		await watching(watch, async ({ poll, state }) => {
			const rejected = 'The records of this form have no status';
			await expect(poll()).rejects.toThrow(rejected);
			await expect(poll({ mode: 'manual' })).rejects.toThrow(rejected);
			expect(state).toEqual({});
			expect(await poll({ activation: 'init' })).toBeNull();
			expect(state).not.toEqual({});
		});
	});

	it('reads the form once, then asks one request a poll', async () => {
		await watching({ given }, async ({ poll, taken, pass, state }) => {
			expect(await poll()).toBeNull();
			expect(asked(taken()).map(({ query }) => query.order)).toEqual([
				'updatedAt:desc',
				// The second look shows whether values differ with every reply.
				'updatedAt:desc',
				'recordId:desc',
				// A page that is not full may have been cut; the next one proves the end.
				'recordId:desc',
			]);
			expect(Object.keys(state)).toEqual(['state']);
			pass(60);
			expect(await poll()).toBeNull();
			expect(taken()).toHaveLength(1);
		});
	});

	it('says plainly when the form is too large to remember', async () => {
		await watching({ given: { event: 'recordStatusChanged' } }, async ({ poll, bulk, state }) => {
			bulk(20_001);
			await expect(poll()).rejects.toMatchObject({
				message: expect.stringContaining('more than 20,000 records'),
				description: expect.stringContaining('Watch fewer records'),
			});
			expect(state).toEqual({});
		});
	});

	it('shows samples in the test step', async () => {
		await watching({ given }, async ({ poll, state }) => {
			const items = await poll({ mode: 'manual' });
			expect(items).toHaveLength(3);
			for (const item of items ?? [])
				expect(item).toMatchObject({
					...{ sample: true, event: 'recordStatusChanged', previousStatus: item.status },
					eventId: expect.stringMatching(/^recordStatusChanged:/),
				});
			expect(state).toEqual({});
		});
	});
});

describe('Watched Field Names or IDs', () => {
	const watchedFields = { options: { watchedFields: 'field-41, status' } };

	it('is picked from a list of the fields', async () => {
		await watching({}, async ({ credentials, service }) => {
			const form = service.store.forms.get(4)!;
			const fields = [...form.fields, { ...form.fields[0]!, fieldId: 99, uniqueId: 'status' }];
			service.store.addForm({ ...form, fields });
			const parameters = { event: 'recordUpdated', form: formId(4) };
			const run = { node: 'recordsDirectoryTrigger' as const, parameters, credentials };
			const options = await loadedOptions('getWatchedFields', run);
			expect(options.slice(0, 2)).toEqual([
				{ name: 'Process Status', value: 'status' },
				{ name: expect.stringContaining('Order'), value: 'field-41' },
			]);
			// What n8n knows by its value must be in the list once.
			expect(options).toHaveLength(form.fields.length + 1);
			expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
		});
	});

	it.each([
		['Amout', /^The form has no field 'Amout'; did you mean 'Amount' \(field-43\)\?/],
		['Amount', /^'Watched Field Names or IDs' takes field IDs, but 'Amount' is a caption/],
	])('rejects %s, which would be watched forever, and saves no state', async (name, message) => {
		const given = { event: 'recordUpdated', options: { watchedFields: `status,${name}` } };
		for (const mode of ['manual', 'trigger'] as const)
			await watching({ given }, async ({ poll, state }) => {
				expect((await failureOf(poll({ mode }))).message).toMatch(message);
				expect(state).toEqual({});
			});
	});

	it('looks at the form for its first poll only', async () => {
		const given = { event: 'recordUpdated', ...watchedFields };
		await watching({ given }, async ({ poll, taken }) => {
			await poll();
			expect(taken().filter(({ path }) => path.endsWith('/fields'))).toHaveLength(1);
			await poll();
			expect(taken().filter(({ path }) => path.endsWith('/fields'))).toHaveLength(0);
		});
	});

	it('takes every spelling of an empty value for the same, and outputs what it watches', async () => {
		const options = { watchedFields: 'field-43, status', fields: 'field-41' };
		const updated = { event: 'recordUpdated', options };
		await watching({ given: updated }, async ({ poll, pass, create, edit, service, taken }) => {
			const id = create('without amount');
			await poll();
			for (const emptyValues of ['null', 'missing', 'text'] as const) {
				service.dialect = { ...service.dialect, emptyValues };
				pass(30);
				edit(id, emptyValues);
				expect(await poll()).toBeNull();
			}
			expect(taken().at(-1)?.query.fields).toBe('field-41,field-43');
		});
	});
});
