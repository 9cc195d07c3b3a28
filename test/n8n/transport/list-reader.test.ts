import { resources } from '../../../nodes/RecordsDirectory/api';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { Learnt, type Client } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { readRows } from '../../../nodes/RecordsDirectory/n8n/transport/list-reader';
import { hugeId } from '../../../sandbox/service/ids';
import type { Service } from '../../../sandbox/service/service';
import { isSample } from '../../support/effort';
import { execute } from '../../support/n8n';
import { byId, inWorld, jsonOf, test } from '../../support/world';
import { failureOf, remove, plain } from '../runs';

const list = { ...remove, operation: 'getAll', form: byId(3), filters: {}, options: plain };
const all = { ...list, returnAll: true };

/** Form 3 with this many records; it starts with 20. */
const fill = ({ store }: Service, count: number) =>
	store.addRecords(
		3,
		Array.from({ length: count - 20 }, (_, n) => ({ values: { 'field-31': `Asset ${n}` } })),
	);

const asked = ({ log }: Service) => log.map(({ query }) => `${query.page}/${query.limit}`);

test.each([
	[2500, ['1/1000', '2/1000', '3/1000']],
	// Below record 1 there is nothing to ask for.
	[2000, ['1/1000', '2/1000']],
	[20, ['1/1000']],
])(
	'Return All over %s records requests the pages %j',
	async ({ service, credentials }, count, pages) => {
		fill(service, count);
		const output = await execute({ parameters: all, credentials });
		const ids = jsonOf(output).map(({ recordId }) => recordId);
		expect(ids).toEqual(Array.from({ length: count }, (_, n) => count - n));
		for (const { pairedItem } of output) expect(pairedItem).toEqual({ item: 0 });
		expect(asked(service)).toEqual(pages);
	},
);

it.each([
	[150, 25, 7],
	[230, 100, 3],
	[2_500, 1000, 3],
])(
	'reads %i records with IDs beyond 2^53, %i per page, in about %i requests',
	async (count, pageCap, most) => {
		const dialect = { ids: 'huge', pageCap } as const;
		await inWorld({ dialect }, async ({ service, credentials }) => {
			fill(service, count);
			const output = await execute({ parameters: all, credentials });
			const ids = jsonOf(output).map(({ recordId }) => recordId);
			expect(ids).toEqual(Array.from({ length: count }, (_, n) => hugeId(count - n)));
			expect(service.log.length).toBeLessThanOrEqual(most + 1);
		});
	},
);

test.each([
	[3, ['1/20'], 3],
	[1000, ['1/1000'], 1000],
	[1500, ['1/1000', '2/1000'], 1500],
])('Limit %s requests %j', async ({ service, credentials }, limit, pages, rows) => {
	fill(service, 2100);
	const parameters = { ...list, limit };
	await expect(execute({ parameters, credentials })).resolves.toHaveLength(rows);
	expect(asked(service)).toEqual(pages);
});

it.each([1, 5, 50])('Limit %i of IDs that are sorted as text is rejected', async (limit) => {
	await inWorld({ dialect: { idOrder: 'text' } }, async ({ service, credentials }) => {
		fill(service, 105);
		await expect(execute({ parameters: { ...list, limit }, credentials })).rejects.toThrow(
			'The service does not sort the records by recordId',
		);
	});
});

it.each(['empty', 'notFound'] as const)(
	'checks the end again after a full last page if lower record IDs are possible: %s',
	async (pastTheEnd) => {
		await inWorld({ dialect: { pastTheEnd } }, async ({ service, credentials }) => {
			fill(service, 2_001);
			service.store.deleteRecord(3, 1);
			await expect(execute({ parameters: all, credentials })).resolves.toHaveLength(2_000);
			expect(asked(service)).toEqual(['1/1000', '2/1000', '3/1000', '3/984']);
		});
	},
);

test('fails instead of looping if the service ignores order and page', async ({
	service,
	credentials,
}) => {
	const records = Array.from({ length: 1000 }, (_, n) => ({ recordId: n + 1, record: {} }));
	service.faults.add({ answer: { status: 200, body: { records } }, times: 99 });
	const error = await failureOf(execute({ parameters: all, credentials }));
	expect(error.message).toBe(
		'The service does not sort the records by recordId, so they cannot be read in order',
	);
	expect(error.description).not.toMatch(/poll/);
	expect(service.log).toHaveLength(1);
});

test('Return All neither loses nor duplicates a record while rows move from page to page', async ({
	service,
	credentials,
}) => {
	fill(service, 2500);
	const { log, store } = service;
	const note = log.push.bind(log);
	log.push = (...entries) => {
		const length = note(...entries);
		// After the first page was answered, and before the second is.
		if (length !== 2) return length;
		for (let id = 2_000; id < 2_010; id++) store.deleteRecord(3, id);
		store.createRecord(3, { 'field-31': 'new' });
		return length;
	};
	const output = await execute({ parameters: all, credentials });
	const ids = jsonOf(output).map(({ recordId }) => Number(recordId));
	expect(new Set(ids).size).toBe(ids.length);
	const stayed = Array.from({ length: 2500 }, (_, n) => n + 1).filter(
		(id) => id < 2_000 || id >= 2_010,
	);
	expect(ids).toEqual(expect.arrayContaining(stayed));
	expect(asked(service).map((page) => page[0])).toEqual(['1', '2', '2', '3']);
});

it('asks once whether a list continues, unless its length is round, and again when it has grown', async () => {
	const parameters = { resource: 'user', operation: 'getAll', filters: {}, returnAll: true };
	await inWorld({ isNew: true }, async ({ service, credentials }) => {
		const { users } = service.store;
		const { id: _, ...user } = users.get('E0005')!;
		const read = async () => {
			service.log.length = 0;
			await execute({ parameters, credentials });
			return service.log.length;
		};
		// 30 may be all that the site shows.
		expect([await read(), await read()]).toEqual([2, 2]);
		for (const count of [33, 39]) {
			for (let n = users.list().length; n < count; n++)
				users.add({ ...user, code: `N${n}`, loginId: `n${n}` });
			expect([await read(), await read()]).toEqual([2, 1]);
		}
	});
});

describe('a list', () => {
	interface Site {
		readonly rows: (page: number, limit: number) => readonly JsonObject[] | Failure | undefined;
		/** Of the form; without it, the form cannot be read. */
		readonly count?: number;
		readonly values?: JsonObject;
		readonly resource?: 'record' | 'user';
		readonly withDeleted?: boolean;
	}
	const idsIn = async (site: Site, learnt = new Learnt()) => {
		const { rows, count, values = {}, resource = 'record', withDeleted } = site;
		const send: Client['send'] = async ({ path, query }) => {
			const isForm = path.includes('/forms/');
			const found = isForm ? undefined : rows(Number(query.page), Number(query.limit));
			if (isForm && count === undefined) throw new Failure({ kind: 'right', message: 'No' });
			if (found instanceof Failure) throw found;
			const body = isForm
				? { count }
				: found && { [resource === 'user' ? 'user' : 'records']: found };
			return { statusCode: 200, headers: {}, body: body ?? {} };
		};
		const client: Partial<Client> = { learnt, send };
		const { [resource]: read } = resources;
		const list = { resource: read, operation: read.operations.getAll, withDeleted };
		const all = await readRows(client as Client, { ...list, values: { form: 1, ...values } });
		return all.map(({ recordId }) => recordId);
	};
	const from = (highest: number, count: number) =>
		Array.from({ length: count }, (_, n) => ({ recordId: highest - n, code: `C${highest - n}` }));
	const repeated = (count: number) => () => from(count + 1, count);
	const endless = (size: number) => (page: number, limit: number) => {
		if (page > 1_200_000 / Math.max(size, 100)) throw new Error('It would have gone on');
		return from(5_000_000 - (page - 1) * Math.min(size, limit), Math.min(size, limit));
	};
	const oneDeleted = () => [{ recordId: 99, isDeleted: 1 }, ...from(64, 63)];
	const NO_END = { kind: 'service', message: 'The list of the service does not end' };
	const SAME = 'The site returns the same page again';
	const refusal = new Failure({ kind: 'refused', message: 'Too far', status: 400 });

	it.each<[string, number | string | object, Site]>([
		['records without end', NO_END, { rows: endless(1_000) }],
		['users without end', NO_END, { rows: endless(1_000), resource: 'user' }],
		['users without end, 50 a page', NO_END, { rows: endless(50), resource: 'user' }],
		['equal pages, of a form of unknown size', 33, { rows: repeated(33) }],
		['equal pages, of a length that may be a cap', SAME, { rows: repeated(64) }],
		['equal pages, of as many as the form counts', 64, { rows: repeated(64), count: 64 }],
		['equal pages, of fewer than the form counts', SAME, { rows: repeated(33), count: 34 }],
		['equal pages, of a query', 33, { rows: repeated(33), count: 34, values: { query: 'a = 1' } }],
		['equal pages, of a keyword', 33, { rows: repeated(33), count: 34, values: { keyword: 'a' } }],
		['equal pages, of fewer that are not deleted', SAME, { rows: oneDeleted, count: 64 }],
		['equal pages, of all that are not deleted', 63, { rows: oneDeleted, count: 63 }],
		[
			'a reply without a list, of no records',
			0,
			{ rows: () => undefined, count: 0, withDeleted: true },
		],
		[
			'a reply without a list, of one record',
			'counts some',
			{ rows: () => undefined, count: 1, withDeleted: true },
		],
		[
			'a page that the site refuses',
			{ kind: 'pages' },
			{ rows: (n) => (n > 1 ? refusal : from(2_000, 1_000)) },
		],
	])('of %s: %j', async (_, expected, site) => {
		const read = idsIn(site);
		if (typeof expected === 'number') expect(await read).toHaveLength(expected);
		else if (typeof expected === 'string') await expect(read).rejects.toThrow(expected);
		else await expect(read).rejects.toMatchObject(expected);
	});

	const isRound = (length: number) =>
		length > 0 && (length % 50 === 0 || (length >= 64 && Number.isInteger(Math.log2(length))));
	it.each([
		['record', 'cut at the limit', true],
		['record', 'whole', false],
		['user', 'cut at the limit', true],
		['user', 'whole', false],
	] as const)('of equal pages, %s, %s: all, or refused', async (resource, _, isCut) => {
		const lengths = [...Array(1_101).keys()];
		for (const length of isSample ? lengths.filter((n) => n < 135 || n > 998) : lengths) {
			let asked = 0;
			const all = from(length + 1, length);
			const rows = (_: number, limit: number) => {
				if (++asked > 9) throw new Error('endless');
				return isCut ? all.slice(0, limit) : all;
			};
			const read = idsIn({ rows, resource });
			if (isRound(length) || (isCut && length > 1_000)) await expect(read).rejects.toThrow(SAME);
			else expect(await read).toEqual(all.map(({ recordId }) => recordId));
		}
	});

	it('is not asked again whether it continues, unless a thousand others were read', async () => {
		const learnt = new Learnt();
		const all = from(34, 33);
		const costOf = async (name: string) => {
			let asked = 0;
			const rows = (page: number, limit: number) => {
				asked++;
				return all.slice((page - 1) * limit, page * limit);
			};
			await idsIn({ rows, resource: 'user', values: { name } }, learnt);
			return asked;
		};
		expect([await costOf('one'), await costOf('one')]).toEqual([2, 1]);
		for (let n = 0; n < 998; n++) await costOf(String(n));
		expect(await costOf('one')).toBe(1);
		for (let n = 0; n < 999; n++) await costOf(`${n} more`);
		expect(await costOf('one')).toBe(2);
	});
});
