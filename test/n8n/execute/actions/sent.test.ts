import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../../nodes/RecordsDirectory/api';
import { learntAt } from '../../../../nodes/RecordsDirectory/n8n/transport/client';
import type { FaultAnswer } from '../../../../sandbox/service/faults';
import type { Service, Store } from '../../../../sandbox/service/service';
import { updateRecord } from '../../../../sandbox/service/record-changes';
import { allInAHurry, inAHurry } from '../../../support/hurry';
import { execute } from '../../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../../support/world';
import { countOf, errorOf, failureOf, recordsOf, wholeItem } from '../../runs';

allInAHurry();

/** Its key field is field-21. */
const CUSTOMERS = 2;
const customers = (operation: string, more: INodeParameters = {}) =>
	recordsOf(CUSTOMERS, operation, { ...wholeItem(), ...more });
const customer = (n: number): INodeExecutionData => ({
	json: { 'field-21': `NEW-${n}`, 'field-22': `Name ${n}` },
});
/** The output for the first customer. */
const customerDone = (action: string, ids: object = {}) => ({
	...{ success: true, action, ...ids },
	...{ 'Customer number': 'NEW-1', Name: 'Name 1' },
});
const many = (count: number) => Array.from({ length: count }, (_, n) => customer(n));
const positions = (operation: string): INodeParameters => ({
	resource: 'position',
	operation,
	newCode: '={{ $json.code }}',
	code: '={{ $json.code }}',
	name: '={{ $json.name }}',
	kana: '={{ $json.name }}',
});
const position = (n: number) => ({ json: { code: `NEW-${n}`, name: `Name ${n}` } });
const paths = (service: Service) =>
	sentTo(service)
		.filter(({ path }) => !path.endsWith('/fields'))
		.map(({ method, path }) => `${method} ${path}`);
const POST = { method: 'POST' };
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hi</html>' };

const broken: ReadonlyArray<readonly [name: string, answer: FaultAnswer, isSaved: boolean]> = [
	['the connection broke after it was saved', { drop: 'after' }, true],
	['the connection broke before it was received', { drop: 'before' }, false],
	['a gateway answered, and it was saved', { status: 502, body: '', takesEffect: true }, true],
	['a gateway answered, and it was not saved', { status: 502, body: '' }, false],
	['a page answered, and it was saved', { ...page, takesEffect: true }, true],
];

describe.each(broken)('%s', (_, answer, isSaved) => {
	const notThere = ' (not found in the service afterwards).';

	test.each([
		['create', {}],
		['import', {}],
		['create', { findNew: true }],
		['import', { findNew: true }],
	])(
		'a record with its key is looked up: %s %j',
		async ({ service, credentials }, operation, options) => {
			const before = countOf(service, CUSTOMERS);
			service.faults.add({ ...POST, answer });
			const parameters = customers(operation, { options });
			const run = { parameters, items: [customer(1)], credentials };
			const isSingle = operation === 'create';
			// Without it, an older record may be the one that is found.
			const isNewestKnown = 'findNew' in options;
			if (isSaved && isNewestKnown) {
				const recordId = before + 1;
				const ids = { recordId, ...(isSingle && { appsId: CUSTOMERS }) };
				const told = customerDone(`${operation}ed`.replace('ee', 'e'), ids);
				expect(jsonOf(await execute(run))).toEqual([told]);
			} else if (isSaved) {
				const { description } = await failureOf(execute(run));
				expect(description).toMatch(/^Unknown: item 0 may have been saved/);
			} else {
				const { description } = await failureOf(execute(run));
				expect(description).toContain(`Failed: item 0${notThere}`);
				expect(description).not.toMatch(/may have|does not say/);
			}
			expect(countOf(service, CUSTOMERS)).toBe(before + (isSaved ? 1 : 0));
			expect(paths(service)).toEqual([
				...(isNewestKnown ? ['GET /api/apps/2/records'] : []),
				`POST /api/apps/2/records${isSingle ? '' : '/import'}`,
				'GET /api/apps/2/records',
				// What is not listed may be listed later, or to others only.
				...(isSaved ? [] : ['GET /api/apps/2/records', 'GET /api/apps/forms/2']),
			]);
		},
	);

	test.each(['create', 'import'])(
		'an entry of the directory is looked up: %s',
		async ({ service, credentials }, operation) => {
			service.faults.add({ ...POST, answer });
			const run = { parameters: positions(operation), items: [position(1)], credentials };
			if (isSaved && operation === 'import') {
				expect(jsonOf(await execute(run))).toEqual([
					{ success: true, action: 'imported', ...position(1).json, kana: 'Name 1' },
				]);
			} else if (isSaved) {
				// It may have existed before.
				const { description } = await failureOf(execute(run));
				expect(description).toMatch(/^Unknown: item 0 may have been saved/);
			} else {
				expect((await failureOf(execute(run))).description).toContain(`Failed: item 0${notThere}`);
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
	const unknown = /Unknown: item 0 may have been saved\. Check before you run it again\./;

	test('proves no absence where the service has saved something later in this run', async (world) => {
		const { service, credentials } = world;
		const run = { parameters: customers('create'), items: many(2), continueOnFail: true };
		service.faults.add({ ...POST, answer: { status: 202, body: {} } });
		service.faults.add({ ...POST, nth: 2, answer: { status: 500 } });
		const [, second] = await execute({ ...run, credentials });
		expect(errorOf(second)?.description).toMatch(/may have|unknown|cannot tell/i);
	});

	test('takes nothing that was there before for what was sent', async (world) => {
		const { service, credentials } = world;
		const run = { parameters: customers('create'), items: [customer(1)], credentials };
		await execute(run);
		const other = { json: { 'field-21': 'NEW-1', 'field-22': 'Other' } };
		service.faults.add({ ...POST, answer: { drop: 'before' } });
		const error = await failureOf(execute({ ...run, items: [other] }));
		expect(error.description).toMatch(unknown);

		await execute({ parameters: positions('import'), items: [position(1)], credentials });
		service.faults.add({ ...POST, answer: { drop: 'before' } });
		const renamed = { json: { code: 'NEW-1', name: 'Other' } };
		const import_ = { parameters: positions('import'), items: [renamed], credentials };
		expect((await failureOf(execute(import_))).description).toMatch(unknown);
	});

	describe.each([
		['an answer 500', { status: 500 }],
		['a broken connection', { drop: 'before' }],
		['a rejected import', { status: 400 }],
	] as ReadonlyArray<[string, FaultAnswer]>)('after %s', (_, answer) => {
		test.each([
			['create', {}],
			['create', { findNew: true }],
			['import', {}],
			['import', { findNew: true }],
		])(
			'never takes an older record for the one that was sent: %s %j',
			async ({ service, credentials }, operation, options) => {
				for (const { json } of [customer(1), customer(2)])
					service.store.createRecord(CUSTOMERS, json as never);
				service.faults.add({ ...POST, answer });
				const items = [customer(1), customer(2)];
				const parameters = customers(operation, { options });
				const run = { parameters, items, credentials, continueOnFail: true };
				const [first, second] = (await execute(run)).map((item) => errorOf(item)?.outcome);
				const isRejected = operation === 'create' && _ === 'a rejected import';
				const isNewestKnown = 'findNew' in options;
				expect(first).toBe(isRejected || isNewestKnown ? 'failed' : 'unknown');
				if (operation === 'import') expect(second).toBe(first);
			},
		);
	});

	test('never takes an older entry of the directory for the one that was to be created', async (world) => {
		const { service, credentials } = world;
		const run = { parameters: positions('create'), items: [position(1)], credentials };
		await execute(run);
		service.faults.add({ ...POST, answer: { status: 500 } });
		expect((await failureOf(execute(run))).description).toMatch(unknown);
	});

	test('never takes the values that a record had before for an update by Import', async (world) => {
		const { service, credentials } = world;
		const { recordId } = service.store.createRecord(CUSTOMERS, customer(1).json as never);
		service.faults.add({ ...POST, answer: { status: 500 } });
		const parameters = customers('import', { options: { recordId } });
		const run = { parameters, items: [customer(1)], credentials };
		expect((await failureOf(execute(run))).description).toMatch(unknown);
	});

	test('knows what Create or Update has created, because it has read the form before', async (world) => {
		const { service, credentials } = world;
		service.faults.add(after);
		const run = { parameters: customers('upsert'), items: [customer(1)], credentials };
		expect(jsonOf(await execute(run))).toEqual([customerDone('created')]);
		expect(paths(service).filter((one) => one.startsWith('GET'))).toHaveLength(2);
	});

	test('is over after a while, whatever the service does', async ({ service, credentials }) => {
		service.faults.add(after);
		const quiet = { status: 402, headers: { 'retry-after': '200' } };
		service.faults.add({ method: 'GET', path: /records$/, times: Infinity, answer: quiet });
		const run = { parameters: customers('create'), items: [customer(1)], credentials };
		const error = await inAHurry(() => failureOf(execute(run)));
		expect(error.description).toMatch(unknown);
		expect(paths(service)).toHaveLength(2);
	});
});

/** How a service may change a text when it saves it. */
const spell = (text: string) => text.normalize('NFKC').trim().toUpperCase();
const WRITTEN = 'ｎew-x  Ｂ ';
const denied = /Failed|not sent|not saved/i;

test.each(['create', 'import'])(
	'a record that is listed some seconds after a gateway has answered is found: %s',
	async ({ service, credentials }, operation) => {
		service.faults.add({ ...POST, answer: { status: 502, body: '' } });
		const json = customer(1).json as never;
		const listed = (store: Store) => void store.createRecord(CUSTOMERS, json);
		const answer = { meanwhile: listed };
		service.faults.add({ method: 'GET', path: /records$/, nth: 3, answer });
		const parameters = customers(operation, { options: { findNew: true } });
		const run = { parameters, items: [customer(1)], credentials };
		expect(jsonOf(await execute(run))).toMatchObject([{ success: true }]);
	},
);

describe('a service that trims, folds and raises what it saves, when the connection breaks', () => {
	const dropped = { ...POST, answer: { drop: 'after' } } as const;

	test.each([
		['create', {}],
		['import', {}],
		['upsert', {}],
	])(
		'never calls an existing record missing: %s %j',
		async ({ service, credentials }, operation, options) => {
			const before = countOf(service, CUSTOMERS);
			service.faults.add(dropped);
			const spelled = (store: Store) =>
				void updateRecord(store, CUSTOMERS, before + 1, { 'field-21': spell(WRITTEN) });
			const nth = operation === 'upsert' ? 2 : 1;
			service.faults.add({
				method: 'GET',
				path: /records$/,
				nth,
				answer: { meanwhile: spelled },
			});
			const item = { json: { 'field-21': WRITTEN, 'field-22': 'X' } };
			const run = { parameters: customers(operation, { options }), items: [item], credentials };
			const { description } = await failureOf(execute(run));
			expect(description).toMatch(/may have been saved/);
			expect(description).not.toMatch(denied);
			expect(countOf(service, CUSTOMERS)).toBe(before + 1);
		},
	);

	test.each([
		['create', {}],
		['import', {}],
		['upsert', {}],
	])(
		'nor an entry of the directory: %s %j',
		async ({ service, credentials }, operation, options) => {
			service.faults.add(dropped);
			const { positions: list } = service.store;
			const spelled = () => {
				const entry = list.get(WRITTEN);
				if (entry) list.replace(WRITTEN, { ...entry, code: spell(WRITTEN) });
			};
			service.faults.add({ method: 'GET', times: Infinity, answer: { meanwhile: spelled } });
			const item = { json: { code: WRITTEN, name: 'X' } };
			const parameters = { ...positions(operation), options };
			const { description } = await failureOf(execute({ parameters, items: [item], credentials }));
			expect(description).toMatch(/may have been saved/);
			expect(description).not.toMatch(denied);
			expect(list.get(spell(WRITTEN))).toBeDefined();
		},
	);
});

describe.each([37, 99])('where pages are cut at %d rows, though they had more', (pageCap) => {
	it.each([
		['records', 'record', customers('import'), many],
		[
			'entries',
			'position',
			positions('import'),
			(count: number) => Array.from({ length: count }, (_, n) => position(n)),
		],
	] as const)(
		'%s beyond a cut page are not called missing',
		async (_, resource, parameters, make) => {
			await inWorld({ dialect: { pageCap } }, async ({ service, credentials }) => {
				const { pages } = learntAt.get(service.url)!;
				const { path } = resources[resource].operations.getAll;
				pages.set(path, { rows: 1_000, until: Infinity });
				service.faults.add({ ...POST, answer: { drop: 'after' } });
				const run = { parameters, items: [...make(100)], credentials };
				const { description } = await failureOf(execute(run));
				expect(description).not.toMatch(denied);
				expect(description).toMatch(/Unknown: .* may have been saved/);
			});
		},
	);
});

test.each([
	['a new user was saved with its password', 'NEW-1', undefined],
	['it is unknown whether a password was changed', 'E0002', /^Unknown: item 0 may have been saved/],
])('after a broken connection, %s', async ({ service, credentials }, _, code, unknown) => {
	service.faults.add({ ...POST, answer: { drop: 'after' } });
	const user = { code, name: 'A', kana: 'A', loginId: 'a-1', organizationCode: 'ORG01' };
	const items = [{ json: { ...user, loginPass: 'Secret-12345' } }];
	const parameters = {
		...{ resource: 'user', operation: 'upsert' },
		mappingMode: 'autoMapInputData',
	};
	const run = execute({ parameters, items, credentials });
	if (unknown === undefined) expect(await run).toHaveLength(1);
	else expect((await failureOf(run)).description).toMatch(unknown);
});

test('an update of a user whose reply is lost is not looked up', async (world) => {
	const { service, credentials } = world;
	service.faults.add({ method: 'PUT', times: 9, answer: { drop: 'after' } });
	const parameters = {
		resource: 'user',
		operation: 'update',
		code: byId('E0005'),
		keepOthers: false,
		additionalFields: { name: 'Ann' },
	};
	const run = { parameters, credentials, continueOnFail: true };
	const [first] = await inAHurry(() => execute(run));
	expect(errorOf(first)).toMatchObject({
		description: expect.stringMatching(/^Unknown: item 0 may have been saved\. Check before/),
		outcome: 'unknown',
	});
	expect(sentTo(service).map(({ method }) => method)).not.toContain('GET');
});

it.each<[string, INodeParameters, (n: number) => INodeExecutionData]>([
	['records', customers('import'), customer],
	['positions', positions('import'), position],
])(
	'a lost import of %s is unknown at a site that has answered 202: it may be saved later',
	async (_, parameters, itemOf) => {
		const dialect = { writeStatus: 202, visibleAfterSeconds: 90 } as const;
		await inWorld({ dialect }, async ({ service, credentials }) => {
			await execute({ parameters: customers('create'), items: [customer(9)], credentials });
			service.faults.add({ ...POST, answer: { drop: 'before' } });
			const run = { parameters, items: [itemOf(1), itemOf(2)], credentials };
			const outputs = await execute({ ...run, continueOnFail: true });
			expect(outputs.map((one) => errorOf(one)?.outcome)).toEqual(['unknown', 'unknown']);
		});
	},
);

test.each(['create', 'import'])(
	'a saved record that its key may not read is not called failed: %s',
	async ({ service, credentials }, operation) => {
		const getAll = recordsOf(CUSTOMERS, 'getAll', { returnAll: true, simplify: false });
		const records = jsonOf(await execute({ parameters: getAll, credentials }));
		const list = { method: 'GET', path: '/api/apps/2/records', times: 9 };
		service.faults.add({ ...list, answer: { status: 200, body: { appsId: CUSTOMERS, records } } });
		service.faults.add({ ...POST, answer: { drop: 'after' } });
		const run = { parameters: customers(operation), items: many(1), credentials };
		const { description } = await failureOf(execute(run));
		expect(description).toMatch(/^Unknown: item 0 may have been saved/);
		expect(countOf(service, CUSTOMERS)).toBe(records.length + 1);
	},
);
