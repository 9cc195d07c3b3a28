import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../support/n8n';
import { byId, test, jsonOf, sentTo } from '../../support/world';
import { failureOf, plain, recordsOf } from '../runs';

const get = (options: INodeParameters, more: INodeParameters = {}) =>
	recordsOf(1, 'get', { recordId: byId(2), options, ...more });

test('Return All gives a model the number of 1,240 records, and the first 50 of them', async (world) => {
	const { service, credentials } = world;
	const values = { 'field-1': 'More' };
	service.store.addRecords(1, Array(1_200).fill({ values, createdAt: '2026-06-01 00:00:00' }));
	const parameters = recordsOf(1, 'getAll', { returnAll: true, options: plain });
	const [note, ...rows] = jsonOf(await execute({ parameters, credentials, isTool: true }));
	expect(note).toEqual({ note: '1,240 found. The first 50 follow.' });
	expect(rows).toHaveLength(50);
	const skipping = { ...parameters, filters: { keyword: "={{ $fromAI('word') ?? '' }}" } };
	const [both] = jsonOf(await execute({ parameters: skipping, credentials, isTool: true }));
	expect(both).toEqual({
		note: `Not filtered by Keyword: no value was given. ${String(note?.note)}`,
	});
	expect(rows[0]).toMatchObject({ recordId: 1_240 });
	expect(await execute({ parameters, credentials })).toHaveLength(1_240);
});

describe('Get with chosen fields', () => {
	test('returns only those of the form, under their captions, and takes no further request', async (world) => {
		const { service, credentials } = world;
		const parameters = get({ fields: ['field-6', 'status'] });
		const [output = {}] = jsonOf(await execute({ parameters, credentials }));
		expect(output).toMatchObject({ recordId: 2, uniqueId: 'SUP00002', Priority: 'High' });
		expect(output).not.toHaveProperty('Subject');
		expect(sentTo(service).map(({ path, query }) => [path, query?.fields])).toEqual([
			['/api/apps/1/fields', undefined],
			['/api/apps/1/records/2', undefined],
		]);
	});

	test.each([
		['by field ID', plain, {}],
		['without Simplify', {}, { simplify: false }],
	])('returns only those %s', async ({ credentials }, _, options, more) => {
		const parameters = get({ ...options, fields: 'field-6,field-1' }, more);
		const [output = {}] = jsonOf(await execute({ parameters, credentials }));
		const values = 'simplify' in more ? (output.record as object) : output;
		const shown = Object.keys(values).filter((name) => name.startsWith('field-'));
		expect(shown).toEqual(['field-6', 'field-1']);
	});

	test('rejects a field that the form does not have before it reads the record', async (world) => {
		const { service, credentials } = world;
		const run = { parameters: get({ fields: ['field-99'] }), credentials };
		expect((await failureOf(execute(run))).message).toMatch(/^The form has no field 'field-99'/);
		expect(sentTo(service).map(({ path }) => path)).toEqual(['/api/apps/1/fields']);
	});
});

test('Get Many with chosen fields, in an order, takes one request', async (world) => {
	const options = { fields: ['field-6'], order: 'createdAt' };
	const parameters = recordsOf(1, 'getAll', { limit: 1, simplify: false, options });
	await execute({ parameters, credentials: world.credentials });
	expect(sentTo(world.service)).toMatchObject([{ query: { fields: 'field-6' } }]);
});
