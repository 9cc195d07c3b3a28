import { resources } from '../../../nodes/RecordsDirectory/api';
import type { Resource } from '../../../nodes/RecordsDirectory/api/define';
import { connect, type Client } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import {
	endOfList,
	readList,
	readRows,
} from '../../../nodes/RecordsDirectory/n8n/transport/list-reader';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import type { Service } from '../../../sandbox/service/service';
import { contextOf } from '../../support/n8n';
import { inWorld, testIn } from '../../support/world';
import { failureOf, get } from '../runs';
import { until } from './passing-time';

afterEach(() => jest.restoreAllMocks());

const { user: USERS, record: RECORDS } = resources;
const list = (resource: Resource) => ({
	resource,
	operation: resource.operations.getAll!,
	values: resource === RECORDS ? { form: 1 } : {},
});

interface Site {
	readonly client: Client;
	readonly service: Service;
}
const atSite = async (work: (site: Site) => Promise<void>) =>
	await inWorld({}, async ({ service, credentials }) =>
		work({ client: await connect(contextOf({ parameters: get, credentials })), service }),
	);
const test = testIn(atSite);
const answering = ({ faults }: Service, body: object, nth = 1) =>
	faults.add({ nth, answer: { status: 200, body } });

const coded = (count: number) => Array.from({ length: count }, (_, n) => ({ code: `U${n}` }));
const recorded = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ recordId: count - n, record: {} }));

const path = '/api/admin/users';
describe('a short page', () => {
	test.each<[string, { readonly mustShowEnd?: true }, number, number]>([
		['ends a list that was as long', {}, 31, 1],
		['does not end a list that was shorter', {}, 30, 2],
		['does not end a list that was longer', {}, 32, 2],
		['does not end a list whose end nothing has shown', {}, 0, 2],
		['does not end a list that must show its end', { mustShowEnd: true }, 31, 2],
	])('%s', async ({ client, service }, _, more, rows, requests) => {
		const until = Infinity;
		client.learnt.pages.set(path, { rows, until });
		answering(service, { user: coded(31) });
		answering(service, { user: coded(31).slice(30) }, 2);
		expect(await readRows(client, { ...list(USERS), ...more })).toEqual(coded(31));
		expect(service.log).toHaveLength(requests);
		// Some sites list no row far beyond the end.
		if (requests === 2) expect(Number(service.log[1]?.query.limit)).toBeLessThanOrEqual(20);
		expect(client.learnt.pages.get(path)).toMatchObject({ rows: 31 });
	});

	test('of fewer rows than any page ends a list', async ({ client, service }) => {
		answering(service, { user: coded(19) });
		expect(await readRows(client, list(USERS))).toEqual(coded(19));
		expect(service.log).toHaveLength(1);
	});
});

test.each([
	['a list that was shorter', {}, 60],
	['a list with another filter', { name: 'U' }, 47],
])(
	'of %s, all rows are read though the site ends its pages by bytes',
	async ({ client }, _, more, rows) => {
		const fits = [1_000, 40, 49, 47];
		client.learnt.pages.set(path, { rows, until: Infinity });
		jest.spyOn(client, 'send').mockImplementation(async ({ query }) => {
			const [page, limit] = [Number(query.page), Number(query.limit)];
			const user = coded(211).slice((page - 1) * limit, page * limit);
			return { statusCode: 200, headers: {}, body: { user: user.slice(0, fits.pop() ?? 45) } };
		});
		const { length } = await readRows(client, { ...list(USERS), values: more });
		expect(length).toBe(211);
	},
);

describe('rows that are picked', () => {
	test.each([
		['the first', 120, 1],
		['the last of a page', 71, 1],
		['the first of the next page', 70, 2],
	])('are read no further than needed: %s', async ({ client, service }, _, recordId, requests) => {
		for (const n of [0, 1, 2])
			answering(service, { records: recorded(120).slice(50 * n, 50 * n + 50) }, n + 1);
		const isMatch = (row: object) => 'recordId' in row && row.recordId === recordId;
		const rows = await readRows(client, { ...list(RECORDS), isMatch }, 1);
		expect(rows).toMatchObject([{ recordId }]);
		expect(service.log).toHaveLength(requests);
	});
});

it.each([
	['of all rows', {}],
	['of rows that are picked', { isMatch: () => true }],
])(
	'the next page, %s, is requested while one is processed; its failure counts when its turn comes',
	async (_, more) => {
		const unhandled: unknown[] = [];
		const listen = (error: unknown) => void unhandled.push(error);
		process.on('unhandledRejection', listen);
		try {
			await atSite(async ({ client, service }) => {
				answering(service, { records: recorded(120).slice(0, 50) });
				service.faults.add({ nth: 2, answer: { status: 400 } });
				const pages = readList(client, { ...list(RECORDS), ...more }, Infinity);
				expect((await pages.next()).value).toHaveLength(50);
				await until(() => service.log.length === 2);
				await new Promise((resolve) => setTimeout(resolve, 20));
				expect(unhandled).toEqual([]);
				expect((await failureOf(pages.next())).message).toBe('Bad Request');
			});
		} finally {
			process.off('unhandledRejection', listen);
		}
	},
);

describe('a reply 404', () => {
	const missing = new Failure({ kind: 'refused', status: 404, message: 'Not Found' });

	it('ends a list at any page but the first', () => {
		expect(endOfList(2)(missing)).toBeUndefined();
		expect(() => endOfList(1)(missing)).toThrow(missing);
	});

	it.each([
		['another failure', new Failure({ kind: 'refused', status: 400, message: 'Bad' })],
		['any other error', new Error('Other')],
	])('is not %s', (_, error) => expect(() => endOfList(2)(error)).toThrow(error));
});
