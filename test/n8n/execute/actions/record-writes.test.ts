import type { INodeParameters } from 'n8n-workflow';
import { recordUpsertSteps } from '../../../../nodes/RecordsDirectory/n8n/execute/actions/record-upsert';
import type { Field } from '../../../../sandbox/service/resources';
import type { Service, ServiceOptions } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { bareForm, FORM, RECORDS } from '../../../support/watching';
import { byId, inWorld, jsonOf, type World } from '../../../support/world';
import { errorOf, failureOf, headlinesOf } from '../../runs';
import { jobFor } from '../jobs';

const [NAME, PRICE, COUNT] = ['field-1', 'field-2', 'field-3'] as const;
const field = (fieldId: number, fieldType: Field['fieldType']): Field => ({
	fieldId,
	fieldType,
	caption: `Caption ${fieldId}`,
	uniqueId: `field-${fieldId}`,
});
const form = {
	...bareForm([]),
	fields: [field(1, 'text'), field(2, 'number'), field(3, 'number')],
};

/** A service with one form and this many lamps as its records: Lamp 1 is record 1. */
const withLamps = async (
	count: number,
	test: (world: World) => Promise<void>,
	options: ServiceOptions = {},
) =>
	await inWorld({ ...options, seed: false }, async (world) => {
		world.service.store.addForm(form);
		const values = (n: number) => ({ [NAME]: `Lamp ${n}`, [PRICE]: 5, [COUNT]: 1 });
		world.service.store.addRecords(
			FORM,
			Array.from({ length: count }, (_, n) => ({ values: values(n + 1) })),
		);
		await test(world);
	});

const lamp = (n: number, more = {}) => ({ json: { [NAME]: `Lamp ${n}`, [PRICE]: 6, ...more } });
const lamps = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, n) => lamp(first + n));
const upserting = (options: INodeParameters = { updateByImport: true }): INodeParameters => ({
	resource: 'record',
	operation: 'upsert',
	form: byId(FORM),
	recordMapper: {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [NAME],
		schema: [],
	},
	options,
});

interface Entry {
	readonly recordId?: number;
	readonly record: { readonly [id: string]: string | number };
}
const writesTo = ({ log }: Service) => log.filter(({ method }) => method !== 'GET');
/** The entries of each import. */
const importsTo = (service: Service) =>
	writesTo(service)
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as { records: Entry[] }).records);
/** The requests for the list after the first import. */
const looksAfterImport = ({ log }: Service) =>
	log
		.slice(log.findIndex(({ method }) => method === 'POST'))
		.filter(({ method, path }) => method === 'GET' && path === RECORDS)
		.map(({ query }) => [query.page, query.limit]);
const CREATES = { dialect: { importRecords: 'alwaysCreates' } } as const;

it('creates and updates in one import, then the others one by one, and skips what is the same', async () => {
	await withLamps(5, async ({ service, credentials }) => {
		const items = [lamp(1, { [PRICE]: 5 }), lamp(2), lamp(3), lamp(9)];
		const parameters = upserting({ updateByImport: '={{ $itemIndex !== 2 }}' });
		const output = await execute({ parameters, items, credentials });
		expect(jsonOf(output)).toEqual([
			{ success: true, action: 'unchanged', recordId: 1 },
			{ success: true, action: 'updated', recordId: 2 },
			{ success: true, action: 'updated', recordId: 3 },
			{ success: true, action: 'created' },
		]);
		expect(writesTo(service).map(({ method, path, body }) => [method, path, body])).toEqual([
			[
				'POST',
				`${RECORDS}/import`,
				{
					records: [
						{ recordId: 2, record: { [NAME]: 'Lamp 2', [PRICE]: 6 } },
						{ record: { [NAME]: 'Lamp 9', [PRICE]: 6 } },
					],
				},
			],
			['PUT', `${RECORDS}/3`, { record: { [NAME]: 'Lamp 3', [PRICE]: 6 } }],
		]);
	});
});

describe('the steps of a run', () => {
	interface Wanted {
		readonly record: { [id: string]: string | number };
		readonly updateByImport?: boolean;
		readonly wholeRecord?: boolean;
	}
	const stepsFor = async ({ credentials }: World, wanted: readonly Wanted[]) => {
		const items = wanted.map(() => ({ json: {} }));
		const { job } = await jobFor({ parameters: upserting(), items, credentials });
		const checked = wanted.map((one, item) => ({
			item,
			values: { form: FORM, matchOn: NAME, ...one },
		}));
		const fail = (_: unknown, error: unknown) => {
			throw error;
		};
		return await recordUpsertSteps(job, checked, fail);
	};
	const same = { [NAME]: 'Lamp 1', [PRICE]: 5 };
	const other = (n: number) => ({ [NAME]: `Lamp ${n}`, [PRICE]: 6 });

	it('contain each item once, and that of the first update also in the check, and never run in parallel', async () => {
		await withLamps(5, async (world) => {
			const steps = await stepsFor(world, [
				{ record: same },
				{ record: other(2), updateByImport: true },
				{ record: other(3) },
				{ record: other(9) },
				{ record: other(4), updateByImport: true },
			]);
			expect(
				steps.map(({ items, isIdle = false, isCheck = false }) => [items, isIdle, isCheck]),
			).toEqual([
				[[0], true, false],
				[[1, 3], false, false],
				[[1], false, true],
				[[4], false, false],
				[[2], false, false],
			]);
			expect(steps.map(({ atOnce = 1 }) => atOnce)).toEqual(steps.map(() => 1));
		});
	});

	/** A check for edits by others is one request per ten updates that keep other values. */
	it.each([
		['updates', {}, [1, 1]],
		['updates that keep other values', { wholeRecord: true }, [2, 1]],
		['updates by import', { updateByImport: true }, [1, 2, 1]],
		['both', { updateByImport: true, wholeRecord: true }, [2, 2, 1]],
	])('say how many requests they take: %s', async (_, how, requests) => {
		await withLamps(3, async (world) => {
			const [idle, ...steps] = await stepsFor(world, [
				{ record: other(1), ...how },
				{ record: other(2), ...how },
			]);
			expect(idle).toMatchObject({ items: [], isIdle: true });
			const counts = steps.map(async (step) => (await step.requests?.()) ?? { least: 1, most: 1 });
			expect(await Promise.all(counts)).toEqual(
				requests.map((count) => ({ least: count, most: count })),
			);
		});
	});
});

describe('the first import', () => {
	it.each([
		// The twin of the update, three new records and an older one are a page of five.
		[5, 10, [4, 7]],
		[2, 3, [1, 3]],
		[1, 2, [1, 2]],
	])(
		'has so few new records that one page shows them all: %i records, %i new',
		async (records, created, sizes) => {
			await withLamps(records, async ({ service, credentials }) => {
				const items = [lamp(1), ...lamps(101, 100 + created)];
				const output = await execute({ parameters: upserting(), items, credentials });
				expect(importsTo(service).map(({ length }) => length)).toEqual(sizes);
				expect(looksAfterImport(service)).toEqual([['1', '200']]);
				expect(output).toHaveLength(1 + created);
			});
		},
	);

	it('proves that imports update if one value is as it was sent', async () => {
		await withLamps(3, async ({ service, credentials }) => {
			const meanwhile = () => service.store.updateRecord(FORM, 1, { [PRICE]: 99 }, {});
			service.faults.add({ method: 'GET', path: `${RECORDS}/1`, answer: { meanwhile } });
			const items = [lamp(1, { [COUNT]: 2 }), lamp(2, { [COUNT]: 2 })];
			const output = await execute({ parameters: upserting(), items, credentials });
			expect(jsonOf(output).map(({ action }) => action)).toEqual(['updated', 'updated']);
		});
	});

	const notUpdated = {
		message:
			'The import was saved, but it did not update record 1: it may have created a new record',
		description:
			"Unknown: item 0 may have been saved. Delete the new record, switch 'Update with Import' off, and run the whole list again.",
	};
	const unproven = {
		message: 'Not sent because it is not certain that an import updates records',
		description: expect.stringContaining('Look at the item that failed first. It says what to do.'),
		outcome: 'not sent',
	};
	const failing = async ({ credentials }: World) => {
		const run = { parameters: upserting(), items: lamps(1, 2), credentials };
		return await execute({ ...run, continueOnFail: true });
	};

	it('that changes nothing is the only one', async () => {
		await withLamps(3, async (world) => {
			world.service.faults.add({ method: 'POST', answer: { status: 204 } });
			const [first, second] = await failing(world);
			expect(errorOf(first)?.message).toBe(notUpdated.message);
			expect(errorOf(first)?.description).toMatch(/Delete the new record, switch 'Update with/);
			expect(errorOf(second)).toEqual(unproven);
			expect(writesTo(world.service)).toHaveLength(1);
		});
	});

	/** Somebody sets the value, so only the new record shows what the import did. */
	const set = ({ store }: Service, added: number) => {
		store.updateRecord(FORM, 1, { [PRICE]: 6 }, {});
		for (let n = 0; n < added; n++) store.createRecord(FORM, { [NAME]: `Other ${n}` }, {});
	};

	it.each([
		[0, [['1', '200']]],
		// The site cuts pages at 10 records.
		[
			11,
			[
				['1', '200'],
				['2', '10'],
			],
		],
	])(
		'that created a record is the only one, although others add %i records',
		async (added, looks) => {
			const dialect = { ...CREATES.dialect, pageCap: 10 };
			await withLamps(
				12,
				async (world) => {
					const { service } = world;
					const meanwhile = () => set(service, added);
					service.faults.add({ method: 'GET', path: `${RECORDS}/1`, answer: { meanwhile } });
					expect(headlinesOf(await failing(world))).toEqual([notUpdated.message, unproven.message]);
					expect(looksAfterImport(service)).toEqual(looks);
					expect(writesTo(service)).toHaveLength(1);
				},
				{ dialect },
			);
		},
	);

	it('proves nothing if others add so many records that the new one is out of sight', async () => {
		await withLamps(
			3,
			async (world) => {
				const { service } = world;
				const meanwhile = () => set(service, 250);
				service.faults.add({ method: 'GET', path: `${RECORDS}/1`, answer: { meanwhile } });
				const [first, second] = await failing(world);
				expect(errorOf(first)?.message).toBe(
					'The import was saved, but record 1 could not be read to check it: Too many records were created during the check',
				);
				expect(errorOf(second)).toEqual(unproven);
				expect(writesTo(service)).toHaveLength(1);
			},
			CREATES,
		);
	});

	it('proves nothing if the list of the newest records is empty', async () => {
		await withLamps(3, async (world) => {
			const { service } = world;
			const empty = () =>
				service.faults.add({ path: RECORDS, answer: { status: 200, body: { records: [] } } });
			service.faults.add({ method: 'POST', answer: { meanwhile: empty } });
			const [first, second] = await failing(world);
			expect(errorOf(first)).toMatchObject({
				message:
					'The import was saved, but record 1 could not be read to check it: The list of the newest records was cut off',
				description: expect.stringContaining('Look at record 1. If it has the new values, run'),
				outcome: 'unknown',
			});
			expect(errorOf(second)).toEqual(unproven);
		});
	});
});

describe('what others edit while the run waits for the check', () => {
	const keeping = upserting({ updateByImport: true, wholeRecord: true });
	const edited = async (values: Entry['record'], test: (world: World) => Promise<void>) => {
		let time = Date.UTC(2026, 2, 2, 9);
		await withLamps(
			3,
			async (world) => {
				const { store, faults } = world.service;
				time += 60_000;
				const meanwhile = () => {
					time += 1_000;
					store.updateRecord(FORM, 3, values, {});
				};
				faults.add({ method: 'GET', path: `${RECORDS}/1`, answer: { meanwhile } });
				await test(world);
			},
			{ now: () => new Date(time) },
		);
	};

	it('is sent as they left it', async () => {
		await edited({ [COUNT]: 7 }, async ({ service, credentials }) => {
			await execute({ parameters: keeping, items: lamps(1, 3), credentials });
			expect(importsTo(service)).toEqual([
				[{ recordId: 1, record: { [NAME]: 'Lamp 1', [PRICE]: 6, [COUNT]: 1 } }],
				[
					{ recordId: 2, record: { [NAME]: 'Lamp 2', [PRICE]: 6, [COUNT]: 1 } },
					{ recordId: 3, record: { [NAME]: 'Lamp 3', [PRICE]: 6, [COUNT]: 7 } },
				],
			]);
		});
	});

	it('fails the whole import if a record no longer matches', async () => {
		await edited({ [NAME]: 'Desk' }, async ({ service, credentials }) => {
			const error = await failureOf(
				execute({ parameters: keeping, items: lamps(1, 3), credentials }),
			);
			expect(error.message).toBe(
				'The import of items 1 to 2 was not sent: Record 3 was changed during the run and no longer matches its item',
			);
			expect(error.description).toMatch(/Run the whole list again: the node then looks for each/);
			expect(importsTo(service)).toHaveLength(1);
		});
	});
});
