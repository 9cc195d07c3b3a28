import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault, Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { bareForm, FORM } from '../../../support/watching';
import { byId, inWorld, jsonOf, sentTo } from '../../../support/world';
import { errorOf, failureOf, headlinesOf } from '../../runs';

const ASSETS = 3;
/** A form with a key, a choice and a detail table. */
const CUSTOMERS = 2;
const CREATES = { dialect: { importRecords: 'alwaysCreates' } } as const;

const assets = (count: number, price = (_: number) => 5): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { 'Asset name': `Lamp ${n}`, Price: price(n) },
	}));
const withAssets = ({ store }: Service, count: number) =>
	store.addRecords(
		ASSETS,
		Array.from({ length: count }, (_, n) => ({
			values: { 'field-31': `Lamp ${n}`, 'field-33': 5 },
		})),
	);
const matching = (matchingColumns: string[], more: INodeParameters = {}): INodeParameters => ({
	resource: 'record',
	operation: 'upsert',
	form: byId(ASSETS),
	recordMapper: { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] },
	options: { updateByImport: true },
	...more,
});
const upserting = matching(['field-31']);
const writesOf = (service: Service) =>
	sentTo(service)
		.map(({ method }) => method)
		.filter((method) => method !== 'GET')
		.join(' ');
const actionsOf = (items: readonly INodeExecutionData[]) => {
	const counts: Record<string, number> = {};
	for (const { json } of items) {
		const action = String(json.action ?? (json.error as { message: string }).message);
		counts[action] = (counts[action] ?? 0) + 1;
	}
	return counts;
};

// The jitter of a retry; without it, a service that says 0 gets the next request immediately.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

describe('what changes nothing is not sent', () => {
	it.each([
		['one by one', {}],
		['by import', { updateByImport: true }],
	])('%s', async (_, options) => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 250);
			const run = { items: assets(250), credentials };
			const output = await execute({ ...run, parameters: matching(['field-31'], { options }) });
			expect(actionsOf(output)).toEqual({ unchanged: 250 });
			expect(jsonOf(output)[0]).toMatchObject({ success: true, recordId: expect.any(Number) });
			expect(writesOf(service)).toBe('');
		});
	});

	it('one of 250 is one request', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 250);
			const items = assets(250, (n) => (n === 200 ? 6 : 5));
			const parameters = matching(['field-31'], { options: {} });
			expect(actionsOf(await execute({ parameters, items, credentials }))).toEqual({
				unchanged: 249,
				updated: 1,
			});
			expect(writesOf(service)).toBe('PUT');
		});
	});

	it.each([
		...[0, '0', false, 'false', null].map((isDeleted) => [isDeleted, 'unchanged'] as const),
		...[1, '1', true, 'true', 2].map((isDeleted) => [isDeleted, 'created'] as const),
	])('a record whose isDeleted is %j: %s', async (isDeleted, action) => {
		await inWorld({}, async ({ service, credentials }) => {
			const record = { 'field-31': 'Lamp 0', 'field-33': 5 };
			const body = { records: [{ recordId: 7, isDeleted, record }] };
			const path = /\/records$/;
			service.faults.add({ method: 'GET', path, nth: 1, answer: { status: 200, body } });
			const output = await execute({ parameters: upserting, items: assets(1), credentials });
			expect(actionsOf(output)).toEqual({ [action]: 1 });
		});
	});

	it('a second run of anything sends nothing', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const contacts = [{ 'Contact name': 'Ann', Role: 'Buyer' }];
			const items = [
				{ json: { 'Customer number': 'C-1', Name: 'New', Contacts: contacts } },
				{ json: { 'Customer number': 'C-001', Name: 'Renamed', Contacts: contacts } },
			] as unknown as INodeExecutionData[];
			const parameters = matching([], { form: byId(CUSTOMERS) });
			expect(actionsOf(await execute({ parameters, items, credentials }))).toEqual({
				created: 1,
				updated: 1,
			});
			service.log.length = 0;
			expect(actionsOf(await execute({ parameters, items, credentials }))).toEqual({
				unchanged: 2,
			});
			expect(writesOf(service)).toBe('');
		});
	});

	it.each([
		['5.0', /'Price' \(field-33\) may be the same as that of record \d+, in another spelling/],
		['005', /may be the same as that of record/],
	])(
		'where types are codes, a number in another spelling creates nothing: %s',
		async (price, said) => {
			await inWorld({ dialect: { fieldTypes: 'codes' } }, async ({ service, credentials }) => {
				withAssets(service, 1);
				const before = service.store.records.count(ASSETS);
				const items = [{ json: { 'Asset name': 'New', Price: price } }];
				const parameters = matching(['field-33']);
				const run = { parameters, items, credentials };
				expect((await failureOf(execute(run))).message).toMatch(said);
				expect(writesOf(service)).toBe('');
				expect(service.store.records.count(ASSETS)).toBe(before);
			});
		},
	);

	it('where types are codes, of two items that may be one only that of the record is updated', async () => {
		await inWorld({ dialect: { fieldTypes: 'codes' } }, async ({ service, credentials }) => {
			withAssets(service, 1);
			const prices = ['5.0', '5'];
			const items = prices.map((Price) => ({ json: { 'Asset name': 'New', Price } }));
			const run = { parameters: matching(['field-33']), items, credentials, continueOnFail: true };
			const [first, second] = await execute(run);
			expect(errorOf(first)?.message).toMatch(/may be the same as that of record/);
			expect(second?.json).toMatchObject({ action: 'updated' });
		});
	});

	it('a form with a field that cannot be listed is read with all its fields', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 3);
			service.faults.add({ method: 'GET', nth: 2, answer: { status: 400 } });
			const output = await execute({ parameters: upserting, items: assets(3), credentials });
			expect(actionsOf(output)).toEqual({ unchanged: 3 });
			const fields = sentTo(service).map(({ query }) => query?.fields);
			expect(fields).toEqual([undefined, 'field-31,field-33', undefined]);
		});
	});
});

describe('Update with Import where the service always creates', () => {
	it.each([
		['the first items change nothing', assets(250, (n) => (n < 200 ? 5 : 6))],
		['the last one alone differs', assets(250, (n) => (n === 249 ? 6 : 5))],
		['new ones come first', [...assets(300, (n) => (n === 20 ? 6 : 5)).reverse()]],
	])('adds one record at most: %s', async (_, items) => {
		await inWorld(CREATES, async ({ service, credentials }) => {
			withAssets(service, 250);
			const before = service.store.records.count(ASSETS);
			const fresh = items.length - 250;
			const run = { parameters: upserting, items, credentials };
			const error = await failureOf(execute(run));
			expect(error.message).toMatch(
				/^The import was saved, but it did not update record \d+: it may have created a new record$/,
			);
			expect(error.description).toMatch(/Delete the new record, switch .* off, and run the whole/);
			expect(service.store.records.count(ASSETS)).toBe(before + fresh + 1);
		});
	});

	it('adds one record at most where only detail rows differ', async () => {
		await inWorld({ ...CREATES, seed: false }, async ({ service, credentials }) => {
			// Without a key field: with one, a service that creates would reject the second record.
			const columns = [
				{ fieldId: 3, fieldType: 'text' as const, caption: 'Item', uniqueId: 'field-3' },
			];
			service.store.addForm({
				...bareForm([]),
				fields: [
					{ fieldId: 1, fieldType: 'text', caption: 'Order', uniqueId: 'field-1' },
					{
						fieldId: 2,
						fieldType: 'detailTable',
						caption: 'Lines',
						uniqueId: 'field-2',
						subTable: columns,
					},
				],
			});
			const form = FORM;
			const values = (n: number) => ({ 'field-1': `O-${n}`, 'field-2': [{ 'field-3': 'old' }] });
			service.store.addRecords(
				form,
				[1, 2, 3].map((n) => ({ values: values(n) })),
			);
			const items = [1, 2, 3].map((n) => ({
				json: { Order: `O-${n}`, Lines: [{ Item: 'new' }] },
			})) as unknown as INodeExecutionData[];
			const parameters = matching(['field-1'], { form: byId(form) });
			const run = { parameters, items, credentials, continueOnFail: true };
			const output = await execute(run);
			expect(headlinesOf(output)).toEqual([
				expect.stringMatching(/it did not update record \d+: it may have created/),
				'Not sent because it is not certain that an import updates records',
				'Not sent because it is not certain that an import updates records',
			]);
			expect(service.store.records.count(form)).toBe(4);
		});
	});

	it('is noticed although somebody else sets the same value meanwhile', async () => {
		await inWorld(CREATES, async ({ service, credentials }) => {
			withAssets(service, 50);
			const before = service.store.records.count(ASSETS);
			service.events.once('record', ({ action }: { action: string }) => {
				expect(action).toBe('created');
				const [first] = service.store.records.select(ASSETS, {
					where: [],
					values: [],
					order: 'recordId',
					limit: 1,
					offset: before - 50,
				});
				service.store.updateRecord(ASSETS, Number(first?.recordId), { 'field-33': 6 });
			});
			const run = { parameters: upserting, items: assets(50, () => 6), credentials };
			const error = await failureOf(execute(run));
			expect(error.message).toMatch(/it did not update record \d+: it may have created/);
			expect(service.store.records.count(ASSETS)).toBe(before + 1);
		});
	});

	it('an import that fails is not called unsent', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 3);
			service.faults.add({ method: 'POST', answer: { status: 500 } });
			const run = { parameters: upserting, items: assets(3, () => 6), credentials };
			const { description } = await failureOf(execute(run));
			expect(description).toMatch(
				/^Unknown: item 0 may have been saved\. Not sent: items 1 to 2\./,
			);
		});
	});

	it('what is proven is counted once when a later import fails', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 150);
			service.faults.add({ method: 'POST', nth: 3, answer: { status: 403 } });
			const run = { parameters: upserting, items: assets(150, () => 6), credentials };
			const { description } = await failureOf(execute(run));
			expect(description).toMatch(/^Saved: items 0 to 100\. Failed: items 101 to 149\. /);
		});
	});

	it('each form is tried by itself', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 2);
			const parameters = matching(["={{ $json.Name ? 'field-21' : 'field-31' }}"], {
				form: '={{ $json.Name ? 2 : 3 }}',
				recordMapper: {
					mappingMode: 'autoMapInputData',
					value: null,
					matchingColumns: "={{ $json.Name ? ['field-21'] : ['field-31'] }}",
					schema: [],
				},
			});
			const items = [
				...assets(2, () => 6),
				{ json: { 'Customer number': 'C-001', Name: 'One' } },
				{ json: { 'Customer number': 'C-002', Name: 'Two' } },
			];
			const output = await execute({ parameters, items, credentials });
			expect(actionsOf(output)).toEqual({ updated: 4 });
			const looks = sentTo(service).filter(({ path }) => /records\/\d+$/.test(path));
			expect(looks).toHaveLength(2);
			expect(writesOf(service)).toBe('POST POST POST POST');
		});
	});

	it('without a value that shows it, records are updated one by one', async () => {
		await inWorld(CREATES, async ({ service, credentials }) => {
			service.store.addRecords(ASSETS, [{ values: { 'field-31': '9:05', 'field-33': 777 } }]);
			const before = service.store.records.count(ASSETS);
			const items = [{ json: { 'Asset name': '09:05:00', Price: 777 } }];
			const parameters = matching(['field-33']);
			const output = await execute({ parameters, items, credentials });
			expect(actionsOf(output)).toEqual({ updated: 1 });
			expect(writesOf(service)).toBe('PUT');
			expect(service.store.records.count(ASSETS)).toBe(before);
		});
	});
});

describe('what was accepted is saved, whatever becomes of the look afterwards', () => {
	const html = { 'content-type': 'text/html' };
	const answers: ReadonlyArray<[string, Fault['answer']]> = [
		['401', { status: 401 }],
		[
			'402',
			{ status: 402, body: { errors: { code: 402, message: 'Request exhausted per month' } } },
		],
		['403', { status: 403 }],
		['404', { status: 404 }],
		['500', { status: 500, headers: { 'retry-after': '0' } }],
		['a login page', { status: 200, headers: html, body: '<html>Log in</html>' }],
	];
	const isLook = /\/records\/\d+$/;

	it.each(answers)('%s', async (_, answer) => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 150);
			service.faults.add({ method: 'GET', path: isLook, times: 9, answer });
			const items = assets(250, () => 6);
			const run = { parameters: upserting, items, credentials };
			const error = await failureOf(execute(run));
			expect(error.message).toMatch(
				/^The import was saved, but record \d+ could not be read to check it: \w/,
			);
			expect(error.description).toMatch(
				/^Saved: items 150 to 248\. Not sent: items 1 to 149 and 249\. Look at record \d+\./,
			);
			expect(error.description).not.toMatch(/Failed/);
			const saved = service.store.records.count(ASSETS);

			// Follows the advice: runs the whole list again, and nothing is duplicated.
			service.faults.clear();
			const again = await execute(run);
			expect(actionsOf(again)).toEqual({ unchanged: 100, updated: 149, created: 1 });
			expect(service.store.records.count(ASSETS)).toBe(saved + 1);
		});
	});

	it.each(answers)('with Continue: %s', async (_, answer) => {
		await inWorld({}, async ({ service, credentials }) => {
			withAssets(service, 150);
			service.faults.add({ method: 'GET', path: isLook, times: 9, answer });
			const items = assets(250, () => 6);
			const run = { parameters: upserting, items, credentials, continueOnFail: true };
			const output = await execute(run);
			expect(errorOf(output[0])).toMatchObject({
				message: expect.stringMatching(/^The import was saved, but record \d+ could not be read/),
				outcome: 'unknown',
			});
			expect(jsonOf(output.slice(150, 249)).map(({ action }) => action)).toEqual(
				Array.from({ length: 99 }, () => 'created'),
			);
			const unsent = [...output.slice(1, 150), ...output.slice(249)];
			expect(new Set(headlinesOf(unsent))).toEqual(
				new Set(['Not sent because it is not certain that an import updates records']),
			);
		});
	});
});

it('an import that is cancelled while it proves that it updates leaves its item unknown, not unsent', async () => {
	await inWorld(CREATES, async ({ service, credentials }) => {
		withAssets(service, 2);
		const abort = new AbortController();
		const meanwhile = () => abort.abort();
		service.faults.add({ method: 'POST', answer: { meanwhile } });
		const items = assets(2, () => 6);
		const run = { parameters: upserting, items, credentials, continueOnFail: true };
		const output = await execute({ ...run, abort: abort.signal });
		expect(output.map((item) => errorOf(item)?.outcome)).toEqual(['unknown', 'not sent']);
	});
});
