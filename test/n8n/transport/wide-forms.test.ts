import { rowsPerPage } from '../../../nodes/RecordsDirectory/core/limits';
import { execute } from '../../support/n8n';
import { bareForm } from '../../support/watching';
import { byId, inWorld, jsonOf, sentTo } from '../../support/world';

const FORM = 9;
const FIELDS = Array.from({ length: 500 }, (_, n) => `field-${n + 1}`);
const RECORDS = 900;

it.each([
	[1, 1_000],
	[200, 1_000],
	[201, 995],
	[1_000, 200],
	[10_000, 100],
])('a page of records with %i fields has at most %i rows', (fields, rows) => {
	expect(rowsPerPage(fields)).toBe(rows);
});

it.each([
	['of all fields, in smaller pages', {}, ['400', '400', '400']],
	['of all fields whose form is not read, in full pages', { names: 'identifiers' }, ['1000']],
])('records %s come once each', async (_, options, limits) => {
	await inWorld({}, async ({ service, credentials }) => {
		service.store.addForm({ ...bareForm(FIELDS), id: FORM });
		const values = Array.from({ length: RECORDS }, (_, n) => ({ values: { 'field-1': `${n}` } }));
		service.store.addRecords(FORM, values);
		const parameters = {
			resource: 'record',
			operation: 'getAll',
			form: byId(FORM),
			returnAll: true,
			options,
		};
		const found = jsonOf(await execute({ parameters, credentials })).map(
			({ recordId }) => recordId,
		);
		expect(new Set(found).size).toBe(RECORDS);
		expect(found).toHaveLength(RECORDS);
		const pages = sentTo(service).filter(({ path }) => path.endsWith('/records'));
		expect(pages.map(({ query }) => query?.limit)).toEqual(limits);
	});
});

it('records since a time come in smaller pages', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		service.store.addForm({ ...bareForm(FIELDS), id: FORM });
		const values = Array.from({ length: RECORDS }, (_, n) => ({ values: { 'field-1': `${n}` } }));
		service.store.addRecords(FORM, values);
		const parameters = {
			resource: 'record',
			operation: 'getAll',
			form: byId(FORM),
			returnAll: true,
			filters: { createdAfter: '2000-01-01' },
		};
		expect(await execute({ parameters, credentials })).toHaveLength(RECORDS);
		const pages = sentTo(service).filter(({ path }) => path.endsWith('/records'));
		expect(Math.max(...pages.map(({ query }) => Number(query?.limit)))).toBe(400);
	});
});

it('records are compared in smaller pages', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		service.store.addForm({ ...bareForm(FIELDS), id: FORM });
		const values = Object.fromEntries(FIELDS.map((id) => [id, 'the same']));
		service.store.addRecords(FORM, [{ values }]);
		const parameters = {
			resource: 'record',
			operation: 'upsert',
			form: byId(FORM),
			recordMapper: {
				mappingMode: 'autoMapInputData',
				value: null,
				matchingColumns: ['field-1'],
			},
		};
		const done = jsonOf(await execute({ parameters, items: [{ json: values }], credentials }));
		expect(done).toMatchObject([{ recordId: 1 }]);
		const sent = sentTo(service).filter(({ path }) => path.endsWith('/records'));
		expect(sent.map(({ method, query }) => [method, query?.limit])).toEqual([['GET', '400']]);
	});
});
