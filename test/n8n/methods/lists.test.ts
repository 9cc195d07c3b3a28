import type { INodeParameters } from 'n8n-workflow';
import { pickables } from '../../../nodes/RecordsDirectory/api/pickables';
import { RecordsDirectory } from '../../../nodes/RecordsDirectory/RecordsDirectory.node';
import { listSearch, loadedOptions, mapperFields } from '../../support/n8n';
import { byId, inWorld, test, sentTo } from '../../support/world';
import { onTheWire } from '../../hostile/wire';
import { failureOf } from '../runs';

const form = { form: byId(1) };
const comment = { resource: 'comment', operation: 'get', ...form };

interface List {
	readonly given?: INodeParameters;
	readonly path: string;
	readonly first: { readonly name: string; readonly value: string | number };
	/** The service searches it by a keyword. */
	readonly isSearched?: true;
	/** Rows of a page; a form is read as a whole. */
	readonly limit?: '1000';
	/** A round number of rows, at which a site could have cut the page: the next one shows that it has not. */
	readonly isRound?: true;
}

const ofFields = { given: form, path: '/api/apps/1/fields' };
const wholeForm = { ...ofFields, limit: '1000' } as const;

const lists: Record<string, List> = {
	searchComment: {
		given: { ...comment, recordId: byId(1) },
		path: '/api/apps/1/records/1/comments',
		first: { name: expect.stringMatching(/^.+: .+$/), value: 1 },
	},
	searchCondition: { ...wholeForm, first: { name: 'Contains', value: 'contains' } },
	searchDetailColumn: {
		...{ ...wholeForm, given: { form: byId(2) }, path: '/api/apps/2/fields' },
		first: {
			name: expect.stringMatching(/^.+ \/ .+$/),
			value: expect.stringMatching(/^\["field-\d+","field-\d+"\]$/),
		},
	},
	searchField: { ...ofFields, first: { name: 'Subject (field-1)', value: 1 } },
	searchForm: { path: '/api/apps/forms', first: { name: 'Support Requests', value: 1 } },
	searchOrganization: {
		path: '/api/admin/organizations',
		first: { name: expect.stringMatching(/\(ORG01\)$/), value: 'ORG01' },
	},
	searchOutputField: { ...wholeForm, first: { name: 'Subject', value: 'field-1' } },
	searchPosition: { path: '/api/admin/positions', first: { name: 'President (P1)', value: 'P1' } },
	searchRecord: {
		...{ given: form, path: '/api/apps/1/records', isSearched: true },
		first: { name: expect.stringMatching(/^SUP00040: \w+/), value: 40 },
	},
	searchSortField: { ...wholeForm, first: { name: 'Subject', value: 'field-1' } },
	searchWatchedField: { ...wholeForm, first: { name: 'Process Status', value: 'status' } },
	searchUser: {
		...{ path: '/api/admin/users', isRound: true },
		first: { name: 'Aiko Tanaka (E0001)', value: 'E0001' },
	},
};

it('every list of the node is looked at here', () => {
	const methods = Object.keys(new RecordsDirectory().methods.listSearch);
	expect(methods).toHaveLength(Object.keys(pickables).length);
	expect(methods.sort()).toEqual(Object.keys(lists).sort());
});

describe.each(Object.entries(lists))(
	'%s',
	(method, { given = {}, path, first, isSearched, isRound = false, limit = '100' }) => {
		test('gives names to read and values to use', async ({ service, credentials }) => {
			const found = await listSearch(method, { parameters: given, credentials });
			expect(found.results[0]).toEqual(first);
			expect(found.paginationToken).toBeUndefined();
			const query = expect.objectContaining({ page: '1', limit });
			expect(sentTo(service)[0]).toEqual({ method: 'GET', path, query });
			expect(service.log).toHaveLength(isRound ? 2 : 1);
		});

		test('searches a list of one page itself', async ({ service, credentials }) => {
			await listSearch(method, { parameters: given, credentials, filter: 'Tana & Co' });
			const asked = service.log.map(({ query: { name, keyword } }) => ({ name, keyword }));
			expect(asked).toEqual(
				isSearched
					? // The records that a search brings may be all there are.
						[{ keyword: 'Tana & Co' }, { keyword: expect.any(String) }]
					: isRound
						? [{}, {}]
						: [{}],
			);
		});
	},
);

test.each([
	['searchField', {}, 'form'],
	['searchSortField', {}, 'form'],
	['searchRecord', { form: { __rl: true, mode: 'list', value: '' } }, 'form'],
	['searchComment', comment, 'record'],
])(
	'%s needs something to be chosen before',
	async ({ service, credentials }, method, parameters, label) => {
		const error = await failureOf(listSearch(method, { parameters, credentials }));
		expect(error.message).toBe(`Choose a ${label} first. This list depends on it.`);
		expect(service.log).toHaveLength(0);
	},
);

test('the form may be chosen by its address', async ({ service, credentials }) => {
	const value = `${service.url}/forms/3`;
	const parameters = { form: { __rl: true, mode: 'url', value } };
	await listSearch('searchField', { parameters, credentials });
	expect(service.log.map(({ path }) => path)).toEqual(['/api/apps/3/fields']);
});

/** The rows that a site gives for an address, if it cuts pages at `cap`. */
function pageOf<Row>(rows: readonly Row[], target: string, cap = Infinity): readonly Row[] {
	const { searchParams } = new URL(target, 'http://x');
	const [page = 0, limit = 0] = ['page', 'limit'].map((key) => Number(searchParams.get(key)));
	const size = Math.min(limit, cap);
	return rows.slice((page - 1) * size, page * size);
}

describe('a list that is shown in parts', () => {
	const codes = (count: number) => Array.from({ length: count }, (_, n) => `C/${n}`);

	/** What is shown to the end, of a site that cuts pages at `cap`. */
	const shown = async (cap: number) => {
		const all = codes(253);
		return await onTheWire(
			({ target }) => {
				const some = pageOf(all, target, cap);
				return { body: { user: some.map((code) => ({ code, name: 'User' })) } };
			},
			async ({ url }) => {
				const run = { parameters: {}, credentials: { baseUrl: url, apiKey: 'k' } };
				const values: unknown[] = [];
				let paginationToken: string | undefined;
				for (let part = 0; part === 0 || paginationToken !== undefined; part++) {
					const given = paginationToken === undefined ? run : { ...run, paginationToken };
					const found = await listSearch('searchUser', given);
					for (const { value } of found.results) values.push(value);
					paginationToken = found.paginationToken as string | undefined;
				}
				return values;
			},
		);
	};

	it.each([1000, 100, 50])('shows all rows once, of a site that cuts pages at %i', async (cap) => {
		expect(await shown(cap)).toEqual(codes(253));
	});
});

const pick = async (filter: string, method = 'searchUser', parameters: INodeParameters = form) =>
	await inWorld({}, async ({ credentials }) => {
		const { results } = await listSearch(method, { parameters, credentials, filter });
		return results.map(({ name }) => name);
	});

it.each([
	['Aiko Tanaka', 'searchUser', ['Aiko Tanaka (E0001)']],
	['aiko', 'searchUser', ['Aiko Tanaka (E0001)']],
	['ＡＩＫＯ', 'searchUser', ['Aiko Tanaka (E0001)']],
	['e0001', 'searchUser', ['Aiko Tanaka (E0001)']],
	['E0001', 'searchUser', ['Aiko Tanaka (E0001)']],
	['p1', 'searchPosition', ['President (P1)']],
	['support r', 'searchForm', ['Support Requests']],
	['FIELD-1)', 'searchField', ['Subject (field-1)']],
	['nobody', 'searchUser', []],
	['FIELD-2', 'searchSortField', ['Description']],
])(
	'%s is found in %s whatever the case and width, by name and code',
	async (filter, method, names) => {
		expect(await pick(filter, method)).toEqual(names);
	},
);

it('a record is found by what its choice shows, although no field contains that', async () => {
	const found = async (filter: string) => await pick(filter, 'searchRecord', { form: byId(4) });
	const [name = ''] = await found('');
	expect(name).toMatch(/\d/);
	expect(await found(String(name))).toEqual([name]);
	expect(await found('no record has this')).toEqual([]);
});

describe('a list of several pages, of which the service searches the other rows by name', () => {
	const users = Array.from({ length: 2_345 }, (_, n) => ({ code: `C${n}`, name: `User ${n}` }));
	const SEARCHES: Record<string, (name: string) => (one: { name: string }) => boolean> = {
		'the exact name': (name) => (one) => one.name === name,
		'a part of it': (name) => (one) => one.name.includes(name),
		'nothing, as it ignores the name': () => () => true,
	};

	const searchFor = async (
		by: (name: string) => (one: { name: string }) => boolean,
		filter: string,
	) =>
		await onTheWire(
			({ target }) => {
				const name = new URL(target, 'http://x').searchParams.get('name');
				const found = name === null ? users : users.filter(by(name));
				return { body: { user: pageOf(found, target) } };
			},
			async ({ url, arrived }) => {
				const run = { parameters: {}, credentials: { baseUrl: url, apiKey: 'k' }, filter };
				const { results } = await listSearch('searchUser', run);
				expect(arrived.length).toBeLessThan(3);
				return results.map(({ value }) => value);
			},
		);

	it.each(Object.entries(SEARCHES))('%s', async (what, by) => {
		expect(await searchFor(by, 'user 999')).toEqual(['C999']);
		expect(await searchFor(by, 'c999')).toEqual(['C999']);
		const isIgnored = what.startsWith('nothing');
		expect(await searchFor(by, 'User 2344')).toEqual(isIgnored ? [] : ['C2344']);
		const found = await searchFor(by, 'User 99');
		expect(found).toHaveLength(11);
		expect(new Set(found).size).toBe(found.length);
	});
});

describe('a list of several pages that the service cannot search', () => {
	const rows = Array.from({ length: 1_234 }, (_, n) => ({
		...{ id: n, creator: 'A' },
		content: `Comment ${n}`,
	}));

	it('is searched by the node, part by part', async () => {
		await onTheWire(
			({ target }) => ({ body: { comments: pageOf(rows, target) } }),
			async ({ url, arrived }) => {
				const parameters = { ...comment, recordId: byId(4) };
				const credentials = { baseUrl: url, apiKey: 'k' };
				const run = { parameters, credentials, filter: 'comment 1200' };
				const { results, paginationToken } = await listSearch('searchComment', run);
				expect(results).toEqual([]);
				expect(arrived).toHaveLength(1);
				const more = { ...run, paginationToken: paginationToken as string };
				expect((await listSearch('searchComment', more)).results).toEqual([
					{ name: 'A: Comment 1200', value: 1200 },
				]);
				expect(arrived.filter(({ target }) => target.includes('name='))).toEqual([]);
			},
		);
	});
});

it.each([
	[{ a: 12, b: ' ', c: 'Printer \n jam', d: 'Other' }, '7: Printer jam'],
	[{ a: 'x'.repeat(70) }, `7: ${'x'.repeat(60)}`],
	[{ a: 12 }, '7'],
])('a record shows its first text: %j', async (record, name) => {
	await onTheWire(
		() => ({ body: { records: [{ recordId: 7, record }] } }),
		async ({ url }) => {
			const credentials = { baseUrl: url, apiKey: 'k' };
			const { results } = await listSearch('searchRecord', { parameters: form, credentials });
			expect(results).toEqual([{ name, value: 7 }]);
		},
	);
});

test('finds comments by their text, which the service cannot', async ({ service, credentials }) => {
	service.store.addComment(1, 4, { content: 'The  quick\nbrown fox', creatorCode: 'E0001' });
	service.store.addComment(1, 4, { content: 'Nothing', creatorCode: 'E0001' });
	const parameters = { ...comment, recordId: byId(4) };
	const found = await listSearch('searchComment', { parameters, credentials, filter: 'QUICK B' });
	expect(found.results.map(({ name }) => name)).toEqual(['Aiko Tanaka: The quick brown fox']);
	expect(service.log).toHaveLength(1);
});

test.each([
	['searchForm', 'Support Requests'],
	['searchUser', 'Aiko Tanaka (E0001)'],
])('the trigger has %s too', async ({ service, credentials }, method, name) => {
	const run = { node: 'recordsDirectoryTrigger' as const, parameters: {}, credentials };
	const { results } = await listSearch(method, run);
	expect(results[0]?.name).toBe(name);
	expect(service.log.length).toBeLessThan(3);
});

describe('the conditions of a row', () => {
	const path = 'parameters.conditions.row[1].condition';
	const offered = async (
		field: string,
		{ credentials, form: chosen = byId(3) }: { credentials: object; form?: object },
	) => {
		const row = [{ field: byId('field-31') }, { field: byId(field) }];
		const parameters = {
			operation: 'getAll',
			form: chosen,
			conditions: { row },
		} as INodeParameters;
		const run = { parameters, credentials, path };
		return (await loadedOptions('getConditions', run as never)).map(({ name }) => name);
	};
	const SAME = ['Equals', 'Does Not Equal', 'Is Empty', 'Is Not Empty'];
	const ORDER = ['Less Than', 'Greater Than', 'Greater Than or Equal', 'Less Than or Equal'];

	test.each([
		['a text', 'field-31', ['Contains', 'Does Not Contain', ...SAME]],
		['a number, named by its caption', 'Price', [...SAME, ...ORDER]],
		["the record's own time", 'createdAt', [...SAME, ...ORDER]],
		['a list of choices', 'field-32', ['Contains', 'Does Not Contain', ...SAME]],
		['no field yet', '', ['Contains', 'Does Not Contain', ...SAME, ...ORDER]],
	])('are those that fit %s', async ({ credentials }, _, field, names) => {
		expect(await offered(field, { credentials })).toEqual(names);
	});

	test('are all if an expression names the form', async ({ service, credentials }) => {
		const chosen = byId('={{ $json.form }}');
		expect(await offered('field-31', { credentials, form: chosen })).toHaveLength(10);
		expect(service.log).toEqual([]);
	});

	test('take one request for all rows that are shown at once', async ({ service, credentials }) => {
		const rows = ['field-31', 'field-33', 'field-34'];
		await Promise.all(rows.map((field) => offered(field, { credentials })));
		expect(service.log).toHaveLength(1);
		const wrong = { ...credentials, apiKey: 'wrong' };
		await expect(offered('field-31', { credentials: wrong })).rejects.toThrow('Unauthorized');
	});
});

describe('the inputs for the fields of a form', () => {
	test.each([
		['create', ['field-21', 'field-22']],
		['import', ['field-21', 'field-22']],
		['update', []],
	])('must be filled for a new record only: %s', async ({ credentials }, operation, required) => {
		const parameters = { operation, form: byId(2) };
		const { fields } = await mapperFields('getFormFields', { parameters, credentials });
		expect(fields.filter((one) => one.required).map(({ id }) => id)).toEqual(required);
	});

	test.each([
		[2, ['/api/apps/2/fields', '/api/admin/users', '/api/admin/users']],
		[3, ['/api/apps/3/fields']],
	])(
		'take the list of users only if the form has a field for one: form %i',
		async ({ service, credentials }, id, paths) => {
			const parameters = { operation: 'create', form: byId(id) };
			await mapperFields('getFormFields', { parameters, credentials });
			expect(sentTo(service).map(({ path }) => path)).toEqual(paths);
		},
	);

	const inputsFor = async (users: number, organizations: number, node?: 'recordsDirectoryTool') =>
		await onTheWire(
			({ target }) => {
				const all = (count: number) =>
					Array.from({ length: count }, (_, n) => ({ code: `C${n}`, name: `Name ${n}` }));
				const rows = (count: number) => pageOf(all(count), target);
				if (target.includes('/users')) return { body: { user: rows(users) } };
				if (target.includes('/organizations'))
					return { body: { organizations: rows(organizations) } };
				const captions = { user: 'Größe', organization: 'Grüße', text: 'Text' };
				const fields = Object.entries(captions).map(([fieldType, caption], n) => {
					return { fieldId: n + 1, uniqueId: `f-${n}`, caption, fieldType, multiple: false };
				});
				return { body: { fields } };
			},
			async ({ url }) => {
				const parameters = { operation: 'create', form: byId(1) };
				const credentials = { baseUrl: url, apiKey: 'k' };
				const run = { parameters, credentials, ...(node && { node }) };
				return (await mapperFields('getFormFields', run)).fields;
			},
		);

	it('offer users and organizations as dropdown lists up to 200', async () => {
		const typesFor = async (users: number, organizations: number) =>
			(await inputsFor(users, organizations)).map(({ type, options }) => [type, options?.length]);
		const text = ['string', undefined];
		expect(await typesFor(200, 201)).toEqual([['options', 200], text, text]);
		expect(await typesFor(201, 200)).toEqual([text, ['options', 200], text]);
	});

	it('have distinct labels for the model of an agent', async () => {
		const labelsFor = async (node?: 'recordsDirectoryTool') =>
			(await inputsFor(1, 1, node)).map(({ displayName }) => displayName);
		expect(await labelsFor()).toEqual(['Größe', 'Grüße', 'Text']);
		expect(await labelsFor('recordsDirectoryTool')).toEqual(['Größe (f-0)', 'Grüße (f-1)', 'Text']);
	});
});

test('a list that cannot be loaded says what to do: n8n shows only the message', async (world) => {
	const credentials = { ...world.credentials, apiKey: 'wrong' };
	const error = await failureOf(listSearch('searchForm', { parameters: {}, credentials }));
	expect(error.message).toMatch(/^Unauthorized\. Check the API key in the credential/);
});
