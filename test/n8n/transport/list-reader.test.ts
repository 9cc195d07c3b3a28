import { hugeId } from '../../../sandbox/service/ids';
import type { Service } from '../../../sandbox/service/service';
import { execute } from '../../support/n8n';
import { byId, inWorld, jsonOf } from '../../support/world';
import { failureOf, remove, plain } from '../runs';

const list = { ...remove, operation: 'getAll', form: byId(3), filters: {}, options: plain };
const all = { ...list, returnAll: true };

/** Form 3 with this many records; it starts with 20. */
const fill = ({ store }: Service, count: number) =>
	store.addRecords(
		3,
		Array.from({ length: count - 20 }, (_, n) => ({ values: { 'field-31': `Asset ${n}` } })),
	);

const asked = ({ log }: Service) => log.map(({ query }) => [query.page, query.limit]);

it.each([
	[2500, ['1', '2', '3']],
	// Below record 1 there is nothing to ask for.
	[2000, ['1', '2']],
	[20, ['1']],
])('Return All over %s records requests the pages %j', async (count, pages) => {
	await inWorld({}, async ({ service, credentials }) => {
		fill(service, count);
		const output = await execute({ parameters: all, credentials });
		const ids = jsonOf(output).map(({ recordId }) => recordId);
		expect(ids).toEqual(Array.from({ length: count }, (_, n) => count - n));
		for (const { pairedItem } of output) expect(pairedItem).toEqual({ item: 0 });
		expect(asked(service).map(([page]) => page)).toEqual(pages);
	});
});

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

it('reads no page past the end in another order', async () => {
	await inWorld({ dialect: { pastTheEnd: 'notFound' } }, async ({ service, credentials }) => {
		fill(service, 1000);
		const parameters = { ...all, options: { ...plain, order: 'updatedAt' } };
		await expect(execute({ parameters, credentials })).resolves.toHaveLength(1000);
		expect(service.log.map(({ status }) => status)).toEqual([200, 200]);
	});
});

it.each([
	[3, [['1', '20']], 3],
	[1000, [['1', '1000']], 1000],
	[
		1500,
		[
			['1', '1000'],
			['2', '1000'],
		],
		1500,
	],
])('Limit %s requests %j', async (limit, pages, rows) => {
	await inWorld({}, async ({ service, credentials }) => {
		fill(service, 2100);
		const parameters = { ...list, limit };
		await expect(execute({ parameters, credentials })).resolves.toHaveLength(rows);
		expect(asked(service)).toEqual(pages);
	});
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
			expect(asked(service)).toEqual([
				['1', '1000'],
				['2', '1000'],
				['3', '1000'],
				['3', '984'],
			]);
		});
	},
);

it('fails instead of looping if the service ignores order and page', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const records = Array.from({ length: 1000 }, (_, n) => ({ recordId: n + 1, record: {} }));
		service.faults.add({ answer: { status: 200, body: { records } }, times: 99 });
		const error = await failureOf(execute({ parameters: all, credentials }));
		expect(error.message).toBe(
			'The service does not sort the records by recordId, so they cannot be read in order',
		);
		expect(error.description).not.toMatch(/poll/);
		expect(service.log).toHaveLength(1);
	});
});

it('retries a page that fails, not the whole list', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		fill(service, 1500);
		service.faults.add({ nth: 2, answer: { status: 503, headers: { 'retry-after': '0' } } });
		await expect(execute({ parameters: all, credentials })).resolves.toHaveLength(1500);
		expect(asked(service).map(([page]) => page)).toEqual(['1', '2', '2']);
	});
});

describe('while rows move from page to page', () => {
	/** Deletes or adds records after the first page was answered, and before the second is. */
	const meanwhile = (service: Service, change: () => void) => {
		const before = service.log.push.bind(service.log);
		service.log.push = (...entries) => {
			const length = before(...entries);
			if (length === 2) change();
			return length;
		};
	};

	it('Return All neither loses nor duplicates a live record', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			fill(service, 2500);
			meanwhile(service, () => {
				for (let id = 2_000; id < 2_010; id++) service.store.deleteRecord(3, id);
				service.store.createRecord(3, { 'field-31': 'new' });
			});
			const output = await execute({ parameters: all, credentials });
			const ids = jsonOf(output).map(({ recordId }) => Number(recordId));
			expect(new Set(ids).size).toBe(ids.length);
			const live = Array.from({ length: 2500 }, (_, n) => n + 1).filter(
				(id) => id < 2_000 || id >= 2_010,
			);
			expect(ids).toEqual(expect.arrayContaining(live));
			expect(asked(service).map(([page]) => page)).toEqual(['1', '2', '2', '3']);
		});
	});
});

describe('a site that cuts pages at an unusual number of rows', () => {
	const users = { resource: 'user', operation: 'getAll', filters: {}, options: {}, simplify: true };
	const everyone = { ...users, returnAll: true };

	/** Adds users to the 30 that are there. */
	const addUsers = ({ store }: Service, count: number) => {
		const { id: _, ...user } = store.users.get('E0005')!;
		const known = store.users.list().length;
		for (let n = known; n < known + count; n++)
			store.users.add({ ...user, code: `N${n}`, loginId: `n${n}` });
	};

	it.each([25, 33, 99, 333])('lists everyone from the first run on: %i', async (pageCap) => {
		await inWorld({ isNew: true, dialect: { pageCap } }, async ({ service, credentials }) => {
			addUsers(service, pageCap);
			const read = async () => (await execute({ parameters: everyone, credentials })).length;
			expect([await read(), await read()]).toEqual([30 + pageCap, 30 + pageCap]);
		});
	});

	it('asks once whether a list continues, unless its length is round, and again when it has grown', async () => {
		await inWorld({ isNew: true }, async ({ service, credentials }) => {
			const read = async () => {
				service.log.length = 0;
				await execute({ parameters: everyone, credentials });
				return service.log.length;
			};
			// 30 may be all that the site shows.
			expect([await read(), await read()]).toEqual([2, 2]);
			addUsers(service, 3);
			expect([await read(), await read()]).toEqual([2, 1]);
			addUsers(service, 6);
			expect([await read(), await read()]).toEqual([2, 1]);
		});
	});
});
