import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../../nodes/RecordsDirectory/api';
import { learntAt } from '../../../../nodes/RecordsDirectory/n8n/transport/client';
import type { FaultAnswer } from '../../../../sandbox/service/faults';
import type { Service, Store } from '../../../../sandbox/service/service';
import { updateRecord } from '../../../../sandbox/service/record-changes';
import { inAHurry } from '../../../support/hurry';
import { execute } from '../../../support/n8n';
import { byId, inWorld, jsonOf, sentTo } from '../../../support/world';
import { countOf, errorOf, failureOf } from '../../runs';

/** Its key field is field-21. */
const CUSTOMERS = 2;
const wholeItem = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
const customers = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'record',
	operation,
	form: byId(CUSTOMERS),
	recordMapper: wholeItem,
	...more,
});
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
	const notThere = ', which the service did not have right after.';

	it.each([
		['create', {}],
		['create', { throughImport: true }],
		['import', {}],
		['create', { findNew: true }],
		['import', { findNew: true }],
	])('a record with its key is looked up: %s %j', async (operation, options) => {
		await inWorld({}, async ({ service, credentials }) => {
			const before = countOf(service, CUSTOMERS);
			service.faults.add({ ...POST, answer });
			const parameters = customers(operation, { options });
			const run = { parameters, items: [customer(1)], credentials };
			const isSingle = operation === 'create' && !('throughImport' in options);
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
			]);
		});
	});

	it.each(['create', 'import'])('an entry of the directory is looked up: %s', async (operation) => {
		await inWorld({}, async ({ service, credentials }) => {
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
			]);
		});
	});

	it.each([
		[
			'records',
			customers('import', { options: { findNew: true } }),
			many(250),
			'/api/apps/2/records',
			// Before the first import, and after each.
			3,
		],
		[
			'records, three requests at once',
			customers('import', { options: { requestsAtOnce: 3, findNew: true } }),
			many(250),
			'/api/apps/2/records',
			4,
		],
		[
			'entries',
			positions('import'),
			Array.from({ length: 250 }, (__, n) => position(n)),
			'/api/admin/positions',
			1,
		],
		[
			'entries to create or update',
			positions('upsert'),
			Array.from({ length: 250 }, (__, n) => position(n)),
			'/api/admin/positions',
			2,
		],
	] as const)('of 250 %s the second hundred is looked up by one list', async (...given) => {
		const [, parameters, items, list, reads] = given;
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ ...POST, nth: 2, answer });
			const run = { parameters, items: [...items], credentials };
			if (isSaved) {
				expect(await execute(run)).toHaveLength(250);
			} else {
				const { description } = await failureOf(execute(run));
				expect(description).toContain(`Failed: items 100 to 199${notThere}`);
				expect(description).toMatch(/Saved: items 0 to 99( and 200 to 249)?\./);
			}
			const gets = paths(service).filter((one) => one === `GET ${list}`);
			const ofRecords = isSaved ? 4 : reads;
			expect(gets).toHaveLength(parameters.resource === 'record' ? ofRecords : reads + 1);
		});
	});
});

describe('a look', () => {
	const after = { ...POST, answer: { drop: 'after' } } as const;
	const unknown = /Unknown: item 0 may have been saved\. Check before you run it again\./;

	it('is not made without a key: neither a form that has none, nor comments', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const support = customers('create', { form: byId(1) });
			const run = { parameters: support, items: [{ json: { Subject: 'A' } }], credentials };
			service.faults.add(after);
			expect((await failureOf(execute(run))).description).toMatch(unknown);
			expect(paths(service)).toEqual(['POST /api/apps/1/records']);
			const comment = {
				resource: 'comment',
				operation: 'create',
				form: byId(1),
				recordId: byId(1),
			};
			const parameters = { ...comment, content: 'A', creatorCode: byId('E0001') };
			service.faults.add(after);
			expect((await failureOf(execute({ parameters, credentials }))).description).toMatch(unknown);
			expect(paths(service)).toHaveLength(2);
		});
	});

	it('proves no absence where the service has saved something later in this run', async () => {
		const run = { parameters: customers('create'), items: many(2), continueOnFail: true };
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ ...POST, answer: { status: 202, body: {} } });
			service.faults.add({ ...POST, nth: 2, answer: { status: 500 } });
			const [, second] = await execute({ ...run, credentials });
			expect(errorOf(second)?.description).toMatch(/may have|unknown|cannot tell/i);
		});
	});

	it('takes nothing that was there before for what was sent', async () => {
		await inWorld({}, async ({ service, credentials }) => {
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
	});

	describe.each([
		['an answer 500', { status: 500 }],
		['a broken connection', { drop: 'before' }],
		['a rejected import', { status: 400 }],
	] as ReadonlyArray<[string, FaultAnswer]>)('after %s', (_, answer) => {
		it.each([
			['create', {}],
			['create', { throughImport: true }],
			['create', { findNew: true }],
			['import', {}],
			['import', { findNew: true }],
		])(
			'never takes an older record for the one that was sent: %s %j',
			async (operation, options) => {
				await inWorld({}, async ({ service, credentials }) => {
					for (const { json } of [customer(1), customer(2)])
						service.store.createRecord(CUSTOMERS, json as never);
					service.faults.add({ ...POST, answer });
					const items = [customer(1), customer(2)];
					const parameters = customers(operation, { options });
					const run = { parameters, items, credentials, continueOnFail: true };
					const [first, second] = (await execute(run)).map((item) => errorOf(item)?.outcome);
					const isRejected =
						operation === 'create' && !('throughImport' in options) && _ === 'a rejected import';
					const isNewestKnown = 'findNew' in options;
					expect(first).toBe(isRejected || isNewestKnown ? 'failed' : 'unknown');
					if (operation === 'import') expect(second).toBe(first);
				});
			},
		);
	});

	it('never takes an older entry of the directory for the one that was to be created', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const run = { parameters: positions('create'), items: [position(1)], credentials };
			await execute(run);
			service.faults.add({ ...POST, answer: { status: 500 } });
			expect((await failureOf(execute(run))).description).toMatch(unknown);
		});
	});

	it('never takes the values that a record had before for an update by Import', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const { recordId } = service.store.createRecord(CUSTOMERS, customer(1).json as never);
			service.faults.add({ ...POST, answer: { status: 500 } });
			const parameters = customers('import', { options: { recordId } });
			const run = { parameters, items: [customer(1)], credentials };
			expect((await failureOf(execute(run))).description).toMatch(unknown);
		});
	});

	it('knows what Create or Update has created, because it has read the form before', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add(after);
			const run = { parameters: customers('upsert'), items: [customer(1)], credentials };
			expect(jsonOf(await execute(run))).toEqual([customerDone('created')]);
			expect(paths(service).filter((one) => one.startsWith('GET'))).toHaveLength(2);
		});
	});

	it('is over after a while, whatever the service does', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add(after);
			const quiet = { status: 402, headers: { 'retry-after': '200' } };
			service.faults.add({ method: 'GET', path: /records$/, times: Infinity, answer: quiet });
			const run = { parameters: customers('create'), items: [customer(1)], credentials };
			const error = await inAHurry(() => failureOf(execute(run)));
			expect(error.description).toMatch(unknown);
			expect(paths(service)).toHaveLength(2);
		});
	});
});

/** How a service may change a text when it saves it. */
const spell = (text: string) => text.normalize('NFKC').trim().toUpperCase();
const WRITTEN = 'ｎew-x  Ｂ ';
const denied = /Failed|not sent|not saved/i;

describe('a service that trims, folds and raises what it saves, when the connection breaks', () => {
	const dropped = { ...POST, answer: { drop: 'after' } } as const;

	it.each([
		['create', {}],
		['create', { throughImport: true }],
		['import', {}],
		['upsert', {}],
	])('never calls an existing record missing: %s %j', async (operation, options) => {
		await inWorld({}, async ({ service, credentials }) => {
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
		});
	});

	it.each([
		['create', {}],
		['create', { throughImport: true }],
		['import', {}],
		['upsert', {}],
	])('nor an entry of the directory: %s %j', async (operation, options) => {
		await inWorld({}, async ({ service, credentials }) => {
			for (const { resource, more, kind } of [
				{ resource: 'position', more: {}, kind: 'positions' as const },
				{ resource: 'organization', more: {}, kind: 'organizations' as const },
				{ resource: 'user', more: userFields, kind: 'users' as const },
			]) {
				service.faults.clear();
				service.faults.add(dropped);
				const list = service.store[kind];
				const spelled = () => {
					const entry = list.get(WRITTEN);
					if (!entry) return;
					const { id: __, ...body } = entry;
					list.replace(WRITTEN, { ...body, code: spell(WRITTEN) } as never);
				};
				service.faults.add({ method: 'GET', times: Infinity, answer: { meanwhile: spelled } });
				const hasSecret = resource === 'user' && operation !== 'create';
				const additionalFields = hasSecret ? { loginPass: 'secret-1' } : {};
				const added = { resource, options, additionalFields };
				const parameters = { ...positions(operation), ...more, ...added };
				const item = { json: { code: WRITTEN, name: 'X' } };
				const { description } = await failureOf(
					execute({ parameters, items: [item], credentials }),
				);
				expect(description).toMatch(/may have been saved/);
				expect(description).not.toMatch(denied);
				expect(list.get(spell(WRITTEN))).toBeDefined();
			}
		});
	});
});

const userFields: INodeParameters = {
	loginId: 'new-x',
	loginPass: 'secret-1',
	organizationCode: byId('ORG01'),
};

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

it.each([
	['a new user was saved with its password', 'NEW-1', undefined],
	['it is unknown whether a password was changed', 'E0002', /^Unknown: item 0 may have been saved/],
])('after a broken connection, %s', async (_, code, unknown) => {
	await inWorld({}, async ({ service, credentials }) => {
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
});
