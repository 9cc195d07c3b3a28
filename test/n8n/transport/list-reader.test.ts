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
])('Return All over %s records asks for the pages %j', async (count, pages) => {
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
	[230, 100, 3],
	[2_500, 1000, 3],
])(
	'reads %i records with IDs beyond 2^53, %i a page, in %i requests',
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

it('never asks for a page past the end in another order: the last row is on it', async () => {
	await inWorld({ dialect: { pastTheEnd: 'notFound' } }, async ({ service, credentials }) => {
		fill(service, 1000);
		const parameters = { ...all, options: { ...plain, order: 'updatedAt' } };
		await expect(execute({ parameters, credentials })).resolves.toHaveLength(1000);
		expect(service.log.map(({ status }) => status)).toEqual([200, 200]);
	});
});

it('takes a 404 of the first page for what it is', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const parameters = { ...all, form: byId(99) };
		expect((await failureOf(execute({ parameters, credentials }))).message).toBe(
			'Not Found: form 99',
		);
		expect(service.log).toHaveLength(1);
	});
});

it.each([
	[3, [['1', '3']], 3],
	[1000, [['1', '1000']], 1000],
	[
		1500,
		[
			['1', '1000'],
			['2', '1000'],
		],
		1500,
	],
])('Limit %s asks for %j', async (limit, pages, rows) => {
	await inWorld({}, async ({ service, credentials }) => {
		fill(service, 2100);
		const parameters = { ...list, limit };
		await expect(execute({ parameters, credentials })).resolves.toHaveLength(rows);
		expect(asked(service)).toEqual(pages);
	});
});

it('pages overlap where record IDs are missing, so that nothing between them can be missed', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		fill(service, 4100);
		const holes = [4_050, 3_099, 2_500];
		for (const id of holes) service.store.deleteRecord(3, id);
		const output = await execute({ parameters: all, credentials });
		const ids = Array.from({ length: 4_100 }, (_, n) => 4_100 - n);
		expect(jsonOf(output).map(({ recordId }) => recordId)).toEqual(
			ids.filter((id) => !holes.includes(id)),
		);
		expect(asked(service)).toEqual([
			['1', '1000'],
			['2', '999'],
			['3', '998'],
			['4', '998'],
			['5', '998'],
		]);
	});
});

it('where a record ID is missing just between two pages, the second is asked for once more', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		fill(service, 2_500);
		service.store.deleteRecord(3, 1_500);
		await expect(execute({ parameters: all, credentials })).resolves.toHaveLength(2_499);
		expect(asked(service)).toEqual([
			['1', '1000'],
			['2', '1000'],
			['2', '968'],
			['3', '967'],
		]);
	});
});

it.each(['empty', 'notFound'] as const)(
	'where the last page is full and a lower record ID was possible, the end is looked at once more: %s',
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

it('a list without rows is no output, and no error', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const parameters = { ...all, filters: { query: 'field-31 = "nothing"' } };
		await expect(execute({ parameters, credentials })).resolves.toEqual([]);
		expect(service.log).toHaveLength(1);
	});
});

it('a limit and filters of their own for each item; a mistake in one is found before', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const items = [{ json: { limit: 2 } }, { json: { limit: 1 } }];
		const parameters = { ...list, limit: '={{ $json.limit }}' };
		const output = await execute({ parameters, items, credentials });
		const link = (item: number) => ({ item });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1].map(link));
		expect(asked(service)).toEqual([
			['1', '2'],
			['1', '1'],
		]);
		const bad = [...items, { json: { limit: 0 } }];
		const error = await failureOf(execute({ parameters, items: bad, credentials }));
		expect(error).toMatchObject({ message: expect.stringMatching(/^'Limit' is 0/) });
		expect(service.log).toHaveLength(2);
	});
});

it('a service that answers every page alike ends in a failure, not in a loop', async () => {
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

it('a record without an ID is a failure, and not left out', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const records = [{ record: { 'field-31': 'lost' } }];
		service.faults.add({ answer: { status: 200, body: { records } } });
		const error = await failureOf(execute({ parameters: all, credentials }));
		expect(error.message).toBe('The service lists a record without an ID');
	});
});

it('a page that fails is asked for again, not the list', async () => {
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

	it('Return All loses no live record, and doubles none', async () => {
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

	it('another order fails rather than give a list that only looks whole', async () => {
		await inWorld({ dialect: { ties: 'shuffled' } }, async ({ service, credentials }) => {
			fill(service, 2500);
			const parameters = { ...all, options: { ...plain, order: 'updatedAt' } };
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe(
				"The list changed too much while it was being read, so rows may be missing. Try again, or leave 'Sort By' empty",
			);
			// Read once, and again three times.
			expect(asked(service).filter(([page]) => page === '1')).toHaveLength(4);
		});
	});
});
