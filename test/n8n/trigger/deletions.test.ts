import { deepCopy, type IDataObject } from 'n8n-workflow';
import type { Dialect } from '../../../sandbox/service/service';
import { FORM, formId, idsOf, RECORDS, watching, type Watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(60_000);

const given = { event: 'recordDeleted' };

const deleting = (dialect: Partial<Dialect>, test: (life: Watching) => Promise<void>) =>
	watching({ given, dialect }, test);

/** Lets a deleted record come back, as a person at the service may do. */
function restore({ service }: Watching, recordId: number): void {
	const { records } = service.store;
	service.store.change(() => records.put({ ...records.get(FORM, recordId)!, isDeleted: 0 }));
}

it.each([500, 256, 100, 50])('a site may begin to cut pages, at %d rows', async (pageCap) => {
	await deleting({}, async ({ service, poll, bulk }) => {
		bulk(1_880);
		await poll();
		service.dialect = { ...service.dialect, pageCap };
		expect(await poll()).toBeNull();
		service.store.deleteRecord(FORM, 234);
		expect(idsOf(await poll())).toEqual([234]);
		expect(await poll()).toBeNull();
	});
});

it('a form may be empty when the trigger begins, and become empty', async () => {
	await deleting({}, async ({ service, poll, create }) => {
		const all = service.store.records.count(FORM);
		for (let id = 1; id <= all; id++) service.store.deleteRecord(FORM, id);
		expect(await poll()).toBeNull();
		const recordId = create('the only one');
		expect(await poll()).toBeNull();
		service.store.deleteRecord(FORM, recordId);
		expect(idsOf(await poll())).toEqual([recordId]);
		expect(await poll()).toBeNull();
	});
});

const eventIds = (items: readonly IDataObject[] | null) =>
	(items ?? []).map(({ eventId }) => eventId);

const DIALECTS: Array<[string, Partial<Dialect>]> = [
	['leaves the list, single read 404', {}],
	['leaves the list, single read 200 with isDeleted 1', { deletedReadable: true }],
	['stays in the list, single read 404', { deletedListed: true }],
	[
		'stays in the list with its old time, ids as texts, ties shuffled',
		{
			deletedListed: true,
			deletedReadable: true,
			deleteTouchesUpdatedAt: false,
			numbers: 'strings',
			ties: 'shuffled',
		},
	],
	[
		'stays in the list with isDeleted true',
		{ deletedListed: true, deletedReadable: true, deletionFlag: 'boolean' },
	],
	['leaves the list, no page past the end', { pastTheEnd: 'notFound', errorBody: 'html' }],
];

describe('a trigger on deletions, where a deleted record', () => {
	it.each(DIALECTS)('%s: emits each deletion once', async (_, dialect) => {
		await deleting(dialect, async (life) => {
			const { service, poll, create } = life;
			expect(await poll()).toBeNull();
			expect(await poll()).toBeNull();
			service.store.deleteRecord(FORM, 40);
			service.store.deleteRecord(FORM, 7);
			create('new');
			expect(idsOf(await poll())).toEqual([7, 40]);
			expect(await poll()).toBeNull();
			expect(await poll()).toBeNull();
		});
	});

	it.each(DIALECTS)('%s: emits it again when it had come back', async (_, dialect) => {
		await deleting(dialect, async (life) => {
			const { service, poll } = life;
			await poll();
			service.store.deleteRecord(FORM, 40);
			expect(eventIds(await poll())).toEqual(['recordDeleted:4:40:1']);
			restore(life, 40);
			expect(await poll()).toBeNull();
			service.store.deleteRecord(FORM, 40);
			expect(eventIds(await poll())).toEqual(['recordDeleted:4:40:2']);
			expect(await poll()).toBeNull();
		});
	});

	it('is gone for good: gives its ids', async () => {
		await deleting({}, async ({ service, poll, taken }) => {
			await poll();
			taken();
			service.store.deleteRecord(FORM, 12);
			expect(await poll()).toEqual([
				{ event: 'recordDeleted', eventId: 'recordDeleted:4:12:1', appsId: FORM, recordId: 12 },
			]);
			expect(taken().map(({ path }) => path)).toEqual([RECORDS, `${RECORDS}/12`]);
		});
	});

	it.each([true, false])('can still be read: gives it whole (simplified: %s)', async (simplify) => {
		await watching(
			{ given: { ...given, simplify }, dialect: { deletedReadable: true } },
			async ({ service, poll, edit }) => {
				edit(12, 'the last name');
				await poll();
				service.store.deleteRecord(FORM, 12);
				const [item] = (await poll()) ?? [];
				expect(item).toMatchObject({
					event: 'recordDeleted',
					eventId: 'recordDeleted:4:12:1',
					appsId: FORM,
					recordId: 12,
					uniqueId: 'ORD000012',
					isDeleted: 1,
					...(simplify
						? { 'field-41': 'the last name' }
						: { record: { 'field-41': 'the last name' } }),
				});
			},
		);
	});

	it('can still be read: gives its fields by caption, and users by code', async () => {
		const options = { names: 'captions', usersAs: 'codes' };
		await watching(
			{ given: { ...given, form: formId(1), options }, dialect: { deletedReadable: true } },
			async ({ service, poll }) => {
				await poll();
				service.store.deleteRecord(1, 2);
				expect(await poll()).toMatchObject([{ Subject: expect.any(String), Assignee: ['E0002'] }]);
			},
		);
	});
});

describe('a trigger on deletions', () => {
	it('does not touch its state in the test step, and shows what an event looks like', async () => {
		await deleting({}, async ({ poll, state }) => {
			const items = await poll({ mode: 'manual' });
			expect(items).toHaveLength(3);
			const event = { event: 'recordDeleted', eventId: 'recordDeleted:4:120:1', appsId: FORM };
			expect(items![0]).toEqual({ sample: true, ...event, recordId: 120 });
			expect(state).toEqual({});
		});
	});

	it('loses nothing when n8n starts again with an older state, and repeats with the same ids', async () => {
		await deleting({}, async ({ service, poll, state }) => {
			await poll();
			const before = deepCopy(state);
			service.store.deleteRecord(FORM, 3);
			const first = await poll();
			service.store.deleteRecord(FORM, 90);
			const second = await poll();
			expect(await poll({ staticData: before, nodeId: 'a new process' })).toEqual([
				...first!,
				...second!,
			]);
		});
	});

	it('begins again for another search, but not for another layout', async () => {
		await deleting({}, async ({ service, poll, pollAs }) => {
			await poll();
			service.store.deleteRecord(FORM, 3);
			expect(idsOf(await pollAs({ options: { names: 'identifiers' } }))).toEqual([3]);
			service.store.deleteRecord(FORM, 4);
			expect(await pollAs({ options: { keyword: 'PO' } })).toBeNull();
		});
	});
});
