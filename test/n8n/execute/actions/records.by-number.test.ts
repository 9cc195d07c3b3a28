import type { INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../../support/n8n';
import { byId, test, jsonOf, sentTo, type World } from '../../../support/world';
import { failureOf } from '../../runs';
import { run, wanting } from './run';

const PATH = '/api/apps/1/records';
const of = (resource: string, operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource,
	operation,
	form: byId(1),
	recordId: byId('={{ $json.of }}'),
	options: resource === 'record' && operation === 'get' ? { names: 'identifiers' } : {},
	...more,
});
const asJson = { specifyRecord: 'json', recordJson: '{ "field-6": "High" }' };
const written = { content: 'Please look', creatorCode: byId('E0001') };
const rowsOf = async (world: World, parameters: INodeParameters, records: readonly unknown[]) =>
	jsonOf((await run(world, parameters, wanting(...records))).items);
const requests = ({ service }: World) =>
	sentTo(service).map(({ method, path }) => `${method} ${path}`);
const CHECK = `GET ${PATH}/7`;

describe('a record that is named as people see it', () => {
	test.each(['SUP00007', 'sup00007', ' SUP00007 ', 'ＳＵＰ００００７'])(
		'is read with a single request: %j',
		async (world, name) => {
			const [found] = await rowsOf(world, of('record', 'get'), [name]);
			expect(found).toMatchObject({ recordId: 7, uniqueId: 'SUP00007' });
			expect(requests(world)).toEqual([CHECK]);
		},
	);

	test.each<[string, INodeParameters, string, object]>([
		['updated', of('record', 'update', asJson), `PUT ${PATH}/7`, { recordId: 7 }],
		['deleted', of('record', 'delete'), `DELETE ${PATH}/7`, { deleted: true, recordId: 7 }],
		['commented on', of('comment', 'create', written), `POST ${PATH}/7/comments`, { recordId: 7 }],
	])('is %s after it was read', async (world, _, parameters, request, output) => {
		// The first update at a site also learns what an update leaves out.
		await rowsOf(world, of('record', 'update', asJson), [8]);
		world.service.log.splice(0);
		expect(await rowsOf(world, parameters, ['SUP00007'])).toEqual([
			expect.objectContaining(output),
		]);
		expect(requests(world)).toEqual([CHECK, request]);
	});

	test('is read once for all items and all of its comments', async (world) => {
		const { store } = world.service;
		const id = Number(store.addComment(1, 7, { content: 'A', creatorCode: 'E0001' }));
		const list = of('comment', 'getAll', { returnAll: true });
		expect(await rowsOf(world, list, ['SUP00007', 'SUP00007'])).toHaveLength(2);
		expect(requests(world)).toEqual([CHECK, `GET ${PATH}/7/comments`]);
		const one = of('comment', 'get', { commentId: byId(id) });
		expect(await rowsOf(world, one, ['SUP00007'])).toEqual([expect.objectContaining({ id })]);
	});

	test('offers its comments in the panel', async ({ service, credentials }) => {
		service.store.addComment(1, 7, { content: 'Seven', creatorCode: 'E0001' });
		const parameters = of('comment', 'get', { recordId: byId('SUP00007') });
		const { results } = await listSearch('searchComment', { parameters, credentials });
		expect(results.map(({ name }) => name)).toEqual(['Aiko Tanaka: Seven']);
	});
});

test.each([7, '7', '0007'])(
	'a number is the ID of a record, and takes no request: %j',
	async (world, id) => {
		expect(await rowsOf(world, of('record', 'delete'), [id])).toMatchObject([{ recordId: 7 }]);
		expect(requests(world)).toEqual([`DELETE ${PATH}/7`]);
	},
);

describe('a record that has another Identification ID', () => {
	test.each([
		['of another form', 'AST00007', 7],
		['with another prefix and number', 'SUP7', 7],
	])('is left alone, and the error names the form: %s', async (world, _, name, id) => {
		for (const operation of ['delete', 'update', 'get']) {
			const error = await failureOf(rowsOf(world, of('record', operation, asJson), [name]));
			expect(error.message).toBe(`Record ${id} of form 1 is not "${name}"`);
			expect(error.description).toContain("or find it with 'Look Up'");
		}
		expect(new Set(requests(world))).toEqual(new Set([`GET ${PATH}/${id}`]));
	});

	test.each(['delete', 'update'])('is found before the first %s', async (world, operation) => {
		const all = ['SUP00007', 'AST00008', 'SUP00009'];
		const dry = of('record', operation, { ...asJson, dryRun: true });
		const planned = { dryRun: true, action: operation, appsId: 1 };
		expect(await rowsOf(world, dry, all)).toEqual([
			expect.objectContaining({ ...planned, recordId: 7 }),
			{
				...{ dryRun: true, action: 'unknown' },
				problem: expect.stringMatching(/^Record 8 of form 1 is not "AST00008"/) as unknown,
			},
			expect.objectContaining({ ...planned, recordId: 9 }),
		]);
		const { message } = await failureOf(rowsOf(world, of('record', operation, asJson), all));
		expect(message).toContain('Record 8 of form 1 is not "AST00008"');
		expect(new Set(requests(world))).toEqual(new Set([7, 8, 9].map((id) => `GET ${PATH}/${id}`)));
	});
});
