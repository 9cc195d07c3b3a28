import { loadedOptions } from '../../support/n8n';
import { asked, formId, idsOf, watching, type Watching } from '../../support/watching';
import { failureOf } from '../runs';

const SUPPORT = formId(1);
const given = { event: 'recordStatusChanged', form: SUPPORT };
const setStatus = ({ service }: Watching, recordId: number, status: string) =>
	void service.store.updateRecord(1, recordId, {}, { status });

it.each([
	[{ event: 'recordStatusChanged' }, { query: 'field-2 = "x" and status="Open"' }, 'status'],
	[
		{ event: 'recordUpdated' },
		{ watchedFields: 'field-1,field-45', query: 'field-45 = "New"' },
		'field-45',
	],
])('%j with %j is rejected: the query asks for %s', async (chosen, options, name) => {
	await watching({ given: { ...chosen, options } }, async ({ poll, state, service }) => {
		const message = `The 'Query' contains ${name}, whose changes should start the workflow`;
		await expect(poll()).rejects.toThrow(message);
		await expect(poll({ mode: 'manual' })).rejects.toThrow(message);
		expect(state).toEqual({});
		expect(service.log).toEqual([]);
	});
});

it('a query may ask for something else, and name the status in a text', async () => {
	const options = { query: 'field-45 = "status" and field-41 != "x"' };
	await watching({ given: { event: 'recordStatusChanged', options } }, async ({ poll }) => {
		expect(await poll()).toBeNull();
	});
});

it('Watched Field Names or IDs: a field that differs with every reply is rejected', async () => {
	const options = { watchedFields: 'field-41,field-93' };
	const watch = { given: { event: 'recordUpdated', options }, dialect: { changingValues: true } };
	await watching(watch, async ({ poll, state }) => {
		await expect(poll()).rejects.toThrow(
			"'Watched Field Names or IDs' names field-93, whose value is different every time",
		);
		expect(state).toEqual({});
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

	it('starts with the present and the previous status, once, and for nothing else', async () => {
		await watching({ given }, async (life) => {
			const { poll, pass, service } = life;
			await poll();
			pass(30);
			setStatus(life, 5, 'Open');
			await poll();
			pass(30);
			setStatus(life, 5, 'Parked');
			service.store.updateRecord(1, 6, { 'field-2': 'another text' });
			service.store.createRecord(1, { 'field-1': 'new' });
			expect(await poll()).toEqual([
				expect.objectContaining({
					event: 'recordStatusChanged',
					eventId: expect.stringMatching(/^recordStatusChanged:1:5:/),
					appsId: 1,
					recordId: 5,
					status: 'Parked',
					previousStatus: 'Open',
				}),
			]);
			expect(await poll()).toBeNull();
			pass(500);
			setStatus(life, 5, 'Open');
			const [back] = (await poll()) ?? [];
			expect(back).toMatchObject({ status: 'Open', previousStatus: 'Parked' });
		});
	});

	it('brings everything after a poll that failed, and repeats with the same id from an older state', async () => {
		await watching({ given }, async (life) => {
			const { poll, pass, service, state } = life;
			await poll();
			pass(30);
			setStatus(life, 5, 'Parked');
			const older = structuredClone(state);
			service.faults.add({ path: /records$/, answer: { status: 400 } });
			await expect(poll()).rejects.toThrow('Bad Request');
			expect(state).toEqual(older);
			const [first] = (await poll()) ?? [];
			const [again] = (await poll({ staticData: older, nodeId: 'a new process' })) ?? [];
			expect(again).toEqual(first);
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

	it('Record Updated: only for those fields, and not for new records', async () => {
		const updated = { event: 'recordUpdated', ...watchedFields };
		await watching({ given: updated }, async ({ poll, pass, edit, create, service }) => {
			await poll();
			pass(30);
			edit(7, 'PO-changed');
			service.store.updateRecord(4, 8, { 'field-42': 'somebody else' });
			create('new');
			expect(idsOf(await poll())).toEqual([7]);
			pass(30);
			service.store.updateRecord(4, 7, { 'field-42': 'somebody else' });
			expect(await poll()).toBeNull();
		});
	});

	it.each([
		['a text with commas, as an expression may return it,', 'field-41, status'],
		['a list', ['field-41', 'status']],
	])('%s keeps the state of the trigger, and so does the change to the other', async (_, first) => {
		const given = { event: 'recordUpdated', options: { watchedFields: first } };
		const other = Array.isArray(first) ? 'field-41,status' : ['field-41', 'status'];
		await watching({ given }, async ({ poll, pollAs, pass, edit }) => {
			await poll();
			pass(30);
			edit(7, 'PO-changed');
			expect(idsOf(await pollAs({ options: { watchedFields: other } }))).toEqual([7]);
		});
	});

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

	it('Record Created or Updated: for new records as well', async () => {
		await watching({ given: watchedFields }, async ({ poll, pass, edit, create, service }) => {
			await poll();
			pass(30);
			service.store.updateRecord(4, 8, { 'field-42': 'somebody else' });
			pass(1);
			edit(7, 'PO-changed');
			pass(1);
			const id = create('new');
			const items = (await poll()) ?? [];
			expect(items.map(({ event, recordId }) => [event, recordId])).toEqual([
				['recordUpdated', 7],
				['recordCreated', id],
			]);
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
