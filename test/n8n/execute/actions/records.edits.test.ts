import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { errorOf, failureOf } from '../../runs';
import { byId, inWorld, jsonOf, sentTo, type World } from '../../../support/world';

const CUSTOMERS = 2;
const [KEY, NAME, RANK] = ['field-21', 'field-22', 'field-23'] as const;
const MINUTE = 60_000;

/** A service that clears what an update leaves out, its clock, and 250 customers beside its own. */
const edited = async (test: (world: Edited) => Promise<void>) => {
	let time = Date.UTC(2026, 2, 2, 9);
	const now = () => new Date(time);
	await inWorld({ now, dialect: { updateBody: 'replace' } }, async (world) => {
		const rows = Array.from({ length: 250 }, (_, n) => ({
			values: { [KEY]: `K-${n}`, [NAME]: `Name ${n}`, [RANK]: 'Gold' },
		}));
		const first = world.service.store.addRecords(CUSTOMERS, rows);
		time += MINUTE;
		const credentials = { ...world.credentials, requestsPer100Seconds: 1_000_000 };
		await test({ ...world, credentials, idOf: (n) => first + n, pass: (ms) => void (time += ms) });
	});
};

interface Edited extends World {
	readonly idOf: (n: number) => number;
	readonly pass: (ms: number) => void;
}

const valuesOf = ({ store }: Service, id: number) =>
	JSON.parse(store.records.get(CUSTOMERS, id)?.data ?? '{}') as Record<string, unknown>;

/** Somebody does something as soon as so many records of the run are updated. */
function afterUpdates({ events }: Service, count: number, act: () => void): void {
	let updates = 0;
	events.on('record', ({ action }: { action: string }) => {
		if (action === 'updated') updates += 1;
		if (updates !== count) return;
		updates = Infinity;
		act();
	});
}

const matching = (matchingColumns: string[], options: INodeParameters): INodeParameters => ({
	resource: 'record',
	operation: 'upsert',
	form: byId(CUSTOMERS),
	recordMapper: { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] },
	options,
});
const WHOLE = { wholeRecord: true };
const renamed = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { [KEY]: `K-${n}`, [NAME]: `New ${n}` } }));
const ways: Array<[string, INodeParameters, number]> = [
	['one by one', matching([KEY], WHOLE), 40],
	['by import', matching([KEY], { ...WHOLE, updateByImport: true }), 250],
	[
		'update',
		{
			...matching([], WHOLE),
			operation: 'update',
			recordId: byId('={{ $json.id }}'),
		},
		40,
	],
];

describe('what a person edits while a run updates records', () => {
	it.each(ways)('stays: %s', async (_, parameters, count) => {
		await edited(async ({ service, credentials, idOf, pass }) => {
			const last = idOf(count - 1);
			afterUpdates(service, 15, () => {
				pass(1_000);
				service.store.updateRecord(CUSTOMERS, last, {
					[KEY]: `K-${count - 1}`,
					[NAME]: 'x',
					[RANK]: 'Silver',
				});
			});
			const items = renamed(count).map(({ json }, n) => ({ json: { ...json, id: idOf(n) } }));
			const output = jsonOf(await execute({ parameters, items, credentials }));
			expect(output).toHaveLength(count);
			const wanted = { [KEY]: `K-${count - 1}`, [NAME]: `New ${count - 1}`, [RANK]: 'Silver' };
			expect(valuesOf(service, last)).toEqual(wanted);
			expect(valuesOf(service, idOf(0))).toMatchObject({ [NAME]: 'New 0', [RANK]: 'Gold' });
		});
	});

	it('stays although all happens in one second', async () => {
		await edited(async ({ service, credentials, idOf }) => {
			afterUpdates(service, 1, () =>
				service.store.updateRecord(CUSTOMERS, idOf(29), {
					[KEY]: 'K-29',
					[NAME]: 'x',
					[RANK]: 'Silver',
				}),
			);
			const parameters = matching([KEY], WHOLE);
			await execute({ parameters, items: renamed(30), credentials });
			expect(valuesOf(service, idOf(29))[RANK]).toBe('Silver');
		});
	});

	it('stays where hundreds of records are created first', async () => {
		await edited(async ({ service, credentials, idOf, pass }) => {
			let isCreated = false;
			service.events.on('record', ({ action }: { action: string }) => {
				if (action !== 'created' || isCreated) return;
				isCreated = true;
				pass(1_000);
				service.store.updateRecord(CUSTOMERS, idOf(3), {
					[KEY]: 'K-3',
					[NAME]: 'x',
					[RANK]: 'Silver',
				});
			});
			const fresh = Array.from({ length: 450 }, (_, n) => ({
				json: { [KEY]: `F-${n}`, [NAME]: 'F' },
			}));
			const parameters = matching([KEY], WHOLE);
			await execute({ parameters, items: [...fresh, ...renamed(20)], credentials });
			expect(valuesOf(service, idOf(3))[RANK]).toBe('Silver');
			// Only what was edited is read again.
			const reads = sentTo(service).filter(({ path }) => /records\/\d+$/.test(path));
			expect(reads.filter(({ method }) => method === 'GET')).toHaveLength(1);
		});
	});

	it('stays where it is the key, which is sent though the item does not give it', async () => {
		await edited(async ({ service, credentials, idOf, pass }) => {
			afterUpdates(service, 5, () => {
				pass(1_000);
				service.store.updateRecord(CUSTOMERS, idOf(20), {
					[KEY]: 'NEW-20',
					[NAME]: 'Name 20',
					[RANK]: 'Gold',
				});
			});
			const items = Array.from({ length: 25 }, (_, n) => ({
				json: { [NAME]: `Name ${n}`, [RANK]: 'Bronze' },
			}));
			const parameters = matching([NAME], {});
			await execute({ parameters, items, credentials });
			expect(valuesOf(service, idOf(20))).toMatchObject({ [KEY]: 'NEW-20', [RANK]: 'Bronze' });
		});
	});

	it('in a record that becomes another one is not undone', async () => {
		await edited(async ({ service, credentials, idOf, pass }) => {
			const other = { [KEY]: 'OTHER', [NAME]: 'Other' };
			afterUpdates(service, 5, () => {
				pass(1_000);
				service.store.updateRecord(CUSTOMERS, idOf(20), other);
			});
			const parameters = matching([KEY], WHOLE);
			const run = { parameters, items: renamed(25), credentials, continueOnFail: true };
			const output = await execute(run);
			expect(errorOf(output[20])?.message).toMatch(
				/^Record \d+ was changed during the run and no longer matches its item$/,
			);
			expect(jsonOf(output).filter(({ action }) => action === 'updated')).toHaveLength(24);
			expect(valuesOf(service, idOf(20))).toMatchObject(other);
		});
	});

	it('shows in the list that proves the import, without a look of its own', async () => {
		await edited(async ({ service, credentials, idOf, pass }) => {
			afterUpdates(service, 1, () => {
				pass(1_000);
				service.store.updateRecord(CUSTOMERS, idOf(249), { [KEY]: 'OTHER', [NAME]: 'Other' });
			});
			const items = renamed(250).slice(-2);
			const parameters = matching([KEY], { ...WHOLE, updateByImport: true });
			const error = await failureOf(execute({ parameters, items, credentials }));
			expect(error.message).toMatch(/: Record \d+ was changed during the run/);
			expect(valuesOf(service, idOf(249))).toMatchObject({ [KEY]: 'OTHER' });
		});
	});

	it('of an import, fails its request before it is sent', async () => {
		await edited(async ({ service, credentials, idOf, pass }) => {
			afterUpdates(service, 1, () => {
				pass(1_000);
				service.store.updateRecord(CUSTOMERS, idOf(120), { [KEY]: 'OTHER', [NAME]: 'Other' });
			});
			const parameters = matching([KEY], { ...WHOLE, updateByImport: true });
			const error = await failureOf(execute({ parameters, items: renamed(250), credentials }));
			expect(error.message).toMatch(
				/^The import of items 101 to 200 was not sent: Record \d+ was changed during the run/,
			);
			expect(error.description).toMatch(
				/^Saved: items 0 to 100\. Not sent: items 201 to 249\. Run the whole list again/,
			);
			expect(valuesOf(service, idOf(120))).toMatchObject({ [KEY]: 'OTHER' });
		});
	});
});

describe('what it costs to notice edits', () => {
	const listsOf = (service: Service) =>
		sentTo(service).filter(({ path }) => path.endsWith(`/${CUSTOMERS}/records`));

	it('is a list for ten updates, and one before the run', async () => {
		await edited(async ({ service, credentials }) => {
			const parameters = matching([KEY], WHOLE);
			await execute({ parameters, items: renamed(40), credentials });
			const orders = listsOf(service).map(({ query }) => query?.order);
			const looks = ['updatedAt:desc', 'updatedAt:desc', 'updatedAt:desc', 'updatedAt:desc'];
			// Rows that were created in one second are listed whole until a later edit is known.
			expect(orders.filter((order) => order === 'recordId:desc')).toHaveLength(1);
			expect(orders.slice(0, 2)).toEqual(['updatedAt:desc', 'recordId:desc']);
			expect(orders.slice(2, 6)).toEqual(looks);
			expect(orders.length).toBeLessThanOrEqual(8);
		});
	});

	it('is nothing where an update sends what its item gives', async () => {
		await edited(async ({ service, credentials }) => {
			await execute({
				parameters: matching([KEY], {}),
				items: renamed(40),
				credentials,
			});
			expect(listsOf(service)).toHaveLength(1);
		});
	});
});
