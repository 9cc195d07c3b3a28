import { resources } from '../../../nodes/RecordsDirectory/api';
import { triggerSchema } from '../../../scripts/schemas';
import { misfits } from '../../support/schema';
import { takeLog } from '../../support/n8n';
import { asked, FORM, idsOf, RECORDS, sorted, watching } from '../../support/watching';

const list = (order: string, limit: number, more = {}) => ({
	method: 'GET',
	path: RECORDS,
	query: { ...more, order: `${order}:desc`, page: '1', limit: String(limit) },
});

describe('a trigger on records', () => {
	it('begins in silence with two requests, and then asks for a few rows a poll', async () => {
		await watching({}, async ({ poll, taken, state, pass }) => {
			expect(await poll()).toBeNull();
			// The second look shows whether values differ with every reply.
			expect(asked(taken())).toEqual([list('updatedAt', 100), list('updatedAt', 100)]);
			expect(Object.keys(state)).toEqual(['state']);
			pass(60);
			expect(await poll()).toBeNull();
			expect(asked(taken())).toEqual([list('updatedAt', 11)]);
			pass(3600);
			expect(await poll()).toBeNull();
			expect(await poll()).toBeNull();
			expect(asked(taken())).toEqual([list('updatedAt', 11), list('updatedAt', 10)]);
		});
	});

	it('gives the fields under their captions, with one request more, and as the schema says', async () => {
		const given = { event: 'recordCreated', options: { names: 'captions' } };
		await watching({ given }, async ({ poll, taken, create }) => {
			await poll();
			expect(await poll()).toBeNull();
			taken();
			create('PO-1');
			const [item] = (await poll()) ?? [];
			expect(item).toMatchObject({ 'Order number': 'PO-1', Customer: null });
			expect(taken().map(({ path }) => path)).toEqual([RECORDS, '/api/apps/4/fields']);
			expect(misfits(triggerSchema(resources.record), item ?? {}, true)).toEqual([]);
			expect(await poll()).toBeNull();
			expect(taken()).toHaveLength(1);
		});
	});

	it('gives a created record once, laid out for people', async () => {
		const given = { event: 'recordCreated' };
		await watching({ given }, async ({ service, poll, taken, pass, create, edit }) => {
			await poll();
			taken();
			pass(10);
			const recordId = create('PO-1');
			expect(await poll()).toEqual([
				{
					event: 'recordCreated',
					eventId: `recordCreated:4:${recordId}:2026-03-02 18:00:10`,
					appsId: FORM,
					recordId,
					uniqueId: 'ORD000121',
					creator: 'Service integration',
					createdAt: '2026-03-02 18:00:10',
					updater: 'Service integration',
					updatedAt: '2026-03-02 18:00:10',
					accessUrl: `${service.url}/forms/4/records/${recordId}`,
					isDeleted: 0,
					'field-41': 'PO-1',
					'field-42': '',
					'field-43': '',
					'field-44': '',
					'field-45': '',
				},
			]);
			expect(asked(taken())).toEqual([list('createdAt', 11)]);
			pass(5);
			edit(recordId, 'PO-1 again');
			expect(await poll()).toBeNull();
			pass(600);
			expect(await poll()).toBeNull();
		});
	});

	it('gives an update once, as the service sent it when not simplified', async () => {
		const given = { event: 'recordUpdated', simplify: false };
		await watching({ given }, async ({ poll, pass, create, edit }) => {
			await poll();
			pass(10);
			create('no update');
			edit(7, 'changed');
			const [item, ...others] = (await poll()) ?? [];
			expect(others).toEqual([]);
			expect(item).toMatchObject({
				event: 'recordUpdated',
				eventId: expect.stringMatching(/^recordUpdated:4:7:2026-03-02 18:00:10:[0-9a-f]{8}$/),
				appsId: FORM,
				recordId: 7,
				creatorCode: 'E0007',
				updaterCode: 'api',
				record: { 'field-41': 'changed' },
			});
			expect(item).not.toHaveProperty('field-41');
			pass(60);
			expect(await poll()).toBeNull();
		});
	});

	it('gives creations and updates, the oldest first', async () => {
		await watching({}, async ({ poll, pass, create, edit }) => {
			await poll();
			pass(10);
			edit(9, 'first');
			pass(1);
			const second = create('second');
			pass(1);
			edit(3, 'third');
			pass(1);
			const fourth = create('fourth');
			pass(1);
			edit(fourth, 'still a creation');
			const items = (await poll()) ?? [];
			expect(items.map(({ recordId, event }) => [recordId, event])).toEqual([
				[9, 'recordUpdated'],
				[second, 'recordCreated'],
				[3, 'recordUpdated'],
				[fourth, 'recordCreated'],
			]);
			expect(items[3]).toMatchObject({ 'field-41': 'still a creation' });
			expect(await poll()).toBeNull();
		});
	});

	it('distinguishes a second edit of the same second from the first', async () => {
		await watching({ given: { event: 'recordUpdated' } }, async ({ poll, pass, edit }) => {
			await poll();
			pass(10);
			const ids = [];
			for (const name of ['one', 'two', 'three']) {
				edit(5, name);
				const items = (await poll()) ?? [];
				expect(items).toMatchObject([{ recordId: 5, 'field-41': name }]);
				ids.push(items[0]!.eventId);
				expect(await poll()).toBeNull();
			}
			expect(new Set(ids).size).toBe(3);
		});
	});

	it('asks for what the options say', async () => {
		const search = { keyword: 'PO-', query: 'field-45 = "New"' };
		const options = { ...search, fields: 'field-41, field-45[1]' };
		await watching({ given: { options } }, async ({ service, poll, taken, pass }) => {
			await poll();
			pass(10);
			const wanted = { 'field-41': 'PO-7', 'field-42': 'kept back', 'field-45': 'New' };
			service.store.createRecord(FORM, wanted);
			service.store.createRecord(FORM, { ...wanted, 'field-45': 'Paid' });
			service.store.createRecord(FORM, { ...wanted, 'field-41': 'another' });
			const items = (await poll()) ?? [];
			expect(items).toMatchObject([{ recordId: 121, 'field-41': 'PO-7', 'field-45': '0' }]);
			expect(items[0]).not.toHaveProperty('field-42');
			const more = { ...search, fields: 'field-41,field-45[1]' };
			expect(asked(taken()).slice(1)).toEqual([
				list('updatedAt', 100, more),
				list('updatedAt', 100, more),
				list('updatedAt', 11, more),
				// Whether the form heeds keywords: asked again where there is something to emit.
				expect.objectContaining({ query: expect.objectContaining({ limit: '1' }) }),
			]);
		});
	});
});

it('one record that does not say whether it is deleted stops no other, and is named once', async () => {
	await watching({}, async ({ service, poll, pass, edit }) => {
		await poll();
		takeLog();
		for (const name of ['one', 'two']) {
			pass(60);
			edit(5, name);
			edit(9, name);
			const rows = [5, 9].map((id) => {
				const { createdAt, updatedAt } = service.store.records.get(FORM, id)!;
				return { recordId: id, createdAt, updatedAt, isDeleted: id === 5 ? 'yes' : 0, name };
			});
			const old = {
				recordId: 1,
				createdAt: '2026-01-01 00:00:00',
				updatedAt: '2026-01-01 00:00:00',
			};
			const answer = { status: 200, body: { records: [...rows, old] } };
			service.faults.add({ path: RECORDS, answer });
			expect(sorted(idsOf(await poll()))).toEqual([5, 9]);
		}
		const warnings = takeLog().filter((line) => line.startsWith('warn'));
		expect(warnings).toEqual([expect.stringMatching(/clearly whether record 5 is deleted/)]);
	});
});

it.each([
	[{ recordId: '' }, 'The service lists a record without an ID'],
	[{ createdAt: '1/2/2026' }, 'Record 5 has no times YYYY-MM-DD hh:mm:ss: createdAt "1/2/2026", u'],
	[{ updatedAt: undefined }, 'updatedAt ""'],
])(
	'a record of the list with %j fails the poll, and the next one misses nothing',
	async (wrong, message) => {
		await watching({}, async ({ service, poll, pass, edit, state }) => {
			await poll();
			const before = structuredClone(state);
			pass(60);
			edit(5, 'edited');
			const row = { ...service.store.records.get(FORM, 5), recordId: 5, ...wrong };
			service.faults.add({ path: RECORDS, answer: { status: 200, body: { records: [row] } } });
			await expect(poll()).rejects.toThrow(message);
			expect(state).toEqual(before);
			expect(idsOf(await poll())).toEqual([5]);
		});
	},
);
