import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { learntAt } from '../../../../nodes/RecordsDirectory/n8n/transport/client';
import type { FaultAnswer } from '../../../../sandbox/service/faults';
import type { Service, Store } from '../../../../sandbox/service/service';
import { allInAHurry } from '../../../support/hurry';
import { byId, inWorld, test, jsonOf, sentTo, type World } from '../../../support/world';
import { countOf, errorOf, failureOf, recordsOf } from '../../runs';
import { customer, CUSTOMERS, customers } from './customers';
import { run } from './run';

allInAHurry();

const positions = (operation: string): INodeParameters => ({
	resource: 'position',
	operation,
	newCode: '={{ $json.code }}',
	code: '={{ $json.code }}',
	name: '={{ $json.name }}',
	kana: '={{ $json.name }}',
});
const position = (n: number, name = `Name ${n}`) => ({ json: { code: `NEW-${n}`, name } });
const paths = (service: Service) =>
	sentTo(service)
		.filter(({ path }) => !path.endsWith('/fields'))
		.map(({ method, path }) => `${method} ${path}`);
const POST = { method: 'POST' };
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hi</html>' };
const LIST = '/api/apps/2/records';
const UNKNOWN = /^Unknown: item 0 may have been saved\. Check before you run it again\./;

type Sending = [world: World, parameters: INodeParameters, ...items: INodeExecutionData[]];
/** The description of the error that stops a run with these items. */
const toldOf = async (...[world, parameters, ...items]: Sending) =>
	(await failureOf(run(world, parameters, items))).description;
/** The outcome of each item of a run that continues. */
const outcomesOf = async (...[world, parameters, ...items]: Sending) =>
	(await run(world, parameters, items, true)).items.map((one) => errorOf(one)?.outcome ?? 'saved');

const broken: ReadonlyArray<readonly [name: string, answer: FaultAnswer, isSaved: boolean]> = [
	['the connection broke after it was saved', { drop: 'after' }, true],
	['the connection broke before it was received', { drop: 'before' }, false],
	['a gateway answered, and it was saved', { status: 502, body: '', takesEffect: true }, true],
	['a gateway answered, and it was not saved', { status: 502, body: '' }, false],
	['a page answered, and it was saved', { ...page, takesEffect: true }, true],
];
const ways = [
	['create', {}],
	['import', {}],
	['create', { findNew: true }],
	['import', { findNew: true }],
] as const;

describe.each(broken)('%s', (_, answer, isSaved) => {
	const notThere = 'Failed: item 0 (not found in the service afterwards).';

	test.each(ways)(
		'a record with its key is looked up: %s %j',
		async (world, operation, options) => {
			const { service } = world;
			const before = countOf(service, CUSTOMERS);
			service.faults.add({ ...POST, answer });
			const parameters = customers(operation, { options });
			const isSingle = operation === 'create';
			// Without it, an older record may be the one that is found.
			const isNewestKnown = 'findNew' in options;
			if (isSaved && isNewestKnown) {
				const { items } = await run(world, parameters, [customer(1)]);
				expect(jsonOf(items)).toEqual([
					{
						...{ success: true, action: isSingle ? 'created' : 'imported' },
						...{ recordId: before + 1, ...(isSingle && { appsId: CUSTOMERS }) },
						...{ 'Customer number': 'NEW-1', Name: 'Name 1' },
					},
				]);
			} else {
				const told = await toldOf(world, parameters, customer(1));
				if (isSaved) expect(told).toMatch(UNKNOWN);
				else expect(told).toContain(notThere);
				if (!isSaved) expect(told).not.toMatch(/may have|does not say/);
			}
			expect(countOf(service, CUSTOMERS)).toBe(before + (isSaved ? 1 : 0));
			expect(paths(service)).toEqual([
				...(isNewestKnown ? [`GET ${LIST}`] : []),
				`POST ${LIST}${isSingle ? '' : '/import'}`,
				`GET ${LIST}`,
				// What is not listed may be listed later, or to others only.
				...(isSaved ? [] : [`GET ${LIST}`, 'GET /api/apps/forms/2']),
			]);
		},
	);

	test.each(['create', 'import'])(
		'an entry of the directory is looked up: %s',
		async (world, operation) => {
			const { service } = world;
			service.faults.add({ ...POST, answer });
			if (isSaved && operation === 'import') {
				const { items } = await run(world, positions(operation), [position(1)]);
				expect(jsonOf(items)).toEqual([
					{ success: true, action: 'imported', ...position(1).json, kana: 'Name 1' },
				]);
			} else {
				const told = await toldOf(world, positions(operation), position(1));
				// It may have existed before.
				if (isSaved) expect(told).toMatch(UNKNOWN);
				else expect(told).toContain(notThere);
			}
			expect(paths(service)).toEqual([
				`POST /api/admin/positions${operation === 'import' ? '/import' : ''}`,
				'GET /api/admin/positions',
				// What is not listed may be listed later.
				...(isSaved ? [] : ['GET /api/admin/positions']),
			]);
		},
	);
});

describe('a look', () => {
	const after = { ...POST, answer: { drop: 'after' } } as const;

	test.each<[string, INodeParameters, INodeExecutionData]>([
		['a record with its key', customers('create'), { json: { 'field-21': 'NEW-1', Name: 'X' } }],
		['an entry with its code', positions('import'), position(1, 'X')],
		['an entry that was to be created', positions('create'), position(1)],
		['its own record', customers('import', { options: { recordId: 3 } }), customer(1)],
	])('takes nothing that was there before for what was sent: %s', async (world, _, given, item) => {
		const { store, faults } = world.service;
		store.updateRecord(CUSTOMERS, 3, customer(1).json as never);
		store.positions.add({ ...position(1).json, kana: 'Name 1' });
		faults.add({ ...POST, answer: { status: 500 } });
		expect(await toldOf(world, given, item)).toMatch(UNKNOWN);
	});

	it.each<[string, FaultAnswer, string]>([
		['was saved', { meanwhile: () => {} }, 'saved'],
		['was looked up', { drop: 'before' }, 'failed'],
	])('knows what is new if the item before %s', async (_, answer, outcome) => {
		await inWorld({ dialect: { createRecordAnswer: 'record' } }, async (world) => {
			world.service.faults.add({ ...POST, answer });
			world.service.faults.add({ ...after, nth: 2 });
			const { items } = await run(world, customers('create'), [1, 2].map(customer), true);
			expect(items.map((one) => errorOf(one)?.outcome ?? 'saved')).toEqual([outcome, 'saved']);
			expect(items[1]?.json.recordId).toBe(countOf(world.service, CUSTOMERS));
		});
	});

	describe.each<[string, FaultAnswer]>([
		['an answer 500', { status: 500 }],
		['a broken connection', { drop: 'before' }],
		['a rejected import', { status: 400 }],
	])('after %s', (_, answer) => {
		test.each(ways)(
			'never takes an older record for the one that was sent: %s %j',
			async (world, operation, options) => {
				const { store, faults } = world.service;
				const items = [customer(1), customer(2)];
				for (const { json } of items) store.createRecord(CUSTOMERS, json as never);
				faults.add({ ...POST, answer });
				const outcomes = await outcomesOf(world, customers(operation, { options }), ...items);
				const isRejected = operation === 'create' && 'status' in answer && answer.status === 400;
				const expected = isRejected || 'findNew' in options ? 'failed' : 'unknown';
				expect(outcomes).toEqual([expected, operation === 'import' ? expected : 'failed']);
			},
		);
	});

	test('knows what Create or Update has created, because it has read the form before', async (world) => {
		world.service.faults.add(after);
		expect(await outcomesOf(world, customers('upsert'), customer(1))).toEqual(['saved']);
		expect(paths(world.service).filter((one) => one.startsWith('GET'))).toHaveLength(2);
	});

	test('is over after a while, whatever the service does', async (world) => {
		world.service.faults.add(after);
		const answer = { status: 402, headers: { 'retry-after': '200' } };
		world.service.faults.add({ method: 'GET', path: /records$/, times: Infinity, answer });
		expect(await toldOf(world, customers('create'), customer(1))).toMatch(UNKNOWN);
		expect(paths(world.service)).toHaveLength(2);
	});
});

test.each(['create', 'import'])(
	'a record that is listed some seconds after a gateway has answered is found: %s',
	async (world, operation) => {
		const { faults } = world.service;
		faults.add({ ...POST, answer: { status: 502, body: '' } });
		const meanwhile = (store: Store) =>
			void store.createRecord(CUSTOMERS, customer(1).json as never);
		faults.add({ method: 'GET', path: /records$/, nth: 3, answer: { meanwhile } });
		const parameters = customers(operation, { options: { findNew: true } });
		expect(await outcomesOf(world, parameters, customer(1))).toEqual(['saved']);
	},
);

describe('a service that trims, folds and raises what it saves, when the connection breaks', () => {
	/** How a service may change a text when it saves it. */
	const spell = (text: string) => text.normalize('NFKC').trim().toUpperCase();
	const WRITTEN = 'ｎew-x  Ｂ ';
	const record = { json: { 'field-21': WRITTEN, 'field-22': 'X' } };
	const entry = { json: { code: WRITTEN, name: 'X' } };

	test.each<[string, INodeParameters, INodeExecutionData]>(
		['create', 'import', 'upsert'].flatMap((operation) => [
			[`${operation} a record`, customers(operation, { options: {} }), record],
			[`${operation} a position`, { ...positions(operation), options: {} }, entry],
		]),
	)('never calls an existing one missing: %s', async (world, _, parameters, item) => {
		const { store, faults } = world.service;
		const next = countOf(world.service, CUSTOMERS) + 1;
		const meanwhile = () => {
			if (store.records.get(CUSTOMERS, next))
				store.updateRecord(CUSTOMERS, next, { 'field-21': spell(WRITTEN) });
			const saved = store.positions.get(WRITTEN);
			if (saved) store.positions.replace(WRITTEN, { ...saved, code: spell(WRITTEN) });
		};
		faults.add({ ...POST, answer: { drop: 'after' } });
		faults.add({ method: 'GET', times: Infinity, answer: { meanwhile } });
		const told = await toldOf(world, parameters, item);
		expect(told).toMatch(/may have been saved/);
		expect(told).not.toMatch(/Failed|not sent|not saved/i);
		const isThere = [store.records.get(CUSTOMERS, next), store.positions.get(spell(WRITTEN))];
		expect(isThere.filter(Boolean)).toHaveLength(1);
	});
});

test('an import of which only a part is listed yet is looked up again', async (world) => {
	const { service } = world;
	service.faults.add({ ...POST, answer: { drop: 'after' } });
	const recordId = countOf(service, CUSTOMERS) + 1;
	const records = [{ recordId, record: { 'field-21': 'NEW-0', 'field-22': 'Name 0' } }];
	const answer = { status: 200, body: { appsId: CUSTOMERS, records } };
	service.faults.add({ method: 'GET', path: LIST, nth: 2, answer });
	const importing = customers('import', { options: { findNew: true } });
	const outcomes = await outcomesOf(world, importing, ...[0, 1, 2].map(customer));
	expect(outcomes).toEqual(['saved', 'saved', 'saved']);
});

describe.each([37, 99])('where pages are cut at %d rows, though they had more', (pageCap) => {
	it.each([
		// An older record may be the one that is found.
		[LIST, customers('import'), customer, 'unknown'],
		['/api/admin/positions', positions('import'), position, 'saved'],
	] as const)(
		'what %s shows beyond a cut page is not called missing',
		async (path, parameters, make, outcome) => {
			await inWorld({ dialect: { pageCap } }, async (world) => {
				const { pages } = learntAt.get(world.service.url)!;
				pages.set(path, { rows: pageCap, until: Infinity });
				world.service.faults.add({ ...POST, answer: { drop: 'after' } });
				const items = Array.from({ length: 100 }, (_, n) => make(n));
				const outcomes = await outcomesOf(world, parameters, ...items);
				expect(new Set(outcomes)).toEqual(new Set([outcome]));
			});
		},
	);
});

it.each([
	['records', customers('import'), customer, recordsOf(CUSTOMERS, 'getAll')],
	['positions', positions('import'), position, { resource: 'position', operation: 'getAll' }],
] as const)(
	'%s in pages of 37 are still listed to the end after a rejected import, and after longer pages of another list',
	async (_, parameters, itemOf, getAll) => {
		await inWorld({ dialect: { pageCap: 37 } }, async (world) => {
			const { store, faults } = world.service;
			for (let n = 0; n < 103; n++) {
				store.createRecord(CUSTOMERS, customer(n).json as never);
				store.positions.add({ ...position(n).json, kana: 'x' });
			}
			const all = async () => (await run(world, { ...getAll, returnAll: true })).items.length;
			const before = await all();
			expect(before).toBeGreaterThan(2 * 37);
			faults.add({ ...POST, times: 9, answer: { status: 400 } });
			await outcomesOf(world, parameters, itemOf(200), itemOf(201));
			for (const count of [60, 25]) {
				const records = Array.from({ length: count }, (_, id) => ({ recordId: count - id }));
				const answer = { status: 200, body: { records } };
				faults.add({ path: '/api/apps/1/records', answer });
				await run(world, recordsOf(1, 'getAll', { returnAll: true }));
			}
			expect(await all()).toBe(before);
		});
	},
);

test.each<[string, string, string, string?]>([
	['a new user was saved with its password', 'NEW-1', 'saved'],
	['it is unknown whether an import has set a password', 'NEW-1', 'unknown', 'import'],
	['it is unknown whether a password was changed', 'E0002', 'unknown'],
])('after a broken connection, %s', async (world, _, code, outcome, operation = 'upsert') => {
	world.service.faults.add({ ...POST, answer: { drop: 'after' } });
	const user = { code, name: 'A', kana: 'A', loginId: 'a-1', organizationCode: 'ORG01' };
	const item = { json: { ...user, loginPass: 'Secret-12345' } };
	const mapped = { resource: 'user', operation, mappingMode: 'autoMapInputData' };
	expect(await outcomesOf(world, mapped, item)).toEqual([outcome]);
});

test('an update of a user whose reply is lost is not looked up', async (world) => {
	world.service.faults.add({ method: 'PUT', times: 9, answer: { drop: 'after' } });
	const parameters = {
		...{ resource: 'user', operation: 'update', code: byId('E0005'), keepOthers: false },
		additionalFields: { name: 'Ann' },
	};
	expect(await toldOf(world, parameters, { json: {} })).toMatch(UNKNOWN);
	expect(sentTo(world.service).map(({ method }) => method)).not.toContain('GET');
});

it.each<[string, INodeParameters, (n: number) => INodeExecutionData]>([
	['creation of a record', customers('create'), customer],
	['import of records', customers('import'), customer],
	['import of positions', positions('import'), position],
])(
	'a lost %s is unknown at a site that has answered 202: it may be saved later',
	async (_, parameters, itemOf) => {
		const dialect = { writeStatus: 202, visibleAfterSeconds: 90 } as const;
		await inWorld({ dialect }, async (world) => {
			await outcomesOf(world, customers('create'), customer(9));
			world.service.faults.add({ ...POST, times: 2, answer: { drop: 'before' } });
			const outcomes = await outcomesOf(world, parameters, itemOf(1), itemOf(2));
			expect(outcomes).toEqual(['unknown', 'unknown']);
		});
	},
);

test.each(['create', 'import'])(
	'a saved record that its key may not read is not called failed: %s',
	async (world, operation) => {
		const { service } = world;
		const getAll = recordsOf(CUSTOMERS, 'getAll', { returnAll: true, simplify: false });
		const records = jsonOf((await run(world, getAll)).items);
		const answer = { status: 200, body: { appsId: CUSTOMERS, records } };
		service.faults.add({ method: 'GET', path: LIST, times: 9, answer });
		service.faults.add({ ...POST, answer: { drop: 'after' } });
		expect(await toldOf(world, customers(operation), customer(1))).toMatch(UNKNOWN);
		expect(countOf(service, CUSTOMERS)).toBe(records.length + 1);
	},
);
