import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import { answering, rowAt, rowsFrom, type Rows } from '../../hostile/endless';
import { onTheWire } from '../../hostile/wire';
import { sampled } from '../../support/effort';
import { execute } from '../../support/n8n';
import { byId, inWorld, jsonOf } from '../../support/world';
import { failureOf } from '../runs';

/** Every list of the node, and that of records in another order than by record ID. */
const base = { form: byId(1), recordId: byId(1), returnAll: true, simplify: false, options: {} };
const all: Array<[string, INodeParameters]> = entries
	.filter(({ operation }) => operation.returns.kind === 'many')
	.map(({ key, resourceName: resource, operationName: operation }) => [
		key,
		{ ...base, resource, operation },
	]);
const sorted = { resource: 'record', operation: 'getAll', options: { order: 'updatedAt' } };
all.push(['record.getAll sorted', { ...base, ...sorted }]);
const lists = sampled(all, ([key]) => key, 1 / 3);

/** What all rows of `rowAt` have, whatever list they are in. */
const nameOf = ({ code }: { code?: unknown }) => String(code);
const names = (rows: readonly object[]) => rows.map(nameOf);

interface Read {
	readonly rows: string[];
	readonly requests: string[];
}

const lost = (live: readonly string[], read: Read | undefined) => {
	const known = new Set(read?.rows);
	return live.filter((name) => !known.has(name));
};

/** The rows that a run gives, one run after the other, and the requests of each. */
async function runs(rows: Rows, parameters: INodeParameters, count = 1): Promise<Read[]> {
	return await onTheWire(uncached(rows), async ({ url, arrived }) => {
		const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
		const all: Read[] = [];
		for (let n = 0; n < count; n++) {
			const before = arrived.length;
			const output = await execute({ parameters, credentials });
			const requests = arrived.slice(before).map(({ target }) => pageIn(target));
			all.push({ rows: names(jsonOf(output)), requests });
		}
		return all;
	});
}

const uncached = (rows: Rows) => (request: Parameters<ReturnType<typeof answering>>[0]) =>
	answering(rows)(request);
const pageIn = (target: string) => {
	const { searchParams } = new URL(target, 'http://x');
	return `${searchParams.get('page')}/${searchParams.get('limit')}`;
};

const pageOf = (all: readonly unknown[], page: number, limit: number) =>
	all.slice((page - 1) * limit, page * limit);

/** Sites that give at most `cap` rows a page. */
const CUTS: Record<string, (total: number, cap: number) => Rows> = {
	'and counts pages of that size': (total, cap) => (page, limit) =>
		pageOf(rowsFrom(0, total), page, Math.min(limit, cap)),
	'and begins a page where it was asked to': (total, cap) => (page, limit) =>
		pageOf(rowsFrom(0, total), page, limit).slice(0, cap),
};

describe.each(Object.entries(CUTS))('a site that cuts pages at 50, %s', (_, cut) => {
	it.each(lists)('gives all rows of a list: %s', async (_key, parameters) => {
		const [read] = await runs(cut(253, 50), parameters);
		expect(read?.rows).toEqual(names(rowsFrom(0, 253)));
		expect(read?.requests.length).toBeLessThan(8);
	});

	it.each(lists)('is remembered: a short page is the end then: %s', async (key, parameters) => {
		let total = 125;
		const [first, second] = await onTheWire(
			uncached((page, limit) => cut(total, 50)(page, limit)),
			async ({ url, arrived }) => {
				const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
				await execute({ parameters, credentials });
				const before = arrived.length;
				total = 40;
				await execute({ parameters, credentials });
				return [before, arrived.length - before];
			},
		);
		expect(first).toBeGreaterThan(2);
		expect(second).toBe(1);
		expect(key).not.toBe('');
	});
});

describe.each(lists)('the requests of a short list: %s', (_, parameters) => {
	it.each([
		[0, ['1/1000']],
		[37, ['1/1000']],
		[999, ['1/1000']],
		// A round number may be where the site cuts: the next page begins with the last row.
		[40, ['1/1000', '2/39']],
	])('%s rows: %j', async (total, requests) => {
		const rows: Rows = (page, limit) => pageOf(rowsFrom(0, total), page, limit);
		const [read] = await runs(rows, parameters);
		expect(read).toEqual({ rows: names(rowsFrom(0, total)), requests });
	});
});

describe.each(lists)('while rows come and go: %s', (_, parameters) => {
	/** A list that changes once, after its first page was answered. */
	const changingOnce = (total: number, change: (rows: unknown[]) => void): Rows => {
		const now: unknown[] = rowsFrom(0, total);
		let isChanged = false;
		return (page, limit) => {
			const found = pageOf(now, page, limit);
			if (!isChanged) change(now);
			isChanged = true;
			return found;
		};
	};

	it.each([
		['the first', 0],
		['one in the middle', 500],
		['the last of its page', 999],
	])('a row that is deleted hides no other: %s', async (_name, at) => {
		const [read] = await runs(
			changingOnce(2_503, (rows) => rows.splice(at, 1)),
			parameters,
		);
		const others = names(rowsFrom(0, 2_503)).filter((code) => code !== nameOf(rowAt(at)));
		expect(lost(others, read)).toEqual([]);
		expect(new Set(read?.rows).size).toBe(read?.rows.length);
	});

	it('a new row doubles none and hides none', async () => {
		const isNew = { ...rowAt(-1), code: 'new' };
		const [read] = await runs(
			changingOnce(2_503, (rows) => rows.unshift(isNew)),
			parameters,
		);
		expect(lost(names(rowsFrom(0, 2_503)), read)).toEqual([]);
		expect(new Set(read?.rows).size).toBe(read?.rows.length);
	});
});

// Records by record ID are read on below those that have been read.
const others = lists.filter(([key]) => key !== 'record.getAll');

it.each(others)(
	'a list that changes each time it is read fails in plain words: %s',
	async (key, parameters) => {
		let first = 0;
		const rows: Rows = (page, limit) => pageOf(rowsFrom(first++, 2_503), page, limit);
		await onTheWire(uncached(rows), async ({ url, arrived }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toMatch(/^The list changed too much while it was being read, so rows/);
			expect(error.message.includes("'Sort By'")).toBe(key.startsWith('record'));
			// Read once, and again three times, two pages each.
			expect(arrived).toHaveLength(8);
		});
	},
);

describe('a local service that cuts pages', () => {
	/** The service takes smaller pages than it was asked for. */
	const cutAt = (service: { log: Array<{ query: Record<string, string> }> }, cap: number) => {
		const log = service.log;
		const push = log.push.bind(log);
		log.push = (...some) => {
			for (const { query } of some)
				if (query.limit) query.limit = String(Math.min(Number(query.limit), cap));
			return push(...some);
		};
	};

	it('Create or Update finds a record behind the first page, and creates none again', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const values = Array.from({ length: 1_230 }, (_, n) => ({
				values: { 'field-31': `Asset ${n}` },
			}));
			service.store.addRecords(3, values);
			cutAt(service, 500);
			const before = service.store.records.count(3);
			const parameters = {
				resource: 'record',
				operation: 'upsert',
				form: byId(3),
				specifyRecord: 'json',
				recordJson: '={{ { "field-31": "Asset 3" } }}',
				options: { matchOn: 'field-31' },
			};
			const output = await execute({ parameters, credentials });
			expect(jsonOf(output)).toEqual([expect.objectContaining({ recordId: 24 })]);
			expect(service.store.records.count(3)).toBe(before);
		});
	});

	it('Sync of the directory takes nobody behind the first page for missing or new', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const { positions } = service.store;
			for (let n = 0; n < 45; n++) positions.add({ code: `X${n}`, name: `X ${n}`, kana: `X ${n}` });
			cutAt(service, 20);
			const items = positions.list().map((json) => ({ json: { ...json } as never }));
			const parameters = {
				resource: 'position',
				operation: 'sync',
				newCode: '={{ $json.code }}',
				name: '={{ $json.name }}',
				kana: '={{ $json.kana }}',
			};
			const output = await execute({ parameters, items, credentials });
			expect(new Set(jsonOf(output).map(({ action }) => action))).toEqual(new Set(['unchanged']));
		});
	});
});
