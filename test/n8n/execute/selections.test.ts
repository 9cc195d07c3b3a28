import type { INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints } from '../../support/n8n';
import { credentialType } from '../../support/credentials';
import { byId, inWorld, test, jsonOf, sentTo } from '../../support/world';
import { failureOf } from '../runs';

const create: INodeParameters = {
	resource: 'record',
	operation: 'create',
	form: byId(1),
	specifyRecord: 'form',
	recordMapper: { mappingMode: 'autoMapInputData', value: null },
	options: {},
};
const given = { code: 'E0003', name: 'As given' };
const items = [
	{ json: { Subject: 'One', Assignee: 'E0001', Department: 'ORG03' } },
	{ json: { Subject: 'Two', Assignee: ['E0001', given], Department: 'ORG03' } },
];
const aiko = { code: 'E0001', name: 'Aiko Tanaka' };
const named = { code: 'ORG03', name: expect.any(String) };

test.each([
	['given', [{ code: 'E0001' }, given], [{ code: 'ORG03' }], 0],
	['', [{ code: 'E0001' }, given], [{ code: 'ORG03' }], 0],
	['code', [{ code: 'E0001' }, { code: 'E0003' }], [{ code: 'ORG03' }], 0],
	['text', ['E0001', 'E0003'], ['ORG03'], 0],
	// One for the user, and one for the organization, though two items have them.
	['codeAndName', [aiko, given], [named], 2],
])(
	'users and organizations as "%s"',
	async ({ service, credentials }, selections, users, organizations, names) => {
		await execute({ parameters: create, items, credentials: { ...credentials, selections } });
		const sent = sentTo(service);
		const bodies = sent.flatMap(({ body }) => (body ? [body] : []));
		expect(bodies).toMatchObject([
			{ record: { 'field-4': users.slice(0, 1), 'field-5': organizations } },
			{ record: { 'field-4': users, 'field-5': organizations } },
		]);
		expect(sent.filter(({ path }) => path.startsWith('/api/admin/'))).toHaveLength(names);
	},
);

describe('a site that takes users and organizations in one way only', () => {
	const person = [{ json: { Subject: 'One', Assignee: 'E0001', Department: 'ORG03' } }];
	const writes = (service: Parameters<typeof sentTo>[0]) =>
		sentTo(service).filter(({ method }) => method !== 'GET');

	it.each([
		['pairs', 'codeAndName', { 'field-4': [aiko], 'field-5': [named] }],
		['codes', 'text', { 'field-4': ['E0001'], 'field-5': ['ORG03'] }],
	] as const)('gets %s, and so does the next run', async (selections, setting, record) => {
		await inWorld({ dialect: { selections } }, async ({ service, credentials }) => {
			const run = { parameters: create, credentials, items: person };
			const { hints } = await executeWithHints(run);
			const { displayName, options = [] } = credentialType.properties.find(
				({ name }) => name === 'selections',
			)!;
			const chosen = options.find((one) => 'value' in one && one.value === setting)!;
			expect(hints.map(({ message }) => message).join()).toContain(
				`Choose '${chosen.name}' as '${displayName}'`,
			);
			const tries = writes(service).length;
			expect(writes(service).at(-1)?.body).toMatchObject({ record });
			expect((await executeWithHints(run)).hints).toEqual([]);
			expect(writes(service)).toHaveLength(tries + 1);
			expect(writes(service).at(-1)?.body).toMatchObject({ record });
		});
	});

	it('gets what was read before in its way', async () => {
		await inWorld({ dialect: { selections: 'codeObjects' } }, async ({ service, credentials }) => {
			const read = [{ json: { Subject: 'One', Assignee: [aiko] } }];
			await execute({ parameters: create, credentials, items: read });
			expect(writes(service).at(-1)?.body).toMatchObject({
				record: { 'field-4': [{ code: 'E0001' }] },
			});
		});
	});

	test.each<[string, object, object]>([
		[
			'another field is rejected',
			{},
			{ Subject: 'One', Assignee: 'E0001', 'Due date': '2027-13-01' },
		],
		['the credential names the way', { selections: 'text' }, { Subject: 'One', Assignee: 'E9999' }],
	])('is asked once if %s', async ({ service, credentials }, _, settings, json) => {
		const given = {
			specifyRecord: 'json',
			recordJson: JSON.stringify({ 'field-8': 'x', ...json }),
		};
		const parameters = { ...create, ...given };
		await failureOf(
			execute({ parameters, credentials: { ...credentials, ...settings }, items: [{ json: {} }] }),
		);
		expect(writes(service)).toHaveLength(1);
	});

	test('is asked in each way once in a run, if the code is unknown', async (world) => {
		const { service, credentials } = world;
		const items = Array(4).fill({ json: { Subject: 'One', Assignee: 'E9999' } });
		await execute({ parameters: create, credentials, items, continueOnFail: true });
		expect(writes(service)).toHaveLength(4 + 1);
	});
});

test('a code that names nobody is found before anything is sent', async (world) => {
	const { service, credentials } = world;
	const run = { parameters: create, credentials: { ...credentials, selections: 'codeAndName' } };
	const bad = { json: { Subject: 'Three', Assignee: 'E9999' } };
	const error = await failureOf(execute({ ...run, items: [...items, bad] }));
	expect(error.message).toContain('Not Found: user E9999');
	expect(sentTo(service).filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.each([
	['given', { findByName: true }],
	['codeAndName', {}],
])(
	'a directory that cannot be read is asked once, however many items: %s',
	async ({ service, credentials }, selections, options) => {
		service.faults.add({ path: /users/, times: 9, answer: { status: 403 } });
		const run = { parameters: { ...create, options }, credentials: { ...credentials, selections } };
		const one = { json: { Subject: 'One', Assignee: 'E0001' } };
		await failureOf(execute({ ...run, items: [one, one, one] }));
		expect(sentTo(service).filter(({ path }) => path.includes('users'))).toHaveLength(1);
	},
);

describe('by name', () => {
	const people = {
		json: { Subject: 'One', Assignee: 'aiko TANAKA, E0003', Department: 'Ｓａｌｅｓ' },
	};
	const lists = ['/api/admin/users', '/api/admin/organizations'];
	// 30 users may be a page that was cut.
	const asked = ['/api/admin/users', ...lists];
	const parameters = { ...create, options: { findByName: true } };

	test('users and organizations are found by one list each, however many items', async (world) => {
		const { service, credentials } = world;
		await execute({ parameters, items: [people, people], credentials });
		const sent = sentTo(service);
		const record = {
			'field-4': [{ code: 'E0001' }, { code: 'E0003' }],
			'field-5': [{ code: 'ORG03' }],
		};
		expect(sent.flatMap(({ body }) => (body ? [body] : []))).toMatchObject([
			{ record },
			{ record },
		]);
		expect(sent.map(({ path }) => path).filter((path) => path.startsWith('/api/admin/'))).toEqual(
			asked,
		);
	});

	test('a name of several fails its item before anything is sent', async (world) => {
		const { service, credentials } = world;
		const { id: _, ...user } = service.store.users.get('E0003')!;
		service.store.users.add({ ...user, code: 'E0900', loginId: 'u900', name: 'Aiko Tanaka' });
		const error = await failureOf(execute({ parameters, items: [people], credentials }));
		expect(error.message).toBe(
			`'Assignee' (field-4): "aiko TANAKA" matches several: Aiko Tanaka (E0001) and Aiko Tanaka (E0900)`,
		);
		expect(sentTo(service).filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('no list is read unless somebody wants it, or where nothing needs it', async (world) => {
		const { service, credentials } = world;
		const items = [{ json: { Subject: 'Nobody' } }];
		await execute({ parameters, items, credentials });
		const run = { parameters: create, items: [people], credentials, continueOnFail: true };
		await execute(run);
		expect(sentTo(service).filter(({ path }) => lists.includes(path))).toEqual([]);
	});
});

describe('Return Users and Organizations As', () => {
	const parameters = (operation: string, options: INodeParameters, more: INodeParameters = {}) => ({
		resource: 'record',
		operation,
		form: byId(1),
		...(operation === 'get' ? { recordId: byId(1) } : { limit: 1, options: {} }),
		...more,
		options,
	});

	test.each([
		['get', 'names', ['Aiko Tanaka', 'Ben Carter'], ['Sales']],
		['getAll', 'codes', ['E0001', 'E0002'], ['ORG03']],
		['get', 'objects', [aiko, { code: 'E0002', name: 'Ben Carter' }], [named]],
	])(
		'%s by %s: by captions and by field IDs',
		async ({ service, credentials }, operation, usersAs, users, units) => {
			const values = {
				'field-4': [{ code: 'E0001' }, { code: 'E0002' }],
				'field-5': [{ code: 'ORG03' }],
			};
			for (const id of [1, 40]) service.store.updateRecord(1, id, values);
			const read = async (options: INodeParameters, more?: INodeParameters) => {
				const run = { parameters: parameters(operation, options, more), credentials };
				return jsonOf(await execute(run))[0]!;
			};
			expect(await read({ usersAs })).toMatchObject({ Assignee: users, Department: units });
			const before = service.log.length;
			const byIdentifier = await read({ usersAs, names: 'identifiers' });
			const requests = service.log.length - before;
			const raw = await read({ names: 'identifiers' });
			// All else is as the service gives it.
			expect(byIdentifier).toEqual({
				...raw,
				'field-3': expect.anything(),
				'field-4': users,
				'field-5': units,
			});
			expect(requests).toBe(service.log.length - before - requests + (users[0] === aiko ? 0 : 1));
			const whole = { simplify: false };
			expect(await read({ usersAs }, whole)).toEqual(await read({}, whole));
		},
	);

	test('codes that were read go back as they are', async ({ service, credentials }) => {
		const options = { usersAs: 'codes' };
		const read = { parameters: parameters('get', options), credentials };
		const [found] = jsonOf(await execute(read));
		const held = () => JSON.parse(service.store.records.get(1, 1)!.data) as Record<string, unknown>;
		const before = held();
		expect(before['field-4']).toHaveLength(1);
		const update = { ...create, operation: 'update', recordId: byId(1) };
		await execute({ parameters: update, items: [{ json: found! }], credentials });
		expect(held()).toEqual(before);
	});
});
