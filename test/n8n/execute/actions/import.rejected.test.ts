import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ServiceOptions } from '../../../../sandbox/service/service';
import { allInAHurry } from '../../../support/hurry';
import { execute } from '../../../support/n8n';
import { inWorld, jsonOf, sentTo } from '../../../support/world';
import { errorOf } from '../../runs';
import { CUSTOMERS, customers, many } from './customers';

allInAHurry();

/** Customers with these numbers are of an owner that does not exist. */
const customersWith = (count: number, bad: readonly number[]): INodeExecutionData[] =>
	many(count).map(({ json }, n) => ({
		json: { ...json, ...(bad.includes(n) && { Owner: 'NOBODY' }) },
	}));

type Naming = 'all' | 'the first' | 'none';

/** A service that names all rows that it rejects, as the local one does, the first of them, or none. */
const naming = (which: Naming): ServiceOptions['mount'] =>
	which === 'all'
		? undefined
		: (app) =>
				app.use('/api/*', async (context, next) => {
					await next();
					if (context.res.status !== 400) return;
					const { errors } = (await context.res.json()) as { errors: { details: unknown[] } };
					const details = which === 'none' ? [] : errors.details.slice(0, 1);
					context.res = Response.json({ errors: { ...errors, details } }, { status: 400 });
				});

interface Rejected {
	readonly count: number;
	readonly bad: readonly number[];
	readonly names?: Naming;
	readonly importFailure?: 'nothing' | 'rowsBeforeStay' | 'goodRowsStay';
	/** What else the service does. */
	readonly dialect?: ServiceOptions['dialect'];
}

/** Returns the outcomes of the items, and how much was sent. */
async function runWith(story: Rejected) {
	const { count, bad, names = 'all', importFailure = 'nothing', dialect } = story;
	const mount = naming(names);
	const options = {
		dialect: { importFailure, ...dialect },
		// Waits take no time, also for the service.
		now: () => new Date(performance.timeOrigin + performance.now()),
		...(mount && { mount }),
	};
	return await inWorld(options, async ({ service, credentials }) => {
		// Waiting for the rate limit shows nothing here.
		const unlimited = { ...credentials, requestsPer100Seconds: 1_000_000 };
		const parameters = customers('import', { options: { findNew: true } });
		const run = { parameters, items: customersWith(count, bad), credentials: unlimited };
		const output = await execute({ ...run, continueOnFail: true });
		const all = { where: [], values: [], order: 'recordId', limit: 10_000, offset: 0 };
		const records = service.store.records.select(CUSTOMERS, all);
		const numbers = records.map(({ data }) =>
			String((JSON.parse(data) as IDataObject)['field-21']),
		);
		return {
			output,
			outcomes: output.map((one) => errorOf(one)?.outcome ?? 'saved'),
			saved: numbers.filter((number) => number.startsWith('NEW-')),
			imports: sentTo(service).filter(({ path }) => path.endsWith('/import')).length,
			requests: service.log.length,
		};
	});
}
const allBut = (count: number, bad: readonly number[]) =>
	Array.from({ length: count }, (_, n) => n).filter((n) => !bad.includes(n));

describe('items that the service rejects do not fail the others of their request', () => {
	it.each<[Naming, NonNullable<Rejected['importFailure']>, number[], number]>([
		['all', 'nothing', [40], 2],
		['all', 'rowsBeforeStay', [40], 2],
		['all', 'goodRowsStay', [40], 1],
		['all', 'nothing', [3, 4, 5, 6, 7, 30, 31, 32, 33, 34, 35, 99], 2],
		['the first', 'nothing', [40], 2],
		['the first', 'nothing', [0, 40, 80], 8],
		['the first', 'rowsBeforeStay', [0, 40, 80], 6],
		['none', 'nothing', [0], 15],
		['none', 'nothing', [40], 14],
		['none', 'nothing', [0, 99], 27],
		['none', 'rowsBeforeStay', [40], 13],
		['none', 'goodRowsStay', [40], 2],
	])('it names %s of them and keeps %s: %j', async (names, importFailure, bad, most) => {
		const run = await runWith({ count: 100, bad, names, importFailure });
		const good = allBut(100, bad);
		expect(run.saved.sort()).toEqual(good.map((n) => `NEW-${n}`).sort());
		expect(run.outcomes).toEqual(
			Array.from({ length: 100 }, (_, n) => (bad.includes(n) ? 'failed' : 'saved')),
		);
		for (const n of good) expect(jsonOf(run.output)[n]).toHaveProperty('recordId');
		expect(run.imports).toBeLessThanOrEqual(most);
	});
});

it.each<[Naming, ServiceOptions['dialect']]>([
	['all', { visibleAfterSeconds: 8 }],
	['none', { visibleAfterSeconds: 8 }],
	['all', { rejectedStatus: 200 }],
])('a service that names %s, with %j: the others are saved, each once', async (names, dialect) => {
	const doubles = { doubleKey: 'created', ...dialect } as const;
	for (const importFailure of ['rowsBeforeStay', 'goodRowsStay'] as const) {
		const run = await runWith({ count: 9, bad: [4], names, importFailure, dialect: doubles });
		expect(run.saved.sort()).toEqual(allBut(9, [4]).map((n) => `NEW-${n}`));
		expect(run.outcomes).toEqual(
			[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => (n === 4 ? 'failed' : 'saved')),
		);
	}
});

it.each<[Naming, number]>([
	['all', 12],
	['the first', 21],
	['none', 52],
])(
	'1,000 items that are all wrong are not 1,000 requests, if %s are named',
	async (names, most) => {
		const every = allBut(1_000, []);
		const run = await runWith({ count: 1_000, bad: every, names });
		expect(run.saved).toEqual([]);
		expect(run.outcomes.slice(0, 300)).toEqual(Array<string>(300).fill('failed'));
		expect(run.outcomes.slice(300)).toEqual(Array<string>(700).fill('not sent'));
		expect(run.requests).toBeLessThanOrEqual(most);
	},
);

it('a batch with many rejected items takes fewer requests than items', async () => {
	const bad = allBut(100, []).filter((n) => n % 9 === 0);
	const run = await runWith({ count: 100, bad, names: 'none' });
	expect(run.requests).toBeLessThan(100);
	expect(run.saved.length).toBeGreaterThan(20);
	expect(run.outcomes).not.toContain('unknown');
});

it('whatever is rejected and kept, no record is lost, doubled, or called what it is not', async () => {
	const stories = fc.record({
		count: fc.integer({ min: 2, max: 230 }),
		share: fc.double({ min: 0, max: 1, noNaN: true }),
		seed: fc.nat(),
		names: fc.constantFrom<Naming>('all', 'the first', 'none'),
		importFailure: fc.constantFrom<NonNullable<Rejected['importFailure']>>(
			...(['nothing', 'rowsBeforeStay', 'goodRowsStay'] as const),
		),
	});
	await fc.assert(
		fc.asyncProperty(stories, async ({ share, seed, ...story }) => {
			const isBad = (n: number) =>
				((n + 1) * (seed + 7) * 2_654_435_761) % 1_000 < share ** 3 * 1_000;
			const bad = allBut(story.count, []).filter(isBad);
			const { outcomes, saved } = await runWith({ ...story, bad });
			const having = (...some: string[]) =>
				outcomes.flatMap((outcome, n) => (some.includes(outcome) ? [`NEW-${n}`] : []));
			const there = new Set(saved);
			expect(saved).toHaveLength(there.size);
			expect(having('saved').filter((number) => !there.has(number))).toEqual([]);
			expect(having('failed', 'not sent').filter((number) => there.has(number))).toEqual([]);
			expect(outcomes).not.toContain('unknown');
		}),
		{ numRuns: 15 },
	);
}, 120_000);
