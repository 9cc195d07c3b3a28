import type { INodeParameters } from 'n8n-workflow';
import { answering, rowAt, rowsFrom, type Rows } from '../../hostile/endless';
import { onTheWire, type Wire } from '../../hostile/wire';
import { inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { byId, jsonOf } from '../../support/world';
import { failureOf } from '../runs';

/** A site that cuts pages at 20 rows, so that few rows make several pages. */
const CAP = 20;
const cut =
	(rows: () => readonly unknown[], cap = CAP): Rows =>
	(page, limit) =>
		rows().slice((page - 1) * Math.min(limit, cap), page * Math.min(limit, cap));

const base = { form: byId(1), recordId: byId(1), code: byId('E1'), simplify: false };
const list = (resource: string, more: INodeParameters = {}): INodeParameters => ({
	...base,
	resource,
	operation: 'getAll',
	returnAll: true,
	options: { names: 'identifiers' },
	...more,
});
const byTime = list('record', { options: { names: 'identifiers', order: 'updatedAt' } });
const records = list('record');
const since = (more: INodeParameters, filters: INodeParameters = {}) =>
	list('record', { filters: { changedAfter: '2026-01-01', ...filters }, ...more });

interface Lists {
	/** The code of each row, and the page and limit of each request. */
	read(parameters: INodeParameters): Promise<{ codes: string[]; requests: string[] }>;
	fail(
		parameters: INodeParameters,
	): Promise<{ message: string; description: string; sent: number }>;
}

const pageIn = (target: string) => {
	const { searchParams } = new URL(target, 'http://x');
	return `${searchParams.get('page')}/${searchParams.get('limit')}`;
};

const limitIn = (target: string) => Number(pageIn(target).split('/')[1]);

async function atSite(rows: Rows, test: (lists: Lists) => Promise<void>) {
	await onTheWire(
		(request) => answering(rows)(request),
		async ({ credentials, arrived }) => {
			await test({
				async read(parameters) {
					const before = arrived.length;
					const codes = jsonOf(await execute({ parameters, credentials })).map(({ code }) =>
						String(code),
					);
					return { codes, requests: arrived.slice(before).map(({ target }) => pageIn(target)) };
				},
				async fail(parameters) {
					const before = arrived.length;
					const { message, description } = await failureOf(execute({ parameters, credentials }));
					return { message, description: String(description), sent: arrived.length - before };
				},
			});
		},
	);
}

const codes = (first: number, count: number) =>
	Array.from({ length: count }, (_, n) => `C${first + n}`);

/** Lists in an order of the service, by what their rows are recognized. */
const lists: Array<[string, INodeParameters, string]> = [
	['users', list('user'), 'code'],
	['positions', list('position'), 'code'],
	['fields', list('field'), 'fieldId'],
	['comments', list('comment'), 'id'],
	['records by time', byTime, 'recordId'],
];

describe.each(lists)('the pages of a list: %s', (_, parameters, identity) => {
	it('fit together although what a row contains has changed between them', async () => {
		let requests = 0;
		const rows = () => {
			requests++;
			return rowsFrom(0, 33).map((row) => ({
				...Object.fromEntries(Object.entries(row).filter(([key]) => key === identity)),
				code: row.code,
				name: `Version ${requests}`,
			}));
		};
		await atSite(cut(rows), async ({ read }) => {
			const found = await read(parameters);
			expect(found.codes).toEqual(codes(0, 33));
			expect(found.requests).toHaveLength(2);
		});
	});

	it('are read again if a row was deleted between them', async () => {
		let requests = 0;
		const rows = () => (requests++ === 0 ? rowsFrom(0, 34) : rowsFrom(0, 34).slice(1));
		await atSite(cut(rows), async ({ read }) => {
			const found = await read(parameters);
			expect(found.codes).toEqual(codes(1, 33));
			expect(found.requests).toHaveLength(4);
		});
	});

	it('are read four times at most if rows change each time', async () => {
		let first = 0;
		await atSite(
			cut(() => rowsFrom(first++, 33)),
			async ({ fail }) => {
				const { message, description, sent } = await fail(parameters);
				expect(message).toMatch(/^The list changed too much while it was being read/);
				expect(description).toMatch(/Try again later/);
				expect(sent).toBe(8);
			},
		);
	});
});

describe.each([
	['records by record ID', records],
	['records by time', byTime],
	['users', list('user')],
])('a limit on a list: %s', (_, parameters) => {
	it.each([
		[1, 1],
		[19, 1],
		[20, 1],
		[25, 2],
		[45, 3],
	])('of %i rows takes %i requests, and gives no row more', async (limit, requests) => {
		await atSite(
			cut(() => rowsFrom(0, 63)),
			async ({ read }) => {
				const found = await read({ ...parameters, returnAll: false, limit });
				expect(found.codes).toEqual(codes(0, limit));
				expect(found.requests).toHaveLength(requests);
			},
		);
	});

	it('gives no row more if the service ignores the limit', async () => {
		await atSite(
			() => rowsFrom(0, 7),
			async ({ read }) => {
				const found = await read({ ...parameters, returnAll: false, limit: 3 });
				// By ID, some more rows show whether they are in order.
				const requests = [parameters === records ? '1/20' : '1/3'];
				expect(found).toEqual({ codes: codes(0, 3), requests });
			},
		);
	});
});

it.each([
	['records by time', byTime],
	['users', list('user')],
])('a list that ends before its next page is read again: %s', async (_, parameters) => {
	let requests = 0;
	const rows = cut(() => rowsFrom(0, requests === 1 ? 33 : 7));
	await onTheWire(
		(request) => {
			requests++;
			return request.target.includes('page=1&') ? answering(rows)(request) : { status: 404 };
		},
		async ({ credentials, arrived }) => {
			const output = await execute({ parameters, credentials });
			expect(jsonOf(output).map(({ code }) => code)).toEqual(codes(0, 7));
			expect(arrived).toHaveLength(3);
		},
	);
});

describe('records from a time on', () => {
	it.each([
		// Smaller pages would prove too little if the rest is read by record ID.
		['a limit', since({ returnAll: false, limit: 3 }), 3, '1/100'],
		['no limit', since({}), 7, '1/100'],
		[
			'a limit and a second time, after which the node selects',
			since({ returnAll: false, limit: 3 }, { createdAfter: '2026-01-01' }),
			3,
			'1/100',
		],
	])('are requested with %s', async (_, parameters, count, request) => {
		await atSite(
			(_page, limit) => rowsFrom(0, Math.min(7, limit)),
			async ({ read }) => {
				expect(await read(parameters)).toEqual({ codes: codes(0, count), requests: [request] });
			},
		);
	});

	it.each([
		['without a time', { updatedAt: 'today' }, /^Record \d+ has no time as YYYY-MM-DD hh:mm:ss/],
		['without an ID', { recordId: '' }, /^The service lists a record without an ID/],
	])('of another program are a failure: %s', async (_, wrong, words) => {
		await atSite(
			() => [{ ...rowAt(0), ...wrong }],
			async ({ fail }) => {
				const { message, description, sent } = await fail(since({}));
				expect(message).toMatch(words);
				expect(description).toMatch(/^Check the 'Base URL'/);
				expect(sent).toBe(1);
			},
		);
	});
});

describe('the end of a list', () => {
	/** Reads lists one after the other: 20 rows or more may be a cut page. */
	const reading = async (
		steps: ReadonlyArray<readonly [rows: number, parameters: INodeParameters, minutes: number]>,
	) => {
		let count = 0;
		const requests: number[] = [];
		await inAHurry(async ({ skip }) => {
			await atSite(
				cut(() => rowsFrom(0, count), 1_000),
				async ({ read }) => {
					for (const [rows, parameters, minutes] of steps) {
						skip(minutes * 60_000);
						count = rows;
						requests.push((await read(parameters)).requests.length);
					}
				},
			);
		});
		return requests;
	};
	const users = list('user');

	it.each([
		['for as many rows', [21, 21, 33, 21, 19], [0, 0, 0, 0, 0], [2, 1, 2, 2, 1]],
		['unless a site may end pages there', [30, 30], [0, 0], [2, 2]],
		['for an hour', [21, 21, 21], [0, 40, 40], [2, 1, 2]],
	])('is remembered: %s', async (_, counts, minutes, requests) => {
		for (const parameters of [users, byTime])
			expect(await reading(counts.map((rows, n) => [rows, parameters, minutes[n]!]))).toEqual(
				requests,
			);
	});

	it('is remembered for each list of the site', async () => {
		expect(
			await reading([
				[33, users, 0],
				[33, list('position'), 0],
			]),
		).toEqual([2, 2]);
	});
});

/** A site of 300 rows that cannot answer with more than 250 of them. */
const atSlowSite = async (test: (wire: Wire) => Promise<void>) => {
	const lists = answering((page, limit) =>
		rowsFrom(0, 300).slice((page - 1) * limit, page * limit),
	);
	await inAHurry(() =>
		onTheWire(
			(request) => (limitIn(request.target) > 250 ? { status: 504 } : lists(request)),
			test,
		),
	);
};

it.each([
	['users', list('user')],
	['records', records],
	['records by time', byTime],
	['records since a time', since({}, { changedAfter: '2020-01-01' })],
])(
	'a page that was too large is not asked for again by the next run: %s',
	async (_, parameters) => {
		await atSlowSite(async ({ credentials, arrived }) => {
			const run = () => execute({ parameters, credentials });
			const first = await run();
			const before = arrived.length;
			expect(await run()).toEqual(first);
			const limits = arrived.slice(before).map(({ target }) => limitIn(target));
			expect(Math.max(...limits)).toBe(250);
		});
	},
);

it('two runs that meet the same large page ask for a quarter of it, not for a sixteenth', async () => {
	await atSlowSite(async ({ credentials, arrived }) => {
		const run = { parameters: list('user'), credentials };
		await Promise.all([execute(run), execute(run)]);
		const asked = arrived.map(({ target }) => pageIn(target));
		expect(asked.filter((one) => one === '1/250')).toHaveLength(2);
	});
});
