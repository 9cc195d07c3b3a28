import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { Dialect, Service } from '../../../sandbox/service/service';
import { seedOr, times } from '../../support/effort';
import { execute } from '../../support/n8n';
import { byId, inWorld } from '../../support/world';

/** Its key field is field-21. */
const CUSTOMERS = 2;
const key = (n: number) => `KEY-${n}`;

interface Run {
	readonly operation: 'upsert' | 'update' | 'create' | 'import';
	readonly options: INodeParameters;
	/** Records of the form, and items: the first ones are of records that are there. */
	readonly rows: number;
	readonly items: number;
	readonly pageCap: number;
}

const runs: fc.Arbitrary<Run> = fc.record({
	operation: fc.constantFrom('upsert', 'upsert', 'upsert', 'update', 'create', 'import'),
	options: fc.record({ wholeRecord: fc.boolean(), throughImport: fc.boolean() }),
	rows: fc.constantFrom(1, 5, 11, 25, 60, 130),
	items: fc.constantFrom(1, 5, 10, 11, 21, 35, 120),
	pageCap: fc.constantFrom(1000, 1000, 10, 50, 100),
});

function parametersOf({ operation, options }: Run): INodeParameters {
	const { wholeRecord = false, throughImport = false } = options;
	const record = { resource: 'record', operation, form: byId(CUSTOMERS) };
	const value = { 'field-21': '={{ $json.key }}', 'field-22': '={{ $json.name }}' };
	const recordMapper = { mappingMode: 'defineBelow', value, matchingColumns: [] };
	switch (operation) {
		case 'upsert':
			return { ...record, recordMapper, options: { wholeRecord } };
		case 'update':
			return {
				...record,
				recordId: byId('={{ $json.id }}'),
				recordMapper,
				options: { wholeRecord },
			};
		case 'create':
			return { ...record, recordMapper, options: { throughImport } };
		case 'import':
			return { ...record, recordMapper };
	}
}

function itemsOf({ operation, rows, items }: Run, first: number) {
	const isNew = operation === 'create' || operation === 'import';
	const count = operation === 'update' ? Math.min(items, rows) : items;
	return Array.from({ length: count }, (_, n) => ({
		json: { key: key(isNew ? n + 1_000 : n), name: `New ${n}`, id: first + n },
	}));
}

interface Came {
	readonly error: string | undefined;
	readonly sent: number;
	readonly writes: number;
}

/** Returns the outcome of a run if this many requests are permitted. */
async function runWith(run: Run, maximumRequests: number): Promise<Came> {
	const dialect: Partial<Dialect> = { pageCap: run.pageCap };
	return await inWorld({ dialect }, async ({ service, credentials }) => {
		const values = Array.from({ length: run.rows }, (_, n) => ({
			values: { 'field-21': key(n), 'field-22': `Old ${n}` },
		}));
		const first = service.store.addRecords(CUSTOMERS, values);
		const before = service.log.length;
		const error = await execute({
			parameters: parametersOf(run),
			items: itemsOf(run, first),
			credentials: { ...credentials, maximumRequests, requestsPer100Seconds: 10_000 },
		}).then(
			() => undefined,
			({ message }: Error) => message,
		);
		return { error, ...sentIn(service, before) };
	});
}

function sentIn({ log }: Service, from: number) {
	const sent = log.slice(from);
	return { sent: sent.length, writes: sent.filter(({ method }) => method !== 'GET').length };
}

const TOLD = /^This run (?:needs at least|may need up to) (\d+) requests/;

it('a run sends as many requests as it says, and is stopped before its first write or not at all', async () => {
	const holds = async (run: Run) => {
		const { sent: needed, error: failed } = await runWith(run, 0);
		expect(failed).toBeUndefined();
		// Far too few, one too few, and just enough.
		for (const permitted of new Set([Math.ceil(needed / 2), needed - 1, needed])) {
			if (permitted === 0) continue;
			const { error, sent, writes } = await runWith(run, permitted);
			expect(sent).toBeLessThanOrEqual(permitted);
			// Where pages are cut, a look at what was edited may take a page more or less from second to second.
			const isCertain = run.pageCap === 1000 || permitted < needed - 1;
			if (permitted < needed && isCertain) expect(error).toMatch(/Maximum Requests/);
			if (error !== undefined) expect(writes).toBe(0);
			if (!error) continue;
			// Where pages are cut, it is not known how many of them a look takes.
			if (run.pageCap === 1000) expect(permitted).toBeLessThan(needed);
			const told = TOLD.exec(error)?.[1];
			if (/may need/.test(error)) expect(Number(told)).toBeGreaterThanOrEqual(needed);
		}
	};
	await fc.assert(fc.asyncProperty(runs, holds), { numRuns: times(100), seed: seedOr(7) });
}, 600_000);
