import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../../sandbox/service/dialects';
import { inAHurry } from '../../support/hurry';
import { execute, takeLog } from '../../support/n8n';
import { byId, inWorld, test, type World } from '../../support/world';
import { countOf, failureOf, rest, whenSent, recordsOf, wholeItem } from '../runs';
import { actionsOf } from './actions/directory-runs';

/** A form without a key: the service rejects no second record with the same values. */
const ASSETS = 3;
const SUPPORT = 1;

const upserting = recordsOf(ASSETS, 'upsert', wholeItem('field-31'));
const lamps: INodeExecutionData[] = ['Lamp A', 'Lamp B'].map((name) => ({
	json: { 'Asset name': name, Price: 5 },
}));
const runAt =
	({ credentials }: World) =>
	(more: Partial<Parameters<typeof execute>[0]> = {}) =>
		execute({ parameters: upserting, items: lamps, credentials, ...more });
const countAt = ({ service }: World) => countOf(service, ASSETS);

const WAITS = /Waiting for another run that creates or updates records of the same form/;

/** Each item has its form, its record, and what it matches on. */
const byItem = recordsOf('={{ $json.form }}', 'upsert', {
	specifyRecord: 'json',
	recordJson: '={{ $json.record }}',
	options: { matchOn: '={{ $json.by }}' },
});
const ofForms = (...rows: ReadonlyArray<readonly [form: number, by: string, record: object]>) =>
	rows.map(([form, by, record]) => ({ json: { form, by, record } })) as INodeExecutionData[];

describe('runs of Create or Update at the same time', () => {
	test('create each record once', async (world) => {
		takeLog();
		const before = countAt(world);
		const run = runAt(world);
		const outputs = await Promise.all(Array.from({ length: 5 }, () => run()));
		expect(countAt(world)).toBe(before + lamps.length);
		expect(outputs.flatMap(actionsOf).sort()).toEqual([
			...lamps.map(() => 'created'),
			...Array.from({ length: 4 * lamps.length }, () => 'unchanged'),
		]);
		expect(takeLog().filter((line) => WAITS.test(line))).toHaveLength(4);
	});

	test('take turns also if their items are of several forms', async (world) => {
		const counts = () => [ASSETS, SUPPORT].map((form) => countOf(world.service, form));
		const before = counts();
		const items = ofForms(
			[ASSETS, 'field-31', { 'field-31': 'Both' }],
			[SUPPORT, 'field-1', { 'field-1': 'Both' }],
		);
		const run = runAt(world);
		await Promise.all(
			[items, [...items].reverse(), items.slice(1)].map((some) =>
				run({ parameters: byItem, items: some }),
			),
		);
		expect(counts()).toEqual(before.map((count) => count + 1));
	});

	test('of different forms do not wait for each other, nor does an import', async (world) => {
		world.service.faults.add({ path: /apps\/3\/records/, answer: { never: true } });
		const abort = new AbortController();
		const run = runAt(world);
		const stuck = run({ abort: abort.signal });
		stuck.catch(() => {});
		await whenSent(world.service, 2);
		const items = [{ json: { Subject: 'Other form' } }];
		const parameters = recordsOf(SUPPORT, 'upsert', wholeItem('field-1'));
		expect(await run({ parameters, items })).toHaveLength(1);
		const importing = recordsOf(ASSETS, 'import', wholeItem());
		expect(await run({ parameters: importing })).toHaveLength(lamps.length);
		abort.abort();
		await failureOf(stuck);
	});
});

test('items of one form that match on different fields are rejected, and no run waits for their end', async (world) => {
	takeLog();
	const record = { 'field-31': 'One', 'field-33': 5 };
	const items = ofForms([ASSETS, 'field-31', record], [ASSETS, 'field-33', record]);
	const before = countAt(world);
	for (let times = 0; times < 2; times++) {
		const { message } = await failureOf(runAt(world)({ parameters: byItem, items }));
		expect(message).toBe("'Match On' differs from item to item");
	}
	expect(takeLog().filter((line) => WAITS.test(line))).toEqual([]);
	expect(countAt(world)).toBe(before);
});

describe('a record that the site lists late', () => {
	const dialect = { visibleAfterSeconds: 90 };

	it('is not created again by the next run, which says so', async () => {
		await inWorld({ dialect }, async (world) => {
			const before = countAt(world);
			const run = runAt(world);
			await run();
			expect((await failureOf(run())).message).toMatch(
				/^The record was written just now, or may have been, and the service does not list it yet/,
			);
			const items = [...lamps, { json: { 'Asset name': 'Lamp C', Price: 5 } }];
			const output = await run({ items, continueOnFail: true });
			expect(actionsOf(output)).toEqual([undefined, undefined, 'created']);
			expect(countAt(world)).toBe(before + 3);
		});
	});

	it('is not created again after a deletion, nor if another operation wrote it, nor by other fields', async () => {
		await inWorld({ dialect }, async (world) => {
			const before = countAt(world);
			const run = runAt(world);
			const of = (operation: string, more: INodeParameters, items = lamps.slice(0, 1)) =>
				run({ parameters: recordsOf(ASSETS, operation, more), items });
			await of('import', wholeItem());
			await of('delete', { recordId: byId(1) });
			for (const fields of [['field-31'], ['field-33', 'field-31'], ['field-31', 'field-33']])
				await failureOf(of('upsert', wholeItem(...fields)));
			await of('update', { ...wholeItem(), recordId: byId(2) }, lamps.slice(1));
			await failureOf(run({ items: lamps.slice(1) }));
			expect(countAt(world)).toBe(before);
		});
	});

	it('is not created again if nobody knows whether its import was saved', async () => {
		await inAHurry(() =>
			inWorld({ dialect }, async (world) => {
				const before = countAt(world);
				const answer = { status: 502, body: '', takesEffect: true } as const;
				world.service.faults.add({ method: 'POST', answer });
				for (let times = 0; times < 2; times++) await failureOf(runAt(world)());
				expect(countAt(world)).toBe(before + lamps.length);
			}),
		);
	});
});

it.each<[string, Partial<Dialect>, number]>([
	['a minute', {}, 1],
	['ten minutes if the site says that it saves later', { writeStatus: 202 }, 10],
])('a deleted record may be created again after %s', async (_, dialect, minutes) => {
	await inAHurry(({ skip }) =>
		inWorld({ dialect }, async (world) => {
			const run = runAt(world);
			const known = countAt(world);
			await run();
			for (const n of [1, 2]) world.service.store.deleteRecord(ASSETS, known + n);
			skip(minutes * 60_000 - 5_000);
			await failureOf(run());
			skip(5_000);
			expect(actionsOf(await run())).toEqual(['created', 'created']);
		}),
	);
});

describe('a run that waits for its turn', () => {
	test('can be canceled, and the next one still waits', async (world) => {
		const before = countAt(world);
		world.service.faults.add({ method: 'POST', answer: { delayMs: 1_500 } });
		const run = runAt(world);
		const first = run();
		await whenSent(world.service, 2);
		const abort = new AbortController();
		const second = run({ abort: abort.signal });
		second.catch(() => {});
		await rest(100);
		const items = [...lamps, { json: { 'Asset name': 'Lamp C', Price: 5 } }];
		const third = run({ items });
		const at = performance.now();
		abort.abort();
		const error = await failureOf(second);
		expect(performance.now() - at).toBeLessThan(1_000);
		expect(error.message).toMatch(/^The execution was canceled/);
		expect(error.description).toMatch(/^Nothing was sent\./);
		expect(actionsOf(await first)).toEqual(['created', 'created']);
		const last = run({ items });
		expect(actionsOf(await third)).toEqual(['unchanged', 'unchanged', 'created']);
		expect(actionsOf(await last)).toEqual(items.map(() => 'unchanged'));
		expect(countAt(world)).toBe(before + items.length);
	});

	test.each<[string, Partial<Parameters<typeof execute>[0]>, boolean]>([
		['fails', {}, true],
		['fails and continues', { continueOnFail: true }, true],
		['has a mistake', { items: [{ json: { Price: 'many' } }] }, false],
	])('gets it if the run before %s', async (world, _, more, isRejected) => {
		if (isRejected)
			world.service.faults.add({ path: /apps\/3\/records$/, answer: { status: 400 } });
		const run = runAt(world);
		const [, second] = await Promise.allSettled([run(more), run()]);
		expect(second).toMatchObject({ status: 'fulfilled' });
		expect(await run()).toHaveLength(2);
	});
});
