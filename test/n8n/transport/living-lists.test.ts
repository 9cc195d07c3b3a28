import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import { answering, rowsFrom, type Rows } from '../../hostile/endless';
import { onTheWire } from '../../hostile/wire';
import { sampled } from '../../support/effort';
import { execute } from '../../support/n8n';
import { byId, jsonOf } from '../../support/world';

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

/** The rows that a run gives, and its requests. */
const read = async (rows: Rows, parameters: INodeParameters): Promise<Read> =>
	await onTheWire(answering(rows), async ({ url, arrived }) => {
		const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
		const output = await execute({ parameters, credentials });
		const requests = arrived.map(({ target }) => {
			const { searchParams } = new URL(target, 'http://x');
			return `${searchParams.get('page')}/${searchParams.get('limit')}`;
		});
		return { rows: names(jsonOf(output)), requests };
	});

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
		const { rows, requests } = await read(cut(253, 50), parameters);
		expect(rows).toEqual(names(rowsFrom(0, 253)));
		expect(requests.length).toBeLessThan(8);
	});
});

describe.each(lists)('the requests of a short list: %s', (_, parameters) => {
	it.each([
		[0, ['1/1000']],
		[37, ['1/1000', '2/36']],
		[999, ['1/1000', '2/998']],
		// A round number may be where the site cuts: the next page begins with the last row.
		[40, ['1/1000', '2/39']],
	])('%s rows: %j', async (total, requests) => {
		const rows: Rows = (page, limit) => pageOf(rowsFrom(0, total), page, limit);
		expect(await read(rows, parameters)).toEqual({ rows: names(rowsFrom(0, total)), requests });
	});
});
