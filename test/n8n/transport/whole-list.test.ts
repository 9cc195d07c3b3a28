import { resources } from '../../../nodes/RecordsDirectory/api';
import type { Resource } from '../../../nodes/RecordsDirectory/api/define';
import { connect, type Client } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import {
	endOfList,
	isWholeList,
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
const asked = ({ log }: Service) => log.map(({ query }) => `${query.page}/${query.limit}`);

const coded = (count: number) => Array.from({ length: count }, (_, n) => ({ code: `U${n}` }));
const recorded = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ recordId: count - n, record: {} }));

describe('whether a list ends with its known rows', () => {
	const [U28, U29] = coded(30).slice(28);

	test.each<[string, ReadonlyArray<object | undefined>, boolean]>([
		['the page from the last row on has that row only', [U29], true],
		['another row follows', [U29, { code: 'U30' }], false],
		['the last row is another', [{ code: 'V' }], false],
		['the last row moved, and another follows', [U28, U29], false],
		['no row is there any more', [], false],
	])(
		'is asked with one page that begins at the last row: %s',
		async ({ client, service }, _, user, isWhole) => {
			answering(service, { user });
			expect(await isWholeList(client, { ...list(USERS), rows: coded(30) })).toBe(isWhole);
			// The second page of 29 rows.
			expect(asked(service)).toEqual(['2/29']);
		},
	);

	const last = recorded(40).slice(30);
	const other = { recordId: 77, record: {} };

	test.each([
		['the same records', last, true],
		['another last record', [...last.slice(0, -1), other], false],
		['another first record', [other, ...last.slice(1)], false],
		['a record more', [...last, other], false],
		['a record less', last.slice(0, -1), false],
	])(
		'compares the records of a page of the known size: %s',
		async ({ client, service }, _, records, isWhole) => {
			answering(service, { records: recorded(40).slice(0, 30) });
			await readRows(client, list(RECORDS), 30);
			answering(service, { records });
			expect(await isWholeList(client, { ...list(RECORDS), rows: recorded(40) })).toBe(isWhole);
			expect(asked(service)).toEqual(['1/30', '2/30']);
		},
	);

	test('is no question of a list shorter than any page', async ({ client, service }) => {
		expect(await isWholeList(client, { ...list(USERS), rows: coded(19) })).toBe(true);
		expect(service.log).toEqual([]);
		answering(service, { user: coded(20).slice(19) });
		expect(await isWholeList(client, { ...list(USERS), rows: coded(20) })).toBe(true);
		expect(service.log).toHaveLength(1);
	});

	test.each([
		['as many rows as the page had: its reader has looked further', 60, 0],
		['more rows than any page', 70, 1],
	])('is known already after a large page: %s', async ({ client, service }, _, count, requests) => {
		answering(service, { user: coded(60) });
		await readRows(client, list(USERS), 60);
		service.log.length = 0;
		answering(service, { user: [] });
		await isWholeList(client, { ...list(USERS), rows: coded(count) });
		expect(service.log).toHaveLength(requests);
	});
});

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

test('a list of more than a million rows is that of a service which invents them', async ({
	client,
}) => {
	// Sent over a socket, they would take seconds.
	const body = { user: Array(1_000_001).fill({}) };
	const reply = { statusCode: 200, headers: {}, body };
	const send = jest.spyOn(client, 'send').mockImplementation(async () => reply);
	expect(await failureOf(readRows(client, list(USERS)))).toMatchObject({
		kind: 'service',
		message: 'The list of the service does not end',
	});
	expect(send).toHaveBeenCalledTimes(1);
});

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
