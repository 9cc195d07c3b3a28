import type { INodeParameters } from 'n8n-workflow';
import { rowsPerPage } from '../../../nodes/RecordsDirectory/core/limits';
import { execute } from '../../support/n8n';
import { bareForm } from '../../support/watching';
import { inWorld, jsonOf, sentTo } from '../../support/world';
import { recordsOf, wholeItem } from '../runs';

const FORM = 9;
const FIELDS = Array.from({ length: 500 }, (_, n) => `field-${n + 1}`);

it.each([
	[1, 1_000],
	[200, 1_000],
	[201, 995],
	[1_000, 200],
	[10_000, 100],
])('a page of records with %i fields has at most %i rows', (fields, rows) => {
	expect(rowsPerPage(fields)).toBe(rows);
});

/** The output of a run on a form with these records, and the limit of each page that it requests. */
const running = async (
	parameters: INodeParameters,
	values: ReadonlyArray<Record<string, string>>,
) =>
	await inWorld({}, async ({ service, credentials }) => {
		service.store.addForm({ ...bareForm(FIELDS), id: FORM });
		service.store.addRecords(
			FORM,
			values.map((one) => ({ values: one })),
		);
		const output = await execute({ parameters, items: [{ json: values[0]! }], credentials });
		const pages = sentTo(service).filter(({ path }) => path.endsWith('/records'));
		return {
			ids: jsonOf(output).map(({ recordId }) => recordId),
			limits: pages.map(({ method, query }) => (method === 'GET' ? query?.limit : method)),
		};
	});

it.each<[string, INodeParameters, number]>([
	['of all fields, in smaller pages', { options: {} }, 400],
	['without captions, in full pages', { options: { names: 'identifiers' } }, 1_000],
	['since a time, in smaller pages', { filters: { createdAfter: '2000-01-01' } }, 400],
])('records %s come once each', async (_, more, most) => {
	const values = Array.from({ length: 900 }, (_, n) => ({ 'field-1': `${n}` }));
	const parameters = recordsOf(FORM, 'getAll', { returnAll: true, ...more });
	const { ids, limits } = await running(parameters, values);
	expect(ids).toEqual(values.map((_, n) => 900 - n));
	expect(Math.max(...limits.map(Number))).toBe(most);
});

it('records are compared in smaller pages', async () => {
	const values = Object.fromEntries(FIELDS.map((id) => [id, 'the same']));
	const { ids, limits } = await running(recordsOf(FORM, 'upsert', wholeItem('field-1')), [values]);
	expect({ ids, limits }).toEqual({ ids: [1], limits: ['400'] });
});
