import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute, executeWithHints, loadedOptions, mapperFields } from '../../../support/n8n';
import { byId, inWorld, jsonOf, sentTo } from '../../../support/world';
import { bareForm } from '../../../support/watching';
import { countOf, errorOf, failureOf } from '../../runs';

const SUPPORT = 1;
const CUSTOMERS = 2;
const ASSETS = 3;
const record = (operation: string, form: number, more: INodeParameters): INodeParameters => ({
	resource: 'record',
	operation,
	form: byId(form),
	...more,
});
const mapped = (value: INodeParameters, matchingColumns: string[] = []): INodeParameters => ({
	recordMapper: { mappingMode: 'defineBelow', value, matchingColumns, schema: [] },
});
const wholeItem = {
	recordMapper: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
};
const writes = (service: Service) =>
	sentTo(service)
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, body }) => [`${method} ${path}`, body]);
const valuesOf = (service: Service, form: number, recordId: number) =>
	JSON.parse(service.store.records.get(form, recordId)?.data ?? '{}') as Record<string, unknown>;
const itemsOf = (rows: ReadonlyArray<Record<string, unknown>>): INodeExecutionData[] =>
	rows.map((json) => ({ json: json as INodeExecutionData['json'] }));

describe('a record mapped by the fields of its form', () => {
	it('is created with detail rows that are picked column by column', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const fields = mapped({ 'field-21': 'C-77', 'field-22': 'Miller', 'field-23': null });
			const parameters = record('create', CUSTOMERS, fields);
			const columns = await loadedOptions('getDetailColumns', { parameters, credentials });
			const cell = (name: string, value: string) => ({
				column: columns.find((one) => one.name === `Contacts / ${name}`)?.value,
				value,
			});
			const row = [
				{ cells: { row: [cell('Contact name', 'Ann'), cell('Role', 'Buyer')] } },
				{ cells: { row: [cell('Contact name', 'Bob')] } },
			] as unknown as INodeParameters[];
			service.log.length = 0;
			const options = { detailRows: { row } } as unknown as INodeParameters;
			await execute({ parameters: { ...parameters, options }, credentials });
			const contacts = [{ 'field-241': 'Ann', 'field-243': 'Buyer' }, { 'field-241': 'Bob' }];
			const body = { 'field-21': 'C-77', 'field-22': 'Miller', 'field-24': contacts };
			expect(writes(service)).toEqual([['POST /api/apps/2/records', { record: body }]]);
		});
	});

	it.each(['field-241', 'Contact name', ' Contact name ', '["field-24","field-241"]'])(
		'is created with a detail row whose column is given as %j',
		async (column) => {
			await inWorld({}, async ({ service, credentials }) => {
				const fields = mapped({ 'field-21': 'C-78', 'field-22': 'Miller' });
				const detailRows = { row: [{ cells: { row: [{ column, value: 'Ann' }] } }] };
				const parameters = { ...record('create', CUSTOMERS, fields), options: { detailRows } };
				await execute({ parameters, credentials });
				expect(valuesOf(service, CUSTOMERS, countOf(service, CUSTOMERS))).toMatchObject({
					'field-24': [{ 'field-241': 'Ann' }],
				});
			});
		},
	);

	it('is rejected with an unknown column in a detail row, and the error names a column', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const fields = mapped({ 'field-21': 'C-78', 'field-22': 'Miller' });
			const detailRows = { row: [{ cells: { row: [{ column: 'zz', value: 'Ann' }] } }] };
			const parameters = { ...record('create', CUSTOMERS, fields), options: { detailRows } };
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe(
				"'Detail Rows' has the column 'zz', and no detail table of the form has it",
			);
			expect(error.description).toContain('["field-24","field-241"]');
			expect(writes(service)).toEqual([]);
		});
	});

	it.each([
		['no cells', {}, "'Detail Rows', row 1 is empty"],
		[
			'an empty cell',
			{ row: [{ column: '', value: '' }] },
			"'Detail Rows', row 1: 'Cells of the Row', row 1 is empty",
		],
		[
			'a cell without a column',
			{ row: [{ column: '', value: 'Ann' }] },
			"'Detail Rows', row 1 has a cell without a column",
		],
	])('is rejected with a detail row that has %s', async (_, cells, message) => {
		await inWorld({}, async ({ service, credentials }) => {
			const fields = mapped({ 'field-21': 'C-78', 'field-22': 'Miller' });
			const options = { detailRows: { row: [{ cells }] } };
			const parameters = { ...record('create', CUSTOMERS, fields), options };
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe(message);
			expect(writes(service)).toEqual([]);
		});
	});

	it('has the values of an input item under captions or field IDs, and no others', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = itemsOf([
				{ Subject: 'A', 'field-6': 'High', 'Due date': '2026-12-24', weather: 'fine' },
				{ weather: 'rain' },
			]);
			const parameters = record('create', SUPPORT, wholeItem);
			const outputs = await execute({ parameters, items, credentials, continueOnFail: true });
			expect(writes(service)).toEqual([
				[
					'POST /api/apps/1/records',
					{ record: { 'field-1': 'A', 'field-6': 'High', 'field-8': expect.any(String) } },
				],
			]);
			expect(outputs[1]?.json).toMatchObject({
				error: { message: 'No property of the input item matches a field of the form' },
			});
		});
	});

	it('is checked before anything is sent, with all mistakes in one message', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = itemsOf([{ Subject: 'A' }, { Subject: 'B', Priority: 'Hihg', Hours: 'many' }]);
			const parameters = record('create', SUPPORT, wholeItem);
			const error = await failureOf(execute({ parameters, items, credentials }));
			expect(error.message).toMatch(/'Priority' \(field-6\).*'Hours' \(field-9\)/s);
			expect(writes(service)).toEqual([]);
		});
	});

	describe('that lacks a required value', () => {
		const support = (count: number, lacking: readonly number[]) =>
			itemsOf(
				Array.from({ length: count }, (_, n) =>
					lacking.includes(n) ? { Description: 'no subject' } : { Subject: `S${n}` },
				),
			);
		const message = "'Subject' (field-1) is required and has no value";

		it.each([
			['import', {}],
			['create', {}],
			['create', { options: { throughImport: true } }],
		])('is rejected before any of 250 is sent: %s %j', async (operation, more) => {
			await inWorld({}, async ({ service, credentials }) => {
				const run = {
					parameters: record(operation, SUPPORT, { ...wholeItem, ...more }),
					credentials,
				};
				const error = await failureOf(execute({ ...run, items: support(250, [130]) }));
				expect(error).toMatchObject({ message, context: { itemIndex: 130 } });
				const both = await failureOf(execute({ ...run, items: support(250, [130, 7]) }));
				expect(both.message).toBe(`Items 7 and 130: ${message}`);
				expect(writes(service)).toEqual([]);
				const items = support(3, [1]);
				const output = await execute({ ...run, items, continueOnFail: true });
				expect(jsonOf(output)).toMatchObject([
					{ success: true },
					{ error: { message } },
					{ success: true },
				]);
			});
		});

		it('is rejected also in detail rows, and by Create or Update if it is new', async () => {
			await inWorld({}, async ({ service, credentials }) => {
				const [known] = Object.values(valuesOf(service, CUSTOMERS, 3));
				const items = itemsOf([
					{ 'field-21': known, Rank: 'Gold' },
					{ 'field-21': 'C-901', Rank: 'Gold' },
					{ 'field-21': 'C-902', 'field-22': 'Miller', Contacts: [{ Role: 'Buyer' }] },
				]);
				const run = { parameters: record('upsert', CUSTOMERS, wholeItem), items, credentials };
				const error = await failureOf(execute(run));
				expect(error.description).toMatch(
					/<br>Item 1: '.*' \(field-22\) is required and has no value<br>Item 2: 'Contacts' \(field-24\), row 1: '.*' \(field-241\) is required and has no value<br>/,
				);
				expect(writes(service)).toEqual([]);
				const output = await execute({ ...run, continueOnFail: true });
				expect(jsonOf(output)).toMatchObject([
					{ action: 'updated' },
					{ error: { message: expect.stringContaining('field-22') } },
					{ error: { message: expect.stringContaining('field-241') } },
				]);
				expect(writes(service)).toHaveLength(1);
			});
		});

		it('is not checked in an update or in JSON, which stays one request', async () => {
			await inWorld({}, async ({ service, credentials }) => {
				const change = { recordId: byId(3), ...mapped({ 'field-2': 'Renamed' }) };
				await execute({ parameters: record('update', SUPPORT, change), credentials });
				expect(valuesOf(service, SUPPORT, 3)).toMatchObject({ 'field-2': 'Renamed' });
				service.log.length = 0;
				const json = { specifyRecord: 'json', recordJson: '{"field-2":"no subject"}' };
				const error = await failureOf(
					execute({ parameters: record('create', SUPPORT, json), credentials }),
				);
				expect(error.message).toMatch(/^Bad Request: .*field-1/);
				expect(sentTo(service)).toHaveLength(1);
				const byId3 = { ...wholeItem, options: { recordId: 3 } };
				const parameters = record('import', SUPPORT, byId3);
				const items = itemsOf([{ Description: 'again' }]);
				await execute({ parameters, items, credentials, continueOnFail: true });
				expect(writes(service)).toHaveLength(2);
			});
		});
	});

	it('is rejected by the service with the captions of the form', async () => {
		await inWorld({}, async ({ credentials }) => {
			const values = mapped({ 'field-1': 'Lamp', 'field-3': 'NOBODY' });
			const parameters = record('create', SUPPORT, values);
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toMatch(/^Bad Request: .*Requester \(field-3\)/);
			const byName = /For names, add the option 'Find Users and Organizations by Name'/;
			expect(error.message).toMatch(byName);
			const options = { findByName: true };
			const again = failureOf(execute({ parameters: { ...parameters, options }, credentials }));
			expect((await again).message).not.toMatch(byName);
		});
	});

	it('leaves out calculated fields, with a hint', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = record('create', ASSETS, mapped({ 'field-31': 'Lamp', 'field-35': 7 }));
			const { hints } = await executeWithHints({ parameters, credentials });
			expect(writes(service)).toEqual([
				['POST /api/apps/3/records', { record: { 'field-31': 'Lamp' } }],
			]);
			expect(hints.map(({ message }) => message)).toEqual([
				"Not sent because the form calculates them: 'Total' (field-35)",
			]);
		});
	});

	it.each([
		['one that is created', 'create', { status: 400 }],
		['many that are imported', 'import', { drop: 'after' }],
	] as const)(
		'reports each property without a field, whatever the outcome of %s',
		async (...given) => {
			const [, operation, answer] = given;
			await inWorld({}, async ({ service, credentials }) => {
				const rows = Array.from({ length: 150 }, (_, n) => ({
					Subject: `S${n}`,
					...(n === 149 && { Prioritty: 'High', 'field-66': 1, id: 7, customer_note: 'x' }),
				}));
				const items = itemsOf(operation === 'create' ? rows.slice(149) : rows);
				const run = { parameters: record(operation, SUPPORT, wholeItem), items, credentials };
				const { hints } = await executeWithHints(run);
				const words =
					/Not sent because the form has no such field: 'Prioritty' may mean 'Priority' \(field-6\), 'field-66' may mean '.*' \(field-\d+\), 'id' and 'customer_note'/;
				expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(words)]);
				expect(writes(service).at(-1)?.[1]).not.toHaveProperty('records.0.record.id');

				// n8n shows no hints of a node that fails.
				service.faults.add({ method: 'POST', answer });
				expect((await failureOf(execute(run))).description).toMatch(words);
				const { hints: still } = await executeWithHints({ ...run, continueOnFail: true });
				expect(still.map(({ message }) => message)).toEqual([expect.stringMatching(words)]);
			});
		},
	);

	it.each(['create', 'import', 'upsert', 'update'])(
		'fails for unknown columns if the option says so, and sends the other items: %s',
		async (operation) => {
			await inWorld({}, async ({ service, credentials }) => {
				const items = itemsOf([
					{ 'field-21': 'C-901', Name: 'A' },
					{ 'field-21': 'C-902', Naame: 'B', weather: 'fine' },
				]);
				const parameters = {
					...record(operation, CUSTOMERS, wholeItem),
					recordId: byId('={{ $itemIndex + 1 }}'),
					options: { unknownColumns: 'fail' },
				};
				const run = { parameters, items, credentials };
				const message =
					"The form has no such field: 'Naame' may mean 'Name' (field-22) and 'weather'";
				const error = await failureOf(execute(run));
				expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
				expect(error.description).toMatch(/^Nothing was sent\. Rename or remove the columns/);
				expect(writes(service)).toEqual([]);
				const [first, second] = await execute({ ...run, continueOnFail: true });
				expect(first?.json).toMatchObject({ success: true });
				expect(errorOf(second)).toMatchObject({ message, outcome: 'not sent' });
				expect(writes(service)).toHaveLength(1);
			});
		},
	);

	it('has fields with the name of a record property, and reports skipped properties', async () => {
		const texts = ['status', 'event', 'creator', 'Note'];
		const form = { ...bareForm(texts), id: 9, statuses: ['New', 'Done'] };
		await inWorld({}, async ({ service, credentials }) => {
			service.store.addForm(form);
			const row = { status: 'a', event: 'b', creator: 'c', Note: 'd' };
			const parameters = record('create', 9, wholeItem);
			const created = await executeWithHints({ parameters, items: itemsOf([row]), credentials });
			expect([valuesOf(service, 9, 1), created.hints]).toEqual([row, []]);

			const options = { fields: ['Note', 'event'] };
			const getMany = record('getAll', 9, { returnAll: true, options });
			const items = await execute({ parameters: getMany, credentials });
			expect(items[0]?.json).toMatchObject({ status: 'New', event: 'b', Note: 'd' });
			const { hints } = await executeWithHints({ parameters, items, credentials });
			expect(valuesOf(service, 9, 2)).toEqual({ Note: 'd', event: 'b' });
			expect(hints.map(({ message }) => message)).toEqual([
				"Not sent because they are properties of the record, not fields of the form: 'status' (the field is 'record.status') and 'creator' (the field is 'record.creator')",
			]);

			const bare = items.map(({ json: { Note, event, ...own } }) => own);
			const error = await failureOf(execute({ parameters, items: itemsOf(bare), credentials }));
			expect(error).toMatchObject({
				message: 'No property of the input item matches a field of the form',
				description: expect.stringMatching(/'status' \(the field is 'record\.status'\)/),
			});
		});
	});

	it('cannot be mapped from a record read without Simplify, and the error says what to do', async () => {
		await inWorld({}, async ({ credentials }) => {
			const parameters = record('get', SUPPORT, { recordId: 1, simplify: false });
			const items = await execute({ parameters, credentials });
			const writing = { parameters: record('create', SUPPORT, wholeItem), items, credentials };
			expect(await failureOf(execute(writing))).toMatchObject({
				message: 'No property of the input item matches a field of the form',
				description: expect.stringContaining("Switch 'Simplify' on in the node that reads it"),
			});
		});
	});

	it('needs its form only once for all items of an execution', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const items = itemsOf(Array.from({ length: 250 }, (_, n) => ({ Subject: `S${n}` })));
			await execute({ parameters: record('import', SUPPORT, wholeItem), items, credentials });
			const sent = sentTo(service).map(({ method, path }) => `${method} ${path}`);
			const imports = Array.from({ length: 3 }, () => 'POST /api/apps/1/records/import');
			expect(sent).toEqual(['GET /api/apps/1/fields', ...imports]);
		});
	});
});

it('the editor lists the users of a small directory for a single choice', async () => {
	await inWorld({}, async ({ credentials }) => {
		const parameters = record('update', SUPPORT, {});
		const { fields } = await mapperFields('getFormFields', { parameters, credentials });
		const requester = fields.find(({ displayName }) => displayName === 'Requester');
		expect(requester?.type).toBe('options');
		expect(requester?.options).toContainEqual({ name: 'Hana Kimura (E0008)', value: 'E0008' });
		expect(requester?.options).toContainEqual({ name: '(Clear)', value: '(clear)' });
		const assignee = fields.find(({ displayName }) => displayName === 'Assignee (codes)');
		expect(assignee?.type).toBe('string');
	});
});

it('the editor takes user codes if the key cannot read the directory', async () => {
	const keys = [{ key: 'apps-only', scopes: ['app' as const] }];
	await inWorld({ keys }, async ({ credentials }) => {
		const parameters = record('update', SUPPORT, {});
		const { fields } = await mapperFields('getFormFields', { parameters, credentials });
		expect(fields.map(({ displayName }) => displayName)).toContain('Requester (code)');
	});
});

describe('an update', () => {
	const change = { recordId: byId(3), ...mapped({ 'field-22': 'Renamed' }) };

	it('sends the mapped values and the key fields, and changes nothing else', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const before = valuesOf(service, CUSTOMERS, 3);
			await execute({ parameters: record('update', CUSTOMERS, change), credentials });
			const key = before['field-21'];
			expect(writes(service)).toEqual([
				['PUT /api/apps/2/records/3', { record: { 'field-21': key, 'field-22': 'Renamed' } }],
			]);
			const after = valuesOf(service, CUSTOMERS, 3);
			expect(after).toEqual({ ...before, 'field-22': 'Renamed' });
		});
	});

	it('clears a choice that the editor shows as (Clear)', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const cleared = { recordId: byId(3), ...mapped({ 'field-6': '(clear)' }) };
			const parameters = record('update', SUPPORT, cleared);
			await execute({ parameters, credentials });
			expect(writes(service)[0]?.[1]).toEqual({ record: { 'field-6': '' } });
		});
	});

	it("clears a field with the value ''", async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = record('update', SUPPORT, {
				recordId: byId(3),
				...mapped({ 'field-2': '' }),
			});
			await execute({ parameters, credentials });
			expect(writes(service)[0]?.[1]).toEqual({ record: { 'field-2': '' } });
		});
	});
});

describe('create or update', () => {
	it('of 1,000 items among 10,000 records lists each page once and imports new records', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.store.addRecords(
				ASSETS,
				Array.from({ length: 10_000 }, (_, n) => ({ values: { 'field-31': `Asset ${n}` } })),
			);
			const items = itemsOf(
				Array.from({ length: 1_000 }, (_, n) => ({ 'Asset name': `Asset ${n * 19}`, Price: n })),
			);
			const parameters = record('upsert', ASSETS, {
				recordMapper: { ...wholeItem.recordMapper, matchingColumns: ['field-31'] },
			});
			const fast = { ...credentials, requestsPer100Seconds: 1_000_000 };
			const outputs = await execute({ parameters, items, credentials: fast });
			const sent = sentTo(service).map(({ method }) => method);
			expect(sent.filter((method) => method === 'POST')).toHaveLength(5);
			expect(sent.filter((method) => method === 'PUT')).toHaveLength(527);
			// One for the definition; pages overlap by a row; three updates are read before.
			expect(sent.filter((method) => method === 'GET').length - 4).toBeLessThanOrEqual(11);
			const updated = outputs.filter(({ json }) => json.action === 'updated');
			expect(updated).toHaveLength(527);
			expect(outputs).toHaveLength(1_000);
		});
	});

	it.each([
		['a number for a text', 'field-1', '1001', 1001, { Subject: '1001' }],
		[
			'a date in another format',
			'field-8',
			'2026/12/24',
			'2026-12-24',
			{ 'Due date': '2026-12-24' },
		],
		[
			'users',
			'field-4',
			[{ code: 'E0002' }, { code: 'E0001' }],
			'E0001, E0002',
			{ Assignee: [{ code: 'E0001' }, { code: 'E0002' }] },
		],
	])('finds a record by %s', async (_, field, held, given, shown) => {
		await inWorld({}, async ({ service, credentials }) => {
			const values = { 'field-1': 'There', [field]: held };
			const { recordId } = service.store.createRecord(SUPPORT, values);
			const recordMapper = { ...wholeItem.recordMapper, matchingColumns: [field] };
			const items = itemsOf([{ Description: 'Found', [field]: given }]);
			const parameters = record('upsert', SUPPORT, { recordMapper });
			const [output] = await execute({ parameters, items, credentials });
			const told = { success: true, action: 'updated', recordId, Description: 'Found', ...shown };
			expect(output?.json).toEqual(told);
		});
	});

	it('reports items that match several records, and items with the same value', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.store.addRecords(ASSETS, [
				{ values: { 'field-31': 'Twin' } },
				{ values: { 'field-31': 'Twin' } },
			]);
			const items = itemsOf(['Twin', 'Same', 'Same'].map((name) => ({ 'Asset name': name })));
			const parameters = record('upsert', ASSETS, {
				recordMapper: { ...wholeItem.recordMapper, matchingColumns: ['field-31'] },
			});
			const run = { parameters, items, credentials };
			const outputs = await execute({ ...run, continueOnFail: true });
			expect(jsonOf(outputs)).toMatchObject([
				{ error: { message: expect.stringMatching(/^Several records match: \d+ and \d+$/) } },
				{ action: 'created' },
				{ error: { message: 'Items 1 and 2 have the same values to match on' } },
			]);
			service.log.length = 0;
			await expect(execute(run)).rejects.toThrow();
			expect(writes(service)).toEqual([]);
		});
	});
});

describe('a record that is read', () => {
	it('has the captions of the form, also in detail tables', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const contacts = [{ 'field-241': 'Ann' }, { 'field-241': 'Bob' }];
			const { recordId } = service.store.createRecord(CUSTOMERS, {
				'field-21': 'C-5',
				'field-22': 'Five',
				'field-24': contacts,
			});
			const get = (options: INodeParameters) =>
				execute({
					parameters: record('get', CUSTOMERS, { recordId: byId(recordId), options }),
					credentials,
				});
			const [whole] = await get({});
			expect(whole?.json).toMatchObject({
				recordId,
				'Customer number': 'C-5',
				Contacts: [
					{ 'Contact name': 'Ann', Role: null },
					{ 'Contact name': 'Bob', Role: null },
				],
			});
			const [plain] = await get({ names: 'identifiers' });
			expect(plain?.json).toMatchObject({ recordId, 'field-21': 'C-5' });
		});
	});

	it('has names that identify their fields, however few are output', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const form = { ...bareForm(['a', 'b']), id: 9 };
			service.store.addForm({
				...form,
				fields: form.fields.map((one) => ({ ...one, caption: 'b' })),
			});
			service.store.createRecord(9, { a: 'A', b: 'B' });
			const parameters = record('getAll', 9, { options: { fields: ['a'] } });
			const items = await execute({ parameters, credentials });
			expect(items[0]?.json).toMatchObject({ 'b (a)': 'A' });
			await execute({ parameters: record('create', 9, wholeItem), items, credentials });
			expect(valuesOf(service, 9, 2)).toEqual({ a: 'A' });
		});
	});

	it.each<[string, INodeParameters]>([
		['by captions', {}],
		['by identifiers', { options: { names: 'identifiers' } }],
		['raw', { simplify: false }],
		['of all items, the others too', { form: { ...byId('={{ $json.form }}') } }],
	])(
		'cannot be sorted by a detail table, and the node rejects it before reading: %s',
		async (_, more) => {
			await inWorld({}, async ({ service, credentials }) => {
				const options = { ...(more.options as object), order: byId('={{ $json.order }}') };
				const parameters = { ...record('getAll', CUSTOMERS, {}), ...more, options };
				const items = [
					{ form: 4, order: 'updatedAt' },
					{ form: CUSTOMERS, order: 'field-24:desc' },
				].map((json) => ({ json }));
				const error = await failureOf(execute({ parameters, items, credentials }));
				expect(error.message).toBe(
					"'Sort By (Largest First)' names 'Contacts' (field-24), a detail table",
				);
				expect(sentTo(service).map(({ path }) => path)).toEqual(['/api/apps/2/fields']);
			});
		},
	);
});

describe('null in an item that is mapped automatically', () => {
	const target = { recordId: byId(3), ...wholeItem };
	const items = itemsOf([{ 'Customer number': 'C-003', Name: 'New', Rank: null, Contacts: null }]);
	const byKey = { recordMapper: { ...wholeItem.recordMapper, matchingColumns: ['field-21'] } };
	const ways: Array<[string, INodeParameters, INodeParameters]> = [
		['update', target, {}],
		['upsert', byKey, {}],
		['import', wholeItem, { recordId: 3 }],
	];
	const heldFirst = {
		'field-21': 'C-003',
		'field-23': 'Gold',
		'field-24': [{ 'field-241': 'Ann' }],
	};

	it.each(ways)('changes nothing: %s', async (operation, how, options) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.store.updateRecord(CUSTOMERS, 3, heldFirst);
			const parameters = record(operation, CUSTOMERS, { ...how, options });
			await execute({ parameters, items, credentials });
			expect(valuesOf(service, CUSTOMERS, 3)).toMatchObject({ ...heldFirst, 'field-22': 'New' });
		});
	});

	it.each(ways)('clears the field if the option is on: %s', async (operation, how, options) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.store.updateRecord(CUSTOMERS, 3, heldFirst);
			const more = { options: { ...options, clearNull: true } };
			const parameters = record(operation, CUSTOMERS, { ...how, ...more });
			await execute({ parameters, items, credentials });
			const after = valuesOf(service, CUSTOMERS, 3);
			expect(Object.keys(after)).not.toContain('field-23');
			expect(Object.keys(after)).not.toContain('field-24');
		});
	});

	it('is rejected if the item has no other value', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = record('create', CUSTOMERS, wholeItem);
			const run = { parameters, items: itemsOf([{ Name: null }]), credentials };
			expect((await failureOf(execute(run))).message).toBe(
				"There is nothing to send: there is no value in 'Name'",
			);
			expect(writes(service)).toEqual([]);
		});
	});
});

describe('ambiguous values', () => {
	it('are rejected if a table is given both as a field and as detail rows', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const column = '["field-24","field-241"]';
			const parameters = record('create', CUSTOMERS, {
				...mapped({ 'field-21': 'C-1', 'field-22': 'A', 'field-24': '[{"field-241": "Ann"}]' }),
				options: { detailRows: { row: [{ cells: { row: [{ column, value: 'Bob' }] } }] } },
			});
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe("'Contacts' (field-24) is given twice");
			expect(writes(service)).toEqual([]);
		});
	});

	it('are sent as fields, not as properties of the record', async () => {
		const field = (fieldId: number, caption: string) => ({
			fieldId,
			uniqueId: `f-${fieldId}`,
			caption,
			fieldType: 'text',
			appsId: 9,
			parentFieldId: -1,
		});
		const form = { ...bareForm([]), id: 9, fields: [field(1, 'createdAt'), field(2, 'Note')] };
		await inWorld({}, async ({ service, credentials }) => {
			service.store.addForm(form as never);
			const values = { 'f-1': 'a text', 'f-2': 'old' };
			const { recordId } = service.store.createRecord(9, values);
			const get = record('get', 9, { recordId: byId(recordId) });
			const [read] = await execute({ parameters: get, credentials });
			const items = itemsOf([{ ...read?.json, Note: 'new' }]);
			const parameters = record('update', 9, { recordId: byId(recordId), ...wholeItem });
			await execute({ parameters, items, credentials });
			expect(writes(service)).toEqual([
				[`PUT /api/apps/9/records/${recordId}`, { record: { 'f-1': 'a text', 'f-2': 'new' } }],
			]);
		});
	});
});
