import type { INodeParameters } from 'n8n-workflow';
import { loadedOptions } from '../../support/n8n';
import { asked, formId, watching } from '../../support/watching';
import { failureOf } from '../runs';

const SUPPORT = formId(1);
const given = { event: 'recordStatusChanged', form: SUPPORT };

it('a query can filter by other fields and contain the word status in a text', async () => {
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

	it('reads the form once, then sends one request per poll', async () => {
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

	it('shows samples in the test step', async () => {
		await watching({ given }, async ({ poll, state }) => {
			const items = await poll({ mode: 'manual' });
			expect(items).toHaveLength(3);
			for (const item of items ?? [])
				expect(item).toMatchObject({
					...{ sample: true, event: 'recordStatusChanged', previousStatus: item.status },
					changes: { status: { from: item.status, to: item.status } },
					eventId: expect.stringMatching(/^recordStatusChanged:/),
				});
			expect(state).toEqual({});
		});
	});
});

describe('Watched Field Names or IDs', () => {
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
		['Amount', /^'Watched Field Names or IDs' names 'Amount', a caption and not a field ID/],
	])('rejects %s, which is not a field ID, and saves no state', async (name, message) => {
		const given = { event: 'recordUpdated', options: { watchedFields: `status,${name}` } };
		for (const mode of ['manual', 'trigger'] as const)
			await watching({ given }, async ({ poll, state }) => {
				expect((await failureOf(poll({ mode }))).message).toMatch(message);
				expect(state).toEqual({});
			});
	});

	it('are requested with the fields of the item; the definition only by the first poll', async () => {
		const options = { watchedFields: 'field-43, status', fields: 'field-41' };
		await watching({ given: { event: 'recordUpdated', options } }, async ({ poll, taken }) => {
			const definitions = () => taken().filter(({ path }) => path.endsWith('/fields')).length;
			await poll();
			expect(definitions()).toBe(1);
			await poll();
			expect(taken().at(-1)?.query.fields).toBe('field-41,field-43');
		});
	});
});

describe('the values before and after a change', () => {
	const ann = [{ code: 'E0001', name: 'Aiko Tanaka' }];
	const ben = [{ code: 'E0002', name: 'Ben Carter' }];
	const base = { 'field-1': 'Old', 'field-2': 'x'.repeat(300), 'field-3': ben, 'field-4': ann };
	const before = { ...base, 'field-6': 'High', 'field-7': ['Phone', 'Chat'] };
	const after = { 'field-1': 'New', 'field-2': 'y', 'field-4': ben, 'field-10': 'Done' };
	const all = 'field-2,field-4,field-6,field-10,status';

	it.each<[INodeParameters, Record<string, { from?: unknown; to: unknown }>]>([
		[
			{ names: 'captions', watchedFields: all },
			{
				Description: { to: 'y' },
				Assignee: { from: ann, to: ben },
				'Attachments note': { from: null, to: 'Done' },
				status: { from: 'Open', to: 'Closed' },
			},
		],
		[{ usersAs: 'codes' }, { 'field-4': { from: ['E0001'], to: ['E0002'] } }],
		[{ usersAs: 'names', simplify: false }, { 'field-4': { from: ann, to: ben } }],
		[
			{ names: 'captions', usersAs: 'names' },
			{ Assignee: { from: ['Aiko Tanaka'], to: ['Ben Carter'] } },
		],
	])(
		'are named and shown as in the item, with %j',
		async ({ simplify = true, ...more }, expected) => {
			const options = { watchedFields: 'field-4', ...more };
			const given = { event: 'recordUpdated', form: SUPPORT, simplify, options };
			await watching({ given }, async ({ service: { store }, poll, pass, taken }) => {
				const { recordId } = store.createRecord(1, before);
				await poll();
				pass(600);
				taken();
				store.updateRecord(1, recordId, after, { status: 'Closed' });
				const [item, ...others] = (await poll()) ?? [];
				expect([item?.changes, others]).toEqual([expected, []]);
				const now = Object.entries(expected).map(([name, { to }]) => [name, to]);
				if (simplify) expect(item).toMatchObject(Object.fromEntries(now));
				expect(taken().filter(({ path }) => path.endsWith('/fields'))).toHaveLength(1);
			});
		},
	);

	it('are not emitted for a created record or for choices in another order', async () => {
		const options = { watchedFields: 'field-7' };
		const given = { event: 'recordCreatedOrUpdated', form: SUPPORT, options };
		await watching({ given }, async ({ service: { store }, poll, pass }) => {
			await poll();
			const { recordId } = store.createRecord(1, before);
			const [created] = (await poll()) ?? [];
			expect(created).toMatchObject({ event: 'recordCreated', 'field-7': ['Phone', 'Chat'] });
			expect(created).not.toHaveProperty('changes');
			const edit = async (channels: readonly string[]) => {
				pass(60);
				store.updateRecord(1, recordId, { 'field-7': channels });
				return await poll();
			};
			expect(await edit(['Chat', 'Phone'])).toBeNull();
			const changes = { 'field-7': { from: ['Chat', 'Phone'], to: ['Phone'] } };
			expect(await edit(['Phone'])).toMatchObject([{ changes }]);
		});
	});
});
