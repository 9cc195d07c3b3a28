import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { inAHurry } from '../../../support/hurry';
import { execute, executeWithHints } from '../../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../../support/world';
import { byHand, countOf, rest, subjects, recordsOf, wholeItem } from '../../runs';

/** Its key field is field-21. */
const CUSTOMERS = 2;
const LIST = 'GET /api/apps/2/records';
const customers = (operation: string, options: INodeParameters = {}) =>
	recordsOf(CUSTOMERS, operation, { ...wholeItem(), options: { findNew: true, ...options } });
const customer = (n: number): INodeExecutionData => ({
	json: { 'field-21': `NEW-${n}`, 'field-22': `Name ${n}` },
});
const many = (count: number) => Array.from({ length: count }, (_, n) => customer(n));
const idsIn = (items: readonly INodeExecutionData[]) =>
	jsonOf(items).map(({ recordId }) => recordId);
const requests = (service: Parameters<typeof sentTo>[0]) =>
	sentTo(service)
		.map(({ method, path }) => `${method} ${path}`)
		.filter((request) => !request.endsWith('/fields'));

describe('the ID of a new record', () => {
	test.each([
		['create', 'POST /api/apps/2/records'],
		['import', 'POST /api/apps/2/records/import'],
	])(
		'is found by one request before and one after: %s',
		async ({ service, credentials }, operation, post) => {
			const first = countOf(service, CUSTOMERS) + 1;
			const run = { parameters: customers(operation), items: [customer(1)], credentials };
			const { items, hints } = await executeWithHints(run);
			expect(jsonOf(items)).toMatchObject([{ success: true, recordId: first }]);
			expect(hints).toEqual([]);
			expect(requests(service)).toEqual([LIST, post, LIST]);
		},
	);

	it.each(['record', 'location'] as const)(
		'is not looked up afterwards if the service returns it: %s',
		async (createRecordAnswer) => {
			await inWorld({ dialect: { createRecordAnswer } }, async ({ service, credentials }) => {
				const first = countOf(service, CUSTOMERS) + 1;
				const run = { parameters: customers('create'), items: [customer(1)], credentials };
				expect(idsIn(await execute(run))).toEqual([first]);
				expect(requests(service)).toEqual([LIST, 'POST /api/apps/2/records']);
			});
		},
	);

	test('is found for each imported record, by one request per 100 and one before', async (world) => {
		const { service, credentials } = world;
		const first = countOf(service, CUSTOMERS) + 1;
		const run = { parameters: customers('import'), items: many(250), credentials };
		const found = idsIn(await execute(run));
		expect(found).toEqual(Array.from({ length: 250 }, (_, n) => first + n));
		const post = 'POST /api/apps/2/records/import';
		expect(requests(service)).toEqual([LIST, post, LIST, post, LIST, post, LIST]);
	});

	test('belongs to the record with the same values, even if others add records', async (world) => {
		const { service, credentials } = world;
		const first = countOf(service, CUSTOMERS) + 1;
		service.events.once('record', () => {
			service.store.createRecord(CUSTOMERS, { 'field-21': 'OTHER', 'field-22': 'Name 1' }, {});
		});
		const run = { parameters: customers('create'), items: [customer(1)], credentials };
		expect(idsIn(await execute(run))).toEqual([first]);
		expect(countOf(service, CUSTOMERS)).toBe(first + 1);
	});
});

describe('an older record with the same key and values', () => {
	const twin = { 'field-21': 'NEW-1', 'field-22': 'Name 1' };
	const repeated = { doubleKey: 'created' } as const;
	const run = { items: [customer(1)] };

	it.each(['create', 'import', 'upsert'])(
		'does not give its ID to a new one: %s',
		async (operation) => {
			await inWorld({ dialect: repeated }, async ({ service, credentials }) => {
				// An upsert would find it before.
				const isLate = operation === 'upsert';
				const old = isLate ? 0 : service.store.createRecord(CUSTOMERS, twin, {}).recordId;
				const next = Math.max(old, countOf(service, CUSTOMERS)) + 1;
				const parameters = customers(operation);
				expect(idsIn(await execute({ ...run, parameters, credentials }))).toEqual([next]);
			});
		},
	);

	it.each(['create', 'import'])(
		'does not give its ID while the new one is not listed: %s',
		async (operation) => {
			await inWorld(
				{ dialect: { ...repeated, visibleAfterSeconds: 2 } },
				async ({ service, credentials }) => {
					service.store.createRecord(CUSTOMERS, twin, {});
					await rest(2_500);
					const parameters = customers(operation);
					expect(idsIn(await execute({ ...run, parameters, credentials }))).toEqual([undefined]);
				},
			);
		},
	);

	it('does not give its ID if record IDs are sorted as text', async () => {
		await inWorld({ dialect: repeated }, async ({ service, credentials }) => {
			service.store.createRecord(CUSTOMERS, twin, {});
			const texts = [{ recordId: 9 }, { recordId: 12 }].map((row) => ({ ...row, record: twin }));
			const answer = { status: 200, body: { records: texts } };
			service.faults.add({ method: 'GET', path: '/api/apps/2/records', answer });
			const parameters = customers('create');
			expect(idsIn(await execute({ ...run, parameters, credentials }))).toEqual([undefined]);
		});
	});

	it('leaves the second of two created items with the same key without an ID', async () => {
		await inWorld({ dialect: repeated }, async ({ service, credentials }) => {
			const first = countOf(service, CUSTOMERS) + 1;
			const parameters = customers('create');
			const items = [customer(1), customer(1)];
			const output = await execute({ parameters, items, credentials });
			expect(idsIn(output)).toEqual([first, undefined]);
			const imported = await execute({
				...{ items, credentials },
				parameters: customers('import'),
			});
			expect(idsIn(imported)).toEqual([first + 2, first + 3]);
		});
	});
});

describe('a new record that is not found', () => {
	const message = (items: string) =>
		`Saved, but the new record was not found: ${items}. The form needs a key field, and the item needs a value for it. If both exist, the service probably lists new records late. Items are counted from 0, as in n8n.`;

	test('is not looked up in a form without a key field, and a hint says so', async (world) => {
		const { service, credentials } = world;
		const parameters = {
			...customers('create'),
			form: byId(1),
			...byHand({ 'field-1': '={{ $json.subject }}' }),
		};
		const { items, hints } = await executeWithHints({
			parameters,
			items: subjects(2),
			credentials,
		});
		expect(jsonOf(items)).toEqual(
			['Subject 0', 'Subject 1'].map((Subject) => ({
				...{ success: true, action: 'created', appsId: 1 },
				Subject,
			})),
		);
		expect(hints.map((hint) => hint.message)).toEqual([message('items 0 to 1')]);
		expect(requests(service)).toEqual(Array(2).fill('POST /api/apps/1/records'));
	});

	test.each([
		['create', 400],
		['import', 502],
		['import', 401],
	])(
		'is still saved if the lookup fails: %s, %d',
		async ({ service, credentials }, operation, status) => {
			const before = countOf(service, CUSTOMERS);
			const path = '/api/apps/2/records';
			service.faults.add({ method: 'GET', path, times: 9, answer: { status } });
			const run = { parameters: customers(operation), items: [customer(1)], credentials };
			const { items, hints } = await inAHurry(() => executeWithHints(run));
			expect(jsonOf(items)).toMatchObject([{ success: true }]);
			expect(idsIn(items)).toEqual([undefined]);
			expect(hints.map((hint) => hint.message)).toEqual([message('item 0')]);
			expect(countOf(service, CUSTOMERS)).toBe(before + 1);
		},
	);
});
