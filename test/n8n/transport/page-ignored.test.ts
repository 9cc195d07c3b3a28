import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../sandbox/service/service';
import { execute, listSearch } from '../../support/n8n';
import { byId, inWorld } from '../../support/world';
import { failureOf } from '../runs';

/** A site whose lists ignore `page`: every page is the first. */
const dialect = { pastTheEnd: 'repeats' } as const;
const FORM = 9;
const SAME_PAGE =
	'The site returns the same page again for every page number, so rows of the list may be missing';

const named = (code: string) => ({
	code,
	name: code,
	kana: code,
	loginId: code,
	organizationCode: 'ORG01',
});

/** Replaces the entries of a list. */
const emptied = <T extends { code: string }>(
	entries: { list(): T[]; delete(code: string): void; add(one: never): number },
	count: number,
) => {
	for (const { code } of entries.list()) entries.delete(code);
	for (let n = 0; n < count; n++) entries.add(named(`C${n}`) as never);
};

/** A form with this many fields. */
const withFields = ({ store }: Service, count: number) => {
	const form = store.forms.get(4)!;
	const fields = Array.from({ length: count }, (_, n) => ({
		...form.fields[0]!,
		fieldId: 900 + n,
		uniqueId: `own-${n}`,
		caption: `Own ${n}`,
		required: false,
	}));
	const { simpleSearch: _, filters: __, ...plain } = form;
	store.addForm({ ...plain, id: FORM, fields });
};

/** Records of which the lowest is not record 1, which would end the list by itself. */
const withRecords = (service: Service, count: number) => {
	withFields(service, 3);
	service.store.addRecords(
		FORM,
		Array.from({ length: count + 1 }, () => ({ values: {} })),
	);
	service.store.deleteRecord(FORM, 1);
};

const ofRecords = (options: INodeParameters): List => ({
	given: { resource: 'record', form: byId(FORM), options: { names: 'identifiers', ...options } },
	fill: withRecords,
	isCounted: true,
});

interface List {
	readonly given: INodeParameters;
	readonly fill: (service: Service, count: number) => void;
	readonly least?: number;
	/** Whether the form says how many there are. */
	readonly isCounted?: true;
}

const lists: Record<string, List> = {
	organizations: {
		given: { resource: 'organization' },
		fill: ({ store }, count) => emptied(store.organizations, count),
	},
	positions: {
		given: { resource: 'position' },
		fill: ({ store }, count) => emptied(store.positions, count),
	},
	users: { given: { resource: 'user' }, fill: ({ store }, count) => emptied(store.users, count) },
	forms: {
		given: { resource: 'form' },
		fill({ store }, count) {
			const form = store.forms.get(4)!;
			for (let id = 5; id <= count; id++) store.addForm({ ...form, id });
		},
		least: 4,
	},
	fields: { given: { resource: 'field', form: byId(FORM) }, fill: withFields },
	comments: {
		given: { resource: 'comment', form: byId(4), recordId: byId(9) },
		fill({ store }, count) {
			const comment = { content: 'x', creatorCode: 'E0001' };
			for (const { id } of store.comments.list(4, 9, { deleted: false, limit: 99, offset: 0 }))
				store.comments.markDeleted(id);
			for (let n = 0; n < count; n++) store.addComment(4, 9, comment);
		},
	},
	'records by ID': ofRecords({}),
	'sorted records': ofRecords({ order: 'createdAt' }),
	'records with conditions': {
		...ofRecords({}),
		given: {
			...ofRecords({}).given,
			conditions: { row: [{ field: 'recordId', condition: 'atLeast', value: '1' }] },
		},
	},
	'records since a time': {
		...ofRecords({}),
		given: { ...ofRecords({}).given, filters: { changedAfter: '2000-01-01' } },
	},
};

const run = (given: INodeParameters, more: INodeParameters = {}) => ({
	...given,
	operation: 'getAll',
	returnAll: true,
	filters: {},
	...more,
	...(given.filters ? { filters: given.filters } : {}),
});

const CAPS = [50, 64, 100, 128, 500];

describe.each(Object.entries(lists))('at a site that ignores `page`, %s', (_, list) => {
	const { given, fill, least = 0, isCounted } = list;
	const lengths = [0, 9, 10, 11, 20, 30, 49, 51, 63, 65, 120, 999].filter(
		(count) => count >= least,
	);

	it('are all read', async () => {
		for (const count of lengths) {
			await inWorld({ dialect }, async ({ service, credentials }) => {
				service.store.change(() => fill(service, count));
				await expect(execute({ parameters: run(given), credentials })).resolves.toHaveLength(count);
			});
		}
	});

	it('are read if the length may be a cap, only if the form counts as many', async () => {
		for (const count of CAPS) {
			await inWorld({ dialect }, async ({ service, credentials }) => {
				service.store.change(() => fill(service, count));
				const read = execute({ parameters: run(given), credentials });
				if (isCounted) return await expect(read).resolves.toHaveLength(count);
				const error = await failureOf(read);
				expect(error.message).toBe(SAME_PAGE);
				expect(error.description).toMatch(/Tell the provider/);
			});
		}
	});

	it('are no success if there are more', async () => {
		for (const count of [1_001, 1_100]) {
			await inWorld({ dialect }, async ({ service, credentials }) => {
				service.store.change(() => fill(service, count));
				const error = await failureOf(execute({ parameters: run(given), credentials }));
				expect(error.message).toBe(SAME_PAGE);
			});
		}
	});

	it('are returned up to the limit', async () => {
		await inWorld({ dialect }, async ({ service, credentials }) => {
			service.store.change(() => fill(service, 150));
			const parameters = run(given, { returnAll: false, limit: 50 });
			await expect(execute({ parameters, credentials })).resolves.toHaveLength(50);
		});
	});
});

it('a count that differs confirms nothing', async () => {
	await inWorld({ dialect: { ...dialect, pageCap: 100 } }, async ({ service, credentials }) => {
		withRecords(service, 150);
		const error = await failureOf(execute({ parameters: run(ofRecords({}).given), credentials }));
		expect(error.message).toBe(SAME_PAGE);
	});
});

describe('a form with 10 fields at a site that ignores `page`', () => {
	const mapped = (operation: string): INodeParameters => ({
		resource: 'record',
		operation,
		form: byId(FORM),
		recordMapper: {
			mappingMode: 'autoMapInputData',
			value: null,
			matchingColumns: ['own-0'],
			schema: [],
		},
	});

	it.each(['create', 'import', 'upsert'])('takes records: %s', async (operation) => {
		await inWorld({ dialect }, async ({ service, credentials }) => {
			withFields(service, 10);
			service.store.addRecords(
				FORM,
				Array.from({ length: 10 }, (_, n) => ({ values: { 'own-0': `v${n}`, 'own-1': 'before' } })),
			);
			service.store.deleteRecord(FORM, 1);
			const items = [{ json: { 'Own 0': 'new', 'Own 1': 'after' } }];
			await execute({ parameters: mapped(operation), items, credentials });
			expect(service.store.records.get(FORM, 11)?.data).toContain('after');
		});
	});

	it('offers its fields, and the lists of the panel', async () => {
		await inWorld({ dialect }, async ({ service, credentials }) => {
			withFields(service, 10);
			emptied(service.store.positions, 149);
			const fields = await listSearch('searchOutputField', {
				parameters: { resource: 'record', operation: 'getAll', form: byId(FORM) },
				credentials,
			});
			expect(fields.results.filter(({ value }) => String(value).startsWith('own-'))).toHaveLength(
				10,
			);
			const asked = { parameters: { resource: 'position', operation: 'get' }, credentials };
			const first = await listSearch('searchPosition', asked);
			expect(first.results).toHaveLength(100);
			const second = await listSearch('searchPosition', {
				...asked,
				paginationToken: first.paginationToken,
			} as never);
			expect(second.results).toHaveLength(49);
		});
	});
});
