import type { INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints } from '../../support/n8n';
import { credentialType } from '../../support/credentials';
import { byId, inWorld, test, jsonOf, sentTo } from '../../support/world';
import { failureOf, recordsOf, update, wholeItem, writesTo } from '../runs';

const create = recordsOf(1, 'create', { specifyRecord: 'form', ...wholeItem() });
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
		expect(writesTo(service)).toMatchObject([
			{ body: { record: { 'field-4': users.slice(0, 1), 'field-5': organizations } } },
			{ body: { record: { 'field-4': users, 'field-5': organizations } } },
		]);
		const asked = sentTo(service).filter(({ path }) => path.startsWith('/api/admin/'));
		expect(asked).toHaveLength(names);
	},
);

describe('a site that takes users and organizations in one way only', () => {
	const person = [{ json: { Subject: 'One', Assignee: [aiko], Department: 'ORG03' } }];
	const setting = credentialType.properties.find(({ name }) => name === 'selections')!;
	const nameOf = (way: string) =>
		setting.options?.find((one) => 'value' in one && one.value === way)?.name;

	it.each([
		['pairs', 'codeAndName', { 'field-4': [aiko], 'field-5': [named] }],
		['codeObjects', 'code', { 'field-4': [{ code: 'E0001' }], 'field-5': [{ code: 'ORG03' }] }],
		['codes', 'text', { 'field-4': ['E0001'], 'field-5': ['ORG03'] }],
	] as const)('gets %s, and so does the next run', async (selections, way, record) => {
		await inWorld({ dialect: { selections } }, async ({ service, credentials }) => {
			const run = { parameters: create, credentials, items: person };
			const [hint] = (await executeWithHints(run)).hints;
			expect(hint?.message).toContain(`Choose '${nameOf(way)}' as '${setting.displayName}'`);
			const tries = writesTo(service).length;
			expect(writesTo(service).at(-1)?.body).toEqual({
				record: { 'field-1': 'One', ...record },
			});
			expect((await executeWithHints(run)).hints).toEqual([]);
			expect(writesTo(service)).toHaveLength(tries + 1);
			expect(writesTo(service).at(-1)?.body).toMatchObject({ record });
		});
	});

	test.each([
		['another field is rejected', {}, 400, 'field-8'],
		['the credential names the way', { selections: 'text' }, 400, 'field-4'],
		['the request may have taken effect', {}, 502, 'field-4'],
		['the key has no right', {}, 403, 'field-4'],
	])('is asked once if %s', async ({ service, credentials }, _, settings, status, field) => {
		const body = { errors: { code: status, message: `${field} is wrong` } };
		service.faults.add({ method: 'POST', times: 9, answer: { status, body } });
		const run = { parameters: create, items: person };
		await failureOf(execute({ ...run, credentials: { ...credentials, ...settings } }));
		expect(writesTo(service)).toHaveLength(1);
	});

	test('fails in the words of another way that has not just been rejected', async (world) => {
		const { service, credentials } = world;
		const rejected = { status: 400, body: { errors: { code: 400, message: 'field-4 is wrong' } } };
		service.faults.add({ method: 'POST', answer: rejected });
		service.faults.add({ method: 'POST', nth: 2, answer: { status: 401 } });
		const error = await failureOf(execute({ parameters: create, items: person, credentials }));
		expect(error.message).toBe('Unauthorized');
		expect(writesTo(service)).toHaveLength(2);
	});

	test('is asked in each way once in a run, if the code is unknown', async (world) => {
		const { service, credentials } = world;
		const items = Array(4).fill({ json: { Subject: 'One', Assignee: 'E9999' } });
		await execute({ parameters: create, credentials, items, continueOnFail: true });
		expect(writesTo(service)).toHaveLength(4 + 1);
	});
});

test('a code that names nobody is found before anything is sent', async (world) => {
	const { service, credentials } = world;
	const run = { parameters: create, credentials: { ...credentials, selections: 'codeAndName' } };
	const bad = { json: { Subject: 'Three', Assignee: 'E9999' } };
	const error = await failureOf(execute({ ...run, items: [...items, bad] }));
	expect(error.message).toContain('Not Found: user E9999');
	expect(writesTo(service)).toEqual([]);
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
	const parameters = { ...create, options: { findByName: true } };
	const lists = (service: Parameters<typeof sentTo>[0]) =>
		sentTo(service).flatMap(({ path }) => (/^\/api\/admin\/\w+$/.test(path) ? [path] : []));

	test('users and organizations are found by one list each, however many items', async (world) => {
		const { service, credentials } = world;
		await execute({ parameters, items: [people, people], credentials });
		const users = [{ code: 'E0001' }, { code: 'E0003' }];
		const body = { record: { 'field-4': users, 'field-5': [{ code: 'ORG03' }] } };
		expect(writesTo(service)).toMatchObject([{ body }, { body }]);
		// 30 users may be a page that was cut.
		const asked = ['/api/admin/users', '/api/admin/users', '/api/admin/organizations'];
		expect(lists(service)).toEqual(asked);
	});

	test('a name of several fails its item before anything is sent', async (world) => {
		const { service, credentials } = world;
		const { id: _, ...user } = service.store.users.get('E0003')!;
		service.store.users.add({ ...user, code: 'E0900', loginId: 'u900', name: 'Aiko Tanaka' });
		const error = await failureOf(execute({ parameters, items: [people], credentials }));
		expect(error.message).toBe(
			`'Assignee' (field-4): "aiko TANAKA" matches several: Aiko Tanaka (E0001) and Aiko Tanaka (E0900)`,
		);
		expect(writesTo(service)).toEqual([]);
	});

	test('no list is read unless somebody wants it, or where nothing needs it', async (world) => {
		const { service, credentials } = world;
		await execute({ parameters, items: [{ json: { Subject: 'Nobody' } }], credentials });
		const run = { parameters: create, items: [people], credentials, continueOnFail: true };
		await execute(run);
		expect(lists(service)).toEqual([]);
	});
});

describe('Return Users and Organizations As', () => {
	const reading = (operation: string, options: INodeParameters, more: INodeParameters = {}) =>
		recordsOf(1, operation, { recordId: byId(1), limit: 1, ...more, options });

	test.each([
		['get', 'names', ['Aiko Tanaka', 'Ben Carter'], ['Sales'], 1],
		['getAll', 'codes', ['E0001', 'E0002'], ['ORG03'], 1],
		['get', 'objects', [aiko, { code: 'E0002', name: 'Ben Carter' }], [named], 0],
	])(
		'%s by %s: by captions and by field IDs',
		async ({ service, credentials }, operation, usersAs, users, units, ofForm) => {
			const codes = [{ code: 'E0001' }, { code: 'E0002' }];
			for (const id of [1, 40])
				service.store.updateRecord(1, id, { 'field-4': codes, 'field-5': [{ code: 'ORG03' }] });
			const read = async (options: INodeParameters, more?: INodeParameters) => {
				service.log.length = 0;
				const run = { parameters: reading(operation, options, more), credentials };
				return jsonOf(await execute(run))[0]!;
			};
			expect(await read({ usersAs })).toMatchObject({ Assignee: users, Department: units });
			const raw = await read({ names: 'identifiers' });
			// All else is as the service gives it.
			expect(await read({ usersAs, names: 'identifiers' })).toEqual({
				...raw,
				'field-3': expect.anything() as unknown,
				'field-4': users,
				'field-5': units,
			});
			expect(service.log).toHaveLength(1 + ofForm);
			const whole = { simplify: false };
			expect(await read({ usersAs }, whole)).toEqual(await read({}, whole));
		},
	);

	test('codes that were read go back as they are', async ({ service, credentials }) => {
		const parameters = reading('get', { usersAs: 'codes' });
		const items = await execute({ parameters, credentials });
		const held = () => JSON.parse(service.store.records.get(1, 1)!.data) as Record<string, unknown>;
		const before = held();
		expect(before['field-4']).toHaveLength(1);
		const back = { ...update, specifyRecord: 'form', ...wholeItem() };
		await execute({ parameters: back, items, credentials });
		expect(held()).toEqual(before);
	});
});
