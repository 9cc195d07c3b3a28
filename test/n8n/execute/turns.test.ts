import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../../sandbox/service/dialects';
import { inAHurry } from '../../support/hurry';
import { execute, takeLog } from '../../support/n8n';
import { byId, inWorld, test, jsonOf, type World } from '../../support/world';
import { countOf, failureOf, rest, whenSent, recordsOf, wholeItem } from '../runs';

/** A form without a key: the service rejects no second record with the same values. */
const ASSETS = 3;
const SUPPORT = 1;

const upserting = (form: number | string = ASSETS, field = 'field-31') =>
	recordsOf(form, 'upsert', wholeItem(field));
const lamps: INodeExecutionData[] = ['Lamp A', 'Lamp B'].map((name) => ({
	json: { 'Asset name': name, Price: 5 },
}));
const runAt =
	({ credentials }: World) =>
	(more: Partial<Parameters<typeof execute>[0]> = {}) =>
		execute({ parameters: upserting(), items: lamps, credentials, ...more });
const actionsOf = (items: readonly INodeExecutionData[]) =>
	jsonOf(items).map(({ action }) => action);
const WAITS = /Waiting for another run that creates or updates records of the same form/;

describe('runs of Create or Update at the same time', () => {
	test.each([2, 5])('%i of them create each record once', async (world, runs) => {
		takeLog();
		const before = countOf(world.service, ASSETS);
		const run = runAt(world);
		const outputs = await Promise.all(Array.from({ length: runs }, () => run()));
		expect(countOf(world.service, ASSETS)).toBe(before + lamps.length);
		const actions = outputs.flatMap(actionsOf);
		expect(actions.filter((action) => action === 'created')).toHaveLength(lamps.length);
		expect(actions.filter((action) => action === 'unchanged')).toHaveLength(
			(runs - 1) * lamps.length,
		);
		expect(takeLog().filter((line) => WAITS.test(JSON.stringify(line)))).toHaveLength(runs - 1);
	});

	test('take turns also if their items are of several forms', async (world) => {
		const before = [ASSETS, SUPPORT].map((form) => countOf(world.service, form));
		const parameters: INodeParameters = {
			...upserting('={{ $json.form }}'),
			recordMapper: undefined as never,
			specifyRecord: 'json',
			recordJson: '={{ $json.record }}',
			options: { matchOn: '={{ $json.by }}' },
		};
		const json = [
			{ form: ASSETS, by: 'field-31', record: { 'field-31': 'Both' } },
			{ form: SUPPORT, by: 'field-1', record: { 'field-1': 'Both' } },
		];
		const items = json.map((one) => ({ json: one }));
		const run = runAt(world);
		await Promise.all([
			run({ parameters, items }),
			run({ parameters, items: [...items].reverse() }),
			run({ parameters, items: items.slice(1) }),
		]);
		const after = [ASSETS, SUPPORT].map((form) => countOf(world.service, form));
		expect(after).toEqual(before.map((count) => count + 1));
	});

	test('of different forms do not wait for each other', async (world) => {
		world.service.faults.add({ path: /apps\/3\/records/, answer: { never: true } });
		const abort = new AbortController();
		const run = runAt(world);
		const stuck = run({ abort: abort.signal });
		stuck.catch(() => {});
		await whenSent(world.service, 2);
		const items = [{ json: { Subject: 'Other form' } }];
		const parameters = upserting(SUPPORT, 'field-1');
		expect(await run({ parameters, items })).toHaveLength(1);
		abort.abort();
		await failureOf(stuck);
	});
});

test('items of one form that match on different fields are rejected', async (world) => {
	const parameters: INodeParameters = {
		...upserting(),
		recordMapper: undefined as never,
		specifyRecord: 'json',
		recordJson: '={{ $json.record }}',
		options: { matchOn: '={{ $json.by }}' },
	};
	const record = { 'field-31': 'One', 'field-33': 5 };
	const items = ['field-31', 'field-33'].map((by) => ({ json: { by, record } }));
	const before = countOf(world.service, ASSETS);
	const { message } = await failureOf(runAt(world)({ parameters, items }));
	expect(message).toBe("'Match On' differs from item to item");
	expect(countOf(world.service, ASSETS)).toBe(before);
});

describe('a record that the site lists late', () => {
	const late = { visibleAfterSeconds: 90 };
	const count = ({ service }: World) => countOf(service, ASSETS);

	it('is not created again by the next run, which says so', async () => {
		await inWorld({ dialect: late }, async (world) => {
			const before = count(world);
			const run = runAt(world);
			await run();
			expect((await failureOf(run())).message).toMatch(
				/^The record was written just now, or may have been, and the service does not list it yet/,
			);
			const items = [...lamps, { json: { 'Asset name': 'Lamp C', Price: 5 } }];
			expect(actionsOf(await run({ items, continueOnFail: true }))).toEqual([
				undefined,
				undefined,
				'created',
			]);
			expect(count(world)).toBe(before + 3);
		});
	});

	it('is not created again after a deletion, nor if another operation wrote it, nor by other fields', async () => {
		await inWorld({ dialect: late }, async (world) => {
			const { credentials } = world;
			const before = count(world);
			const given = { items: lamps.slice(0, 1), credentials };
			await execute({ parameters: recordsOf(ASSETS, 'import', wholeItem()), ...given });
			const deletion = recordsOf(ASSETS, 'delete', { recordId: byId(1) });
			await execute({ parameters: deletion, credentials });
			for (const fields of [['field-31'], ['field-33', 'field-31'], ['field-31', 'field-33']]) {
				const parameters = recordsOf(ASSETS, 'upsert', wholeItem(...fields));
				await failureOf(execute({ parameters, ...given }));
			}
			const parameters = recordsOf(ASSETS, 'update', { ...wholeItem(), recordId: byId(2) });
			await execute({ parameters, credentials, items: lamps.slice(1) });
			await failureOf(runAt(world)({ items: lamps.slice(1) }));
			expect(count(world)).toBe(before);
		});
	});

	it.each<[string, Partial<Dialect>, number]>([
		['a minute', {}, 1],
		['ten minutes if the site says that it saves later', { writeStatus: 202 }, 10],
	])('may be created again after %s', async (_, dialect, minutes) => {
		await inAHurry(({ skip }) =>
			inWorld({ dialect }, async (world) => {
				const { service } = world;
				const run = runAt(world);
				const known = countOf(service, ASSETS);
				await run();
				for (const n of [1, 2]) service.store.deleteRecord(ASSETS, known + n);
				skip(minutes * 60_000 - 5_000);
				await failureOf(run());
				skip(5_000);
				expect(actionsOf(await run())).toEqual(['created', 'created']);
			}),
		);
	});
});

describe('a run that waits for its turn', () => {
	test('can be canceled, and the next one still waits', async (world) => {
		const before = countOf(world.service, ASSETS);
		world.service.faults.add({ method: 'POST', answer: { delayMs: 1_500 } });
		const run = runAt(world);
		const first = run();
		await whenSent(world.service, 2);
		const abort = new AbortController();
		const second = run({ abort: abort.signal });
		second.catch(() => {});
		await rest(100);
		const third = run();
		const at = performance.now();
		abort.abort();
		const error = await failureOf(second);
		expect(performance.now() - at).toBeLessThan(1_000);
		expect(error.message).toMatch(/^The execution was canceled/);
		expect(error.description).toMatch(/^Nothing was sent\./);
		expect(actionsOf(await first)).toEqual(['created', 'created']);
		expect(actionsOf(await third)).toEqual(['unchanged', 'unchanged']);
		expect(countOf(world.service, ASSETS)).toBe(before + lamps.length);
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

it('a record whose import may have been saved is not created again while the site lists it late', async () => {
	await inAHurry(() =>
		inWorld({ dialect: { visibleAfterSeconds: 90 } }, async (world) => {
			const before = countOf(world.service, ASSETS);
			const answer = { status: 502, body: '', takesEffect: true } as const;
			world.service.faults.add({ method: 'POST', answer });
			await failureOf(runAt(world)());
			await failureOf(runAt(world)());
			expect(countOf(world.service, ASSETS)).toBe(before + lamps.length);
		}),
	);
});
