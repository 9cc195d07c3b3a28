import type { INodeParameters } from 'n8n-workflow';
import { execute, listSearch, poll } from '../../support/n8n';
import { byId, inWorld } from '../../support/world';
import {
	countOf,
	create,
	failureOf,
	get,
	headlinesOf,
	importing,
	plain,
	remove,
	subjects,
	update,
} from '../runs';

const byForm = (operation: string, more: INodeParameters) => ({
	resource: 'record',
	operation,
	...more,
});
const mapped = (value: INodeParameters, matchingColumns: string[] = []) => ({
	recordMapper: { mappingMode: 'defineBelow', value, matchingColumns },
});
const user = { resource: 'user', code: byId('E0005') };
const throughImport = { ...create, options: { throughImport: true } };
const CUSTOMERS = 2;
const position = {
	resource: 'position',
	operation: 'create',
	newCode: '=NEW-{{ $itemIndex }}',
	name: 'New',
	kana: 'new',
};

/** A run, how many items it has, how many requests it takes, and how many it sends before it knows that. */
const RUNS: Array<[string, INodeParameters, number, number, number]> = [
	['a create an item', create, 30, 30, 0],
	['a read an item', get, 12, 12, 0],
	['a deletion an item', remove, 5, 5, 0],
	['an update an item', update, 12, 12, 0],
	['an import', importing, 250, 3, 0],
	['creates through import', throughImport, 250, 3, 0],
	[
		'creates through import in the directory, with a look for the codes',
		{ ...position, options: { throughImport: true } },
		250,
		4,
		0,
	],
	[
		'creates in the directory of which one is imported, with a look for its code',
		{ ...position, options: { throughImport: '={{ $itemIndex === 0 }}' } },
		4,
		5,
		0,
	],
	[
		'creates by the fields of the form, which are read once',
		byForm('create', { form: byId(1), ...mapped({ 'field-1': '={{ $json.subject }}' }) }),
		12,
		13,
		0,
	],
	[
		'updates that keep other fields',
		{ ...user, operation: 'update', additionalFields: { keepOthers: true, name: 'B' } },
		4,
		8,
		0,
	],
	['reads and updates', { ...user, operation: 'retire' }, 4, 8, 0],
	[
		'updates of a form with a key field, of which each record is read before',
		byForm('update', {
			form: byId(CUSTOMERS),
			recordId: byId(1),
			...mapped({ 'field-22': '={{ $json.subject }}' }),
		}),
		3,
		7,
		1,
	],
	[
		'what Create or Update finds out by reading the list',
		byForm('upsert', {
			form: byId(1),
			...mapped({ 'field-1': '={{ $json.subject }}', 'field-2': 'x' }, ['field-1']),
		}),
		250,
		// The definition, the list, three imports.
		5,
		2,
	],
];

describe.each(RUNS)('%s', (_, parameters, count, needed, before) => {
	const items = subjects(count);

	it('is done where it needs as many requests as are permitted', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const permitted = { ...credentials, maximumRequests: needed };
			// What the same deletion cannot find again is not what this is about.
			await execute({ parameters, items, credentials: permitted, continueOnFail: true });
			expect(service.log).toHaveLength(needed);
		});
	});

	it('is rejected before it begins where it needs one more', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const permitted = { ...credentials, maximumRequests: needed - 1 };
			const error = await failureOf(execute({ parameters, items, credentials: permitted }));
			expect(error).toMatchObject({
				message: `This run needs at least ${needed} requests, but the 'Maximum Requests' of the credential is ${needed - 1}`,
				description:
					(parameters === get ? '' : 'Nothing was sent. ') +
					"Open the credential of this node and raise 'Maximum Requests'; 0 means no maximum. Or give the node fewer items, or get fewer rows.",
			});
			expect(service.log).toHaveLength(before);
			expect(service.log.filter(({ method }) => method !== 'GET')).toEqual([]);
		});
	});
});

it('every item says so where the node is to continue', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const run = { parameters: create, items: subjects(3), continueOnFail: true };
		const output = await execute({ ...run, credentials: { ...credentials, maximumRequests: 2 } });
		const error = expect.stringMatching(/^This run needs at least 3 requests/);
		expect(headlinesOf(output)).toEqual(Array(3).fill(error));
		expect(service.log).toEqual([]);
	});
});

it('a list of which nobody knows the pages before ends at the maximum', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const values = Array.from({ length: 2_500 }, (_, n) => ({ values: { 'field-31': `A ${n}` } }));
		service.store.addRecords(3, values);
		const parameters = {
			resource: 'record',
			operation: 'getAll',
			form: byId(3),
			returnAll: true,
			options: plain,
		};
		const error = await failureOf(
			execute({ parameters, credentials: { ...credentials, maximumRequests: 2 } }),
		);
		expect(error.message).toBe(
			"This run needs more than 2 requests, but the 'Maximum Requests' of the credential is 2",
		);
		expect(service.log).toHaveLength(2);
	});
});

it('a retry is no further request', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		service.faults.add({ answer: { status: 503, headers: { 'retry-after': '0' } }, times: 2 });
		const permitted = { ...credentials, maximumRequests: 1 };
		await expect(execute({ parameters: get, credentials: permitted })).resolves.toHaveLength(1);
		expect(service.log).toHaveLength(3);
	});
});

it.each([0, '', undefined, -1])('%j is no maximum', async (maximumRequests) => {
	await inWorld({}, async ({ service, credentials }) => {
		const before = countOf(service);
		const run = { parameters: create, items: subjects(20) };
		await execute({
			...run,
			credentials: { ...credentials, maximumRequests: maximumRequests as number },
		});
		expect(countOf(service)).toBe(before + 20);
	});
});

it('triggers and the lists of the editor have no maximum', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const permitted = { ...credentials, maximumRequests: 1 };
		const codes = { code: byId('E0001'), options: { moreCodes: ['E0002', 'E0003'] } };
		await poll({
			parameters: { event: 'noticeCountChanged', ...codes },
			credentials: permitted,
			staticData: {},
		});
		expect(service.log).toHaveLength(3);
		const run = { parameters: {}, credentials: permitted, filter: 'nobody' };
		await listSearch('searchUser', run);
		expect(service.log).toHaveLength(5);
	});
});
