import type { INodeParameters } from 'n8n-workflow';
import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import { UNKNOWN_WORD } from '../../../nodes/RecordsDirectory/core/values/list-parameters';
import type { Service } from '../../../sandbox/service/service';
import { execute, listSearch } from '../../support/n8n';
import { bareForm, startProcess, watching } from '../../support/watching';
import { byId, inWorld, test } from '../../support/world';
import { failureOf } from '../runs';

/** The only form of the service with search fields: order number and customer. */
const ORDERS = 4;
const REQUESTS = 1;
const EMPTY = 9;

const IGNORED = {
	name: 'NodeOperationError',
	message: "Form 1 ignores 'Keyword' and returns every record",
	description:
		"In the service, set up search fields in the form's settings. Or remove 'Keyword', and filter the items with a Filter node.",
};

const getMany = (form: number, keyword: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'record',
	operation: 'getAll',
	form: byId(form),
	filters: { keyword },
	options: { names: 'identifiers' },
	...more,
});

const asked = ({ log }: Service) =>
	log.map(({ path, query: { keyword, limit } }) => [path, keyword, limit]);

describe('Get Many with a keyword', () => {
	test.each<INodeParameters>([
		{ limit: 5 },
		{ returnAll: true },
		{ filters: { keyword: 'Printer', query: 'field-6 = "High"' } },
	])(
		'fails in a form that ignores it, before any record is read: %j',
		async ({ service, credentials }, more) => {
			const parameters = getMany(REQUESTS, 'Printer', more);
			expect(await failureOf(execute({ parameters, credentials }))).toMatchObject(IGNORED);
			expect(asked(service)).toEqual([['/api/apps/1/records', UNKNOWN_WORD, '1']]);
		},
	);
});

const events = Object.entries(triggerEvents)
	.filter(([, { options }]) => 'keyword' in options)
	.map(([event]) => event);

describe.each(events)('a trigger with a keyword: %s', (event) => {
	const given = (form: number, keyword: string) => ({
		given: { event, form: byId(form), options: { keyword } },
	});

	it('cannot be published nor tested in a form that ignores it', async () => {
		await watching(given(REQUESTS, 'Printer'), async ({ poll, taken, state }) => {
			for (const mode of ['trigger', 'manual'] as const) {
				const { description } = IGNORED;
				const message = expect.stringContaining(IGNORED.message);
				expect(await failureOf(poll({ mode }))).toMatchObject({ message, description });
				expect(taken().map(({ query }) => query.keyword)).toEqual([UNKNOWN_WORD]);
				expect(state).toEqual({});
			}
		});
	});

	it('emits nothing from a form that ignores it and was empty at first', async () => {
		await watching(given(EMPTY, 'nobody has this'), async ({ service, poll, pass }) => {
			service.store.addForm({ ...bareForm(['field-1']), id: EMPTY });
			const step = async (work: () => unknown) => {
				work();
				pass(600);
				return await poll().catch(({ message }: Error) => message);
			};
			const values = { 'field-1': 'x' };
			const outcomes = [
				await step(() => undefined),
				await step(() => [1, 2].map(() => service.store.createRecord(EMPTY, values))),
				await step(() => service.store.updateRecord(EMPTY, 1, { 'field-1': 'y' })),
				await step(() => service.store.deleteRecord(EMPTY, 1)),
			];
			expect(outcomes.filter((one) => typeof one !== 'string' && one !== null)).toEqual([]);
			// Nothing here changes a status.
			if (event !== 'recordStatusChanged')
				expect(outcomes.join()).toContain(
					`Form ${EMPTY} ignores 'Keyword' and returns every record`,
				);
		});
	});

	it('asks at the first poll, and where there is something to emit', async () => {
		await watching(given(ORDERS, 'PO-'), async ({ service, poll, taken, pass }) => {
			startProcess(service);
			await poll();
			const words = () => taken().map(({ query }) => query.keyword);
			expect(words().filter((word) => word === UNKNOWN_WORD)).toHaveLength(1);
			pass(300);
			await poll();
			words();
			for (let polls = 0; polls < 3; polls++) {
				pass(60);
				expect(await poll()).toBeNull();
				expect(words()).toEqual(['PO-']);
			}
		});
	});
});

describe('the list of records', () => {
	const search = async (form: number, filter: string) =>
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = { form: byId(form) };
			const { results } = await listSearch('searchRecord', { parameters, credentials, filter });
			return { names: results.map(({ name }) => name), requests: service.log.length };
		});

	it('keeps records that are found by what it does not show', async () => {
		const { names, requests } = await search(ORDERS, 'Asahi');
		expect(names).toHaveLength(8);
		expect(names.join()).not.toContain('Asahi');
		expect(requests).toBe(2);
	});

	it('costs one request where it shows what was searched for', async () => {
		const { names, requests } = await search(ORDERS, 'PO-20260007');
		expect(names).toEqual([expect.stringContaining('PO-20260007')]);
		expect(requests).toBe(1);
	});
});
